"""The formats that an author has open: their last good index, and what is not saved yet."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

from ...dsl.loading.library import WrongUse
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import RulesError
from ..index.homes import formats_around
from ..index.index import FileIndex, Index
from .checking import candidates, mends, soon, whole

SWITCH_S = 0.001  # how long a check may hold up an answer
PAUSE = 0.2  # seconds without typing before a check
Publish = Callable[[str, Index, dict[str, int]], None]


@dataclass(slots=True)
class Open:
    """A file as an editor shows it."""

    text: str
    version: int


class Desk:
    """Checks formats in a thread of its own after a pause in typing. Questions are answered from
    the last index meanwhile; what is superseded is never published.
    """

    def __init__(self, publish: Publish, pause: float = PAUSE) -> None:
        self.publish = publish
        self.pause = pause
        self.open: dict[str, Open] = {}  # by real path
        self.indexes: dict[str, Index] = {}  # by format
        self.checked: dict[str, Index] = {}  # the last of each that was looked at whole
        self.homes: dict[str, list[str]] = {}  # by real path
        self.due: dict[str, float] = {}
        self.turns: dict[str, int] = {}  # how often something changed, by format
        self.answered: dict[str, int] = {}  # the turn of which the index is, by format
        self.busy = ""
        self.stopped = False
        self.changed = threading.Condition()
        self.thread = threading.Thread(target=self.run, name="checks", daemon=True)
        self.thread.start()

    # ---- what an editor tells

    def opened(self, path: str, text: str, version: int) -> None:
        """A file was opened, or changed in the editor."""
        path = os.path.realpath(path)
        with self.changed:
            known = path in self.open
            self.open[path] = Open(text, version)
            self.touch(path, self.pause if known else 0.0)

    def closed(self, path: str) -> None:
        """A file counts again as it is on the disk."""
        path = os.path.realpath(path)
        with self.changed:
            self.open.pop(path, None)
            self.touch(path, 0.0)

    def saved(self, path: str) -> None:
        """Files on the disk have changed, or come or gone."""
        path = os.path.realpath(path)
        with self.changed:
            self.homes.pop(path, None)
            self.touch(path, 0.0)

    def stop(self) -> None:
        """Ends the thread, when it has done what it is at."""
        with self.changed:
            self.stopped = True
            self.changed.notify_all()

    def touch(self, path: str, pause: float) -> None:
        for name in self.formats_of(path):
            self.turns[name] = self.turns.get(name, 0) + 1
            self.due[name] = time.monotonic() + pause
        self.changed.notify_all()

    # ---- what is asked

    def formats_of(self, path: str) -> list[str]:
        """The formats that a file is part of."""
        path = os.path.realpath(path)
        if path not in self.homes:
            self.homes[path] = formats_around(Path(path))
        users = [name for name, index in self.indexes.items() if path in index.by_path]
        return [*dict.fromkeys((*self.homes[path], *users))]

    def index_of(self, path: str) -> Index | None:
        """The last index of a format that a file is part of."""
        found = (self.indexes.get(name) for name in self.formats_of(path))
        return next((one for one in found if one is not None), None)

    def file_of(self, path: str) -> tuple[Index, FileIndex] | None:
        """The same with what is known of the file."""
        index = self.index_of(path)
        file = index.by_path.get(os.path.realpath(path)) if index is not None else None
        return (index, file) if index is not None and file is not None else None

    def text_of(self, path: str) -> str:
        """A file as the editor shows it, or as it is on the disk."""
        path = os.path.realpath(path)
        if path in self.open:
            return self.open[path].text
        try:
            return Path(path).read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError):
            return ""

    def is_last(self, name: str, index: Index) -> bool:
        """Whether an index is of the texts as they are now."""
        with self.changed:
            is_known = self.indexes.get(name) is index
            return is_known and self.answered.get(name) == self.turns.get(name)

    def is_settled(self) -> bool:
        """Whether nothing waits to be checked."""
        with self.changed:
            return not self.due and not self.busy

    def is_awaited(self, path: str) -> bool:
        """Whether a format that a file is part of waits to be checked."""
        with self.changed:
            return any(name in self.due or name == self.busy for name in self.formats_of(path))

    # ---- the thread

    def run(self) -> None:
        """Checks whatever is due, until it is stopped."""
        while True:
            with self.changed:
                name = self.next_due()
                if self.stopped:
                    return
                if not name:
                    continue
                self.busy = name
                turn = self.turns[name]
                texts = {path: one.text.encode() for path, one in self.open.items()}
                versions = {path: one.version for path, one in self.open.items()}
            try:
                self.check(name, turn, texts, versions)
            finally:
                with self.changed:
                    self.busy = ""
                    self.changed.notify_all()

    def next_due(self) -> str:
        """What is due now; else waits for a while."""
        now = time.monotonic()
        found = min(self.due, key=lambda name: self.due[name], default="")
        if found and self.due[found] <= now:
            del self.due[found]
            return found
        self.changed.wait(self.due[found] - now if found else None)
        return ""

    def check(
        self, name: str, turn: int, texts: dict[str, bytes], versions: dict[str, int]
    ) -> None:
        """Looks at a format in two steps, and tries mends, as long as nothing changes meanwhile."""
        for step in (soon, whole):
            try:
                index = step(name, texts, self.checked.get(name))
            except (WrongUse, RulesError, OSError):  # the folder is gone
                return
            with self.changed:
                if self.turns[name] != turn:
                    return
                self.indexes[name], self.answered[name] = index, turn
                if step is whole:
                    self.checked[name] = index
            self.publish(name, index, versions)
        self.try_mends(name, turn, texts, self.indexes[name])

    def try_mends(self, name: str, turn: int, texts: dict[str, bytes], index: Index) -> None:
        """Finds out which mends can be applied, as long as nothing changes meanwhile."""
        before: Index | None = None
        for problem in candidates(index):
            if self.turns[name] != turn:
                return
            before = before or soon(name, texts, None)
            if mends(name, texts, index, before, problem):
                index.mended.add(problem)
