"""Texts for one reader, in pieces that name cards, and the words of cards that are carried out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...interpreter.messages.message import MARK
from ...interpreter.messages.values import Wording
from .following import Following
from .playing import Playing
from .reader import Reader


class Speaking:
    """Says things to a reader who knows so much of the cards at the time."""

    def __init__(
        self, playing: Playing, reader: Reader, following: Following, language: str | None
    ) -> None:
        self.playing, self.reader, self.following = playing, reader, following
        self.wording: Wording = playing.setup.wording(language)
        self.cards = playing.setup.match.cards
        self.own = self.wording.language == playing.setup.words.languages[0]
        self.places: dict[tuple[int, int], tuple[int, int, int]] = {}
        for number, card in enumerate(playing.printed.cards):
            for index, text in enumerate(card.texts):
                for begin, end, ability in text.sentences:
                    self.places.setdefault((number, ability), (index, begin, end))

    def knows(self, card: int, known: Sequence[int]) -> bool:
        """Whether the reader knows a card, by who knows which."""
        return self.following.knows(card, known)

    def pieces(self, text: str, known: Sequence[int]) -> list[Any]:
        """A text with marked cards, in pieces."""
        found: list[Any] = []
        at = 0
        for mark in MARK.finditer(text):
            if mark.start() > at:
                found.append(text[at : mark.start()])
            found.append(self.mention(int(mark[1]), known))
            if mark[2] and self.knows(int(mark[1]), known):
                found.append(mark[2])
            at = mark.end()
        if at < len(text):
            found.append(text[at:])
        return found

    def mention(self, card: int, known: Sequence[int]) -> dict[str, Any]:
        """A card in a text."""
        found: dict[str, Any] = {"text": self.wording.say("a card")}
        identity = self.following.id_of(card, known)
        if identity is not None:
            found["card"] = identity
        if self.knows(card, known):
            found["text"] = self.wording.card(card)
            found["code"] = self.wording.words.cards[self.cards[card][0]].code
        return found

    def named(self, card: int) -> dict[str, Any]:
        """A card that the reader knew, in a text; he can no longer point at it."""
        code = self.wording.words.cards[self.cards[card][0]].code
        return {"text": self.wording.card(card), "code": code}

    def plain(self, text: str, known: Sequence[int]) -> str:
        """The same as one text."""
        pieces = self.pieces(text, known)
        return "".join(one if isinstance(one, str) else str(one["text"]) for one in pieces)

    def card(self, card: int, known: Sequence[int]) -> dict[str, Any]:
        """A card of an event."""
        found: dict[str, Any] = {}
        identity = self.following.id_of(card, known)
        if identity is not None:
            found["id"] = identity
        if card >= 0 and self.knows(card, known):
            found["code"] = self.wording.words.cards[self.cards[card][0]].code
        return found

    def source(self, card: int, ability: int, known: Sequence[int]) -> dict[str, Any] | None:
        """A card whose text speaks, and which words of it; None if the reader does not know it."""
        if card < 0 or not self.knows(card, known):
            return None
        found = self.card(card, known)
        if "id" in found:
            found["card"] = found.pop("id")
        place = self.places.get((self.cards[card][0], ability))
        if place is not None:
            found["text"], found["words"] = place[0], [place[1], place[2]]
        says = self.wording.sentence(ability)
        if says:
            found["says"] = says
        owner = self.playing.setup.match.owner(self.playing.state, card)
        if owner >= 0:
            found["of"] = self.playing.setup.seats[owner]
        return found
