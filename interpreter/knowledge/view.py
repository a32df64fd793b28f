"""What one seat may know of a state, as plain data without numbers of cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...dsl.ir.ir import NO_NUMBER, FieldSpec, ZoneSpec
from ..backend.layout import OPERATIONS, OPTIONS, RECORDER, SEAT, SITE, State, alone
from ..runtime.table import OPTION, Sitting, outcome_of
from ..transcript.transcript import turn_of
from .record import Recorder

UNSEEN = None  # stands for a card in the list of a zone


def recorder_of(state: State) -> Recorder:
    """The recorder of a state that the recording variant has played."""
    found = state[RECORDER]
    assert isinstance(found, Recorder)
    return found


def known_of(state: State) -> Sequence[int]:
    """By card: the mask of seats that know it."""
    return recorder_of(state).known


class View:
    """Looks at a recorded state with the eyes of a seat."""

    def __init__(
        self, sitting: Sitting, state: State, seat: int, language: str | None = None
    ) -> None:
        self.sitting = sitting
        self.match = sitting.match
        self.program = sitting.match.program
        self.speech = sitting.speech(language)
        self.state = state
        self.seat = seat
        self.bit = 1 << seat
        self.recorder = recorder_of(state)
        self.modifiers = [self.modifier(row) for row in state[self.match.layout.modifiers]]

    def knows(self, card: int) -> bool:
        """Whether the seat knows which card this is."""
        seen = self.recorder.known[card] | self.recorder.audience(self.state, card)
        return bool(seen & self.bit)

    def mention(self, card: int, tail: str = "") -> str:
        return (
            self.speech.card(card) + tail if self.knows(card) else self.speech.say("a card")
        )

    def whole(self) -> dict[str, Any]:
        """Everything the seat may know."""
        steps = [
            {
                "step": path,
                "title": self.speech.step_title(path),
                "player": self.name(player),
            }
            for path, player in self.recorder.steps
        ]
        seats = range(len(self.sitting.seats))
        return {
            "seat": self.sitting.seats[self.seat],
            "seats": [*self.sitting.seats],
            "turn": turn_of(self.sitting, self.state),
            "steps": steps,
            "over": self.state[SEAT] < 0,
            "result": self.result(),
            "zones": [zone for name in self.program.zones for zone in self.zones(name)],
            "fields": self.fields("game", -1),
            "titles": {
                name: self.speech.field(name)
                for name in self.program.fields
                if not name.startswith(OPTION)
            },
            "players": {
                self.sitting.seats[seat]: {"fields": self.fields("player", seat)}
                for seat in seats
            },
            "modifiers": self.modifiers,
            "options": self.options(),
            "choice": self.choice(),
        }

    def name(self, seat: int) -> str | None:
        return self.sitting.seats[seat] if seat >= 0 else None

    def result(self) -> list[str] | None:
        winner = outcome_of(self.state)
        if winner is None:
            return None
        return ["win", self.sitting.seats[winner]] if winner >= 0 else ["draw"]

    def options(self) -> dict[str, Any]:
        """The switches of the format as this game has them."""
        specs = self.sitting.option_specs()
        return {
            name: self.value(specs[name].type, value)
            for name, value in self.sitting.options.items()
        }

    # ---- zones and cards

    def zones(self, name: str) -> list[dict[str, Any]]:
        """A zone, or that of each player."""
        spec = self.program.zones[name]
        owners = range(self.program.seats) if spec.per_player else (-1,)
        return [self.zone(name, spec, owner) for owner in owners]

    def zone(self, name: str, spec: ZoneSpec, owner: int) -> dict[str, Any]:
        """The cards in order, bottom first, UNSEEN for those the seat does not know. How cards
        are turned and which of them make one object can be told of all.
        """
        members = self.match.zone(self.state, name, owner)
        counted = spec.counted == "all" or owner in (-1, self.seat)
        cards = [self.card(card, spec) for card in members]
        known = [card for card in cards if card is not UNSEEN]
        if spec.kind == "group" and not spec.keeps_object and not spec.orientations:
            cards = [*known, *[UNSEEN] * (len(cards) - len(known))]
        found: dict[str, Any] = {
            "zone": name,
            "title": self.speech.title("zone", name),
            "owner": self.name(owner),
            "count": len(members) if counted else None,
            "cards": cards if counted else known,
        }
        if counted and spec.orientations:
            found["turned"] = [self.turned(card, spec) for card in members]
        if counted and spec.keeps_object:
            found["objects"] = self.objects(members)
            for card, number in zip(cards, found["objects"], strict=True):
                if card is not None:
                    card["object"] = number
        return found

    def card(self, card: int, spec: ZoneSpec) -> dict[str, Any] | None:
        """A card, if the seat knows it."""
        if not self.knows(card):
            return UNSEEN
        printed = self.speech.words.cards[self.match.cards[card][0]]
        found: dict[str, Any] = {
            "name": printed.name,
            "code": printed.code,
            "kind": printed.kind,
            "owner": self.name(self.match.cards[card][1]),
        }
        face = self.match.layout.columns.get("face")
        if face is not None:
            found["face"] = "up" if self.state[face][card] == 1 else "down"
        if spec.orientations:
            found["turned"] = self.turned(card, spec)
        return {**found, "fields": self.fields("card", card)}

    def turned(self, card: int, spec: ZoneSpec) -> str:
        """How a card lies in a zone that tells."""
        column = self.match.layout.column("turned")
        return spec.orientations[int(self.state[column][card])]

    def objects(self, members: Sequence[int]) -> list[int]:
        """By card: which object it is part of, counted in the order of the zone."""
        column = self.match.layout.columns.get("entry")
        if column is None:
            return [*range(len(members))]
        numbers: dict[int, int] = {}
        entries = [int(self.state[column][card]) for card in members]
        return [numbers.setdefault(entry, len(numbers)) for entry in entries]

    # ---- gauges, notes, modifiers

    def fields(self, per: str, owner: int) -> dict[str, Any]:
        """The gauges of the game or a player, and of all else what differs from its start."""
        found: dict[str, Any] = {}
        for name, spec in self.program.fields.items():
            if (
                spec.per == per
                and self.may_read(spec, owner)
                and not name.startswith(OPTION)
            ):
                value = self.match.field(self.state, name, owner)
                is_gauge = per != "card" and spec.low is not None
                if is_gauge or value != spec.start:
                    found[name] = self.value(spec.type, value)
        return found

    def may_read(self, spec: FieldSpec, owner: int) -> bool:
        if spec.secret == "owner":
            whose = self.match.cards[owner][1] if spec.per == "card" else owner
            return whose in (-1, self.seat)
        return spec.secret == "all"

    def value(self, kind: str, value: int) -> Any:
        """Numbers and truths stay what they are; all else is told in words."""
        if kind == "number":
            return None if value == NO_NUMBER else value
        if kind == "truth":
            return bool(value)
        return None if value < 0 else self.speech.value(kind, value, self.mention)

    def modifier(self, row: Sequence[int]) -> dict[str, Any]:
        """A running modifier and what it is on."""
        number, key, _, operation, amount, until, tag = row
        symbols = self.recorder.symbols
        name = symbols.properties[number]
        moments = self.program.moments
        return {
            "property": name.partition(".")[0],
            "operation": OPERATIONS[operation],
            "amount": None
            if OPERATIONS[operation] == "void"
            else self.amount(name, amount),
            "until": moments[until] if until >= 0 else None,
            "tag": symbols.tags[tag] or None,
            **self.target(name, key),
        }

    def amount(self, name: str, amount: int) -> Any:
        """A number; of a list property, what was granted."""
        kind = self.speech.words.lists.get(name, "number")
        return amount if kind == "number" else self.value(kind, amount)

    def target(self, name: str, key: int) -> dict[str, Any]:
        spec = self.program.properties[name]
        if spec.of == "player":
            return {"player": self.name(key)}
        if spec.of == "part":
            card, place = divmod(key, spec.width)
            names = self.speech.tongue.parts[name.partition(".")[2]]
            return {**self.target_card(card), "part": names[place]}
        return self.target_card(key) if spec.of == "card" else {}

    def target_card(self, key: int) -> dict[str, Any]:
        card = alone(key) if key < -1 else self.top_of(key)
        if card < 0:
            return {"card": None}
        zone, owner = self.match.lies_in(self.state, card)
        known = self.mention(card) if self.knows(card) else None
        return {"card": known, "zone": zone, "owner": self.name(owner)}

    def top_of(self, entry: int) -> int:
        """The topmost card of an object."""
        column = self.match.layout.columns.get("entry")
        entries = self.state[column] if column is not None else ()
        found = [card for card in range(len(self.match.cards)) if entries[card] == entry]
        if not found:
            return -1
        zone, owner = self.match.lies_in(self.state, found[0])
        return [card for card in self.match.zone(self.state, zone, owner) if card in found][
            -1
        ]

    # ---- the choice

    def choice(self) -> dict[str, Any] | None:
        """All of it for the seat that decides; the others learn who does."""
        from ..runtime.choice import Choice

        state = self.state
        if state[SEAT] < 0:
            return None
        if state[SEAT] != self.seat:
            return {"seat": self.sitting.seats[state[SEAT]]}
        asked = (state[SEAT], state[SITE], len(state[OPTIONS]))
        language = self.speech.language
        choice = Choice(self.sitting, lambda: state, lambda: state, asked, language)
        return {
            "seat": choice.seat,
            "prompt": choice.prompt,
            "options": [*choice.options],
            "may_pass": choice.may_pass,
            "clause": choice.clause,
        }
