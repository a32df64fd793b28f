"""Makes generated Python out of a program: the whole back end on one screen."""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache, partial
from itertools import repeat
from types import CodeType, FunctionType
from typing import Any

from ...dsl.ir.ir import Choose, Mark, Program
from ...dsl.ir.standing import Groups
from ...dsl.ir.traverse import all_nodes
from ...dsl.nodes.dataclass import dataclass
from ..runtime.faults import CannotCompile
from ..runtime.natives import FILE
from .cut_nodes import Continuation, CutProcedure
from .emit_driver import write_driver
from .emit_flow import Flow
from .emit_seek import SeekFlow
from .symbols import Symbols
from .writer import Plan, Variant, Watch, Writer

__all__ = [
    "Code",
    "Compiled",
    "LazyCode",
    "Row",
    "Variant",
    "compile_plan",
    "compile_program",
    "new_plan",
]

MOST_CODES = 16  # kept unpacked
UNGENERATED = "def {0}(*arguments): return generate('{0}')(*arguments)"
MOST_TEXTS = 8192  # of single functions, kept with their code
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
    of the source to a place, `procedures` the number of a function `p..` to its name, `left`,
    `ended`, `watched` and `unions` as in `Plan`.
    """

    variant: Variant
    source: str
    code: bytes
    continuations: Mapping[int, Row]
    symbols: Symbols
    line_places: Sequence[int]
    procedures: Mapping[int, str]
    left: Sequence[int]
    ended: Sequence[int]
    watched: Sequence[Watch]
    unions: Sequence[Groups]

    def enter(self, namespace: dict[str, Any]) -> None:
        """Puts the functions into a namespace."""
        for piece in _unpacked(self.code):
            exec(piece, namespace)


@cache
def _unwritten(name: str) -> CodeType:
    """A function of this name that generates itself when it is called."""
    found: dict[str, Any] = {}
    exec(UNGENERATED.format(name), found)
    return found[name].__code__


@lru_cache(maxsize=MOST_CODES)
def _unpacked(code: bytes) -> tuple[CodeType, ...]:
    """Generated code ready to run; matches of one format share it."""
    return marshal.loads(code)


class LazyCode:
    """The same for a program of which a match may need little: a function is generated when it is
    first called, and then known to all matches. These share a `namespace`, once there is one, and
    play by turns: the one that plays has put there what is its own.
    """

    def __init__(self, program: Program, variant: Variant, plan: Plan | None = None) -> None:
        self.namespace: dict[str, Any] | None = None
        plan = plan or new_plan(program, variant.marks, lazily=True)
        self._cut = plan.cut
        self._out = out = Writer()
        self._flow = flow = _new_flow(plan, out, variant)
        self._codes: dict[str, CodeType] = {}
        self._writers: dict[str, Callable[[], None]] = {}
        for name, number in plan.symbols.functions.items():
            self._writers[f"f{number}"] = partial(_write_function, flow, name)
        for name in program.procedures:
            self._writers[f"p{plan.numbers[name]}"] = partial(self._write_procedure, name)
        write_driver(plan, out, variant)
        self._driver = _compiled(out.lines, 0)
        self.symbols = plan.symbols
        self.continuations = LazyRows(plan)
        self.line_places: Sequence[int] = out.places
        self.procedures: Mapping[int, str] = plan.cut.names
        self.left: Sequence[int] = plan.left
        self.ended: Sequence[int] = plan.ended
        self.watched: Sequence[Watch] = plan.watched
        self.unions: Sequence[Groups] = tuple(plan.unions)

    def enter(self, namespace: dict[str, Any]) -> None:
        """Puts the functions into a namespace, and runs what else there is."""

        def generate(name: str) -> Callable[..., Any]:
            function = namespace[name]
            function.__code__ = self._code(name)
            return function

        self.namespace = namespace
        namespace["generate"] = generate
        functions = map(FunctionType, self._unwritten, repeat(namespace))
        namespace.update(zip(self._writers, functions, strict=True))
        namespace["K"] = LazyContinuations(self.continuation)
        exec(self._driver, namespace)

    def continuation(self, number: int) -> Callable[..., Any]:
        """The function that goes on behind a point."""
        found = self._cut.continuation(number)
        return self._add(f"k{number}", partial(self._write_continuation, number, found))

    def _write_procedure(self, name: str) -> None:
        procedure = self._cut.procedure(name)
        self._add_parts(procedure)
        self._flow.main(procedure)

    def _write_continuation(self, number: int, found: Continuation) -> None:
        self._add_parts(found.procedure)
        self._flow.continuation(number, found)

    def _add_parts(self, procedure: CutProcedure) -> None:
        """Functions for what a procedure was divided into."""
        for part in self._cut.parts(procedure.root):
            name = f"p{self._cut.numbers[part]}"
            if name not in self._writers:
                self._add(name, partial(self._write_procedure, part))

    def _add(self, name: str, writer: Callable[[], None]) -> Callable[..., Any]:
        """One function more, not written yet."""
        assert self.namespace is not None
        self._writers[name] = writer
        function = self.namespace[name] = FunctionType(_unwritten(name), self.namespace)
        return function

    @cached_property
    def _unwritten(self) -> tuple[CodeType, ...]:
        """What each function is until it is first called."""
        return tuple(map(_unwritten, self._writers))

    def _code(self, name: str) -> CodeType:
        if name not in self._codes:
            begin = len(self._out.lines)
            self._writers[name]()
            module = _compiled(self._out.lines, begin, _known_text)
            found = (one for one in module.co_consts if isinstance(one, CodeType))
            self._codes[name] = next(found)
        return self._codes[name]


class LazyContinuations(dict[int, Callable[..., Any]]):
    """Functions by the number of a continuation, each made when it is first asked for."""

    def __init__(self, make: Callable[[int], Callable[..., Any]]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, number: int) -> Callable[..., Any]:
        found = self[number] = self.make(number)
        return found


class LazyRows(Mapping[int, Row]):
    """What continuations mean, for a program that is cut lazily; one that asks for all has it
    cut.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.known: dict[int, Row] = {}

    def __getitem__(self, number: int) -> Row:
        if number not in self.known:
            found = self.plan.cut.continuation(number)
            self.known[number] = _row(self.plan.program, found)
        return self.known[number]

    def __iter__(self) -> Iterator[int]:
        self.plan.cut.finish()
        return iter(self.plan.cut.continuations)

    def __len__(self) -> int:
        return sum(1 for _ in self)


