"""A pseudo-terminal of a width with a game in it, and somebody who types, for tests."""

from __future__ import annotations

import fcntl
import os
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterable
from pathlib import Path
from random import Random

CODES = re.compile(r"\x1b(?:\[[0-9;?]*[a-zA-Z]|[=>])")
PROMPT = re.compile(r"(?:^|\n)[^\n>]{1,40}> $")
NO_OPTION = re.compile(r"the options are 1 to (\d+)\.")
ROWS = 40
PATIENCE_S = 60.0
MOST_ANSWERS = 2_000


class Terminal:
    """A command in a terminal of so many columns; `shown` is all that it wrote."""

    def __init__(self, columns: int, words: list[str], folder: Path) -> None:
        self.ours, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, columns, 0, 0))
        plain = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
        env = {**plain, "TERM": "xterm-256color", "PAGER": "cat", "LANG": "C.UTF-8"}
        command = [sys.executable, "-m", "playsheet", *words]
        streams = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
        self.process = subprocess.Popen(
            command, cwd=folder, env=env, start_new_session=True, **streams
        )
        os.close(theirs)
        self.shown, self.seen = "", 0
        self.raw = b""

    def read(self) -> bool:
        """Reads until somebody is asked; False where the command has ended."""
        until = time.monotonic() + PATIENCE_S
        while True:
            assert time.monotonic() < until, self.shown[-2_000:]
            if PROMPT.search(self.shown[self.seen :]):
                return True
            if not select.select([self.ours], [], [], 1.0)[0]:
                continue
            try:
                piece = os.read(self.ours, 65_536)
            except OSError:  # the other side is closed
                piece = b""
            if not piece:
                self.shown = text_of(self.raw)
                return False
            self.raw += piece
            if text_of(self.raw[-200:]).endswith("> "):
                self.shown = text_of(self.raw)

    def type(self, text: str) -> str:
        """Types a line; gives what was shown behind it until the next question, or the end."""
        self.seen = start = len(self.shown)
        os.write(self.ours, f"{text}\n".encode())
        self.read()
        return self.shown[start:]

    def end(self) -> int:
        """Waits until the command has ended."""
        while self.read():
            self.type("quit")
        code = self.process.wait(PATIENCE_S)
        os.close(self.ours)
        return code


def text_of(raw: bytes) -> str:
    """What was written, without styles."""
    return CODES.sub("", raw.decode("utf-8", "ignore")).replace("\r", "")


def played(columns: int, words: list[str], folder: Path, asked: Iterable[str]) -> str:
    """What a terminal shows of a whole game by chance; with the first question a few other things
    are `asked` before it is answered.
    """
    terminal, chance = Terminal(columns, words, folder), Random(0)
    assert terminal.read(), terminal.shown
    for text in asked:
        terminal.type(text)
    for _ in range(MOST_ANSWERS):
        answer = terminal.type(str(chance.randint(1, 4)))
        known = NO_OPTION.search(answer)
        if known is not None:
            terminal.type(known[1])
        if terminal.process.poll() is not None or not terminal.read():
            break
    assert terminal.end() == 0, terminal.shown[-2_000:]
    return terminal.shown
