"""The library of a format: its C, kept with what else was worked out from its files, and built."""

from __future__ import annotations

import stat
from pathlib import Path

from ...dsl.loading.cache import is_ours
from ..backend.compile import new_plan
from ..runtime.edition import Edition
from ..runtime.faults import CannotCompile
from .block import width_for
from .build import NoCompiler, built, place_of
from .emit.signatures import NotInC
from .emit.text import Source, source_of
from .engine import Library

REASONS = (NotInC, NoCompiler)


def native_source(edition: Edition, seats: int, cards: int) -> Source:
    """The C of a format for so many seats and up to so many cards. Raises `NotInC`."""
    width = width_for(cards)
    if not width:
        raise NotInC("there are too many cards")
    part = f"native {width} for {seats}"
    found = edition.cache.read(part)
    if found is None:
        found = _new_source(edition, seats, width)
        edition.cache.write(part, found)
    if isinstance(found, str):
        raise NotInC(found)
    return found


def _new_source(edition: Edition, seats: int, width: int) -> Source | str:
    keywords = edition.contents.wordbook.keywords
    counted = sorted({place for places in keywords.values() for place in places})
    try:
        return source_of(new_plan(edition.whole_program(seats)), width, counted)
    except NotInC as reason:
        return str(reason)
    except (CannotCompile, RecursionError):
        return "a rule is nested too deeply"


def library_of(edition: Edition, seats: int, cards: int) -> Library:
    """The library of a format, built if it is not there. Raises one of `REASONS`."""
    source = native_source(edition, seats, cards)
    return opened(source, built(source.text))


def library_there(edition: Edition, seats: int, cards: int) -> Library | None:
    """The same if it was built before. Raises one of `REASONS`."""
    found: Source | str | None = edition.cache.read(f"native {width_for(cards)} for {seats}")
    if found is None:
        return None
    if isinstance(found, str):
        raise NotInC(found)
    path = place_of(found.text)
    return opened(found, path) if is_ours(path, stat.S_ISREG) else None


def opened(source: Source, path: Path) -> Library:
    """A library that is there; whatever keeps the system from loading it."""
    try:
        return Library(source, path)
    except OSError:
        raise NoCompiler("what was built cannot be loaded") from None
