"""The position of a scenario: cards laid out, values set, the step at which play begins."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from ...dsl.ir import ir
from ...dsl.nodes import declarations as d
from ...dsl.nodes import expressions as e
from ...dsl.nodes import files
from ...dsl.nodes.base import Word
from ...dsl.problems.problem import Problem, unknown
from ...dsl.resolve.values.declared import type_of_gauge
from ...dsl.typed.types import Type
from ...dsl.typed.values import Value
from ...interpreter.backend.layout import RECORDER, State
from ...interpreter.runtime.deck_setup import (
    Companion,
    Fitting,
    companions_of,
    owner_of,
    pair_up,
    part_of,
    sort_deck,
)
from ...interpreter.runtime.match import Match
from .prepared import Stage
from .recorder import Watcher
from .scenario_cards import Casting, Group, Listed, Member

SEED = 1


@dataclass(frozen=True, slots=True)
class Assignment:
    """A gauge, note or option gets a value; `owner` is worked out where the cards lie."""

    field: str
    owner: Value | None
    value: int
    fact: files.Fact


@dataclass(slots=True)
class Position:
    """Makes states of a scenario in which nothing has happened yet."""

    stage: Stage
    casting: Casting
    match: Match
    seed: int = SEED
    step: str = ""
    player: int = -1
    assignments: list[Assignment] = field(default_factory=list[Assignment])
    columns: list[tuple[str, int, int]] = field(default_factory=list[tuple[str, int, int]])
    stacks: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])

    def new_state(self) -> State:
        """A state before play begins, with a recorder that knows what can be seen in it."""
        match, state = self.match, self.match.new_state(self.seed)
        for members in self.stacks:
            join_stack(match, state, members)
        for name, card, value in self.columns:
            match.set_field(state, name, value, card)
        if self.step and "phase" in match.layout.fields:
            number = self.stage.phase_number(self.step)
            match.set_field(state, "phase", number)
        fields = self.stage.program.fields
        for assignment in sorted(  # a gauge of two sides behind the note that names a side
            self.assignments, key=lambda one: bool(fields[one.field].seen_from)
        ):
            self.assign(state, assignment)
        symbols = self.stage.compiled().symbols
        state[RECORDER] = Watcher(match.layout, symbols, state, len(match.cards))
        return state

    def assign(self, state: State, assignment: Assignment) -> None:
        if assignment.owner is None:
            self.match.set_field(state, assignment.field, assignment.value)
            return
        evaluator = self.stage.evaluator
        evaluator.look_at(self.match, state)
        found = evaluator.value(self.stage.code(assignment.owner), {})
        side = self.stage.program.fields[assignment.field].seen_from
        for owner in found if assignment.owner.type.many else (found,):
            if side:
                mine = owner == max(self.match.field(state, side), 0)
                value = assignment.value if mine else -assignment.value
                self.match.set_field(state, assignment.field, value)
            elif owner >= 0:
                self.match.set_field(state, assignment.field, assignment.value, owner)


def call_over(function: str, cards: list[int]) -> ir.Expression:
    """A function of a deck rule asked of these cards."""
    return ir.Apply(function, (ir.Items(tuple(ir.Int(card) for card in cards)),))


def fitting_in(stage: Stage, match: Match, state: State) -> Fitting:
    """Asks the rules which cards may be in a part of a deck."""

    def fitting(function: str, cards: Sequence[int]) -> Collection[int]:
        stage.evaluator.look_at(match, state)
        return stage.evaluator.value(call_over(function, [*cards]), {})

    return fitting


def join_stack(match: Match, state: State, members: Sequence[int]) -> None:
    """The cards of a stack are one object from the start."""
    if "entry" in match.layout.columns:
        for card in members[1:]:
            entry = match.field(state, "entry", members[0])
            match.set_field(state, "entry", entry, card)


# ---- from facts


class PositionReader:
    """Reads the facts of one scenario; gathers what is wrong with them."""

    def __init__(self, stage: Stage, casting: Casting) -> None:
        self.stage = stage
        self.casting = casting
        self.problems: list[Problem] = []
        self.cards: list[tuple[int, int]] = []
        self.starts: dict[tuple[str, int], list[int]] = {}
        self.columns: list[tuple[str, int, int]] = []
        self.objects: list[tuple[int, ...]] = []
        self.deck_cards: list[tuple[int, range]] = []  # the cards of the deck of a seat

    def read(self) -> Position | None:
        """The position, if nothing is wrong with it."""
        for group in self.casting.groups:
            self.lay(group)
        for seat, deck in self.casting.decks.items():
            self.lay_deck(seat, deck)
        companions = self.lay_twins()
        match = self.stage.match(self.cards, self.starts)
        pair_up(match, *companions)
        self.spread_decks(match)
        position = Position(self.stage, self.casting, match, columns=self.columns)
        zones = self.stage.program.zones
        position.stacks = [
            tuple(members)
            for (zone, _), members in self.starts.items()
            if zones[zone].kind == "stack"
        ]
        position.stacks += self.objects
        for fact in self.casting.scenario.facts:
            self.read_fact(position, fact)
        return None if self.problems else position

    def read_fact(self, position: Position, fact: files.Fact) -> None:
        match fact:
            case files.SeedFact():
                position.seed = fact.number
            case files.OptionFact():
                self.add(position, self.option(fact))
            case files.PhaseFact():
                self.find_step(position, fact)
            case files.ValueFact():
                self.add(position, self.assignment(fact))
            case _:
                pass

    def add(self, position: Position, assignment: Assignment | None) -> None:
        if assignment is not None:
            position.assignments.append(assignment)

    # ---- cards

    def lay(self, group: Group) -> None:
        zone = self.stage.program.zones.get(group.zone)
        if zone is None:
            return
        owner = group.owner if zone.per_player else -1
        facing = self.facing_of(group)
        for member in group.members:
            if member.beneath and not zone.keeps_object:
                message = f"In {group.zone} no card lies on another one."
                self.problems.append(Problem("no-stack", message, group.span))
            below = [self.lay_card(group, one, owner, None) for one in member.beneath]
            top = self.lay_card(group, member, owner, facing)
            if below:
                self.objects.append((*below, top))

    def lay_card(
        self, group: Group, member: Member, owner: int, facing: tuple[str, int] | None
    ) -> int:
        card = len(self.cards)
        seat = member.owner if member.owner >= 0 else max(group.owner, 0)
        self.cards.append((member.definition, seat))
        self.starts.setdefault((group.zone, owner), []).append(card)
        if facing is not None:
            self.columns.append((facing[0], card, facing[1]))
        for note in member.notes:
            value = self.note_value(note)
            if value is not None:
                self.columns.append((str(note.field), card, value))
        return card

    def lay_deck(self, seat: int, deck: Listed) -> None:
        """A deck lies where its first part starts, until its parts are known."""
        first = len(self.cards)
        for number in deck.numbers:
            self.put(number, seat, self.stage.program.deck.parts[0].zone)
        self.deck_cards.append((seat, range(first, len(self.cards))))

    def put(self, number: int, seat: int, zone: str) -> int:
        """One more card of a seat."""
        key = (zone, owner_of(self.stage.program, zone, seat))
        self.starts.setdefault(key, []).append(len(self.cards))
        self.cards.append((number, seat))
        return len(self.cards) - 1

    def spread_decks(self, match: Match) -> None:
        """The cards of each part of a deck lie where it starts."""
        parts, starts = self.stage.program.deck.parts, {**match.starts}
        fitting = fitting_in(self.stage, match, match.new_state(SEED))
        for seat, cards in self.deck_cards:
            named = self.casting.decks[seat].parts
            sort_deck(match, parts, cards, named, fitting)
            for number, part in enumerate(parts):
                place = (part.zone, owner_of(self.stage.program, part.zone, seat))
                mine = [card for card in cards if part_of(match, card) == number]
                for old, members in starts.items():
                    starts[old] = tuple(card for card in members if card not in mine)
                starts[place] = (*starts.get(place, ()), *mine)
        match.starts = starts

    def lay_twins(self) -> tuple[list[Companion], list[int]]:
        """What comes along with the cards that are laid out: a card that lies there already,
        as far as there are any, else one more.
        """
        program, found = self.stage.program, list[int]()
        brings = dict(program.deck.brings)
        waiting = {
            field: [
                card
                for (name, _), members in self.starts.items()
                for card in members
                if name == zone
            ]
            for field, zone in brings.items()
        }
        companions: list[Companion] = []
        for companion in companions_of(program, brings.items(), self.cards):
            if companion.card in waiting[companion.field] or companion.card in found:
                continue
            seat = self.cards[companion.card][1]
            code = self.stage.pool[companion.definition].code
            fit = (
                card
                for card in waiting[companion.field]
                if self.cards[card][1] == seat
                and self.stage.pool[self.cards[card][0]].code == code
            )
            other = next(fit, -1)
            if other < 0:
                other = self.put(companion.definition, seat, companion.zone)
            else:
                waiting[companion.field].remove(other)
            companions.append(companion)
            found.append(other)
        return companions, found

    def facing_of(self, group: Group) -> tuple[str, int] | None:
        """The column and value of `face down` or `turned sideways`."""
        match group.facing:
            case files.FaceFacing(word=word):
                if word in ("up", "down"):
                    return "face", int(word == "up")
                known = ["up", "down"]
                self.problems.append(
                    unknown("unknown-word", "face", word, word.span, known)
                )
            case files.TurnedFacing(word=word):
                known = [*self.stage.program.zones[group.zone].orientations]
                if word in known:
                    return "turned", known.index(word)
                what = f"orientation in {group.zone}"
                self.problems.append(
                    unknown("unknown-orientation", what, word, word.span, known)
                )
            case _:
                pass
        return None

    def note_value(self, note: files.WithField) -> int | None:
        """The value of a note that is kept for each card, given behind `with`."""
        roles = self.stage.format.roles
        if note.field == "role":
            word = (
                note.value.word if isinstance(note.value, files.WordValue) else note.field
            )
            if str(word) in roles and "role" in self.stage.program.fields:
                return roles.index(str(word))
            problem = unknown("unknown-role", "role", str(word), word.span, roles)
            self.problems.append(problem)
            return None
        return self.constant(note.value, self.declared_type(note.field))

    # ---- values

    def declared_type(self, word: Word) -> Type:
        rules = self.stage.ruleset
        node = rules.names("gauge").get(str(word)) or rules.names("note")[str(word)]
        return type_of_gauge(self.stage.resolver, node)

    def constant(self, value: files.Value, type_: Type) -> int | None:
        """A value written in a scenario as the int that stands for it."""
        if isinstance(value, files.StringValue) and type_.kind == "card":
            return self.card_called(value.text)
        if isinstance(value, files.NumberValue) and type_.kind == "number":
            return value.number
        found = self.stage.value(expression_of(value), self.problems, type_)
        code = self.stage.code(found)
        kinds = (found.type.kind, type_.kind)
        if "unknown" in kinds:
            return None
        fits = found.type.kind in (type_.kind, "none") or kinds == ("number", "symbol")
        if not isinstance(code, ir.Int) or not fits or found.type.many:
            message = f"This is a {found.type}; a {type_} is wanted here."
            self.problems.append(Problem("wrong-type", message, value.span))
            return None
        return code.value

    def card_called(self, name: Word) -> int | None:
        """The one card of a name in this position."""
        pool = self.stage.pool
        found = [
            card
            for card, (number, _) in enumerate(self.cards)
            if str(name) in (str(pool[number].name), str(pool[number].code))
        ]
        if len(found) == 1:
            return found[0]
        if self.casting.problems:  # it may be one that could not be laid down
            return None
        count = "no card" if not found else f"{len(found)} cards"
        message = f'There is {count} called "{name}" in this position; there must be one.'
        self.problems.append(Problem("which-card", message, name.span))
        return None

    def option(self, fact: files.OptionFact) -> Assignment | None:
        options = self.stage.ruleset.names("option")
        name = str(fact.name)
        if name not in options:
            self.problems.append(
                unknown("unknown-option", "option", name, fact.name.span, options)
            )
            return None
        spec = self.stage.program.fields[f"option_{name}"]
        value: int | None = None
        if isinstance(fact.value, files.NumberValue) and spec.type == "number":
            value = fact.value.number
        elif isinstance(fact.value, files.WordValue) and spec.type == "truth":
            value = {"on": 1, "off": 0}.get(str(fact.value.word))
        if value is None or not in_range(spec, value):
            wanted = "on or off" if spec.type == "truth" else range_text(spec)
            message = f"The option {name} is {wanted}."
            self.problems.append(Problem("wrong-setting", message, fact.value.span))
            return None
        return Assignment(spec.name, None, value, fact)

    def assignment(self, fact: files.ValueFact) -> Assignment | None:
        """`bo's points is 20`, `first is ana`, `ana's active's worn is yes`."""
        word = fact.place.words[-1]
        rules = self.stage.ruleset
        if str(word) in rules.names("zone"):
            return None  # laid out as cards
        if str(word) not in {**rules.names("gauge"), **rules.names("note")}:
            self.cannot_set(word)
            return None
        spec = self.stage.program.fields[str(word)]
        owner = self.owner_of(fact, spec)
        first, *more = fact.values
        if more:
            message = f"{word} has one value."
            self.problems.append(Problem("one-value", message, more[0].span))
        value = self.constant(first, self.declared_type(word))
        sided = spec.per != "game" or bool(spec.seen_from)
        if value is None or (owner is None and sided):
            return None
        if not in_range(spec, value):
            message = f"{word} is {range_text(spec)}."
            self.problems.append(Problem("out-of-range", message, first.span))
            return None
        return Assignment(spec.name, owner if sided else None, value, fact)

    def cannot_set(self, word: Word) -> None:
        rules = self.stage.ruleset
        if str(word) in rules.properties():
            message = (
                f'"{word}" is worked out by the rules; a scenario sets what it comes from.'
            )
            self.problems.append(Problem("not-settable", message, word.span))
            return
        known = [*rules.names("zone"), *rules.names("gauge"), *rules.names("note")]
        what = "zone, gauge or note"
        self.problems.append(unknown("unknown-name", what, str(word), word.span, known))

    def owner_of(self, fact: files.ValueFact, spec: ir.FieldSpec) -> Value | None:
        words = fact.place.words
        if len(words) == 1:
            if spec.per != "game" or spec.seen_from:
                whose = "card" if spec.per == "card" else "player"
                message = f'Whose "{words[0]}"? It is kept for each {whose}.'
                mend = f"{self.stage.players[0]}'s {words[0]}"
                self.problems.append(Problem("whose", message, words[0].span, mend))
            return None
        node: e.Expression = e.Name(words[0], span=words[0].span)
        for word in words[1:-1]:
            node = e.Of(node, word, span=fact.place.span)
        owner = self.stage.value(node, self.problems)
        if spec.per == "game" or owner.type.kind in (spec.per, "unknown"):
            return owner
        message = f'"{words[-1]}" is kept for each {spec.per}, not for a {owner.type}.'
        self.problems.append(Problem("whose", message, fact.place.span))
        return None

    # ---- where play begins

    def find_step(self, position: Position, fact: files.PhaseFact) -> None:
        found = step_of(self.stage, fact.path)
        if isinstance(found, Problem):
            self.problems.append(found)
            return
        position.step = found
        if fact.player is not None:
            position.player = seat_of(self.stage, fact.player, self.problems.append)


def seat_of(stage: Stage, word: Word, report: Callable[[Problem], None]) -> int:
    """The seat of a player's name; -1 and a report for any other."""
    if str(word) in stage.players:
        return stage.players.index(str(word))
    report(unknown("unknown-player", "player", str(word), word.span, stage.players))
    return -1


def step_of(stage: Stage, path: d.Path) -> str | Problem:
    """The full path of a phase or step named by its path, or alone where only one has the name."""
    text, full = str(path), [str(step) for step in stage.format.steps]
    if stage.ruleset.one(d.SetupDeclaration) is not None:
        full.insert(0, "setup")
    if text in full:
        return text
    alike = [known for known in full if known.rpartition(".")[2] == text]
    if len(alike) == 1:
        return alike[0]
    if alike:
        message = f'Several steps are called "{text}": {", ".join(alike)}. Say which.'
        return Problem("ambiguous-step", message, path.span, alike[0])
    return unknown("unknown-step", "phase or step", text, path.span, full)


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


def in_range(spec: ir.FieldSpec, value: int) -> bool:
    return (spec.low is None or value >= spec.low) and (
        spec.high is None or value <= spec.high
    )


def range_text(spec: ir.FieldSpec) -> str:
    """What a number may be, in words."""
    if spec.low is not None and spec.high is not None:
        return f"a number from {spec.low} to {spec.high}"
    if spec.low is not None:
        return f"a number of at least {spec.low}"
    return "a number" if spec.high is None else f"a number of at most {spec.high}"
