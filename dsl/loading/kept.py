"""A format as it was understood, kept by the bytes of its files: all commands share it."""

from __future__ import annotations

from dataclasses import replace

from ..ir.ir import Program
from ..ir.wordbook import Wordbook
from ..lower.lower import lower_format
from ..problems.problem import RulesError
from ..ruleset.remembered import Recent
from .cache import Cache, key_of
from .garbage import collection_paused
from .library import FormatFiles
from .load import Loaded, load
from .memory import MEMORY
from .wordbook_of import wordbook_of

PART = "format"
LOADED: Recent[Loaded] = Recent(2)


@collection_paused()
def loaded_of(files: FormatFiles, whole: bool = False, keep: bool = True) -> Loaded:
    """A format as far as it could be understood. What comes from the cache has no `format`,
    unless it is to be `whole`; with `keep` it is written there for other processes.
    """
    cache = Cache(key_of(files.kept_as, files.played()))

    def work() -> Loaded:
        known = cache.read(PART) if not whole else None
        if known is not None:
            return Loaded(files, *known)
        loaded = load(files)
        if loaded.usable and keep:
            cache.write(PART, loaded.kept())
            if not MEMORY.has_kept(files.name):
                remember(loaded)
        return loaded

    found = LOADED.get(f"{cache.folder} {cache.key} {whole}", work)
    return replace(found, files=files, problems=[*found.problems])


def remember(loaded: Loaded) -> None:
    """Keeps for other processes what this one knows of a format that it understood."""
    if loaded.format is not None:
        MEMORY.keep(loaded.files.name, loaded.format.ruleset)


def load_usable(files: FormatFiles, whole: bool = False) -> Loaded:
    """The same of a format that can be played; raises `RulesError` with all that is wrong."""
    loaded = loaded_of(files, whole)
    if not loaded.usable:
        raise RulesError(loaded.problems)
    return loaded


def program_for(loaded: Loaded, seats: int) -> Program:
    """The program of a format that is whole, where so many play."""
    assert loaded.format is not None and loaded.program is not None
    return replace(lower_format(loaded.format, seats), pays_rounds=loaded.program.pays_rounds)


def words_for(loaded: Loaded) -> Wordbook:
    """The words for everything in a format that is whole."""
    return wordbook_of(loaded)
