"""What one seat may know of a state, as plain data without numbers of cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...dsl.ir.ir import NO_NUMBER, FieldSpec, Moment, ZoneSpec
from ...dsl.ir.names import ENTRY
from ..backend.layout import OPERATIONS, SEAT, State, alone
from ..runtime.choice import Choice, Knowledge
from ..runtime.game_setup import GameSetup
from ..runtime.objects import bearer_of
from .legible import Legible
from .record import Recorder, recorder_of

UNSEEN = None  # stands for a card in the list of a zone


class View(Knowledge):
    """A recorded state as a seat may know it; -1 is somebody who sees all."""

    def __init__(
        self, setup: GameSetup, state: State, seat: int, language: str | None = None
    ) -> None:
        super().__init__(setup, setup.wording(language), seat, lambda _: state)
        self.match = setup.match
        self.program = setup.match.program
        self.recorder = recorder_of(state, Recorder)
        self.legible = Legible(setup, state, self.is_seat, seat)
        self.modifiers = [self.modifier(row) for row in state[self.match.layout.modifiers]]

    def whole(self) -> dict[str, Any]:
        """Everything the seat may know."""
        title, result = self.wording.step_title, self.setup.result_of(self.state)
        return {
            "seat": self.name(self.seat),
            "seats": [*self.setup.seats],
            "turn": self.setup.turn_of(self.state),
            "steps": [
                {"step": path, "title": title(path), "player": self.name(player)}
                for path, player in self.recorder.steps
            ],
            "over": self.state[SEAT] < 0,
            "result": None if result is None else [*result],
            "places": self.setup.places_of(self.state),
            "zones": [self.zone(*one) for one in self.legible.zones()],
            "fields": self.fields("game", -1),
            "titles": {
                name: self.wording.field(name)
                for name, spec in self.program.fields.items()
                if not spec.option and spec.secret != "inner"
            },
            "players": {name: self.player(seat) for seat, name in enumerate(self.setup.seats)},
            "modifiers": self.modifiers,
            "options": self.options(),
            "choice": self.choice(),
        }

    def is_seat(self, seat: int) -> bool:
        """Whether this is a seat, or somebody who sees all."""
        return self.seat in (-1, seat)

    def name(self, seat: int) -> str | None:
        return self.setup.seats[seat] if seat >= 0 else None

    def player(self, seat: int) -> dict[str, Any]:
        """What is kept for a player, and whether he is out of the game where one can be."""
        found: dict[str, Any] = {"fields": self.fields("player", seat)}
        out = self.legible.is_out(seat)
        return found if out is None else {**found, "out": out}

    def options(self) -> dict[str, Any]:
        """The switches of the format as this game has them."""
        specs = self.program.switches
        return {
            name: self.value(specs[name].type, value) for name, value in self.setup.options.items()
        }

    # ---- zones and cards

    def zone(self, name: str, spec: ZoneSpec, owner: int) -> dict[str, Any]:
        """The cards in order, bottom first, UNSEEN for those the seat does not know. How cards
        are turned, which of them make one object and what they are attached to, all see.
        """
        members = self.match.zone(self.state, name, owner)
        counted = self.legible.counts(spec, owner)
        if spec.held and not self.is_seat(owner):  # they lie there in no order
            members = sorted(members)
        cards = [self.card(card, spec) for card in members]
        known = [card for card in cards if card is not UNSEEN]
        if not spec.tells_apart:
            cards = [*known, *[UNSEEN] * (len(cards) - len(known))]
        found: dict[str, Any] = {
            "zone": name,
            "title": self.wording.title("zone", name),
            "owner": self.name(owner),
            "count": len(members) if counted else None,
            "cards": cards if counted else known,
        }
        if counted and spec.orientations:
            found["turned"] = [self.legible.turned(card, spec) for card in members]
        if counted and spec.keeps_object:
            things = enumerate(self.legible.objects(members, spec))
            found["objects"] = [number for number, thing in things for _ in thing]
            for card, number in zip(cards, found["objects"], strict=True):
                if card is not None:
                    card["object"] = number
        if counted and spec.attached:
            found["bearers"] = [self.bearer(card) for card in members]
        return found

    def card(self, card: int, spec: ZoneSpec) -> dict[str, Any] | None:
        """A card, if the seat knows it. Of another one in a row all see what is noted of it."""
        if not self.knows(card):
            noted = self.fields("card", card, titled=True) if spec.kind == "queue" else {}
            return {"name": None, "fields": noted} if noted else UNSEEN
        printed = self.wording.words.cards[self.match.cards[card][0]]
        found: dict[str, Any] = {
            "name": printed.name,
            "code": printed.code,
            "kind": printed.kind,
            "owner": self.name(self.match.owner(self.state, card)),
        }
        copied = self.legible.copied(card)
        if copied is not None:
            found["copy_of"] = self.wording.words.cards[copied].name
        face = self.legible.face(card)
        if face is not None:
            found["face"] = "up" if face == 1 else "down"
        if spec.orientations:
            found["turned"] = self.legible.turned(card, spec)
        return {**found, "fields": self.fields("card", card)}

    def bearer(self, card: int) -> dict[str, Any] | None:
        """Where the card lies that a card is attached to, and at which place there."""
        bearer = bearer_of(self.state, self.match, card)
        if bearer < 0:
            return None
        zone, owner = self.match.lies_in(self.state, bearer)
        place = self.match.zone(self.state, zone, owner).index(bearer)
        return {
            "card": self.mention(bearer),
            "zone": zone,
            "owner": self.name(owner),
            "place": place,
        }

    # ---- gauges, notes, modifiers

    def fields(self, per: str, owner: int, titled: bool = False) -> dict[str, Any]:
        """The gauges of the game or a player, and of all else what differs from its start; only
        what is `titled`, where the format's own bookkeeping would tell too much.
        """

        def wanted(_: str, spec: FieldSpec) -> bool:
            return not spec.option and not (titled and spec.quiet)

        values = self.legible.values(per, owner, wanted)
        return {name: self.value(spec.type, value) for name, spec, value in values}

    def value(self, kind: str, value: int) -> Any:
        """Numbers and truths stay what they are; all else becomes words."""
        if kind == "number":
            return None if value == NO_NUMBER else value
        if kind == "truth":
            return bool(value)
        return None if value < 0 else self.wording.value(kind, value, self.mention)

    def modifier(self, row: Sequence[int]) -> dict[str, Any]:
        """A running modifier and what it is on."""
        number, key, _, operation, amount, until, tag = row[:7]
        symbols = self.recorder.symbols
        name, word = symbols.properties[number], OPERATIONS[operation]
        return {
            "property": self.program.properties[name].word,
            "operation": word,
            "amount": None if word == "void" else self.amount(name, amount),
            "until": self.until(self.program.moments[until]) if until >= 0 else None,
            "tag": symbols.tags[tag] or None,
            **self.target(name, key),
        }

    def until(self, moment: Moment) -> str:
        """When it ends; a phase or step of one player's, whose."""
        text = str(moment._replace(seat=-1))
        return text if moment.seat < 0 else f"{text} of {self.setup.seats[moment.seat]}"

    def amount(self, name: str, amount: int) -> Any:
        """A number; of a list property, what was granted."""
        kind = self.wording.words.lists.get(name, "number")
        if kind == "copy":
            return self.wording.words.cards[-2 - amount].name
        is_plain = kind == "number" or kind.startswith("kind:")
        return amount if is_plain else self.value(kind, amount)

    def target(self, name: str, key: int) -> dict[str, Any]:
        spec = self.program.properties[name]
        if spec.of == "player":
            return {"player": self.name(key)}
        if spec.of == "part":
            card, place = divmod(key, spec.width)
            names = self.wording.tongue.parts[spec.part]
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
        entries = self.state[self.match.layout.column(ENTRY)][:-1]
        if entry not in entries:
            return -1
        zone, owner = self.match.lies_in(self.state, entries.index(entry))
        cards = self.match.zone(self.state, zone, owner)
        return [card for card in cards if entries[card] == entry][-1]

    # ---- the choice

    def choice(self) -> dict[str, Any] | None:
        """All of it for the seat that decides; the others learn who does."""
        state = self.state
        if state[SEAT] < 0:
            return None
        if self.seat not in (-1, state[SEAT]):
            return {"seat": self.setup.seats[state[SEAT]]}
        choice = Choice(self.setup, self.look, state, self.wording.language)
        return {
            "seat": choice.seat,
            "prompt": choice.prompt,
            "options": [*choice.options],
            "may_pass": choice.may_pass,
            "clause": choice.clause,
        }
