"""A format as its files mean it, for the commands that look into it rather than play it."""

from __future__ import annotations

from ..dsl.loading.library import FormatFiles
from ..dsl.loading.load import Loaded
from ..interpreter.runtime.checking import loaded_of
from .words import Findings


def loaded(format_files: FormatFiles) -> Loaded:
    """The meaning of a format that can be used; its mistakes are findings."""
    found = loaded_of(format_files)
    if not found.usable:
        raise Findings(found.problems)
    return found
