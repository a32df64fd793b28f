"""The position of a scenario: cards laid out, values set, the step at which play begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from functools import partial
from typing import Any

from ...dsl.cards.definition import CardDefinition
from ...dsl.ir import ir
from ...dsl.ir.names import BEARER, ENTRY, FACE, OUT, PHASE, ROLE, TURNED, option_field
from ...dsl.nodes import expressions as e
from ...dsl.nodes import files
from ...dsl.nodes.base import Word
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Problems
from ...dsl.resolve.values.declared import type_of_gauge
from ...dsl.typed.types import Type
from ...dsl.typed.values import Value
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
from .cases import Case, Group, Listed, Member
from .chance import ChanceReader, LaidOut, Layout
from .naming import text_of
from .prepared import PreparedRules, Reader

SEED = 1


@dataclass(frozen=True, slots=True)
class Assignment:
    """A gauge, note or option gets a value; `owner` is worked out where the cards lie."""

    field: str
    owner: Value | None
    value: int


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
        state[RECORDER] = kind(match.layout, symbols, state, len(match.cards))
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


def called(card: CardDefinition) -> tuple[Word, Word]:
    """What a card may be called."""
    return card.name, card.code


# ---- from facts


class PositionReader(Reader):
    """Reads the facts of one scenario; gathers what is wrong with them."""

    def __init__(self, rules: PreparedRules, case: Case, problems: Problems) -> None:
        super().__init__(rules, problems)
        self.case = case
        self.cards: list[tuple[int, int]] = []
        self.starts: dict[tuple[str, int], list[int]] = {}
        self.columns: list[tuple[str, int, int]] = []
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
            self.rules, self.case, match, chance=chance.layout, columns=self.columns
        )
        zones, starts = self.rules.program.zones, self.starts.items()
        position.stacks = [tuple(m) for (zone, _), m in starts if zones[zone].kind == "stack"]
        position.stacks += self.objects
        position.ties = [(card, self.bearer(on, group)) for card, on, group in self.attached]
        for fact in self.case.scenario.facts:
            self.read_fact(position, fact)
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
                found = self.assignment(fact, position)
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
                self.problems.report("no-bearer", text, group.span, '"CARD" on "CARD"')

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
        for note in member.notes:
            value = self.note_value(note)
            if value is not None:
                field = ROLE if self.is_role(note) else str(note.field)
                self.columns.append((field, card, value))
        return card

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

    def is_role(self, note: files.WithField) -> bool:
        """Whether what is given behind `with` is the role of a card, no note of that name."""
        return note.field == "role" and "role" not in self.rules.program.fields

    def note_value(self, note: files.WithField) -> int | None:
        """The value of a note that is kept for each card, given behind `with`."""
        roles = self.rules.format.roles
        if self.is_role(note):
            value = note.value
            word = value.word if isinstance(value, files.WordValue) else note.field
            if str(word) in roles and ROLE in self.rules.program.fields:
                return roles.index(str(word))
            self.problems.unknown("unknown-role", "role", word, roles)
            return None
        return self.constant(note.value, self.declared_type(note.field))

    # ---- values

    def declared_type(self, word: Word) -> Type:
        names = self.rules.ruleset.names
        node = names("gauge").get(str(word)) or names("note")[str(word)]
        return type_of_gauge(self.rules.resolver, node)

    def constant(self, value: files.Value, type_: Type) -> int | None:
        """A value written in a scenario as the int that stands for it."""
        if isinstance(value, files.StringValue) and type_.kind == "card":
            return self.card_called(value.text)
        if isinstance(value, files.NumberValue) and type_.kind == "number":
            return value.number
        found = self.resolve(expression_of(value), type_)
        code = self.rules.code(found)
        kinds = (found.type.kind, type_.kind)
        if "unknown" in kinds:
            return None
        fits = found.type.kind in (type_.kind, "none") or kinds == ("number", "symbol")
        if not isinstance(code, ir.Int) or not fits or found.type.many:
            message = f"This is a {found.type}; a {type_} is wanted here."
            self.problems.report("wrong-type", message, value.span)
            return None
        return code.value

    def card_called(self, name: Word) -> int | None:
        """The one card of a name in this position."""
        pool = self.rules.pool
        found = [c for c, (number, _) in enumerate(self.cards) if name in called(pool[number])]
        if len(found) == 1:
            return found[0]
        if self.case.problems:  # it may be one that could not be laid down
            return None
        count = "no card" if not found else f"{len(found)} cards"
        message = f'There is {count} called "{name}" in this position; there must be one.'
        self.problems.report("which-card", message, name.span)
        return None

    def option(self, fact: files.OptionFact) -> Assignment | None:
        options = self.rules.ruleset.names("option")
        name = str(fact.name)
        if name not in options:
            self.problems.unknown("unknown-option", "option", fact.name, options)
            return None
        spec = self.rules.program.fields[option_field(name)]
        value: int | None = None
        if isinstance(fact.value, files.NumberValue) and spec.type == "number":
            value = fact.value.number
        elif isinstance(fact.value, files.WordValue) and spec.type == "truth":
            value = {"on": 1, "off": 0}.get(str(fact.value.word))
        if value is None or not in_range(spec, value):
            wanted = "on or off" if spec.type == "truth" else range_text(spec)
            message = f"The option {name} is {wanted}."
            self.problems.report("wrong-setting", message, fact.value.span)
            return None
        return Assignment(spec.name, None, value)

    def assignment(self, fact: files.ValueFact, position: Position) -> Assignment | None:
        """`bo's points is 20`, `first is ana`, `ana's active's worn is yes`."""
        word, names = fact.place.words[-1], self.rules.ruleset.names
        if str(word) in names("zone"):
            return None  # laid out as cards
        if str(word) in self.rules.players and text_of(fact.values[0]) == "out":
            return self.out(fact, position)
        if str(word) not in names("gauge") and str(word) not in names("note"):
            self.cannot_set(word)
            return None
        spec = self.rules.program.fields[str(word)]
        owner = self.owner_of(fact, spec)
        first, *more = fact.values
        if more:
            message = f"{word} has one value."
            self.problems.report("one-value", message, more[0].span)
        value = self.constant(first, self.declared_type(word))
        sided = spec.per != "game" or bool(spec.seen_from)
        if value is None or (owner is None and sided):
            return None
        if not in_range(spec, value):
            message = f"{word} is {range_text(spec)}."
            self.problems.report("out-of-range", message, first.span)
            return None
        return Assignment(spec.name, owner if sided else None, value)

    def out(self, fact: files.ValueFact, position: Position) -> Assignment | None:
        """`dan is out`: in the order in which it is said."""
        if OUT in self.rules.program.fields:
            before = sum(one.field == OUT for one in position.assignments)
            place = len(self.rules.players) - before
            return Assignment(OUT, self.resolve(e.Name(fact.place.words[-1])), place)
        text = "No rule eliminates a player here, so nobody is ever out of the game."
        self.problems.report("nobody-leaves", text, fact.span)
        return None

    def cannot_set(self, word: Word) -> None:
        names = self.rules.ruleset.names
        if str(word) in self.rules.ruleset.properties():
            text = f'"{word}" is worked out by the rules; a scenario sets what it comes from.'
            self.problems.report("not-settable", text, word.span)
            return
        known = {*names("zone"), *names("gauge"), *names("note")}
        self.problems.unknown("unknown-name", "zone, gauge or note", word, known)

    def owner_of(self, fact: files.ValueFact, spec: ir.FieldSpec) -> Value | None:
        words = fact.place.words
        if len(words) == 1:
            if spec.per != "game" or spec.seen_from:
                whose = "card" if spec.per == "card" else "player"
                message = f'Whose "{words[0]}"? It is kept for each {whose}.'
                fix = f"{self.rules.players[0]}'s {words[0]}"
                self.problems.report("whose", message, words[0].span, fix)
            return None
        owner = self.resolve(owner_in(fact.place))
        if spec.per == "game" or owner.type.kind in (spec.per, "unknown"):
            return owner
        message = f'"{words[-1]}" is kept for each {spec.per}, not for a {owner.type}.'
        self.problems.report("whose", message, fact.place.span)
        return None


def expression_of(value: files.Value) -> e.Expression:
    """A value of a scenario as an expression of the language."""
    match value:
        case files.NumberValue(number=number):
            plain = e.Number(abs(number), span=value.span)
            return e.Negative(plain, span=value.span) if number < 0 else plain
        case files.WordValue(word=word):
            return e.Name(word, span=value.span)
        case files.StringValue(text=text):
            return e.String(text, span=value.span)
        case _:
            raise TypeError(value)


def owner_in(place: files.Place) -> e.Expression:
    """The part of a place in front of its last word: `ana's active` of `ana's active's worn`."""
    first, *more = place.words[:-1]
    node: e.Expression = e.Name(first, span=first.span)
    for word in more:
        node = e.Of(node, word, span=place.span)
    return node


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


def in_range(spec: ir.FieldSpec, value: int) -> bool:
    return (spec.low is None or value >= spec.low) and (spec.high is None or value <= spec.high)


def range_text(spec: ir.FieldSpec) -> str:
    """What a number may be, in words."""
    if spec.low is not None and spec.high is not None:
        return f"a number from {spec.low} to {spec.high}"
    if spec.low is not None:
        return f"a number of at least {spec.low}"
    return "a number" if spec.high is None else f"a number of at most {spec.high}"
