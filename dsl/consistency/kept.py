"""What is inconsistent in a format, kept by the bytes of what it is made of."""

from __future__ import annotations

from ..cards.memo import Memo
from ..loading.cache import Cache, key_of
from ..loading.kept import loaded_of
from ..loading.library import FormatFiles
from ..loading.load import Loaded
from ..problems.problem import Problem
from ..ruleset.inheritance import heritage_of
from ..vocabulary.overlaps import overlaps
from .consistency import inconsistencies

PART, OVERLAPS = "consistency", "overlaps"


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
        whole = loaded if loaded.format is not None else loaded_of(files, whole=True)
        found = overlaps_of(whole.memo) if whole.memo is not None else []
        if whole.format is not None:
            found = [*found, *inconsistencies(whole.format, heritage_of(files)[0])]
        own = {source.name for source in (*files.rules, *files.cards, *ledger)}
        known = [problem for problem in found if problem.file in own]
        cache.write(PART, known)
    return known


def overlaps_of(memo: Memo) -> list[Problem]:
    """The phrases of a vocabulary that can say the same, kept with it."""
    known = memo.cache.read(OVERLAPS) if memo.cache is not None else None
    if known is None:
        known = overlaps(memo.vocabulary.lexicon)
        if memo.cache is not None:
            memo.cache.write(OVERLAPS, known)
    return known
