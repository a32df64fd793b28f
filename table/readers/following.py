"""The ids of cards for one reader: how long he could point at a card in a real game."""

from __future__ import annotations

from collections.abc import Sequence

from ...interpreter.knowledge.record import Event, GameRecorder
from ...interpreter.knowledge.visibility import visibility_of
from .playing import Playing
from .reader import Reader


class Following:
    """A card has an id while the reader knows it, or it lies as a thing by itself where its place
    can be followed. Events have to be shown to it in order, each once, by `move` and `shuffle`.
    """

    def __init__(self, playing: Playing, reader: Reader) -> None:
        match = playing.setup.match
        self.reader = reader
        self.cards = match.cards
        self.zone_at = match.layout.zone_at
        self.zone_index = match.layout.zone_index
        self.ordered = visibility_of(match.layout).ordered
        zones = match.program.zones
        apart = {name for name, spec in zones.items() if spec.tells_apart}
        self.apart = {cell for cell, (name, _) in self.zone_at.items() if name in apart}
        self.things = {cell for cell in self.apart if zones[self.zone_at[cell][0]].kind != "pile"}
        seen = visibility_of(match.layout)
        self.held = {
            cell
            for cell in self.zone_at
            if seen.held[cell] and not reader.sees(seen.face_down[cell])
        }
        self.places = [*playing.places]
        self.forgotten: set[int] = set()
        self.before: Sequence[int] = [0] * len(self.cards)  # who knew which card before a move
        self.ids: dict[int, str] = {}
        self.count = 0

    def knows(self, card: int, known: Sequence[int]) -> bool:
        """Whether the reader knows a card, by who knows which card."""
        return self.reader.sees(known[card]) and card not in self.forgotten

    def has_id(self, card: int, known: Sequence[int]) -> bool:
        """Whether the reader can point at a card."""
        return self.places[card] in self.things or self.knows(card, known)

    def is_held(self, card: int) -> bool:
        """Whether a card lies in a hand that the reader does not look into: if somebody takes it
        out, he sees no more than that it is one of them.
        """
        return self.places[card] in self.held

    def id_of(self, card: int, known: Sequence[int]) -> str | None:
        """The id of a card, a new one if it has none; None if the reader cannot point at it."""
        if card < 0 or not self.has_id(card, known):
            return None
        if card not in self.ids:
            self.count += 1
            self.ids[card] = f"c{self.count}"
        return self.ids[card]

    def move(self, event: Event, number: int, recorder: GameRecorder) -> str | None:
        """A card moves; gives the id that it had before, if the reader saw that it is this one."""
        card, source, owner, target, to = event.values[:5]
        card = int(card)
        known = recorder.knowledge[number]
        left = self.zone_index(str(source), int(owner))
        was = self.ids.get(card)
        watched = self.reader.sees(recorder.watched[number])
        self.places[card] = self.zone_index(str(target), int(to))
        was_known = card not in self.forgotten and self.reader.sees(self.before[card])
        self.forgotten.discard(card)
        if not (watched or self.ordered[left] or left in self.apart):
            was = self.ids.pop(card, None) and None
            self.lose_alike(card, left, known, was_known)
        self.before = known
        self.drop(known)
        return was

    def show(self, event: Event, number: int, recorder: GameRecorder) -> None:
        """Cards are shown."""
        if self.reader.sees(event.seen):
            self.forgotten.difference_update(map(int, event.values[1:]))

    def lose_alike(self, card: int, left: int, known: Sequence[int], was_known: bool) -> None:
        """One of several cards left: if the reader sees now what it is, it may have been any that
        is like it. So of those that he knows there is one less, whichever it was.
        """
        if not self.reader.sees(known[card]):
            return
        alike = [
            other
            for other, place in enumerate(self.places)
            if place == left and self.cards[other] == self.cards[card] and self.knows(other, known)
        ]
        for other in alike:
            self.ids.pop(other, None)
        if alike and not was_known:
            self.forgotten.add(alike[0])
        for other in alike:
            self.id_of(other, known)

    def shuffle(self, event: Event, number: int, recorder: GameRecorder) -> None:
        """Cards of a zone have another order."""
        known = self.before = recorder.knowledge[number]
        cards = [int(card) for card in event.values[2:]]
        for card in cards:
            if not self.knows(card, known):
                self.ids.pop(card, None)
        self.drop(known)
        for card in cards:
            self.id_of(card, known)

    def drop(self, known: Sequence[int]) -> None:
        """Ids end of cards that the reader can no longer point at."""
        for card in [card for card in self.ids if not self.has_id(card, known)]:
            del self.ids[card]
