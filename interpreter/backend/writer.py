"""Lines of generated source, and what every part of the generator must know."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace

from ...dsl.ir import ir
from ...dsl.ir.traverse import all_statements
from ...dsl.nodes.dataclass import dataclass
from .budget import Costs
from .cut import GROWTH, SMALL, Cut
from .layout import Layout
from .simplify import simplify
from .symbols import Symbols


@dataclass(frozen=True, slots=True)
class Variant:
    """One compilation of a program; all share the state and the numbers of continuations.

    `record` calls the state's recorder after each event; `lines` counts each `Line` that
    runs, `marks` also each `Mark` of what is worked out; `seek` can start at a step.
    """

    record: bool = False
    lines: bool = False
    seek: bool = False
    marks: bool = False


class Plan:
    """The program with its tables, worked out once for all variants (but those that count
    marks).
    """

    def __init__(
        self,
        program: ir.Program,
        counts_marks: bool = False,
        growth: int = GROWTH,
        small: int = SMALL,
    ) -> None:
        self.program = program
        self.layout = Layout(program)
        self.symbols = Symbols(program)
        self.cut = Cut(program, growth, small, drop_marks=not counts_marks)
        self.costs = Costs(program, self.cut.procedures)
        self.functions: dict[str, ir.Function] = {
            name: replace(function, value=simplify(function.value, program.seats, not counts_marks))
            for name, function in program.functions.items()
        }
        self.modified = {
            node.name
            for procedure in program.procedures.values()
            for node in all_statements(*procedure.body)
            if isinstance(node, ir.Modify)
        }
        self.numbers = {name: i for i, name in enumerate(self.cut.procedures)}


class Writer:
    """Collects lines; `fresh` gives a local name nobody else has in this function."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.places: list[int] = []
        self.place = 0
        self.depth = 0
        self.names = 0

    def put(self, line: str) -> None:
        """One line at the present depth and place of the rules."""
        self.lines.append(" " * self.depth + line)
        self.places.append(self.place)

    def fresh(self) -> str:
        """A new local variable of the generated function."""
        self.names += 1
        return f"w{self.names}"

    @contextmanager
    def under(self, head: str) -> Generator[None]:
        """Lines inside `head`, which ends with a colon; never empty."""
        self.put(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.put("pass")
        self.depth -= 1

    def text(self) -> str:
        """The whole source."""
        return "\n".join(self.lines) + "\n"
