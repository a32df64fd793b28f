"""Chance as a scenario lays it out: what `random` picks, and how zones lie when shuffled."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field

from ...dsl.ir.ir import Draw
from ...dsl.nodes import declarations as d
from ...dsl.nodes import files
from ...dsl.nodes.base import Span
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Problem, unknown
from ...interpreter.backend.layout import State
from ...interpreter.knowledge.record import Event, Recorder, recorder_of
from ...interpreter.runtime.chance import Chance
from ...interpreter.runtime.deck_setup import owner_of
from ...interpreter.runtime.match import Match
from .cards import value_text
from .naming import Naming, symbol_names
from .prepared import PreparedRules
from .recorder import Failed
from .values import ValueReader

Zone = tuple[str, int]  # with its owner, -1: shared


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one `random` picks: the name it has in the rules, or that of the values it is of."""

    draw: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Order:
    """What lies on top of a zone after a shuffle, the first to be drawn first."""

    names: tuple[str, ...]
    span: Span


@dataclass(slots=True)
class Layout:
    """All chance that a scenario lays out."""

    outcomes: list[Outcome] = field(default_factory=list[Outcome])
    orders: dict[Zone, list[Order]] = field(default_factory=dict[Zone, list[Order]])
    keeps: Span | None = None

    def __bool__(self) -> bool:
        return bool(self.outcomes or self.orders or self.keeps)

    def left(self, match: Match, events: Sequence[Event]) -> Iterator[Problem]:
        """What did not come."""
        for one in self.outcomes[len(draws_in(events)) :][:1]:
            text = f"Play did not come to this: `{one.draw}` was picked less often."
            yield Problem("chance-left", text, one.span)
        for zone, orders in self.orders.items():
            for one in orders[len(shuffles_in(events, zone)) :][:1]:
                text = f"Play did not come to this: {zone[0]} was shuffled less often."
                yield Problem("chance-left", text, one.span)
        if self.keeps is not None and not any(event.kind == "shuffle" for event in events):
            yield Problem("chance-left", "Nothing was shuffled.", self.keeps)


def draws_in(events: Sequence[Event]) -> list[Event]:
    """The draws that could have come out in more than one way."""
    return [event for event in events if event.kind == "random" and int(event.values[1]) > 1]


def shuffles_in(events: Sequence[Event], zone: Zone) -> list[Event]:
    return [event for event in events if event.kind == "shuffle" and event.values[:2] == zone]


class LaidOut(Chance):
    """Chance as it is laid out; as the seed has it where nothing is. Where it stands in what is
    laid out is read from the events of a state.
    """

    def __init__(self, rules: PreparedRules, layout: Layout) -> None:
        self.rules = rules
        self.layout = layout
        self.match: Match | None = None  # is made with this

    def drawn(self, state: State, members: Sequence[int], draw: int) -> int:
        by_seed, outcomes = super().drawn(state, members, draw), self.layout.outcomes
        if not outcomes or len(members) < 2:
            return by_seed
        asked = self.rules.program.draws[draw]
        number = len(draws_in(recorder_of(state, Recorder).events))
        if number >= len(outcomes):
            last = outcomes[-1]
            message = f"Chance picks `{asked.called}` next, and no more is laid out behind this."
            raise Failed("chance-missing", message, last.span)
        outcome = outcomes[number]
        if outcome.draw not in names_of(asked):
            message = f"Chance picks `{asked.called}` here, not `{outcome.draw}`."
            raise Failed("chance-differs", message, outcome.span)
        assert self.match is not None
        called = Naming(self.rules, self.match, state).names
        found = [one for one in members if outcome.text in called(asked.kind, one)]
        if not found:
            among = ", ".join(dict.fromkeys(called(asked.kind, one)[0] for one in members))
            message = f"Chance cannot pick {outcome.text}: it picks one of {among}."
            raise Failed("chance-differs", message, outcome.span)
        return by_seed if by_seed in found else found[0]

    def shuffle(self, state: State, cell: int) -> None:
        cards: list[int] = state[cell]
        before = [*cards]
        super().shuffle(state, cell)
        assert self.match is not None
        zone = self.match.layout.zone_at[cell]
        orders = self.layout.orders.get(zone, ())
        number = len(shuffles_in(recorder_of(state, Recorder).events, zone))
        if number < len(orders):
            naming = Naming(self.rules, self.match, state)
            self.lay_on_top(cards, orders[number], zone[0], naming.is_called)
        elif self.layout.keeps is not None:
            cards[:] = before

    def lay_on_top(
        self, cards: list[int], order: Order, zone: str, is_called: Callable[[int, str], bool]
    ) -> None:
        """Puts the cards of an order on top of the others."""
        top: list[int] = []
        for name in order.names:
            card = next((card for card in cards if is_called(card, name)), None)
            if card is None:
                message = f'There is no "{name}" in {zone} when it is shuffled, or not so many.'
                raise Failed("chance-differs", message, order.span)
            cards.remove(card)
            top.append(card)
        cards += reversed(top)


