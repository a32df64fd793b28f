"""Answers that a seat gives by itself until the turn ends: to an effect, or by passing."""

from __future__ import annotations

import secrets
from dataclasses import field
from typing import Any

from ...dsl.nodes.dataclass import dataclass
from ..contract.messages import Scope
from ..readers.playing import Playing
from ..readers.stream import Stream
from .refusals import Refusal

Plain = dict[str, Any]


@dataclass(slots=True, eq=False)
class Always:
    """An answer that is given for a seat until the turn ends: to a site, for a sentence; or, by its
    scope, to whatever asks at that site, or anywhere for an action.
    """

    seat: int
    site: int
    ability: int
    option: int
    turn: int
    prompt: str
    says: str | None
    card: str | None
    text: str
    scope: Scope = "effect"
    id: str = field(default_factory=lambda: secrets.token_hex(4))

    def plain(self) -> Plain:
        """What its player is told."""
        facts = {"id": self.id, "scope": self.scope, "prompt": self.prompt, "says": self.says}
        return {**facts, "card": self.card, "option": self.text}


YES_NO = ("label", "truth")


def may_pass(playing: Playing) -> bool:
    """Whether an action is asked for that can be passed: no cost, no target, no picking."""
    asked = playing.setup.match.program.sites[playing.question()[1]]
    return asked.kind == "action" and not asked.several and not asked.pays


def answers(one: Always, playing: Playing) -> bool:
    """Whether an answer is given to what is asked now."""
    if one.scope == "turn":
        return may_pass(playing)
    if one.site != playing.question()[1]:
        return False
    now = playing.log.now()
    return may_pass(playing) if one.scope == "question" else bool(now) and now[-1][1] == one.ability


class Yields:
    """The answers that are kept at one table, by their ids."""

    def __init__(self) -> None:
        self.kept: dict[str, Always] = {}

    def keep(
        self, playing: Playing, seat: int, stream: Stream, i: int, scope: Scope = "effect"
    ) -> None:
        """Keeps a yes or no to an effect of a card, or that an action is passed: an option of the
        open choice of a seat, whose stream this is. Raises `Refusal`.
        """
        now = playing.log.now()
        site = playing.question()[1]
        options = playing.options()
        asked = playing.setup.match.program.sites[site]
        if not 0 <= i < len(options):
            raise Refusal("wrong", f"The options are 0 to {len(options) - 1}.")
        card, ability = now[-1] if now else (-1, -1)
        if scope != "effect":
            if options[i] >= 0 or not may_pass(playing):
                raise Refusal("no pass", "Only that an action is passed can be kept so.")
            card, ability = -1, -1
        elif not now or len(options) != 2 or asked.kind not in YES_NO or asked.several:
            raise Refusal("no yes or no", "Only a yes or no to an effect of a card can be kept.")
        plain: Plain = stream.choice() or {}
        told = [one for one in plain.get("options", ()) if scope == "effect" or i in one["same"]]
        if asked.pays or any(one.get("costs") for one in told):
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
            scope,
        )
        self.kept[found.id] = found

    def answer_to(self, playing: Playing) -> int | None:
        """The answer that somebody keeps giving to the open choice."""
        seat = playing.asked
        found = (one for one in self.kept.values() if one.seat == seat and answers(one, playing))
        options = playing.options()
        return next((options.index(one.option) for one in found if one.option in options), None)

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
