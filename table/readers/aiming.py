"""What was chosen for effects of cards, as arrows, as long as the effects are still on."""

from __future__ import annotations

from typing import NamedTuple

from .following import Following
from .playing import Playing
from .seeing import Plain


class Aim(NamedTuple):
    """`sentence`: the card whose text asked, and which of its sentences; the ids are those that the
    reader had for the two cards, `target` is the one that was chosen, in so many beats.
    """

    sentence: tuple[int, int]
    start: str
    target: int
    end: str
    title: str
    beat: int


class Aiming:
    """The arrows of one reader. One ends when its sentence is no longer carried out and does not
    wait, but not in the beat in which it was chosen; or when the reader loses one of the cards.
    """

    def __init__(self, following: Following) -> None:
        self.following = following
        self.aims: list[Aim] = []

    def note(self, playing: Playing, choice: Plain, record: int, beat: int) -> None:
        """Takes in a choice that the reader was told of, by its number in the record."""
        carried = playing.log.of_events()[record]
        start = choice.get("source", {}).get("card")
        for card in choice.get("cards", ()) if carried else ():
            target = int(playing.recorder.events[record].values[2])
            if start is not None and card.get("id") not in (None, start):
                aim = Aim(carried[-1], start, target, card["id"], choice["prompt"], beat)
                self.aims.append(aim)

    def links(self, playing: Playing, beat: int) -> list[Plain]:
        """The arrows now, with the last beat by its number."""
        match, ids = playing.setup.match, self.following.ids
        abilities = match.program.trigger_abilities
        on = {*playing.log.now()}
        for entry in playing.state[match.layout.queue]:
            if len(entry) > 1:
                on.add((int(entry[1]), int(abilities[int(entry[0])])))
        self.aims = [
            one
            for one in self.aims
            if (one.sentence in on or one.beat == beat)
            and ids.get(one.sentence[0]) == one.start
            and ids.get(one.target) == one.end
        ]
        rows = dict.fromkeys((one.title, one.start, one.end) for one in self.aims)
        return [
            {"kind": "target", "title": title, "start": start, "end": {"card": end}}
            for title, start, end in rows
        ]
