"""Statements that exist only inside the back end: where a procedure may stop, and what that
needs.
"""

from __future__ import annotations

from dataclasses import field

from ...dsl.ir import ir
from ...dsl.nodes.dataclass import dataclass


@dataclass(eq=False, slots=True)
class Part(ir.Statement):
    """A loop (or the rest of a block) taken out of a procedure, so that its code is not
    repeated too often.

    It is run like a procedure of its own; `results` are the locals it hands back,
    `may_return` says that a `Return` inside it ends the procedure it was taken from.
    """

    procedure: str
    parameters: tuple[str, ...]
    results: tuple[str, ...]
    may_return: bool

    @property
    def answers(self) -> bool:
        """Whether it hands something back: (0, results...) or, behind a return, (1,)."""
        return bool(self.results) or self.may_return


@dataclass(eq=False, slots=True)
class Point(ir.Statement):
    """A statement that can stop for a choice; `number` is that of its continuation."""

    ask: ir.Choose | ir.Call | ir.Run | ir.Unqueue | Part
    place: int
    number: int = -1


@dataclass(eq=False, slots=True)
class Loop(ir.Statement):
    """A `For` whose body can stop: local `members` holds the frozen set, `cursor` how many
    were taken.
    """

    writes = ("name", "cursor")
    name: str
    members: str
    cursor: str
    body: ir.Block


@dataclass(eq=False, slots=True)
class OpenStep(ir.Statement):
    """A `Step`; `body` ends with its `CloseStep`."""

    path: str
    player: ir.Expression
    place: int
    body: ir.Block


@dataclass(eq=False, slots=True)
class CloseStep(ir.Statement):
    """A step is left."""

    path: str
    place: int


@dataclass(eq=False, slots=True)
class At(ir.Statement):
    """What follows belongs to this place: said again where a block goes on behind an inner
    one.
    """

    place: int


@dataclass(frozen=True, slots=True)
class Rest:
    """One piece of what follows a point, innermost first: a sequence, or the loop it stands
    in.
    """

    block: ir.Block
    is_loop: bool = False


@dataclass(eq=False, slots=True)
class CutProcedure:
    """A procedure with its points; `part` for one that was taken out of another, `root`.

    `sets` are the locals that hold sets, `ends_with` those handed back, `unset` those that
    may be read before they have a value.
    """

    name: str
    parameters: tuple[str, ...]
    body: ir.Block
    place: int
    suspends: bool
    root: str
    part: Part | None = None
    sets: frozenset[str] = frozenset()
    ends_with: frozenset[str] = frozenset()
    locals: tuple[str, ...] = ()
    unset: tuple[str, ...] = ()
    points: list[Continuation] = field(default_factory=lambda: list[Continuation]())


@dataclass(eq=False, slots=True)
class Continuation:
    """The rest of a procedure behind a point; `live` are the locals its frames hold."""

    procedure: CutProcedure
    ordinal: int
    point: Point
    rest: tuple[Rest, ...]
    live: tuple[str, ...]
