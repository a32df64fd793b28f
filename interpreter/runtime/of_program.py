"""What the matches of one program share, worked out once while it is played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, cast

from ...dsl.ir.ir import NONE, Program
from ...dsl.ir.names import COPY
from ..backend.layout import Layout
from .natives import Nowhere


class OfProgram:
    """What the matches of a program share: where all lies in their states, and what is printed on
    the cards behind those of a match: `-2 - number` is a card that is there only as it is printed,
    where the program has copies. `with_sets`: the tables that hold several values for a card.
    `groups`: by definition the sets of bearers that it is in; the cards of each set are called
    `bearing` and `borne` in generated code.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = Layout(program)
        self.with_sets = frozenset(
            name
            for name, column in program.tables.items()
            if any(isinstance(value, tuple) for value in column)
        )
        self.groups = defaultdict[int, list[int]](list)
        for group, bearers in enumerate(program.bearers):
            for definition in frozenset(bearers):
                self.groups[definition].append(group)
        numbers = range(len(program.bearers))
        self.bearing, self.borne = ([f"{kind}{n}" for n in numbers] for kind in "bs")
        columns = program.tables if COPY in program.tables else {}
        self.tables = {name: [*reversed(column)] for name, column in columns.items()}
        self.entries = {name: [*map(entry, self.tables[name])] for name in columns}


LATEST: list[OfProgram] = []  # of programs
MOST_PROGRAMS = 4
FEW_MOVED = 8  # cards, of which each is written where it lies
NOWHERE = Nowhere()


def of_program(program: Program) -> OfProgram:
    """What the matches of a program share, worked out once while it is played."""
    found = next((one for one in LATEST if one.program is program), None)
    if found is None:
        found = OfProgram(program)
        LATEST.append(found)
        del LATEST[:-MOST_PROGRAMS]
    return found


def entry(value: object) -> object:
    """A value of a table for reading one of its members, the last being none."""
    return (*cast(tuple[int, ...], value), NONE) if isinstance(value, tuple) else NOWHERE


def picked(lies: Sequence[int], tables: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
    """Tables by card, read for the cards that lie there; what stands behind stays."""
    moved = [(card, other) for card, other in enumerate(lies) if card != other]
    if len(moved) > FEW_MOVED:
        count = len(lies)
        return {name: [*map(one.__getitem__, lies), *one[count:]] for name, one in tables.items()}
    found: dict[str, list[Any]] = {}
    for name, values in tables.items():
        found[name] = column = values[:]
        for card, other in moved:
            column[card] = values[other]
    return found
