"""Answers that a seat gives to the same question of the same effect until the turn ends."""

from __future__ import annotations

import secrets
from dataclasses import field
from typing import Any

from ...dsl.nodes.dataclass import dataclass
from ..readers.playing import Playing
from ..readers.stream import Stream
from .refusals import Refusal

Plain = dict[str, Any]


@dataclass(slots=True, eq=False)
class Always:
    """An answer that is given for a seat until the turn ends: to a site, for a sentence."""

    seat: int
    site: int
    ability: int
    option: int
    turn: int
    prompt: str
    says: str | None
    card: str | None
    text: str
    id: str = field(default_factory=lambda: secrets.token_hex(4))

    def plain(self) -> Plain:
        """What its player is told."""
        facts = {"id": self.id, "prompt": self.prompt, "says": self.says}
        return {**facts, "card": self.card, "option": self.text}


class Yields:
    """The answers that are kept at one table, by their ids."""

    def __init__(self) -> None:
        self.kept: dict[str, Always] = {}

    def keep(self, playing: Playing, seat: int, stream: Stream, i: int) -> None:
        """Keeps a yes or no to an effect of a card: an option of the open choice of a seat, whose
        stream this is. Raises `Refusal`.
        """
        now = playing.log.now()
        site = playing.question()[1]
        options = playing.options()
        asked = playing.setup.match.program.sites[site]
        if not 0 <= i < len(options):
            raise Refusal("wrong", f"The options are 0 to {len(options) - 1}.")
        if not now or len(options) != 2 or asked.kind not in ("label", "truth") or asked.several:
            raise Refusal("no yes or no", "Only a yes or no to an effect of a card can be kept.")
        card, ability = now[-1]
        plain: Plain = stream.choice() or {}
        if asked.pays or any(one.get("costs") for one in plain.get("options", ())):
            raise Refusal("no yes or no", "An answer that costs something is not kept.")
        source: Plain = plain.get("source") or {}
        text = next((o["text"] for o in plain.get("options", ()) if i in o["same"]), "")
        found = Always(
            seat,
            site,
            ability,
            options[i],
            playing.turn(),
            str(plain.get("asks", "")),
            source.get("says"),
            source.get("code") if card >= 0 else None,
            text,
        )
        self.kept[found.id] = found

    def answer_to(self, playing: Playing) -> int | None:
        """The answer that somebody keeps giving to the open choice."""
        seat, site = playing.question()
        now = playing.log.now()
        for one in self.kept.values():
            if (one.seat, one.site) == (seat, site) and now and now[-1][1] == one.ability:
                options = playing.options()
                return options.index(one.option) if one.option in options else None
        return None

    def unkeep(self, seat: int, id: str) -> None:
        """A seat wants to be asked again. Raises `Refusal`."""
        if id not in self.kept or self.kept[id].seat != seat:
            raise Refusal("unknown", "No such answer is kept for you.")
        del self.kept[id]

    def lapse(self, turn: int) -> None:
        """Forgets those of another turn."""
        self.kept = {name: one for name, one in self.kept.items() if one.turn == turn}

    def plain(self, seat: int) -> list[Plain]:
        """What a player is told of his own."""
        return [one.plain() for one in self.kept.values() if one.seat == seat]
