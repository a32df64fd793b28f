"""Streams of a game that take in each of its answers, so that what a reader is told, by which ids,
hangs on nothing but who he is: at a table, looking back, coming late, in a recording.
"""

from __future__ import annotations

from collections.abc import Sequence

from .playing import Playing
from .reader import Reader
from .stream import Stream


def follow(playing: Playing, reader: Reader, language: str | None = None) -> Stream:
    """The stream of a reader who is there from the beginning on: of a game without an answer, that
    stands before its first choice.
    """
    assert not playing.answers and not playing.stepped
    stream = Stream(playing, reader, language)
    stream.advance()
    playing.followers.append(stream.advance)
    return stream


class Latecomers:
    """The streams of readers who come to a game that has begun, as if they had been there from its
    beginning. Each `step` makes one choice again, as that may take long; the game may go on
    meanwhile, but not back.
    """

    def __init__(self, playing: Playing, readers: Sequence[tuple[Reader, str | None]]) -> None:
        self.playing = playing
        self.before = Playing(playing.setup, playing.printed, pauses=True)
        self.streams = [follow(self.before, *one) for one in readers]

    def step(self) -> bool:
        """Takes in one choice; false where there was none left and the streams follow the game."""
        before, answers = self.before, self.playing.answers
        done = len(before.answers)
        behind = done < len(answers)
        if before.is_forced and (behind or before.stepped < self.playing.stepped):
            before.step()
            return True
        if behind:
            before.apply(answers[done])
            return True
        for stream in self.streams:
            stream.go_on_with(self.playing)
            self.playing.followers.append(stream.advance)
        return False


def followed(playing: Playing, reader: Reader, language: str | None = None) -> Stream:
    """The stream of one who comes late, at once."""
    late = Latecomers(playing, [(reader, language)])
    while late.step():
        pass
    return late.streams[0]
