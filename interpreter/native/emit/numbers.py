"""Expressions of numbers and truth as C.

Every expression is one piece of C: a loop stands in a statement expression, `({ ... })`. A C
variable that holds a set has a name with an s in front, any other holds a number.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager

from ....dsl.ir import ir
from ....dsl.ir.names import PLACE
from ....dsl.ir.standing import asked_first
from ...backend.simplify import is_plain
from ...backend.writer import Plan
from .kinds import Kinds
from .signatures import MANY, NotInC, signature_of

ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "//": "div_", "%": "mod_"}
SMALL_ENOUGH = 1 << 62


class Numbers(ABC):
    """Writes expressions of numbers; `scope` maps each local to its C variable. `allocates` is
    set where room was taken in the arena.
    """

    def __init__(self, plan: Plan, kinds: Kinds) -> None:
        self.plan = plan
        self.program = plan.program
        self.layout = plan.layout
        self.symbols = plan.symbols
        self.kinds = kinds
        self.owner = ""
        self.scope: dict[str, str] = {}
        self.names = 0
        self.allocates = False
        self.around: list[bool] = []  # the loops being written; whether each is around others

    # ---- what the sets add

    @abstractmethod
    def set_of(self, e: ir.Expression) -> str:
        """A set; possibly a live one."""

    @abstractmethod
    def zone_cell(self, e: ir.Zone) -> str:
        """The number of the cell of a zone."""

    @abstractmethod
    def heavy(self, e: ir.Expression) -> str:
        """A number that takes a loop."""

    # ---- names

    def fresh(self, is_set: bool = False) -> str:
        """A C variable that nobody else has."""
        self.names += 1
        return f"{'s' if is_set else 'x'}{self.names}"

    @contextmanager
    def bound(self, name: str, variable: str) -> Generator[None]:
        """Local `name` stands for a C variable inside."""
        outer = self.scope
        self.scope = {**outer, name: variable}
        yield
        self.scope = outer

    def is_set(self, e: ir.Expression) -> bool:
        """Whether an expression gives a set."""
        if isinstance(e, ir.Local) and e.name in self.scope:
            return self.scope[e.name].startswith("s")
        match e:
            case ir.Bind():
                with self.bound(e.name, "s" if self.is_set(e.of) else "x"):
                    return self.is_set(e.value)
            case ir.Mark():
                return self.is_set(e.value)
            case ir.Either():
                return self.is_set(e.then) or self.is_set(e.otherwise)
            case _:
                return self.kinds.is_set(e, self.owner)

    def released(self, write: Callable[[], str]) -> str:
        """A number worked out by `write`; what room it took in the arena is free again."""
        outer, self.allocates = self.allocates, False
        source = write()
        if self.allocates:
            mark, name = self.fresh(), self.fresh()
            source = f"({{ I *{mark} = top; I {name} = {source}; top = {mark}; {name}; }})"
        self.allocates = outer
        return source

    # ---- values

    def any_value(self, e: ir.Expression) -> str:
        """A number or a set, whichever it is."""
        return self.set_of(e) if self.is_set(e) else self.number(e)

    def number(self, e: ir.Expression) -> str:
        """The value of an expression as a number."""
        match e:
            case ir.Int():
                return self.constant(e.value)
            case ir.Local():
                return self.local(e.name)
            case ir.Field():
                return self.field(e)
            case ir.Table():
                return self._table(e)
            case ir.Arithmetic():
                return f"{ARITHMETIC[e.operator]}({self.number(e.left)}, {self.number(e.right)})"
            case ir.Either():
                then, otherwise = self.number(e.then), self.number(e.otherwise)
                return f"({self.truth(e.condition)} ? {then} : {otherwise})"
            case ir.NextPlayer():
                return f"next_seat({self.number(e.player)}, {e.steps % self.layout.seats})"
            case ir.Apply():
                return self.apply(e.function, e.arguments)
            case ir.ApplyDispatch():
                return self.dispatched(e)
            case ir.Entry():
                number = self.symbols.lists[e.table]
                size = len(self.program.lists[e.table])
                return f"entry(g{number}, {size}, {self.number(e.index)})"
            case ir.PlaceOf():
                return f"place_of({self.number(e.card)})"
            case ir.Unsettled():
                return "unsettled()"
            case ir.Sequence():
                return "S[SEQUENCE]"
            case ir.Native():
                return self.native(e)
            case ir.Mark():
                return self.number(e.value)
            case ir.Compare() | ir.And() | ir.Or() | ir.Not() | ir.Contains() | ir.Matches():
                return f"(I)({self.truth(e)})"
            case _:
                return self.heavy(e)

    def constant(self, value: int) -> str:
        """A number of the program."""
        if abs(value) >= SMALL_ENOUGH:
            raise NotInC("a number of the rules is too large")
        return str(value) if 0 <= value < 1 << 31 else f"((I){value}LL)"

    def local(self, name: str) -> str:
        """The C variable of a local."""
        if name not in self.scope:
            raise NotInC("a local has no value")
        return self.scope[name]

    def field(self, e: ir.Field) -> str:
        """The cell of a field: to be read."""
        slot = self.layout.field_slot(e.name)
        if slot.spec.per == "game" or e.owner is None:
            return f"S[{slot.index}]"
        if slot.spec.per == "player":
            return f"S[{self.seat_cell(slot.index, e.owner)}]"
        return f"COL({slot.index})[ck({self.number(e.owner)})]"

    def seat_cell(self, index: int, owner: ir.Expression, check: str = "ck_owner") -> str:
        """The number of the cell of one seat in a group of seats."""
        if isinstance(owner, ir.Int) and 0 <= owner.value < self.layout.seats:
            return str(index + owner.value)
        return f"{index} + {check}({self.number(owner)})"

    def table_number(self, name: str) -> int:
        """The number of a table of the match."""
        if name not in self.symbols.tables:
            raise NotInC("a table is not there")
        return self.symbols.tables[name]

    def _table(self, e: ir.Table) -> str:
        number = self.table_number(e.name)
        card = f"ck_table({self.number(e.card)})"
        if e.index is not None:
            if e.name not in self.kinds.set_tables:
                return f"((void){card}, (void){self.number(e.index)}, (I)-1)"
            return f"member(M->ts[{number}][{card}], {self.number(e.index)})"
        if e.name in self.kinds.set_tables:
            raise NotInC("a set stands where a number belongs")
        return f"M->t[{number}][{card}]"

    def native(self, e: ir.Native) -> str:
        """A call of a helper."""
        signature = signature_of(e.helper)
        self.allocates |= signature.gives_set
        given = (
            self.set_of(one) if signature.takes_set(k) else self.number(one)
            for k, one in enumerate(e.arguments)
        )
        listed = ", ".join(given)
        if e.helper in MANY:
            return f"h_{e.helper}((Set[]){{{listed}}}, {len(e.arguments)})"
        return f"h_{e.helper}({listed})"

    # ---- truth

    def truth(self, e: ir.Expression) -> str:
        """C that is true when the value is not 0."""
        match e:
            case ir.Compare(left=ir.Unsettled(), operator=">" | "!=", right=ir.Int(value=0)):
                return "(S[QUEUE] > 0)"
            case ir.Compare(">", ir.Count(ir.Bearers(group)), ir.Int(0)):
                return f"is_said({group})"
            case ir.Compare():
                return f"({self.number(e.left)} {e.operator} {self.number(e.right)})"
            case ir.Not():
                return f"(!{self.truth(e.value)})"
            case ir.And():
                return f"({self.truth(e.left)} && {self.truth(e.right)})"
            case ir.Or():
                return f"({self.truth(e.left)} || {self.truth(e.right)})"
            case ir.Either() if not self.is_set(e):
                then, otherwise = self.truth(e.then), self.truth(e.otherwise)
                return f"({self.truth(e.condition)} ? {then} : {otherwise})"
            case ir.Mark():
                return self.truth(e.value)
            case ir.Matches():
                return self._matches(e)
            case ir.Contains():
                return self._contains(e)
            case _:
                return f"({self.number(e)} != 0)"

    def _matches(self, e: ir.Matches) -> str:
        if not e.sets:
            return "1"
        sets = ", ".join(map(self.set_of, e.sets))
        return f"({{ Set sets[] = {{{sets}}}; matches(sets, {len(e.sets)}); }})"

    def _contains(self, e: ir.Contains) -> str:
        value = self.number(e.value)
        match e.of:
            case ir.Bearers(group=group):
                return f"says({value}, {group})"
            case ir.Zone():
                cell = self.zone_cell(e.of)
                return f"(COL({self.layout.columns[PLACE]})[ck({value})] == {cell})"
            case ir.Native(helper="stack_tops", arguments=(ir.Zone() as zone,)):
                name = self.fresh()
                with self.bound("#", name):
                    lies = self._contains(ir.Contains(zone, ir.Local("#")))
                return f"({{ I {name} = {value}; {lies} && lies_on_top({name}); }})"
            case ir.Items(items=items):
                name = self.fresh()
                tests = " || ".join(f"{name} == {self.number(item)}" for item in items)
                return f"({{ I {name} = {value}; {tests or '0'}; }})"
            case ir.Range():
                name = self.fresh()
                count = self.number(e.of.count)
                return f"({{ I {name} = {value}; {name} >= 0 && {name} < counted({count}); }})"
            case ir.Select():
                name = self.fresh()
                with self.bound("#", name):
                    inside = self.truth(ir.Contains(e.of.of, ir.Local("#")))
                with self.bound(e.of.name, name):
                    holds = self.truth(e.of.condition)
                return f"({{ I {name} = {value}; {inside} && {holds}; }})"
            case ir.Join(left=left, right=right):
                name = self.fresh()
                with self.bound("#", name):
                    sides = (self.truth(ir.Contains(one, ir.Local("#"))) for one in (left, right))
                    return f"({{ I {name} = {value}; {' || '.join(sides)}; }})"
            case _:
                return f"has({self.set_of(e.of)}, {value})"

    # ---- functions

    def apply(self, name: str, arguments: Iterable[ir.Expression]) -> str:
        """A call of a function."""
        if name not in self.plan.functions:
            raise NotInC("a function is not there")
        self.calls(name)
        self.allocates |= self.plan.functions[name].is_set
        function, number = self.plan.functions[name], self.symbols.functions[name]
        given = [*arguments]
        values = [*map(self.any_value, given)]
        call = f"f{number}({', '.join(values)})"
        found = None if function.is_set else asked_first(function.value)
        if found is None or not all(map(is_plain, given)):
            return call
        cards, other = found
        outer, self.scope = self.scope, dict(zip(function.parameters, values, strict=True))
        source = f"(is_said({cards.group}) ? {call} : {self.number(other)})"
        self.scope = outer
        return source

    def dispatched(self, e: ir.ApplyDispatch) -> str:
        """A call of a function out of a table."""
        self.calls(*self.program.dispatch.get(e.table, ()))
        self.allocates |= e.is_set
        given = (self.number(e.index), *map(self.any_value, e.arguments))
        return f"G{self.symbols.dispatch[e.table]}({', '.join(given)})"

    def calls(self, *functions: str) -> None:
        """Notes that one of some functions is called inside the loop that is written."""
        if self.around and not self.around[-1]:
            self.around[-1] = any(self.plan.has_loop(name) for name in functions)
