"""The facts of a scenario that lay out a state: `given`, by the words of its rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ...dsl.ir.ir import FieldSpec, ZoneSpec
from ...dsl.ir.names import (
    BEARER,
    ENTRY,
    FACE,
    OUT,
    OWNED,
    PHASE,
    ROLE,
    TURNED,
    is_engine_name,
    uses_field,
)
from ...dsl.nodes.dataclass import dataclass
from ...interpreter.backend.layout import RECORDER, State
from ...interpreter.knowledge.record import Recorder, recorder_of
from ...interpreter.knowledge.visibility import visibility_of
from ...interpreter.runtime.match import Match
from ...interpreter.runtime.objects import bearer_of, object_cards
from ..scenarios.naming import Naming
from ..scenarios.prepared import PreparedRules

FACES = ("down", "up")


def name_of(rules: PreparedRules, match: Match, card: int) -> str:
    """What a card is called: its code where different ones have its name."""
    mine = rules.pool[match.cards[card][0]]
    prints = {str(one.code) for one in rules.pool if one.name == mine.name}
    return str(mine.name) if len(prints) == 1 else str(mine.code)


@dataclass(slots=True)
class Facts:
    """Says what a state holds. `order`: the cards as they are laid down, so far."""

    rules: PreparedRules
    match: Match
    state: State
    order: list[int]
    unsaid: list[str]  # what there are no words for

    def all(self) -> Iterator[str]:
        """Every fact but where play begins; at the end `order` has every card."""
        yield from self.notes()
        for zone, spec in self.match.program.zones.items():
            owners = range(self.match.program.seats) if spec.per_player else (-1,)
            for owner in owners:
                yield from self.zone(zone, spec, owner)
        self.look_at_rest()

    def seat(self, seat: int) -> str:
        return self.rules.players[seat]

    # ---- gauges and notes

    def notes(self) -> Iterator[str]:
        """The gauges and notes of the game and of players that are not at their start."""
        for name, spec in self.match.program.fields.items():
            owners = {"game": (-1,), "player": range(self.match.program.seats)}.get(spec.per, ())
            for owner in owners:
                value = self.match.field(self.state, name, owner)
                if spec.option:
                    if value != spec.start:
                        yield f"option {spec.option} {self.setting(spec, value)}"
                elif name in (OUT, PHASE):
                    continue
                elif value != spec.start:
                    yield from self.note(name, spec, owner, value)
        yield from self.leavers()

    def setting(self, spec: FieldSpec, value: int) -> str:
        return str(value) if spec.type != "truth" else "on" if value else "off"

    def note(self, name: str, spec: FieldSpec, owner: int, value: int) -> Iterator[str]:
        if is_half(name):
            return
        if is_engine_name(name):
            self.unsaid.append(name)
            return
        if spec.type == "card" and self.namesakes(value) > 1:
            return  # said of the card
        if spec.seen_from:
            owner = max(self.match.field(self.state, spec.seen_from), 0)
        whose = f"{self.seat(owner)}'s " if owner >= 0 else ""
        yield f"{whose}{name} is {self.value(name, spec.type, value)}"

    def leavers(self) -> Iterator[str]:
        """Who is out, the first to leave first."""
        if OUT in self.match.program.fields:
            seats = range(self.match.program.seats)
            places = {seat: self.match.field(self.state, OUT, seat) for seat in seats}
            gone = sorted((seat for seat in seats if places[seat]), key=lambda s: -places[s])
            yield from (f"{self.seat(seat)} is out" for seat in gone)

    def value(self, name: str, kind: str, value: int) -> str:
        """A value as it is written behind `is` or `with`."""
        naming = Naming(self.rules, self.match, self.state)
        names = naming.names(kind, value)
        if kind == "card" and value >= 0:
            if self.namesakes(value) > 1:
                self.unsaid.append(name)
            return f'"{self.name(value)}"'
        if kind.partition(":")[0] not in ("number", "truth", "player", "symbol", "card", "face"):
            self.unsaid.append(name)
        return names[0] if names else "none"

    # ---- cards

    def name(self, card: int) -> str:
        return name_of(self.rules, self.match, card)

    def namesakes(self, card: int) -> int:
        """How many cards have the name of this one, it among them."""
        name = self.name(card)
        return sum(self.name(one) == name for one in range(len(self.match.cards)))

    def noted_as(self, card: int) -> str:
        """The notes of the game and of players that are this card, where no name says it."""
        found: list[str] = []
        for name, spec in self.match.program.fields.items():
            if spec.type != "card" or spec.per == "card" or is_engine_name(name):
                continue
            for owner in range(self.match.program.seats) if spec.per == "player" else (-1,):
                if self.match.field(self.state, name, owner) == card and self.namesakes(card) > 1:
                    whose = f"{self.seat(owner)}'s " if owner >= 0 else ""
                    found.append(f" as {whose}{name}")
        return "".join(found)

    def zone(self, zone: str, spec: ZoneSpec, owner: int) -> Iterator[str]:
        """What lies in a zone, a fact for cards that lie alike."""
        cards = self.match.zone(self.state, zone, owner)
        if spec.held:  # they lie there in no order; what is done with them goes by their numbers
            cards = sorted(cards)
        place = f"{self.seat(owner)}'s {zone}" if owner >= 0 else zone
        things = [*self.things(spec, cards)]
        also = ""
        for facing, group in groupby(things, key=lambda one: self.facing(spec, one[-1])):
            pieces = [self.piece(zone, owner, thing) for thing in group]
            runs = ((text, len([*same])) for text, same in groupby(pieces))
            listed = ", ".join(f"{n} {text}" if n > 1 else text for text, n in runs)
            yield f"{place}{also} holds {listed}{facing}"
            also = " also"

    def things(self, spec: ZoneSpec, cards: Sequence[int]) -> Iterator[list[int]]:
        """The objects of a zone, each bottom first; a zone that is one stack by its cards."""
        done = set[int]()
        for card in cards:
            if card in done:
                continue
            keeps = spec.keeps_object and spec.kind != "stack" and self.has(ENTRY)
            thing = object_cards(self.state, self.match, card) if keeps else [card]
            done.update(thing)
            yield thing

    def facing(self, spec: ZoneSpec, card: int) -> str:
        """How a card lies, where it is not as the zone has it."""
        columns = self.match.layout.columns
        turned = self.state[columns[TURNED]][card] if TURNED in columns else 0
        face = self.state[columns[FACE]][card] if FACE in columns else spec.face
        if turned and face != spec.face:
            self.unsaid.append(FACE)
        if turned and spec.orientations:
            return f" turned {spec.orientations[turned]}"
        return "" if face == spec.face else f" face {FACES[face]}"

    def piece(self, zone: str, owner: int, thing: Sequence[int]) -> str:
        """A card with its notes, on what it lies, to what it is attached."""
        *beneath, top = thing
        self.order += thing
        spec = self.match.program.zones[zone]
        texts = [self.card(top, owner) + self.noted_as(top)]
        for card in reversed(beneath):
            facing = self.facing(spec, card)
            facing = f" with{facing}" if facing else ""
            texts.append(self.card(card, owner) + facing + self.noted_as(card))
        text = " onto ".join(texts)
        bearer = bearer_of(self.state, self.match, top) if self.has(BEARER) else -1
        if bearer >= 0:
            at, whose = self.match.lies_in(self.state, bearer)
            beside = map(self.name, self.match.zone(self.state, at, whose))
            if [*beside].count(self.name(bearer)) > 1:
                self.unsaid.append(BEARER)
            text += f' on "{self.name(bearer)}"' + (f" of {self.seat(whose)}" if whose >= 0 else "")
        return text

    def has(self, column: str) -> bool:
        return column in self.match.layout.columns

    def card(self, card: int, owner: int) -> str:
        """A card by name, with whose it is and what is noted of it."""
        text = f'"{self.name(card)}"'
        nobodys = -1 if self.match.program.deck.has_table else 0
        whose = self.match.owner(self.state, card)
        if whose != max(owner, nobodys):
            text += f" with owner {self.seat(whose) if whose >= 0 else 'none'}"
        for name, spec in self.match.program.fields.items():
            if spec.per != "card" or name == OWNED:
                continue
            value = self.match.field(self.state, name, card)
            start = self.match.tables[spec.printed][card] if spec.printed else spec.start
            if value == start:
                continue
            if name == ROLE:
                text += f" with role {self.rules.format.roles[value]}"
            elif is_engine_name(name):
                step = name.partition(":")[2].rpartition(":")[0]
                if name != uses_field(step, 0):
                    self.unsaid.append(name)
                text += f" with used{f'[{step}]' if step else ''} {value}"
            else:
                text += f" with {name} {self.value(name, spec.type, value)}"
        return text + self.known(card)

    def known(self, card: int) -> str:
        """Who knows a card besides those who see it where it lies."""
        if self.state[RECORDER] is None:
            return ""
        mask = recorder_of(self.state, Recorder).known[card]
        mask &= ~visibility_of(self.match.layout).audience(self.state, card)
        seats = (seat for seat in range(self.match.program.seats) if mask >> seat & 1)
        return "".join(f" with seen {self.seat(seat)}" for seat in seats)

    # ---- what facts do not say

    def look_at_rest(self) -> None:
        """Notes what there are no words for."""
        layout = self.match.layout
        self.unsaid += ["modifiers"] if self.state[layout.modifiers] else []
        self.unsaid += ["what waits"] if self.state[layout.queue] else []


def is_half(name: str) -> bool:
    """Whether a field only tells which of two halves is meant by the moments that are so called: it
    says nothing where nothing lasts until one.
    """
    return name.partition(":")[0] == "half"
