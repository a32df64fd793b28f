"""The table as one reader sees it now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...dsl.ir.ir import NO_NUMBER, FieldSpec, ZoneSpec
from ...dsl.ir.names import is_engine_name
from ...interpreter.backend.layout import SITE
from ...interpreter.knowledge.legible import Legible
from ...interpreter.messages.message import marked
from ...interpreter.messages.wording import titled
from ...interpreter.runtime.objects import bearer_of
from .figures import Figures, figure_values, unknown_to
from .following import Following
from .playing import Playing
from .reader import Reader
from .speaking import Speaking

Plain = dict[str, Any]


class Seeing:
    """One position for one reader, as plain data of the contract."""

    def __init__(
        self, playing: Playing, reader: Reader, following: Following, speaking: Speaking
    ) -> None:
        self.playing, self.reader = playing, reader
        self.following, self.speaking = following, speaking
        self.setup, self.state = playing.setup, playing.state
        self.legible = Legible(playing.setup, playing.state, reader.is_seat, reader.side)
        self.match, self.program = playing.setup.match, playing.setup.match.program
        self.wording = speaking.wording
        self.known: Sequence[int] = playing.recorder.known
        self.unknown = unknown_to(reader, playing, following.forgotten)
        wanted = self.wording, self.unknown, self.id_of
        self.figures = Figures(playing, reader, *wanted, self.legible)
        self.numbers: dict[str, dict[tuple[str, int | None], int | None]] = {}
        self.marks = self.marks_of_cards()

    # ---- cards and values

    def knows(self, card: int) -> bool:
        """Whether the reader knows a card."""
        return card not in self.unknown

    def id_of(self, card: int) -> str | None:
        """The id of a card, if the reader can point at it."""
        return self.following.id_of(card, self.known)

    def mention(self, card: int, tail: str = "") -> str:
        """What the reader calls a card."""
        return self.wording.card(card) + tail if self.knows(card) else self.wording.say("a card")

    def seat(self, seat: int) -> str | None:
        """The name of a seat."""
        return self.setup.seats[seat] if seat >= 0 else None

    def value(self, kind: str, value: int) -> Any:
        """A value of the contract."""
        if kind == "number":
            return None if value == NO_NUMBER else value
        if kind == "truth":
            return bool(value)
        if value < 0:
            return None
        if kind == "card":
            return {"card": self.id_of(value)}
        if kind == "player":
            return {"seat": self.seat(value)}
        return self.wording.value(kind, value, self.mention)

    def values(self, per: str, owner: int, points_only: bool = False) -> Plain:
        """Gauges, and notes with a title that are not as at the start. `points_only`: of a card
        that the reader does not know, what is kept for the thing that he can point at.
        """

        def wanted(name: str, spec: FieldSpec) -> bool:
            return is_told(name, spec) and not (points_only and spec.printed)

        values = self.legible.values(per, owner, wanted)
        return {name: self.value(spec.type, value) for name, spec, value in values}

    def marks_of_cards(self) -> dict[int, list[str]]:
        """By card: the titles of what the game or a player notes it as."""
        found: dict[int, list[str]] = {}
        for name, spec in self.program.fields.items():
            if spec.type != "card" or spec.per == "card" or not is_told(name, spec):
                continue
            owners = range(len(self.setup.seats)) if spec.per == "player" else (-1,)
            for owner in owners:
                card = int(self.match.field(self.state, name, owner))
                if card >= 0 and self.legible.may_read(spec, owner):
                    found.setdefault(card, []).append(self.wording.field(name))
        return found

    def card(self, card: int, zone_owner: int, spec: ZoneSpec) -> Plain:
        """A card; `{}` for one of which the reader knows nothing."""
        found: Plain = {}
        identity = self.id_of(card)
        if identity is not None:
            found["id"] = identity
        values: Plain = {}
        if self.knows(card):
            found["code"] = self.wording.words.cards[self.match.cards[card][0]].code
            values = self.values("card", card)
        elif identity is not None and spec.kind == "queue":
            values = self.values("card", card, True)
        owner = self.match.owner(self.state, card)
        if found and owner not in (zone_owner, -1):
            found["of"] = self.seat(owner)
        face = self.legible.face(card)
        if found and face is not None and face != spec.face:
            found["face"] = "up" if face == 1 else "down"
        copied = self.legible.copied(card) if self.knows(card) else None
        if copied is not None:
            found["copy_of"] = self.wording.words.cards[copied].code
        if values:
            found["values"] = values
        return found

    # ---- zones

    def zones(self) -> list[Plain]:
        """Every zone, of each player where each has one."""
        return [self.zone(*one) for one in self.legible.zones()]

    def zone(self, name: str, spec: ZoneSpec, owner: int) -> Plain:
        """What lies in one."""
        members = [*self.match.zone(self.state, name, owner)]
        counted = self.legible.counts(spec, owner)
        places = spec.tells_apart and counted
        if not places:
            members = self.known_of(members, owner, spec)
        objects = [self.object(cards, owner, spec) for cards in self.legible.objects(members, spec)]
        count = len(self.match.zone(self.state, name, owner)) if counted else None
        of = self.seat(owner)
        return {"id": name, "of": of, "count": count, "places": places, "objects": objects}

    def known_of(self, members: list[int], owner: int, spec: ZoneSpec) -> list[int]:
        """The cards of a zone that the reader knows: in their order if he sees them all, and not
        somebody else's held cards, which lie there in none.
        """
        known = [card for card in members if self.knows(card)]
        ordered = not spec.held or self.reader.is_seat(owner)
        if len(known) == len(members) and ordered:
            return known
        return sorted(known, key=lambda card: int((self.id_of(card) or "c0")[1:]))

    def object(self, cards: list[int], owner: int, spec: ZoneSpec) -> Plain:
        """A thing: its cards, and what is so of the one on top."""
        top = cards[-1]
        found: Plain = {"cards": [self.card(card, owner, spec) for card in cards]}
        if spec.orientations:
            found["turned"] = self.legible.turned(top, spec)
        if spec.attached:
            bearer = bearer_of(self.state, self.match, top)
            if bearer >= 0 and self.id_of(bearer) is not None:
                found["on"] = self.id_of(bearer)
        identity = self.id_of(top)
        if identity is not None and self.knows(top) and spec.kind != "pile":
            figures = self.figures.of(top)
            if spec.seen == "all" or spec.tells_apart:
                self.numbers[identity] = figure_values(figures)
            if figures:
                found["figures"] = figures
        marks = [mark for card in cards for mark in self.marks.get(card, ())]
        if marks and identity is not None:
            found["marks"] = marks
        return found

    # ---- what goes on

    def links(self) -> Iterator[Plain]:
        """Notes of cards with a title that are another card or a player."""
        for name, spec in self.program.fields.items():
            if spec.per != "card" or spec.type not in ("card", "player"):
                continue
            if not is_told(name, spec):
                continue
            for card, start in [*self.following.ids.items()]:
                value = int(self.match.field(self.state, name, card))
                if value >= 0 and value != spec.start and self.legible.may_read(spec, card):
                    title = self.wording.field(name)
                    end = self.value(spec.type, value)
                    yield {"kind": name, "title": title, "start": start, "end": end}

    def waiting(self) -> Iterator[Plain]:
        """Effects that wait, the next first."""
        triggers = self.program.trigger_abilities
        for entry in self.state[self.match.layout.queue]:
            card = int(entry[1]) if len(entry) > 1 else -1
            text = self.speaking.pieces(self.wording.waiting(entry, marked), self.known)
            ability = triggers[int(entry[0])]
            source = self.speaking.source(card, ability, self.known) or {}
            yield {"source": source, "text": text}

    def resolving(self) -> list[Plain]:
        """What is being carried out, the innermost last."""
        found = (self.speaking.source(*one, self.known) for one in self.playing.log.now())
        return [one for one in found if one is not None]

    def steps(self) -> list[Plain]:
        """The phases and steps that are open."""
        title = self.wording.stage
        return [
            {"id": path, "title": title(path), "of": self.seat(player)}
            for path, player in self.playing.recorder.steps
        ]

    def seats(self) -> list[Plain]:
        """The players."""
        found: list[Plain] = []
        for seat, name in enumerate(self.setup.seats):
            out, values = bool(self.legible.is_out(seat)), self.values("player", seat)
            found.append({"name": name, "out": out, "values": values})
        return found

    def switches(self) -> Plain:
        """The switches of the format as this game has them."""
        specs = self.program.switches
        rows = self.setup.options.items()
        return {name: self.value(specs[name].type, value) for name, value in rows}

    def asked(self) -> list[Plain]:
        """Who is asked, and what, as all may know."""
        seat = self.playing.asked
        if seat < 0:
            return []
        site = self.program.sites[int(self.state[SITE])]
        step = self.wording.stage(self.wording.step_of(self.state))
        prompt = titled(self.wording.label(site.prompt)) or step
        now = self.resolving()
        source = now[-1] if now else None
        return [
            {
                "seat": self.setup.seats[seat],
                "prompt": prompt,
                "secret": site.secret,
                "source": source,
            }
        ]


def is_told(name: str, spec: FieldSpec) -> bool:
    """Whether a value is one that players care about."""
    if spec.printed:
        return spec.secret != "inner"
    return not (spec.option or spec.quiet or spec.secret == "inner" or is_engine_name(name))
