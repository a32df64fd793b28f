"""The file of a run: a line that says what run it is, and a line for each game. Each part is added
at once, so that whatever stops the run leaves what was played; a run that is complete has its lines
in order, so that they are the same however many processes played it.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Self, cast

from ...dsl.loading.library import WrongUse, program_version
from .carried import Work
from .lines import WrongLine, outcome_in
from .parts import Part, Runs
from .tally import Tally

if sys.platform != "win32":
    import fcntl

MARK = "playsheet_results"  # the first key of the first line
LAYOUT = 1
THERE = "is there already. Go on with it by --resume, or name another file."
SAFE_S = 2.0  # so often what was written is made safe from a power cut
COPIED = 1 << 20  # bytes at once
SAID = {  # what a run may differ in, as messages call it
    "version": "version of this program",
    "format": "format",
    "files": "files of the format or deck",
    "seed": "seed",
    "seats": "number of seats",
    "bots": "bots",
    "rotate": "rotation of bots",
    "decks": "decks",
    "options": "options",
    "cap": "cap",
    "observed": "report",
}
Tick = Callable[[int], None]


def header_of(work: Work) -> dict[str, Any]:
    """What makes two runs the same, but for how long they are."""
    plan = work.plan
    return {
        MARK: LAYOUT,
        "version": program_version(),
        "format": Path(work.format.name).name,
        "files": work.digest,
        "seed": plan.seed,
        "seats": work.seats,
        "bots": [*plan.bots],
        "rotate": plan.rotate,
        "decks": [[*row] for row in plan.lists],
        "options": work.options,
        "cap": plan.cap,
        "observed": plan.observed,
    }


def difference(found: Any, wanted: dict[str, Any]) -> str:
    """What a file was made with otherwise; nothing, if it is of the same run."""
    if not isinstance(found, dict) or MARK not in found:
        return "It holds no results of a simulation."
    found = cast(dict[str, Any], found)
    if found[MARK] != LAYOUT:
        return "It was written by another version of this program."
    for key, name in SAID.items():
        if found.get(key) == wanted[key]:
            continue
        is_short = isinstance(wanted[key], str | int) and not isinstance(wanted[key], bool)
        told = f": {found.get(key)}, not {wanted[key]}" if is_short and key != "files" else ""
        return f"It is of a run with another {name}{told}."
    return ""


class Results:
    """A file of results that a run adds to. `tally` has the sums of what it began with."""

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        self.path, self.header = path, header
        self.tally, self.runs = Tally(), Runs()
        self.torn = 0  # bytes of a last line that was cut off
        self.parts: list[tuple[int, int, int]] = []  # the first game, where it is, how long
        self.number = -1
        self.end = 0
        self.safe = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- beginning

    def begin(self, games: int, resume: bool) -> Self:
        """Opens the file, and reads what is there of the run; of a new one, makes it. Raises
        `WrongUse` where it is another's.
        """
        there = os.path.lexists(self.path)
        if there and not self.path.is_file():
            raise WrongUse(f"{self.path} is no ordinary file.")
        if there and not resume:
            raise WrongUse(f"{self.path} {THERE}")
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0) | (0 if there else os.O_EXCL)
        self.number = os.open(self.path, flags, 0o666)
        try:
            self._lock()
            if there:
                self._read(games)
            if not self.end:
                self._append(self.first_line)
                self.end = len(self.first_line)
        except BaseException:
            self.close()
            raise
        return self

    @property
    def first_line(self) -> bytes:
        """What says which run it is."""
        return (json.dumps(self.header, ensure_ascii=False) + "\n").encode()

    def _lock(self) -> None:
        if sys.platform != "win32":
            try:
                fcntl.flock(self.number, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise WrongUse(f"Another run is writing to {self.path}.") from None
            except OSError:
                pass  # a file system without locks

    def _read(self, games: int) -> None:
        """Takes up what is in the file; a line that was cut off is let go of."""
        with open(self.number, "rb", closefd=False) as file:
            head = file.readline()
            if self.first_line.startswith(head) and not head.endswith(b"\n"):
                self._cut(len(head))  # not even the first line was written whole
                return
            self._check(head)
            self.end = len(head)
            for number, line in enumerate(file, 2):
                if not line.endswith(b"\n"):
                    self._cut(len(line))
                    break
                self._take(number, line, games)
        runs = sorted(self.runs)
        for before, behind in pairwise(runs):
            if behind[0] < before[1]:
                raise WrongUse(f"{self.path} tells of game {behind[0]} twice.")

    def _cut(self, torn: int) -> None:
        self.torn = torn
        os.ftruncate(self.number, self.end)

    def _check(self, head: bytes) -> None:
        try:
            found = json.loads(head)
        except ValueError:
            found = None
        told = difference(found, self.header)
        if told:
            raise WrongUse(f"{self.path} cannot be gone on with. {told}")

    def _take(self, number: int, line: bytes, games: int) -> None:
        """A line of the file."""
        try:
            one = outcome_in(line)
        except WrongLine:
            raise WrongUse(f"Line {number} of {self.path} tells of no game.") from None
        if one.number >= games:
            text = f"{self.path} has game {one.number + 1:,} already, which is more than --games."
            raise WrongUse(text)
        self.tally.add(one)
        self._note(one.number, 1, len(line))

    def _note(self, first: int, games: int, length: int) -> None:
        """Games from `first` on stand at the end of the file."""
        runs, parts = self.runs, self.parts
        if runs and runs[-1][1] == first:
            runs[-1] = (runs[-1][0], first + games)
            parts[-1] = (*parts[-1][:2], parts[-1][2] + length)
        else:
            runs.append((first, first + games))
            parts.append((first, self.end, length))
        self.end += length

    # ---- going on

    def add(self, part: Part) -> None:
        """Adds the lines of some games."""
        if part.stop > part.first:
            self._append(part.lines)
            self._note(part.first, part.stop - part.first, len(part.lines))

    def _append(self, raw: bytes) -> None:
        os.lseek(self.number, self.end, os.SEEK_SET)
        view = memoryview(raw)
        try:
            while view:
                view = view[os.write(self.number, view) :]
        except OSError as error:
            error.filename = str(self.path)
            raise
        if time.monotonic() - self.safe > SAFE_S:
            os.fsync(self.number)
            self.safe = time.monotonic()

    def complete(self) -> None:
        """All games are there: their lines come into order, unless they are."""
        os.fsync(self.number)
        if self.parts == sorted(self.parts):
            return
        number, name = tempfile.mkstemp(prefix=f".{self.path.name}.", dir=self.path.parent)
        try:
            with os.fdopen(number, "wb") as file:
                for piece in self._ordered():
                    file.write(piece)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, os.fstat(self.number).st_mode & 0o777)
            os.replace(name, self.path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    def _ordered(self) -> Iterator[bytes]:
        """The bytes of the file, its parts by number."""
        head = min(place for _, place, _ in self.parts)
        for _, place, length in [(-1, 0, head), *sorted(self.parts)]:
            while length:
                os.lseek(self.number, place, os.SEEK_SET)
                piece = os.read(self.number, min(length, COPIED))
                if not piece:
                    raise OSError(f"{self.path} has become shorter")
                yield piece
                place, length = place + len(piece), length - len(piece)

    def close(self) -> None:
        """Lets go of the file."""
        if self.number >= 0:
            os.close(self.number)
            self.number = -1
