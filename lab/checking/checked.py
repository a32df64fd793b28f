"""Every problem of a format, kept by the bytes of all its files."""

from __future__ import annotations

from ...dsl.loading.cache import Cache, key_of
from ...dsl.loading.library import FormatFiles, shipped_formats
from ...dsl.loading.strays import unread_files
from ...dsl.problems.problem import Problem

PART = "problems"


def check_files(files: FormatFiles) -> list[Problem]:
    """Every problem of a format: its rules, cards, decks, ledger and scenarios."""
    beside = [*shipped_formats(), *(problem.file for problem in unread_files(files))]
    names = " ".join(beside)  # the first may be suggested, the others are told
    cache = Cache(key_of(f"{PART} of {files.name} beside {names}", files.every()))
    known = cache.read(PART)
    if known is None:
        from .worded import every_problem  # late: most checks find nothing changed

        known = every_problem(files)
        cache.write(PART, known)
    return known
