"""Seats that choose in secret together: what is asked, and chosen, before it is their turn."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..readers.ahead import Ahead, ahead_of
from ..readers.choosing import Choosing
from ..readers.playing import Playing
from ..readers.seeing import Plain, Seeing
from ..readers.stream import Stream
from .refusals import Refusal


class Together:
    """`held`, by seat: the options, as the program has them, that it has chosen before its turn;
    `aheads`, by seat: the game as it will be asked in it.
    """

    def __init__(self) -> None:
        self.held: dict[int, list[int]] = {}
        self.aheads: dict[int, Ahead] = {}

    def look(self, playing: Playing, people: Collection[int]) -> None:
        """Looks which people can be asked at once."""
        self.aheads = {}
        for seat in people if playing.asked >= 0 else ():
            ahead = ahead_of(playing, seat, self.held)
            if ahead is not None:
                self.aheads[seat] = ahead

    def id(self, playing: Playing, seat: int, era: int) -> str:
        """What the choice of a seat is called that it is asked before it is its turn."""
        given = playing.askers.count(seat) + len(self.held.get(seat, ()))
        return f"{era}.s{given}"

    def choice(self, stream: Stream, id: str) -> Plain:
        """What the reader of a stream is asked before it is his turn."""
        return Choosing(self.seeing(stream, stream.reader.seat)).plain(id, True)

    def asked(self, stream: Stream) -> list[Plain]:
        """Who is asked so, and what, as the reader of a stream may know."""
        names = stream.playing.setup.seats
        rows = ((self.seeing(stream, seat).asked(), names[seat]) for seat in self.aheads)
        return [one for asked, name in rows for one in asked if one["seat"] == name]

    def seeing(self, stream: Stream, seat: int) -> Seeing:
        """The table for the reader of a stream as a seat will be asked."""
        return Seeing(self.aheads[seat], stream.reader, stream.following, stream.speaking)

    def hold(self, playing: Playing, seat: int, values: Sequence[int], several: bool) -> None:
        """Keeps what a seat has chosen until it is its turn. Raises `Refusal`."""
        sites, ahead = playing.setup.match.program.sites, self.aheads[seat]
        before, site = [*self.held.get(seat, ())], ahead.question()[1]
        if several and (not sites[site].several or len(set(values)) < len(values) or -1 in values):
            raise Refusal("wrong", "These cannot be picked together.")
        self.held[seat] = [*before]
        for value in values:
            now = ahead_of(playing, seat, self.held)
            if now is None or now.question()[1] != site or value not in now.options():
                self.held[seat] = before
                raise Refusal("wrong", "These cannot be picked together.")
            self.held[seat].append(value)
        now = ahead_of(playing, seat, self.held) if several else None
        if now is not None and now.question()[1] == site and now.options()[-1] < 0:
            self.held[seat].append(now.options()[-1])

    def kept(self, playing: Playing) -> int | None:
        """What the seat that is asked now has chosen before: an answer, which is kept no longer."""
        values = self.held.get(playing.asked)
        if not values:
            return None
        value, options = values.pop(0), playing.options()
        if value not in options:
            values.clear()
            return None
        return options.index(value)
