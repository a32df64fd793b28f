"""What is inconsistent in a format, kept by the bytes of what it is made of."""

from __future__ import annotations

from ..loading.cache import Cache, key_of
from ..loading.kept import loaded_of
from ..loading.library import FormatFiles
from ..loading.load import Loaded
from ..problems.problem import Problem
from ..ruleset.inheritance import heritage_of
from .consistency import inconsistencies

PART = "consistency"


def inconsistencies_of(files: FormatFiles, loaded: Loaded) -> list[Problem]:
    """The inconsistencies of a format that can be used, in its own files: what it makes idle of
    what it extends, it means to.
    """
    if not loaded.usable:
        return []
    ledger = () if files.ledger is None else (files.ledger,)
    cache = Cache(key_of(f"{PART} of {files.name}", (*files.played(), *ledger)))
    known = cache.read(PART)
    if known is None:
        format = loaded.format or loaded_of(files, whole=True).format
        found = [] if format is None else inconsistencies(format, heritage_of(files)[0])
        own = {source.name for source in (*files.rules, *files.cards, *ledger)}
        known = [problem for problem in found if problem.file in own]
        cache.write(PART, known)
    return known
