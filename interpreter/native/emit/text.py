"""Makes one C file out of a program: the whole native back end on one screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from ....dsl.ir import ir
from ....dsl.ir.names import VALUE
from ....dsl.ir.standing import Groups
from ....dsl.ir.traverse import all_nodes
from ....dsl.nodes.dataclass import dataclass
from ...backend.cut_nodes import CutProcedure, Point
from ...backend.writer import Plan, Watch
from ..block import Block
from .figures import defines, list_tables, property_tables, sets_array, zone_tables
from .flow import Flow
from .kinds import Kinds, of_function
from .signatures import FITTING, GROUPS

HEADERS = ("setjmp", "stdint", "stdlib", "string")


@dataclass(frozen=True, slots=True)
class Source:
    """A program in C for matches of up to `block.width` cards. `frames` by number of a
    continuation: which of its live locals are sets; `triggers`: which of their values are.
    `counted`: the places whose lines are counted. `says_worth`: it can tell what a position is
    worth. `watched`, `unions`: as in `Plan`.
    """

    text: str
    block: Block
    frames: tuple[tuple[bool, ...], ...]
    triggers: tuple[tuple[bool, ...], ...]
    counted: tuple[int, ...]
    says_worth: bool
    watched: tuple[Watch, ...]
    unions: tuple[Groups, ...]


@cache
def part(name: str) -> str:
    """A piece of C that all programs share."""
    return files(__package__ or "").joinpath(name).read_text("utf-8")


def source_of(plan: Plan, width: int, counted: Sequence[int] = ()) -> Source:
    """The C of a program; lines at the places `counted` are counted. Raises `NotInC`."""
    block, kinds = Block(plan, width), Kinds(plan)
    writer = Flow(plan, kinds, {place: i for i, place in enumerate(counted)})
    whole = Whole(writer)
    bodies = [*whole.functions(), *whole.procedures()]
    lines = [
        *(f"#include <{name}.h>" for name in HEADERS),
        *defines(plan, block, len(counted)),
        f"#define RESULTS {writer.most_results}",
        part("runtime.h").replace("/* FIGURES */", "\n".join(tables(plan, block))),
        part("helpers.h"),
        *(part(name) for name, helpers in PARTS.items() if asked_helpers(plan) & {*helpers}),
        *whole.heads(),
        *bodies,
        *whole.resumption(),
        part("driver.h"),
    ]
    cut = plan.cut
    return Source(
        "\n".join(lines) + "\n",
        block,
        tuple(
            tuple(dict(kinds.locals_of(found.procedure))[name] for name in found.live)
            for found in cut.continuations.values()
        ),
        tuple(whole.parameter_kinds(cut.procedures[name]) for name in plan.program.triggers),
        (*counted,),
        whole.says_worth,
        plan.watched,
        tuple(plan.unions),
    )


PARTS = {"groups.h": GROUPS, "fitting.h": FITTING}  # what only programs have that ask for it


def asked_helpers(plan: Plan) -> set[str]:
    """The helpers that a program asks."""
    nodes = all_nodes(
        *(one.value for one in plan.functions.values()),
        *(one for procedure in plan.program.procedures.values() for one in procedure.body),
    )
    return {node.helper for node in nodes if isinstance(node, ir.Native)}


def tables(plan: Plan, block: Block) -> Iterator[str]:
    """What is the same in all matches of the program."""
    yield from zone_tables(plan.layout, block)
    yield from property_tables(plan)
    yield from list_tables(plan)
    yield from sets_array("PRINTERS", [(*group,) for group in plan.program.bearers])


class Whole:
    """What there is once in a program."""

    def __init__(self, writer: Flow) -> None:
        self.writer = writer
        self.plan = writer.plan
        self.kinds = writer.kinds
        self.program = writer.plan.program
        self.recursive = recursive_functions(self.plan)
        nodes = [*all_nodes(*(one.value for one in self.plan.functions.values()))]
        nodes += all_nodes(*(s for one in self.plan.cut.procedures.values() for s in one.body))
        found = (one.ask if isinstance(one, Point) else one for one in nodes)
        inner = [*found]
        self.used_functions = {one.table for one in inner if isinstance(one, ir.ApplyDispatch)}
        value = self.plan.functions.get(VALUE)
        self.says_worth = value is not None and not value.is_set and len(value.parameters) == 1
        self.used_procedures = {one.table for one in inner if isinstance(one, ir.Run)}
        self.rare = {*self.program.triggers}.union(*self.program.dispatch.values())

    # ---- heads

    def heads(self) -> Iterator[str]:
        """All functions before any is written, and those that pick one by number."""
        for name in self.plan.functions:
            yield self._function_head(name) + ";"
        for procedure in self.plan.cut.procedures.values():
            yield self.writer.signature(procedure) + ";"
        for table in sorted(self.used_functions, key=self._number):
            yield from self._function_table(table)
        for table in sorted(self.used_procedures, key=self._number):
            yield from self._procedure_table(table)
        yield from self._triggered()

    def _number(self, table: str) -> int:
        return self.plan.symbols.dispatch[table]

    def _function_head(self, name: str) -> str:
        function = self.plan.functions[name]
        kind = "Set" if function.is_set else "I"
        parameters = ", ".join(
            f"{'Set' if self._is_set(name, one) else 'I'} {self._parameter(name, i)}"
            for i, one in enumerate(function.parameters)
        )
        number = self.plan.symbols.functions[name]
        return f"static {kind} f{number}({parameters or 'void'})"

    def _is_set(self, function: str, parameter: str) -> bool:
        return (of_function(function), parameter) in self.kinds.sets

    def _parameter(self, function: str, i: int) -> str:
        name = self.plan.functions[function].parameters[i]
        return f"{'s' if self._is_set(function, name) else 'v'}_{i}"

    def _function_table(self, table: str) -> Iterator[str]:
        names = self.program.dispatch.get(table, ())
        if not names:
            yield f"static I G{self._number(table)}(I i, ...) {{ return 0; }}"
            return
        function = self.plan.functions[names[0]]
        kind = "Set" if function.is_set else "I"
        sets = [self._is_set(names[0], one) for one in function.parameters]
        given = [f"a{i}" for i in range(len(sets))]
        listed = "".join(
            f", {'Set' if is_set else 'I'} {a}" for a, is_set in zip(given, sets, strict=True)
        )
        yield f"static {kind} G{self._number(table)}(I i{listed}) {{ switch (i) {{"
        for i, name in enumerate(names):
            yield f"case {i}: return f{self.plan.symbols.functions[name]}({', '.join(given)});"
        nothing = "EMPTY" if function.is_set else "0"
        yield f"}} if (i != -1 && i != {len(names)}) stop(BEYOND); return {nothing}; }}"

    def _procedure_table(self, table: str) -> Iterator[str]:
        names = self.program.dispatch[table]
        number = self._number(table)
        if not names:
            yield f"static int D{number}(I i, ...) {{ return 0; }}"
            return
        parameters = self.writer.parameters(self.plan.cut.procedures[names[0]])
        given = ", ".join(one.split()[1] for one in parameters)
        listed = "".join(f", {one}" for one in parameters)
        yield f"static int D{number}(I i{listed}) {{ switch (i) {{"
        for i, name in enumerate(names):
            yield f"case {i}: return p{self.plan.numbers[name]}({given});"
        yield f"}} if (i != -1 && i != {len(names)}) stop(BEYOND); return 0; }}"

    def _triggered(self) -> Iterator[str]:
        yield "static int triggered(const I *q) { if (!q) return 0; switch (*q++) {"
        for i, name in enumerate(self.program.triggers):
            kinds = self.parameter_kinds(self.plan.cut.procedures[name])
            takes = " ".join(
                f"Set a{k} = set_in(&q);" if is_set else f"I a{k} = *q++;"
                for k, is_set in enumerate(kinds)
            )
            given = ", ".join(f"a{k}" for k in range(len(kinds)))
            yield f"case {i}: {{ {takes} return p{self.plan.numbers[name]}({given}); }}"
        yield "} stop(BEYOND); }"

    def parameter_kinds(self, procedure: CutProcedure) -> tuple[bool, ...]:
        """Which parameters of a procedure are sets."""
        sets = dict(self.kinds.locals_of(procedure))
        return tuple(sets[name] for name in procedure.parameters)

    # ---- bodies

    def functions(self) -> Iterator[str]:
        """The pure functions."""
        writer = self.writer
        for name, function in self.plan.functions.items():
            writer.owner, writer.names, writer.around = of_function(name), 0, []
            writer.scope = {
                one: self._parameter(name, i) for i, one in enumerate(function.parameters)
            }
            yield f"{self._function_head(name)} {{"
            deep = name in self.recursive
            if deep:
                yield "if (++depth > DEEP) stop(ENDLESS);"
            if function.is_set:
                writer.allocates = False
                yield f"Set r = {writer.set_of(function.value)};"
            else:
                value = function.value
                yield f"I r = {writer.released(lambda value=value: writer.number(value))};"
            yield f"{'depth--; ' if deep else ''}return r; }}"

    def procedures(self) -> Iterator[str]:
        """The procedures."""
        for name, procedure in self.plan.cut.procedures.items():
            first, *others = self.writer.main(procedure)
            yield from (("RARE " if name in self.rare else "") + first, *others)

    def resumption(self) -> Iterator[str]:
        """How a game begins, and goes on behind a point."""
        yield f"static int game(void) {{ return p{self.plan.numbers['game']}(); }}"
        worth = f"f{self.plan.symbols.functions[VALUE]}(seat)" if self.says_worth else "0"
        yield f"#define SAYS_WORTH {int(self.says_worth)}"
        yield f"static I worth_of(I seat) {{ return {worth}; }}"
        yield "static int resume(I k, const I *f) { switch (k) {"
        for number, found in self.plan.cut.continuations.items():
            procedure = found.procedure
            kinds = self.parameter_kinds(procedure)
            nothing = "".join(", EMPTY" if is_set else ", 0" for is_set in kinds)
            name = self.plan.numbers[procedure.name]
            yield f"case {number}: return q{name}({number}, f{nothing});"
        yield "} stop(BEYOND); }"


def recursive_functions(plan: Plan) -> set[str]:
    """The functions that can come back to themselves."""
    calls: dict[str, set[str]] = {}
    for name, function in plan.functions.items():
        calls[name] = set()
        for node in all_nodes(function.value):
            if isinstance(node, ir.Apply):
                calls[name].add(node.function)
            elif isinstance(node, ir.ApplyDispatch):
                calls[name].update(plan.program.dispatch.get(node.table, ()))
    found = set[str]()
    for name in calls:
        ahead, known = [*calls[name]], set[str]()
        while ahead:
            one = ahead.pop()
            if one not in known:
                known.add(one)
                ahead += calls.get(one, ())
        if name in known:
            found.add(name)
    return found
