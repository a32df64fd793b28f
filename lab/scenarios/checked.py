"""Every problem of a format, kept by the bytes of all its files."""

from __future__ import annotations

from ...dsl.loading.cache import Cache, key_of
from ...dsl.loading.library import FormatFiles, shipped_formats
from ...dsl.problems.problem import Problem

PART = "problems"


def check_files(files: FormatFiles) -> list[Problem]:
    """Every problem of a format: its rules, cards, decks, ledger and scenarios."""
    known_names = " ".join(shipped_formats())  # one of them may be suggested
    cache = Cache(key_of(f"{PART} of {files.name} beside {known_names}", files.every()))
    known = cache.read(PART)
    if known is None:
        from .worded import every_problem  # late: most checks find nothing changed

        known = every_problem(files)
        cache.write(PART, known)
    return known
