"""How far a long command is: one line on a terminal, nothing anywhere else."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from ..lab.work import Progress, silent

PAUSE = 0.1  # seconds between two drawings
PATIENCE = 2.0  # seconds that nobody minds
A_SECOND = 4  # drawings of work that cannot be counted


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


def unnamed(title: str) -> None:
    """Nobody waits."""


@contextmanager
def waiting(total: int) -> Generator[Callable[[str], None], None, None]:
    """A line on stderr while a block runs whose steps take long: what is being done, which of them
    it is, the time so far. It comes after two seconds. Gives what is called before each step.

    Nothing may start a process in the block: the line has a thread of its own.
    """
    if not sys.stderr.isatty():
        yield unnamed
        return
    # Late for start-up time: only a person at a terminal waits for this.
    from rich import progress as rich

    from .screen import screen

    console = screen(err=True)
    columns = (
        rich.SpinnerColumn(),
        rich.TextColumn("{task.description}", markup=False),
        rich.MofNCompleteColumn(),
        rich.TimeElapsedColumn(),
    )
    line = rich.Progress(
        *columns,
        console=console,
        refresh_per_second=A_SECOND,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        disable=not console.is_interactive,
    )
    task = line.add_task("", total=total)
    begun = threading.Timer(PATIENCE, line.start)
    begun.daemon = True
    steps = 0

    def step(title: str) -> None:
        nonlocal steps
        steps += 1
        line.update(task, description=title, completed=steps)

    begun.start()
    try:
        yield step
    finally:
        begun.cancel()
        begun.join()
        line.stop()
