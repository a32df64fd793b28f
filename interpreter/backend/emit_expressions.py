"""Expressions of numbers and truth as Python source.

A *light* expression becomes one piece of source. Any other (a loop over a set, a pipeline,
something very deep) is written as statements in front, which leave the value in a fresh
variable; expressions change nothing, so it does not matter that they run earlier. What
stands behind `and`, `or` and `either` is then written under an `if`. No comprehension is
ever written: loops are faster and have no scope of their own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import cast

from ...dsl.ir import ir
from ...dsl.ir.names import PLACE
from ...dsl.ir.standing import asked_first
from ...dsl.ir.traverse import all_nodes, child_expressions, operands
from ..runtime.faults import CannotCompile
from ..runtime.natives import NATIVES
from .layout import SEQUENCE
from .writer import Plan, Variant, Writer

TALL = 12  # an expression higher than this is written in several lines
INLINE_TALL = 7  # neither is one written inside that is higher
INLINE_NODES = 16  # a function larger than this is called
SOME = (("!=", 0), (">", 0), (">=", 1))  # how many members a set has that is not empty
NO = (("==", 0), ("<", 1), ("<=", 0))


class Numbers(ABC):
    """Writes expressions of numbers; `scope` maps each local to its Python name."""

    def __init__(self, plan: Plan, out: Writer, variant: Variant) -> None:
        self.variant = variant
        self.plan = plan
        self.layout = plan.layout
        self.symbols = plan.symbols
        self.seats = plan.program.seats
        self.pays_rounds = plan.program.pays_rounds
        self.out = out
        self.scope: dict[str, str] = {}
        self._heights: dict[int, tuple[ir.Expression, int]] = {}
        self._inline: dict[str, bool] = {}
        self._busy: list[str] = []
        self.around: list[bool] = []  # the loops being written; whether each is around others

    def put(self, line: str) -> None:
        """One line."""
        self.out.put(line)

    # ---- what the sets add

    @abstractmethod
    def set_source(self, e: ir.Expression) -> str:
        """Source of a list, tuple or range; possibly a live one."""

    @abstractmethod
    def of_members(self, e: ir.Count | ir.TopOne | ir.BottomOne) -> str:
        """Source of how many members a set has, or of the one at an end."""

    @abstractmethod
    def heavy_value(self, e: ir.Expression) -> str:
        """Writes the statements of an expression that is not light; gives a variable."""

    @property
    def place(self) -> int:
        """The place of the rules whose code is being written."""
        return self.out.place

    # ---- form

    def height(self, e: ir.Expression) -> int:
        """How deep the source is nested; beyond `TALL` when it cannot be one piece of
        source.
        """
        known = self._heights.get(id(e))
        if known is None:
            known = self._heights[id(e)] = (e, self._measure(e))
        return known[1]

    def _measure(self, e: ir.Expression) -> int:
        if isinstance(e, ir.Pipeline):
            spec = self.plan.program.properties[e.name]
            if e.standing or e.name in self.plan.modified or spec.floor is not None:
                return TALL + 1
            return self.height(e.base)
        if e.inside or isinstance(e, ir.Mark):
            return TALL + 1
        if isinstance(e, ir.Contains) and isinstance(
            e.of, ir.Join | ir.Select | ir.Each | ir.Flatten
        ):
            return TALL + 1
        if isinstance(e, ir.And | ir.Or):
            return 1 + max(map(self.height, operands(e)))
        if isinstance(e, ir.Range) and not isinstance(e.count, ir.Int):
            return min(TALL, 1 + self.height(e.count))
        return 1 + max(map(self.height, child_expressions(e)), default=0)

    def is_light(self, e: ir.Expression) -> bool:
        """Whether the value can be one piece of source."""
        return self.height(e) <= TALL

    def is_set(self, e: ir.Expression) -> bool:
        """Whether the value is a set by its form (a local tells nothing)."""
        match e:
            case ir.Entry() | ir.ApplyDispatch():
                return e.is_set
            case ir.Bind() | ir.Mark():
                return self.is_set(e.value)
            case ir.Either():
                return self.is_set(e.then) or self.is_set(e.otherwise)
            case ir.Apply():
                return self.plan.functions[e.function].is_set
            case ir.Native():
                return NATIVES[e.helper][1]
            case _:
                return e.gives == "set"

    @contextmanager
    def bound(self, name: str, source: str) -> Generator[None]:
        """Local `name` stands for `source` inside."""
        outer = self.scope
        self.scope = {**outer, name: source}
        yield
        self.scope = outer

    # ---- values

    def any_source(self, e: ir.Expression) -> str:
        """Source of a number or of a set, whichever it is."""
        return self.set_source(e) if self.is_set(e) else self.value(e)

    def atom(self, e: ir.Expression) -> str:
        """A name or a number: the value may be used several times."""
        return self.named(self.any_source(e))

    def named(self, source: str) -> str:
        """The same for source that is written already."""
        if source.isalnum() or source.lstrip("(-").rstrip(")").isdecimal():
            return source
        return self.stored(source)

    def stored(self, source: str) -> str:
        """Writes the value into a fresh variable; gives its name."""
        name = self.out.fresh()
        self.put(f"{name} = {source}")
        return name

    def piece(self, e: ir.Expression) -> str:
        """The value as a part of larger source."""
        return self.value(e) if self.is_light(e) else self.atom(e)

    def value(self, e: ir.Expression) -> str:
        """Source of an int (never a bool)."""
        match e:
            case ir.Int():
                return str(e.value) if e.value >= 0 else f"({e.value})"
            case ir.Local():
                return self.local(e.name)
            case ir.Field():
                return self.field(e)
            case ir.Table():
                return self._table(e)
            case ir.Arithmetic():
                return f"({self.piece(e.left)} {e.operator} {self.piece(e.right)})"
            case ir.Compare():
                return f"(+{self._comparison(e)})"
            case ir.Either() if self.is_light(e):
                then, otherwise = self.piece(e.then), self.piece(e.otherwise)
                return f"({then} if {self.truth(e.condition)} else {otherwise})"
            case ir.NextPlayer():  # out of a table in which nobody is followed by nobody
                return f"o{e.steps % self.seats}[{self.piece(e.player)}]"
            case ir.Apply():
                return self.apply(e)
            case ir.ApplyDispatch():
                self.calls(*self.plan.program.dispatch.get(e.table, ()))
                table = f"{'J' if e.is_set else 'G'}{self.symbols.dispatch[e.table]}"
                return f"{table}[{self.piece(e.index)}](S{self.arguments(e.arguments)})"
            case ir.Entry():
                kind = "j" if e.is_set else "g"
                return f"{kind}{self.symbols.lists[e.table]}[{self.piece(e.index)}]"
            case ir.PlaceOf():
                return f"Z[S[{self.layout.columns[PLACE]}][{self.piece(e.card)}]]"
            case ir.Matches():
                return f"(+matches(({''.join(f'{self.argument(of)}, ' for of in e.sets)})))"
            case ir.Native():
                return self._native(e)
            case ir.Contains() if self.is_light(e):
                return f"(+{self.truth(e)})"
            case ir.Count() | ir.TopOne() | ir.BottomOne():
                return self.of_members(e)
            case ir.Unsettled():
                return f"len(S[{self.layout.queue}])"
            case ir.Sequence():
                return f"S[{SEQUENCE}]"
            case ir.Pipeline() if self.is_light(e):
                return self.value(e.base)
            case _:
                return self.heavy_value(e)

    def local(self, name: str) -> str:
        """The Python name of a local."""
        if name not in self.scope:
            raise CannotCompile(f"no local {name}")
        return self.scope[name]

    def cell(self, first: int, owner: ir.Expression) -> str:
        """The number of the cell of one seat in a group of seats, as source."""
        if isinstance(owner, ir.Int):
            return str(first + owner.value)
        source = self.piece(owner)
        return str(first + int(source)) if source.isdecimal() else f"{first} + {source}"

    def field(self, e: ir.Field) -> str:
        """The cell of a field: to be read or written."""
        slot = self.layout.field_slot(e.name)
        if slot.spec.per == "game" or e.owner is None:
            return f"S[{slot.index}]"
        if slot.spec.per == "player":
            return f"S[{self.cell(slot.index, e.owner)}]"
        return f"S[{slot.index}][{self.piece(e.owner)}]"

    def _table(self, e: ir.Table) -> str:
        number = self.symbols.tables.get(e.name)
        if number is None:
            raise CannotCompile(f"no table {e.name}")
        if e.index is None:
            return f"t{number}[{self.piece(e.card)}]"
        return f"x{number}[{self.piece(e.card)}][{self.piece(e.index)}]"

    def _native(self, e: ir.Native) -> str:
        if e.helper not in NATIVES:
            raise CannotCompile(f"no helper {e.helper}")
        return f"h_{e.helper}(S, M{self.arguments(e.arguments)})"

    def argument(self, e: ir.Expression) -> str:
        """The value as an argument of a call."""
        return self.any_source(e) if self.is_light(e) else self.atom(e)

    def arguments(self, values: Iterable[ir.Expression]) -> str:
        """Values as arguments behind the first of a call."""
        return "".join(f", {self.argument(value)}" for value in values)

    # ---- truth

    def truth(self, e: ir.Expression) -> str:
        """Source that is true when the value is not 0."""
        match e:
            case ir.Compare(left=ir.Count() | ir.Unsettled(), right=ir.Int(value=0 | 1)):
                return self._any_member(e) or self._comparison(e)
            case ir.Compare():
                return self._comparison(e)
            case ir.Not():
                return f"(not {self.truth(e.value)})"
            case ir.And() | ir.Or():
                return self._junction(operands(e), "and" if isinstance(e, ir.And) else "or")
            case ir.Contains() if self.is_light(e):
                return self._contains(e)
            case ir.Either() if self.is_light(e):
                then, otherwise = self.truth(e.then), self.truth(e.otherwise)
                return f"({then} if {self.truth(e.condition)} else {otherwise})"
            case ir.Apply():
                return self.apply(e, as_truth=True)
            case _:
                return self.value(e)

    def _comparison(self, e: ir.Compare) -> str:
        return f"({self.piece(e.left)} {e.operator} {self.piece(e.right)})"

    def _any_member(self, e: ir.Compare) -> str:
        """A question whether a set is empty; nothing if it is another."""
        question = (e.operator, cast(ir.Int, e.right).value)
        if question not in SOME and question not in NO:
            return ""
        if isinstance(e.left, ir.Unsettled):
            source = f"S[{self.layout.queue}]"
        elif isinstance(e.left, ir.Count) and self.is_light(e.left):
            source = self.set_source(e.left.of)
        else:
            return ""
        return source if question in SOME else f"(not {source})"

    def _junction(self, sides: list[ir.Expression], word: str) -> str:
        """Light sides are one piece of source; behind a heavy one all is under an `if`."""
        rows: list[list[ir.Expression]] = []
        for side in sides:
            if rows and self.is_light(side) and self.is_light(rows[-1][-1]):
                rows[-1].append(side)
            else:
                rows.append([side])
        if len(rows) == 1:
            return f"({f' {word} '.join(map(self.truth, rows[0]))})"
        name = self.out.fresh()
        self._put_row(name, rows[0], word)
        for row in rows[1:]:
            with self.out.under(f"if {name}:" if word == "and" else f"if not {name}:"):
                self._put_row(name, row, word)
        return name

    def _put_row(self, name: str, row: list[ir.Expression], word: str) -> None:
        self.put(f"{name} = {f' {word} '.join(map(self.truth, row))}")

    def _contains(self, e: ir.Contains) -> str:
        match e.of:
            case ir.Zone():
                place = self.layout.columns[PLACE]
                return f"(S[{place}][{self.piece(e.value)}] == {self.zone_cell(e.of)})"
            case ir.Native(helper="stack_tops", arguments=(ir.Zone() as zone,)):
                value = self.atom(e.value)
                with self.bound("#", value):
                    lies = self._contains(ir.Contains(zone, ir.Local("#")))
                return f"({lies} and lies_on_top(S, M, {value}))"
            case ir.Range():
                return f"(0 <= {self.piece(e.value)} < {self.piece(e.of.count)})"
            case _:
                return f"({self.piece(e.value)} in {self.set_source(e.of)})"

    def zone_cell(self, e: ir.Zone) -> str:
        """The number of the cell of a zone's list, as source."""
        slot = self.layout.zone_slot(e.name)
        if not slot.spec.per_player or e.owner is None:
            return str(slot.index)
        return self.cell(slot.index, e.owner)

    # ---- functions

    def apply(self, e: ir.Apply, as_truth: bool = False) -> str:
        """A call, or the function's own expression when it is small."""
        function = self.plan.functions.get(e.function)
        if function is None:
            raise CannotCompile(f"no function {e.function}")
        if not self._can_inline(function, e.arguments):
            self.calls(e.function)
            values = [self.argument(value) for value in e.arguments]
            call = f"f{self.symbols.functions[e.function]}({', '.join(['S', *values])})"
            return self._where_it_may_differ(function, values, call)
        outer, inner = self.scope, map(self.argument, e.arguments)
        self.scope = dict(zip(function.parameters, [*inner], strict=True))
        self._busy.append(function.name)
        write = self.truth if as_truth else self.any_source
        source = write(function.value)
        self._busy.pop()
        self.scope = outer
        return source

    def _where_it_may_differ(self, function: ir.Function, values: list[str], call: str) -> str:
        """A call, but in a match that has no card of those that a function asks for first only what
        it gives then.
        """
        found = asked_first(function.value)
        if found is None:
            return call
        cards, other = found
        outer, self.scope = self.scope, dict(zip(function.parameters, values, strict=True))
        source = f"({call} if {self.set_source(cards)} else {self.value(other)})"
        self.scope = outer
        return source

    def calls(self, *functions: str) -> None:
        """Notes that one of some functions is called inside the loop that is written."""
        if self.around and not self.around[-1]:
            self.around[-1] = any(self.plan.has_loop(name) for name in functions)

    def _is_short(self, e: ir.Expression) -> bool:
        if isinstance(e, ir.NextPlayer):
            return isinstance(e.player, ir.Local)
        return isinstance(e, ir.Local | ir.Int)

    def _can_inline(self, function: ir.Function, arguments: tuple[ir.Expression, ...]) -> bool:
        name = function.name
        if name not in self._inline:
            nodes = [*all_nodes(function.value)]
            deep = self.height(function.value) > INLINE_TALL
            self._inline[name] = len(nodes) <= INLINE_NODES and not deep
        if not self._inline[name] or name in self._busy or len(self._busy) > 2:
            return False
        used = [node.name for node in all_nodes(function.value) if isinstance(node, ir.Local)]
        return all(
            self._is_short(argument) or used.count(parameter) <= 1
            for parameter, argument in zip(function.parameters, arguments, strict=True)
        )
