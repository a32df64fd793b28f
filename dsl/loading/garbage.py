"""When Python looks for garbage: what a format is made of stays, and looking through it is slow."""

from __future__ import annotations

import gc
import sys
from collections.abc import Generator
from contextlib import contextmanager

GROWN = 1.5  # times what was in use after the last look
YOUNG = 100_000  # more values than were let go of, and a command looks for garbage
LEAST = 3_000_000  # blocks, of some hundred bytes: with fewer there is little to find


class Kept:
    """How much memory was in use, in blocks, behind the last look for garbage; whether the process
    is ours alone, and no library in another's.
    """

    alive = 0
    is_ours = False


def look_rarely() -> None:
    """For a process that is a command: most of what it makes it keeps until it ends."""
    gc.set_threshold(YOUNG)
    Kept.is_ours = True


@contextmanager
def collection_paused() -> Generator[None]:
    """Makes many values that all stay: looking for those that do not would find none. A command
    passes over them from then on.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            if Kept.is_ours:
                exempt()
            gc.enable()


@contextmanager
def values_kept() -> Generator[None]:
    """The same in a process that stays, which passes over what is there at the end."""
    with collection_paused():
        yield
        exempt()


def exempt() -> None:
    """What is there now is passed over when garbage is looked for, until there is so much more of
    it that some of it must be garbage.
    """
    alive = sys.getallocatedblocks()
    if not Kept.alive:  # a first time has worked out little that it lets go of
        Kept.alive = max(alive, LEAST)
    elif alive > GROWN * Kept.alive:
        gc.unfreeze()
        gc.collect()
        Kept.alive = max(sys.getallocatedblocks(), LEAST)
    gc.freeze()