def names_of(draw: Draw) -> list[str]:
    """What a draw may be called: by its own name, and by that of the values it is of."""
    kind, _, of = draw.kind.partition(":")
    return [draw.called, of] if kind == "symbol" else [draw.called]


# ---- reading


class ChanceReader:
    """Reads what a scenario lays out."""

    def __init__(self, reader: ValueReader) -> None:
        self.reader = reader
        self.rules = reader.rules
        self.problems = reader.problems
        self.layout = Layout()

    def read(self, fact: files.Fact) -> None:
        """Adds what a fact lays out, if it does."""
        match fact:
            case files.FallsFact() | files.ShowsFact():
                self.add_outcomes(fact)
            case files.DrawsFact():
                self.add_order(fact)
            case files.ShuffleFact():
                self.layout.keeps = fact.span
            case _:
                pass

    def add_outcomes(self, fact: files.FallsFact | files.ShowsFact) -> None:
        draws = [one for one in self.rules.program.draws if str(fact.draw) in names_of(one)]
        if not draws:
            known = {name for one in self.rules.program.draws for name in names_of(one)}
            self.problems.unknown("unknown-draw", "draw of chance", fact.draw, known)
            return
        known = {text for one in draws for text in self.texts_of(one.kind)}
        for value in fact.values:
            text = str(value_text(value))
            if known and text not in known:
                self.problems.append(unknown("unknown-outcome", "outcome", text, value.span, known))
            self.layout.outcomes.append(Outcome(str(fact.draw), text, value.span))

    def texts_of(self, kind: str) -> set[str]:
        """Everything that a thing of a kind can be called; empty where that cannot be told."""
        head, _, of = kind.partition(":")
        if head == "player":
            return {*self.rules.players}
        if head == "card":
            return self.reader.card_names
        values = self.rules.ruleset.names("values").get(of)
        if head != "symbol" or not isinstance(values, d.ValuesDeclaration):
            return set()
        numbers = range(len(values.items))
        return {name for k in numbers for name in symbol_names(self.rules.ruleset, of, k)}

    def add_order(self, fact: files.DrawsFact) -> None:
        program, seat = self.rules.program, self.reader.seat(fact.player)
        zone = str(fact.zone) if fact.zone is not None else program.deck.parts[0].zone
        if fact.zone is not None and zone not in program.zones:
            self.problems.unknown("unknown-zone", "zone", fact.zone, program.zones)
            return
        for name in fact.cards:
            if str(name) not in self.reader.card_names:
                self.problems.unknown("unknown-card", "card", name, self.reader.card_names)
        order = Order(tuple(map(str, fact.cards)), fact.span)
        place = (zone, owner_of(program, zone, seat))
        self.layout.orders.setdefault(place, []).append(order)
