"""Tables on disk: each is its `.game`, to which lines are added, and who may sit down."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...dsl.loading.library import WrongUse
from ...dsl.problems.problem import RulesError
from ...dsl.ruleset.fingerprints import digest_of
from ...interpreter.runtime.faults import ReplayDiverged
from ...interpreter.runtime.game import Game
from ...interpreter.transcript.history import Undone
from ...interpreter.transcript.replay import run_again
from ...interpreter.transcript.transcript import LineWriter, ending_of, header_of, undone_rows
from ..readers.playing import Playing


class Record:
    """The `.game` of one table. Lines are only added, but where answers are taken back: then all of
    it is written anew, by `begin`. `told`: the rows of what was taken back, where they are known.
    """

    def __init__(
        self, path: Path, playing: Playing, told: Mapping[Undone, str] | None = None
    ) -> None:
        self.path = path
        self.playing = playing
        setup, history = playing.setup, playing.history
        if told is None:
            rows = (row for _, row in undone_rows(setup, playing.state, history, ""))
            told = dict(zip(history.undone, rows, strict=True))
        self.told = told
        self.writer = LineWriter(setup, "", [(one.answers, told[one]) for one in history.undone])
        self.answers: list[str] = []  # by answer: its line, without a number
        self.lines = header_of(setup, "", history)  # that are to be written

    def take_in(self) -> None:
        """Makes the lines of what happened since; they are written by `begin` or `add`."""
        for line in self.writer.lines(self.playing.state):
            if self.writer.answers > len(self.answers):
                self.answers.append(line.partition(" ")[2])
            self.lines.append(line)

    def begin(self) -> None:
        """Writes all of it anew."""
        self.take_in()
        writer = self.writer
        lines = [*self.lines, *writer.undone()]
        writer.rows = [row for row in writer.rows if row[0] != writer.answers]  # told once
        self.lines.clear()
        write_private(self.path, "".join(f"{line}\n" for line in [*lines, *self.ending(lines)]))

    def without(self, playing: Playing) -> Record:
        """The record of the game as it is when its last answers are taken back: `playing`, behind
        as many of the others as have been given again.
        """
        last = playing.history.undone[-1]
        told = {**self.told, last: f"undone {self.answers[last.answers]}"}
        return Record(self.path, playing, told)

    def add(self) -> None:
        """What happened since."""
        self.take_in()
        lines = [*self.lines]
        self.lines.clear()
        if self.playing.asked < 0:
            before = self.path.read_text(encoding="utf-8").splitlines()
            lines += self.ending([*before, *lines])
        with self.path.open("a", encoding="utf-8") as file:
            file.write("".join(f"{line}\n" for line in lines))

    def ending(self, lines: Sequence[str]) -> Iterator[str]:
        """The last lines of a game that is over, behind those in front of them."""
        playing = self.playing
        if playing.asked < 0:
            last = [*ending_of(playing.setup, playing.state, playing.history)]
            yield from (*last, f"digest {digest_of([*lines, *last])}")


def write_private(path: Path, text: str) -> None:
    """Writes a file that nobody else may read, whole or not at all."""
    fresh = path.with_name(f"{path.name}.new")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(text)
    os.replace(fresh, path)


class Store:
    """A folder of tables."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def game(self, table: str) -> Path:
        """Where the game of a table is kept."""
        return self.folder / f"{table}.game"

    def save(self, table: str, facts: dict[str, Any]) -> None:
        """Keeps what is so of a table besides its game."""
        write_private(self.folder / f"{table}.json", json.dumps(facts, indent=1))

    def kept(self) -> Iterable[tuple[str, dict[str, Any], str]]:
        """Each table: its name, what is so of it, the text of its game. What cannot be read is left
        where it is.
        """
        for path in sorted(self.folder.glob("*.json")):
            try:
                facts = json.loads(path.read_text(encoding="utf-8"))
                yield path.stem, facts, self.game(path.stem).read_text(encoding="utf-8")
            except (OSError, ValueError):
                continue

    def archive(self, table: str, number: int) -> None:
        """Keeps the game that is over beside the one that follows."""
        old = self.game(table)
        if old.is_file():
            old.replace(self.folder / f"{table}-{number}.game")

    def remove(self, table: str) -> None:
        """Forgets a table; its games stay."""
        (self.folder / f"{table}.json").unlink(missing_ok=True)


def played_again(text: str, rules: Any) -> tuple[Playing, Sequence[int]] | None:
    """The game of a file that may end anywhere; None where the rules are others by now."""
    try:
        found = run_again(text, rules)
    except (ReplayDiverged, RulesError, WrongUse):
        return None
    return playing_of(found.game), found.game.answers


def playing_of(game: Game) -> Playing:
    """A game as a table plays it on."""
    setup, _ = game.whole()
    playing = Playing(setup)
    playing.history = game.history
    playing.restart(game.answers)
    return playing
