"""How far a long command is: one line on a terminal, nothing anywhere else."""

from __future__ import annotations

import sys
import time
from types import TracebackType

WIDTH = 30


class Progress:
    """A bar on stderr while a block runs; `show` takes what is done and how much there is."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.live = sys.stderr.isatty()
        self.last = 0.0

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.live:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def show(self, done: int, total: int) -> None:
        """Draws the bar, not oftener than the eye can see."""
        now = time.monotonic()
        if not self.live or (now - self.last < 0.1 and done < total):
            return
        self.last = now
        filled = WIDTH * done // max(total, 1)
        bar = "#" * filled + "." * (WIDTH - filled)
        sys.stderr.write(f"\r\x1b[K{self.title} [{bar}] {done:,}/{total:,}")
        sys.stderr.flush()
