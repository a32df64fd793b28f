"""What was chosen for effects and actions of cards, as arrows, as long as those are on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...dsl.ir.names import engine_name
from ...interpreter.backend.layout import STACK
from ...interpreter.messages.values import meant_by
from .following import Following
from .playing import Playing
from .seeing import Plain

ACTION = engine_name("action", "")
Marks = Mapping[int, Sequence[str]]  # by card: the titles of what the game notes it as


class Acting:
    """An action that is carried out with a card: `start` is the id that the reader had for it."""

    def __init__(self, card: int, start: str) -> None:
        self.card, self.start = card, start


class Aim(NamedTuple):
    """`by`: the card whose text asked, and which of its sentences, or the action that did. The ids
    are those that the reader had for the two cards; `target` is the one that was chosen, in so many
    beats. `noted`: what the game noted the two cards as behind that.
    """

    by: tuple[int, int] | Acting
    card: int
    start: str
    target: int
    end: str
    title: str
    beat: int
    noted: tuple[Sequence[str], Sequence[str]] | None = None


class Aiming:
    """The arrows of one reader. One ends when its sentence is no longer carried out and does not
    wait, but not in the beat in which it was chosen; or when the reader loses one of the cards.
    That of an action stays as long as the game notes both cards as what it did behind the action,
    if it notes both.
    """

    def __init__(self, following: Following) -> None:
        self.following = following
        self.aims: list[Aim] = []
        self.chosen: tuple[
            Acting | None, ...
        ] = ()  # the action that was chosen since the last look
        self.open: list[
            tuple[int, str, Acting | None]
        ] = []  # those at it, by frame, innermost last
        self.depth = 0  # frames at it

    def note(self, playing: Playing, choice: Plain, record: int, beat: int) -> None:
        """Takes in a choice that the reader was told of, by its number in the record."""
        site, target = map(int, playing.recorder.events[record].values[1:3])
        asked = playing.setup.match.program.sites[site]
        cards = [one["id"] for one in choice.get("cards", ()) if "id" in one]
        if asked.kind == "action":
            meant = meant_by(asked, target)
            acting = Acting(meant.thing, cards[0]) if cards and meant.kind == "card" else None
            self.chosen = (acting,)
            return
        carried = playing.log.of_events()[record]
        acting = self.open[-1][2] if self.open else None
        if carried:
            by, card, start = carried[-1], carried[-1][0], choice.get("source", {}).get("card")
        elif acting is not None and asked.kind == "card":
            by, card, start = acting, acting.card, acting.start
        else:
            return
        for end in cards:
            if start not in (None, end):
                self.aims.append(Aim(by, card, start, target, end, choice["prompt"], beat))

    def look(self, playing: Playing) -> None:
        """Which actions are carried out while the open choice waits. The one that was chosen last
        stands on the window that asked for it, or in its place.
        """
        rows, stack = playing.log.procedures.rows, playing.state[STACK]
        known = {one[:2]: one[2] for one in self.open}
        now: list[tuple[int, str, Acting | None]] = []
        for place, frame in enumerate(stack):
            name = rows[int(frame[0])].procedure.partition("#")[0]
            if not name.startswith(ACTION):
                continue
            acting = known.get((place, name))
            if self.chosen and place >= self.depth - 1:
                acting, self.chosen = self.chosen[0], ()
            now.append((place, name, acting))
        self.chosen, self.open, self.depth = (), now, len(stack)

    def links(self, playing: Playing, beat: int, marks: Marks) -> list[Plain]:
        """The arrows now, with the last beat by its number."""
        self.look(playing)
        match, ids = playing.setup.match, self.following.ids
        abilities = match.program.trigger_abilities
        on: set[object] = {*playing.log.now(), *(one[2] for one in self.open)}
        for entry in playing.state[match.layout.queue]:
            if len(entry) > 1:
                on.add((int(entry[1]), int(abilities[int(entry[0])])))
        self.aims = [
            one._replace(noted=one.noted or noted(one, marks))
            for one in self.aims
            if (one.by in on or one.beat == beat or is_noted(one, marks))
            and ids.get(one.card) == one.start
            and ids.get(one.target) == one.end
        ]
        found = dict.fromkeys((one.title, one.start, one.end) for one in self.aims)
        return [
            {"kind": "target", "title": title, "start": start, "end": {"card": end}}
            for title, start, end in found
        ]


def noted(aim: Aim, marks: Marks) -> tuple[Sequence[str], Sequence[str]]:
    """What the game notes the two cards of an arrow as."""
    return marks.get(aim.card, ()), marks.get(aim.target, ())


def is_noted(aim: Aim, marks: Marks) -> bool:
    """Whether the game still notes the two cards of an action as it did."""
    if not isinstance(aim.by, Acting) or aim.noted is None or not all(aim.noted):
        return False
    now = noted(aim, marks)
    return all({*old} <= {*new} for old, new in zip(aim.noted, now, strict=True))
