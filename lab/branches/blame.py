"""Which change of the rules a branch comes out otherwise by."""

from __future__ import annotations

from ...dsl.loading.load import Loaded
from ...dsl.syntax.gamefile import GameFile
from ..changes.causes import Cause, causes_between
from ..changes.impact import Blame, Row, Side
from .followed import follow


def causes_of(file: GameFile, old: Loaded, new: Loaded) -> list[Cause]:
    """The changes without which the first line that differs is not what it is now; none where no
    single one does it.
    """
    causes = causes_between(old, new)
    if not causes:
        return []

    def told(side: Side) -> list[Row]:
        found = follow(file, side.rules)
        return [(f"{found.step} {found.found}", found.file, found.line)]

    sides = Side(old, []), Side(new, [])
    blame = Blame(causes, sides, [])
    found = blame.of(told, told(sides[1]), 1)
    return [cause for cause in found if cause is not blame.rest]
