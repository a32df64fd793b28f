"""Processes that play parts of a run: of this machine, or whatever has an `Executor`."""

from __future__ import annotations

import pickle
import threading
import zlib
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from multiprocessing import active_children, get_context
from typing import Any, Protocol

from ...dsl.loading.library import WrongUse, program_version
from ..work import begin_process
from .carried import Work
from .native import build_for
from .parts import Part, Pausing, Playing
from .playing import Series

PART_S = 0.4  # of a part on this machine
FAR_PART_S = 1.5  # of a part that goes over a network
MOST_KNOWN = 2  # formats that a process of a cluster keeps


class Pool(Protocol):
    """Where parts are played. `slots`: how many at once; `seconds`: how long a part should take;
    `lost`: what a future raises where the process was lost that played it; `together`: whether all
    parts that are played are lost with one process.
    """

    @property
    def slots(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def together(self) -> bool: ...
    @property
    def lost(self) -> tuple[type[BaseException], ...]: ...

    def submit(self, first: int, stop: int, again: bool) -> Future[Part]:
        """Has games played; `again`: as the process had no format."""
        ...

    def renew(self) -> None:
        """Goes on after a process was lost. Raises `PoolLost`."""
        ...

    def look(self) -> None:
        """Nothing has come for a while: is anybody there? Raises `PoolLost`."""
        ...

    def close(self, stopped: bool) -> None:
        """Nobody needs it any more; `stopped`: whatever runs is to stop."""
        ...

    def ask_to_stop(self) -> None:
        """Processes end their part with the game that they play."""
        ...


class PoolLost(Exception):
    """Nobody is there who could play on; the text is one clear sentence."""


# ---- this machine


class Worker:
    """What a process of this machine keeps."""

    def __init__(self, work: Work, written: bool, stop: Any) -> None:
        self.series = Series(work.plan, work.opened)
        self.written, self.stop = written, stop


_workers: list[Worker] = []


def start_worker(work: Work, written: bool, stop: Any) -> None:
    """Begins a process that plays."""
    begin_process()
    _workers.append(Worker(work, written, stop))


def play_here(first: int, stop: int) -> Part:
    """Plays a part in a process of this machine."""
    worker = _workers[0]
    playing = Playing(worker.series, first, stop, worker.written)
    return playing.run(Pausing(worker.stop.is_set))


class Processes:
    """Processes of this machine; one that is killed costs the parts that were being played."""

    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)
    seconds, together = PART_S, True

    def __init__(self, jobs: int, work: Work, written: bool) -> None:
        self.slots = jobs
        self.context = get_context("spawn")
        self.stop = self.context.Event()
        self.given = (work, written, self.stop)
        self.others = {*active_children()}
        self.pool = self.new_pool()

    def new_pool(self) -> Executor:
        return ProcessPoolExecutor(self.slots, self.context, start_worker, self.given)

    def submit(self, first: int, stop: int, again: bool) -> Future[Part]:
        """Has games played."""
        return self.pool.submit(play_here, first, stop)

    def renew(self) -> None:
        """New processes in the place of those that were lost."""
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.pool = self.new_pool()

    def look(self) -> None:
        """A process that is gone breaks its pool, which is told at once."""

    def ask_to_stop(self) -> None:
        """Processes end their part with the game that they play."""
        self.stop.set()

    def close(self, stopped: bool) -> None:
        """Ends the processes."""
        self.pool.shutdown(wait=not stopped, cancel_futures=True)
        for process in {*active_children()} - self.others if stopped else ():
            process.terminate()


# ---- anywhere

_known: dict[str, Series] = {}  # by key
_turn = threading.Lock()


def packed(work: Work) -> tuple[str, bytes]:
    """A run as it travels, and a key for it."""
    raw = zlib.compress(pickle.dumps((program_version(), work)))
    return f"{work.digest}-{zlib.crc32(raw):08x}", raw


def play_there(key: str, raw: bytes | None, first: int, stop: int, written: bool) -> Part:
    """Plays a part in a process of a cluster, which is given the format if it does not have it."""
    with _turn:
        if key not in _known:
            if raw is None:
                return Part(first, first, lacking=True)
            _known[key] = unpacked_series(raw)
            while len(_known) > MOST_KNOWN:
                _known.pop(next(iter(_known)))
        return Playing(_known[key], first, stop, written).run(never)


def never(_: int) -> bool:
    """A part is played to its end."""
    return False


def unpacked_series(raw: bytes) -> Series:
    """The games of a run that came from elsewhere. Raises `WrongUse`."""
    version, work = pickle.loads(zlib.decompress(raw))
    if version != program_version():
        mine = program_version()
        raise WrongUse(f"A worker has version {mine} of this program, and here it is {version}.")
    assert isinstance(work, Work)
    if work.plan.native and not work.plan.observed:
        build_for(work.opened()(work.plan.seed, work.plan.decks_of(0)))
    return Series(work.plan, work.opened)


class Place(Protocol):
    """What is known of whatever is behind an `Executor`."""

    @property
    def slots(self) -> int: ...
    @property
    def lost(self) -> tuple[type[BaseException], ...]: ...

    def submit(self, do: Callable[..., Any], *given: Any) -> Future[Any]:
        """Has something done. Raises `PoolLost` if nobody is there."""
        ...

    def look(self) -> None:
        """Raises `PoolLost` if nobody is there."""
        ...

    def wait(self) -> None:
        """Waits until somebody is there again. Raises `PoolLost` if nobody comes."""
        ...

    def close(self) -> None:
        """Lets go of it and of what waits there; it may be gone already."""
        ...


class Elsewhere:
    """Processes behind any `Executor`. The format goes to a process that says it lacks it."""

    seconds, together = FAR_PART_S, False

    def __init__(self, place: Place, work: Work, written: bool) -> None:
        self.place = place
        self.slots, self.lost = place.slots, place.lost
        self.key, self.raw = packed(work)
        self.written = written

    def submit(self, first: int, stop: int, again: bool) -> Future[Part]:
        """Has games played."""
        raw = self.raw if again else None
        return self.place.submit(play_there, self.key, raw, first, stop, self.written)

    def renew(self) -> None:
        """Goes on as soon as somebody is there."""
        self.place.wait()

    def look(self) -> None:
        """Is anybody there?"""
        self.place.look()

    def ask_to_stop(self) -> None:
        """What runs far away, runs to its end."""

    def close(self, stopped: bool) -> None:
        """Lets go of what waits."""
        self.place.close()
