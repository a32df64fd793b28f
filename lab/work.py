"""Long pieces of work: how far they are, and how they are spread over processes."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from typing import Any, Generic, Self, TypeVar

from ..dsl.loading.garbage import look_rarely

S = TypeVar("S")
T = TypeVar("T")

Progress = Callable[[int, int], None]  # of what is done, and how much there is


def silent(done: int, total: int) -> None:
    """Nobody waits."""


class Interrupted(KeyboardInterrupt):
    """Somebody stopped the work; `done` is the report of what was done until then."""

    def __init__(self, done: Any) -> None:
        super().__init__()
        self.done = done


_state: list[Any] = []  # what the work of this process needs


def begin_process() -> None:
    """In a process that works for another: an interrupt is for that one to answer, this one ends
    when that one is gone, however it ended, and looks for garbage rarely.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    look_rarely()
    threading.Thread(target=wait_for_parent, daemon=True).start()


def wait_for_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def start_process(start: Callable[..., object], given: Sequence[object]) -> None:
    """Begins a process that knows what its work needs."""
    begin_process()
    _state.append(start(*given))


def do_chunk(work: Callable[[Any, int], T], numbers: Sequence[int]) -> list[T]:
    return [work(_state[0], number) for number in numbers]


class Workers(Generic[S]):
    """`here` gives what the work needs, for one job; for more, `start(*given)` makes it in each
    process: these and the work must be such that they can be sent there.
    """

    def __init__(
        self, jobs: int, here: Callable[[], S], start: Callable[..., S], *given: object
    ) -> None:
        self.state = here() if jobs < 2 else None
        self.pool = None
        if jobs > 1:
            begin, context = (start, given), get_context("spawn")
            self.pool = ProcessPoolExecutor(jobs, context, start_process, begin)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)

    def each(self, work: Callable[[S, int], T], numbers: Sequence[int], chunk: int) -> Iterator[T]:
        """The results in order of the numbers, of which a process gets so many at once."""
        if self.pool is None:
            assert self.state is not None
            for number in numbers:
                yield work(self.state, number)
            return
        chunks = [numbers[k : k + chunk] for k in range(0, len(numbers), chunk)]
        for found in self.pool.map(partial(do_chunk, work), chunks):
            yield from found
