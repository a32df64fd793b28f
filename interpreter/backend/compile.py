"""Makes generated Python out of a program: the whole back end on one screen."""

from __future__ import annotations

import marshal
from collections.abc import Sequence
from dataclasses import dataclass
from types import CodeType

from ...dsl.ir.ir import Choose, Mark, Program
from ...dsl.ir.traverse import all_nodes
from ..runtime.faults import CannotCompile
from ..runtime.natives import FILE
from .cut_nodes import Continuation
from .emit_driver import write_driver
from .emit_flow import Flow
from .emit_seek import SeekFlow
from .symbols import Symbols
from .writer import Plan, Variant, Writer

__all__ = ["Compiled", "Row", "Variant", "compile_plan", "compile_program", "new_plan"]

PIECE = 500  # lines that are compiled at once, if no function is longer


@dataclass(frozen=True, slots=True)
class Row:
    """What a continuation's frames mean: where they wait, and the locals they hold, in
    order. `step`: the path of the step that the procedure is the body of.
    """

    procedure: str
    step: str
    ordinal: int
    place: int
    site: int
    values: tuple[str, ...]
    sets: frozenset[str]


@dataclass(frozen=True, slots=True)
class Compiled:
    """All a match needs to play a program in one variant, without generating again. May be
    pickled.

    `code` is code objects marshalled for one version of Python; `line_places` maps a line
    of the source to a place.
    """

    variant: Variant
    source: str
    code: bytes
    continuations: tuple[Row, ...]
    symbols: Symbols
    line_places: tuple[int, ...]


def compile_program(program: Program, variant: Variant) -> Compiled:
    """Compiles a program in one variant."""
    return compile_plan(new_plan(program, variant.marks), variant)


def new_plan(program: Program, counts_marks: bool = False) -> Plan:
    """What the variants of a program share; those that count marks share another."""
    try:
        return Plan(program, counts_marks)
    except RecursionError as error:
        raise CannotCompile("a rule is nested too deeply") from error


def compile_plan(plan: Plan, variant: Variant) -> Compiled:
    """The same for a plan that several variants share."""
    out = Writer()
    flow = SeekFlow(plan, out, variant) if variant.seek else Flow(plan, out, variant)
    for name, function in plan.functions.items():
        _write_function(flow, name, function.parameters)
    for procedure in plan.cut.procedures.values():
        flow.main(procedure)
    for number, found in enumerate(plan.cut.continuations):
        flow.continuation(number, found)
    write_driver(plan, out, variant)
    return Compiled(
        variant,
        out.text(),
        _code(out.lines),
        tuple(_row(plan.program, found) for found in plan.cut.continuations),
        plan.symbols,
        tuple(out.places),
    )


def _code(lines: Sequence[str]) -> bytes:
    """The lines compiled piece by piece: Python needs much memory for a large piece."""
    found: list[CodeType] = []
    begin = 0
    try:
        for end in range(1, len(lines) + 1):
            if end < len(lines) and (
                end - begin < PIECE or not lines[end].startswith("def ")
            ):
                continue
            text = "\n" * begin + "\n".join(lines[begin:end]) + "\n"
            found.append(compile(text, FILE, "exec", optimize=2))
            begin = end
        return marshal.dumps(tuple(found))
    except (SyntaxError, RecursionError, MemoryError) as error:
        raise CannotCompile(f"a rule is nested too deeply: {error}") from error


def _row(program: Program, found: Continuation) -> Row:
    ask = found.point.ask
    site = ask.site if isinstance(ask, Choose) else -1
    sets = found.procedure.sets & set(found.live)
    return Row(
        found.procedure.name,
        program.procedures[found.procedure.root].step,
        found.ordinal,
        found.point.place,
        site,
        found.live,
        frozenset(sets),
    )


def _write_function(flow: Flow, name: str, parameters: tuple[str, ...]) -> None:
    plan, out = flow.plan, flow.out
    marks = (node for node in all_nodes(plan.program.functions[name].value))
    place = next((node.place for node in marks if isinstance(node, Mark)), 0)
    out.names, out.place = 0, place
    flow.scope = {parameter: f"a{i}" for i, parameter in enumerate(parameters)}
    listed = "".join(f", a{i}" for i in range(len(parameters)))
    with out.under(f"def f{plan.symbols.functions[name]}(S{listed}):"):
        out.put(f"return {flow.any_source(plan.functions[name].value)}")