Code = Compiled | LazyCode


def compile_program(program: Program, variant: Variant) -> Compiled:
    """Compiles a program in one variant."""
    return compile_plan(new_plan(program, variant.marks), variant)


def new_plan(program: Program, counts_marks: bool = False, lazily: bool = False) -> Plan:
    """What the variants of a program share; those that count marks share another."""
    try:
        return Plan(program, counts_marks, lazily=lazily)
    except RecursionError as error:
        raise CannotCompile("a rule is nested too deeply") from error


def compile_plan(plan: Plan, variant: Variant) -> Compiled:
    """The same for a plan that several variants share."""
    out = Writer()
    flow = _new_flow(plan, out, variant)
    for name in plan.functions:
        _write_function(flow, name)
    for procedure in plan.cut.procedures.values():
        flow.main(procedure)
    for number, found in plan.cut.continuations.items():
        flow.continuation(number, found)
    write_driver(plan, out, variant)
    return Compiled(
        variant,
        out.text(),
        _code(out.lines),
        {number: _row(plan.program, found) for number, found in plan.cut.continuations.items()},
        plan.symbols,
        tuple(out.places),
        plan.cut.names,
        plan.left,
        plan.ended,
        plan.watched,
        tuple(plan.unions),
    )


def _new_flow(plan: Plan, out: Writer, variant: Variant) -> Flow:
    return SeekFlow(plan, out, variant) if variant.seek else Flow(plan, out, variant)


def _code(lines: Sequence[str]) -> bytes:
    """The lines compiled piece by piece: Python needs much memory for a large piece."""
    found: list[CodeType] = []
    begin = 0
    for end in range(1, len(lines) + 1):
        if end == len(lines) or (end - begin >= PIECE and lines[end].startswith("def ")):
            found.append(_compiled(lines[:end], begin))
            begin = end
    return marshal.dumps(tuple(found))


def _compiled_text(text: str) -> CodeType:
    return compile(text, FILE, "exec", optimize=2)


# for single functions: most are the same before and after an edit
_known_text = lru_cache(maxsize=MOST_TEXTS)(_compiled_text)


def _compiled(
    lines: Sequence[str], begin: int, compiled: Callable[[str], CodeType] = _compiled_text
) -> CodeType:
    """The lines from `begin` on, each under its number."""
    text = "\n".join(lines[begin:]) + "\n"
    try:
        return _moved(compiled(text), begin)
    except (SyntaxError, RecursionError, MemoryError) as error:
        raise CannotCompile(f"a rule is nested too deeply: {error}") from error


def _moved(code: CodeType, down: int) -> CodeType:
    """The same code further down in its file."""
    parts = (_moved(one, down) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_firstlineno=code.co_firstlineno + down, co_consts=tuple(parts))


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


def _write_function(flow: Flow, name: str) -> None:
    plan, out = flow.plan, flow.out
    parameters = plan.functions[name].parameters
    marks = (node for node in all_nodes(plan.program.functions[name].value))
    place = next((node.place for node in marks if isinstance(node, Mark)), 0)
    out.names, out.place = 0, place
    flow.scope = {parameter: f"a{i}" for i, parameter in enumerate(parameters)}
    listed = "".join(f", a{i}" for i in range(len(parameters)))
    with out.under(f"def f{plan.symbols.functions[name]}(S{listed}):"):
        out.put(f"return {flow.any_source(plan.functions[name].value)}")
