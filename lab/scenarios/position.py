"""The position of a scenario: cards laid out, values set, the step at which play begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from functools import partial
from typing import Any

from ...dsl.ir import ir
from ...dsl.ir.names import BEARER, ENTRY, FACE, OUT, PHASE, ROLE, TURNED, option_field, uses_field
from ...dsl.nodes import files
from ...dsl.nodes.base import Word
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Advice, Problems
from ...interpreter.backend.layout import RECORDER, State
from ...interpreter.backend.writer import Variant
from ...interpreter.knowledge.record import GameRecorder, Recorder
from ...interpreter.runtime.deck_setup import (
    Ask,
    Companion,
    companions_of,
    owner_of,
    pair_up,
    part_of,
    sort_deck,
)
from ...interpreter.runtime.faults import RuleFault, what_happened
from ...interpreter.runtime.match import Match
from ...interpreter.runtime.objects import object_key
from .cards import kept_on_cards
from .cases import LIES, Case, Group, Listed, Member
from .chance import ChanceReader, LaidOut, Layout
from .prepared import PreparedRules
from .values import Assignment, ValueReader, called

SEED = 1


@dataclass(slots=True)
class Position:
    """Makes states of a scenario in which nothing has happened yet."""

    rules: PreparedRules
    case: Case
    match: Match
    seed: int = SEED
    step: str = ""
    player: int = -1
    assignments: list[Assignment] = field(default_factory=list[Assignment])
    chance: Layout = field(default_factory=Layout)
    traced: bool = False  # what was known is recorded too
    columns: list[tuple[str, int, int]] = field(default_factory=list[tuple[str, int, int]])
    stacks: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    ties: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    seen: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])  # card, seats

    @property
    def variant(self) -> Variant:
        """The variant in which it is played."""
        return replace(self.rules.variant, chance=True) if self.chance else self.rules.variant

    def new_state(self) -> State:
        """A state before play begins, with a recorder that knows what can be seen in it."""
        match, state = self.match, self.match.new_state(self.seed)
        for first, *others in self.stacks if ENTRY in match.layout.columns else ():
            for card in others:  # one object from the start
                match.set_field(state, ENTRY, match.field(state, ENTRY, first), card)
        for card, bearer in self.ties:
            match.set_field(state, BEARER, object_key(state, match, bearer), card)
        for name, card, value in self.columns:
            match.set_field(state, name, value, card)
        if self.step and PHASE in match.layout.fields:
            number = self.rules.phase_number(self.step)
            match.set_field(state, PHASE, number)
        fields = self.rules.program.fields
        # a gauge of two sides behind the note that names a side
        for one in sorted(self.assignments, key=lambda one: bool(fields[one.field].seen_from)):
            self.assign(state, one)
        symbols = self.rules.compiled.symbols
        kind = GameRecorder if self.traced else Recorder
        recorder = state[RECORDER] = kind(match.layout, symbols, state, len(match.cards))
        for card, seats in self.seen:
            recorder.learn(card, seats)
        return state

    def assign(self, state: State, assignment: Assignment) -> None:
        if assignment.owner is None:
            self.match.set_field(state, assignment.field, assignment.value)
            return
        code = self.rules.code(assignment.owner)
        found = self.rules.evaluator.evaluate(self.match, state, code)
        side = self.rules.program.fields[assignment.field].seen_from
        for owner in found if assignment.owner.type.many else (found,):
            if side:
                mine = owner == max(self.match.field(state, side), 0)
                value = assignment.value if mine else -assignment.value
                self.match.set_field(state, assignment.field, value)
            elif owner >= 0:
                self.match.set_field(state, assignment.field, assignment.value, owner)


def asking(rules: PreparedRules) -> Ask:
    """Asks the rules for a function of some cards."""

    def ask(match: Match, state: State, function: str, cards: Sequence[int]) -> Any:
        given = ir.Items(tuple(ir.Int(card) for card in cards))
        return rules.evaluator.evaluate(match, state, ir.Apply(function, (given,)))

    return ask


# ---- from facts


class PositionReader(ValueReader):
    """Reads the facts of one scenario; gathers what is wrong with them."""

    def __init__(self, rules: PreparedRules, case: Case, problems: Problems) -> None:
        super().__init__(rules, case, problems)
        self.starts: dict[tuple[str, int], list[int]] = {}
        self.columns: list[tuple[str, int, int]] = []
        self.seen: list[tuple[int, int]] = []
        self.noted: list[tuple[files.Place, int]] = []  # the notes that are a card
        self.objects: list[tuple[int, ...]] = []
        self.attached: list[tuple[int, files.OnCard, Group]] = []  # what is attached to what
        self.deck_cards: list[tuple[int, range]] = []  # the cards of the deck of a seat

    def read(self) -> Position | None:
        """The position, if nothing is wrong with it."""
        for group in self.case.groups:
            self.lay(group)
        for seat, deck in self.case.decks.items():
            self.lay_deck(seat, deck)
        companions = self.lay_companions()
        chance = ChanceReader(self)
        for fact in self.case.scenario.facts:
            chance.read(fact)
        laid_out = LaidOut(self.rules, chance.layout) if chance.layout else None
        match = self.rules.match(self.cards, self.starts, laid_out)
        if laid_out is not None:
            laid_out.match = match
        pair_up(match, *companions)
        try:
            self.spread_decks(match)
        except RuleFault as fault:
            message = f"The decks cannot be laid out: {what_happened(fault.code)}."
            self.problems.report("rule-fault", message, self.case.scenario.title.span)
        position = Position(
            self.rules, self.case, match, chance=chance.layout, columns=self.columns, seen=self.seen
        )
        zones, starts = self.rules.program.zones, self.starts.items()
        position.stacks = [tuple(m) for (zone, _), m in starts if zones[zone].kind == "stack"]
        position.stacks += self.objects
        position.ties = [(card, self.bearer(on, group)) for card, on, group in self.attached]
        for fact in self.case.scenario.facts:
            self.read_fact(position, fact)
        for name, value in self.rules.settings.items():
            position.assignments.append(Assignment(option_field(name), None, value))
        position.assignments += filter(None, (self.note_of(*one) for one in self.noted))
        return None if self.problems else position

    def read_fact(self, position: Position, fact: files.Fact) -> None:
        found: Assignment | None = None
        match fact:
            case files.SeedFact():
                position.seed = fact.number
            case files.OptionFact():
                found = self.option(fact)
            case files.PhaseFact():
                position.step = self.step(fact.path)
                if position.step and fact.player is not None:
                    position.player = self.seat(fact.player)
            case files.ValueFact():
                gone = sum(one.field == OUT for one in position.assignments)
                found = self.assignment(fact, gone)
            case _:
                pass
        position.assignments += [found] if found is not None else []

    # ---- cards

    def lay(self, group: Group) -> None:
        zone = self.rules.program.zones.get(group.zone)
        if zone is None:
            return
        owner = group.owner if zone.per_player else -1
        what = f"orientation in {group.zone}"
        facing = facing_of(group.facing, zone.orientations, what, self.problems)
        for member in group.members:
            if member.beneath and not zone.keeps_object:
                message = f"In {group.zone} no card lies on another one."
                self.problems.report("no-stack", message, group.span)
            below = [self.lay_card(group, one, owner, None) for one in member.beneath]
            top = self.lay_card(group, member, owner, facing)
            if below:
                self.objects.append((*below, top))
            if member.bearer is not None:
                self.attached.append((top, member.bearer, group))
            elif zone.falls:
                text = f"What lies in {group.zone} is attached to a card."
                self.problems.report(
                    "no-bearer", text, group.span, Advice("Say on which card it lies, behind `on`.")
                )

    def lay_card(
        self, group: Group, member: Member, owner: int, facing: tuple[str, int] | None
    ) -> int:
        card = len(self.cards)
        seat = member.owner
        if seat is None:  # unsaid: of whose zone it is
            nobodys = -1 if self.rules.program.deck.has_table else 0
            seat = max(group.owner, nobodys)
        self.cards.append((member.definition, seat))
        self.starts.setdefault((group.zone, owner), []).append(card)
        if facing is not None:
            self.columns.append((facing[0], card, facing[1]))
        zone = self.rules.program.zones[group.zone]
        self.noted += [(note.place, card) for note in member.noted]
        for note in member.notes:
            if note.field in LIES and note.field not in kept_on_cards(self.rules.ruleset):
                self.lie(note, card, zone)
                continue
            value = self.note_value(note)
            if value is not None:
                self.columns.append((str(note.field), card, value))
        return card

    def lie(self, note: files.WithField, card: int, zone: ir.ZoneSpec) -> None:
        """`with face down`, `with turned sideways`, `with role hero`: how a card lies; `with seen
        bo`: who knows it besides those who see it there; `with used 1`: how often it was used.
        """
        if note.field == "used":
            self.use(note, card)
            return
        word = note.value.word if isinstance(note.value, files.WordValue) else note.field
        if note.field == "seen":
            seat = self.seat(word)
            self.seen += [(card, 1 << seat)] if seat >= 0 else []
        elif note.field == "role":
            value = self.role(word)
            self.columns += [(ROLE, card, value)] if value is not None else []
        else:
            facing = files.Facing(note.field, word, span=note.span)
            what = f"orientation in {zone.name}"
            found = facing_of(facing, zone.orientations, what, self.problems)
            self.columns += [(found[0], card, found[1])] if found is not None else []

    def use(self, note: files.WithField, card: int) -> None:
        """`with used 1`, `with used[support] 1`: how often a sentence with a limit was used."""
        field = uses_field(str(note.key or ""), 0)
        if field not in self.rules.program.fields or not isinstance(note.value, files.NumberValue):
            text = "Nothing that cards say here has such a limit, or this is no number."
            self.problems.report("no-such-detail", text, note.span)
            return
        self.columns.append((field, card, note.value.number))

    def bearer(self, on: files.OnCard, group: Group) -> int:
        """The card that one is attached to, which lies where such cards may; -1 if none does."""
        zones, pool = self.rules.program.zones[group.zone].attached, self.rules.pool
        if not zones:
            message = f"The cards of {group.zone} are attached to nothing."
            self.problems.report("cannot-be-attached", message, on.span)
            return -1
        seat = self.seat(on.player) if on.player is not None else -1
        laid = ((place, card) for place, cards in self.starts.items() for card in cards)
        found = [card for (zone, owner), card in laid if zone in zones and seat in (-1, owner)]
        found = [c for c in found if on.name in called(pool[self.cards[c][0]])]
        if len(found) != 1:
            count = f"are {len(found)} cards" if found else "is no card"
            where = " or ".join(zones) + (f" of {on.player}" if on.player is not None else "")
            message = f'There {count} called "{on.name}" in {where}; there must be one.'
            self.problems.report("which-card", message, on.span)
        return found[0] if found else -1

    def lay_deck(self, seat: int, deck: Listed) -> None:
        """A deck lies where its first part starts, until its parts are known."""
        first, parts = len(self.cards), self.rules.program.deck.parts
        zone = next(part.zone for part in parts if part.of_table == (seat < 0))
        for number in deck.numbers:
            self.put(number, seat, zone)
        self.deck_cards.append((seat, range(first, len(self.cards))))

    def put(self, number: int, seat: int, zone: str) -> int:
        """One more card of a seat."""
        key = (zone, owner_of(self.rules.program, zone, seat))
        self.starts.setdefault(key, []).append(len(self.cards))
        self.cards.append((number, seat))
        return len(self.cards) - 1

    def spread_decks(self, match: Match) -> None:
        """The cards of each part of a deck lie where it starts."""
        parts, starts = self.rules.program.deck.parts, {**match.starts}
        fitting = partial(asking(self.rules), match, match.new_state(SEED))
        for seat, cards in self.deck_cards:
            named = self.case.decks[seat].parts
            sort_deck(match, parts, seat < 0, cards, named, fitting)
            for number, part in enumerate(parts):
                if part.of_table != (seat < 0):
                    continue
                place = (part.zone, owner_of(self.rules.program, part.zone, seat))
                mine = [card for card in cards if part_of(match, card) == number]
                for old, members in starts.items():
                    starts[old] = tuple(card for card in members if card not in mine)
                starts[place] = (*starts.get(place, ()), *mine)
        match.starts = starts

    def lay_companions(self) -> tuple[list[Companion], list[int]]:
        """What comes along with the cards that are laid out: a card that lies there already,
        as far as there are any, else one more.
        """
        program, pool = self.rules.program, self.rules.pool
        brings, starts = dict(program.deck.brings), self.starts.items()
        waiting = {
            field: [card for (name, _), cards in starts if name == zone for card in cards]
            for field, zone in brings.items()
        }
        companions, found = list[Companion](), list[int]()
        for companion in companions_of(program, brings.items(), self.cards):
            present = waiting[companion.field]
            if companion.card in present or companion.card in found:
                continue
            seat = self.cards[companion.card][1]
            wanted, places = (pool[companion.definition].code, seat), self.cards
            mine = (c for c in present if (pool[places[c][0]].code, places[c][1]) == wanted)
            other = next(mine, -1)
            if other < 0:
                other = self.put(companion.definition, seat, companion.zone)
            else:
                present.remove(other)
            companions.append(companion)
            found.append(other)
        return companions, found

    def role(self, word: Word) -> int | None:
        """The number of a role that the cards of these rules may have."""
        roles = self.rules.format.roles
        if str(word) in roles and ROLE in self.rules.program.fields:
            return roles.index(str(word))
        self.problems.unknown("unknown-role", "role", word, roles)
        return None

    def note_value(self, note: files.WithField) -> int | None:
        """The value of a note that is kept for each card, given behind `with`."""
        return self.constant(note.value, self.declared_type(note.field))


def facing_of(
    facing: files.Facing | None, known: Sequence[str], what: str, problems: Problems
) -> tuple[str, int] | None:
    """The column and value of `face down` or `turned sideways`; `known` orientations."""
    if facing is None:
        return None
    if facing.how == "face":
        known, what = ["down", "up"], "face"
    if facing.word in known:
        return FACE if facing.how == "face" else TURNED, [*known].index(facing.word)
    code = "unknown-word" if facing.how == "face" else "unknown-orientation"
    problems.unknown(code, what, facing.word, known)
    return None
