"""How far a long command is: one line on a terminal, nothing anywhere else."""

from __future__ import annotations

import sys
import time
from collections.abc import Generator
from contextlib import contextmanager

from ..lab.work import Progress, silent

PAUSE = 0.1  # seconds between two drawings


@contextmanager
def progress(title: str) -> Generator[Progress, None, None]:
    """A line on stderr while a block runs: a bar, the count, the time left. Gives what moves it."""
    if not sys.stderr.isatty():
        yield silent
        return
    # Late for start-up time: only a person at a terminal waits for this.
    from rich import progress as rich

    from .screen import screen

    console, drawn = screen(err=True), 0.0
    columns = (
        rich.TextColumn("{task.description}", markup=False),
        rich.BarColumn(),
        rich.MofNCompleteColumn(),
        rich.TimeRemainingColumn(),
        rich.TextColumn("left"),
    )
    bar = rich.Progress(  # without a thread of its own: commands may fork
        *columns,
        console=console,
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        disable=not console.is_interactive,
    )

    def tick(done: int, total: int) -> None:
        nonlocal drawn
        now = time.monotonic()
        due = now - drawn > PAUSE
        drawn = now if due else drawn
        bar.update(task, completed=done, total=total, refresh=due)

    with bar:
        task = bar.add_task(title, total=None)
        yield tick
