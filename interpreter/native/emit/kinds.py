"""Which locals and parameters hold sets: all others hold numbers. The program does not say it, but
every local is used as the one or as the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....dsl.ir import ir
from ....dsl.ir.traverse import all_statements, parts
from ...backend.cut_nodes import CutProcedure, Part, Point
from ...backend.writer import Plan
from .signatures import signature_of

Name = tuple[str, str]  # whose local it is, and what it is called
SET_FIELDS: dict[type, tuple[str, ...]] = {
    ir.Join: ("left", "right"),
    ir.Flatten: ("of", "value"),
    ir.Matches: ("sets",),
}
OF_SETS = (
    *(ir.Select, ir.Each, ir.Top, ir.Bottom, ir.Reversed, ir.After, ir.TopOne, ir.BottomOne),
    *(ir.Count, ir.Exists, ir.Total, ir.Extreme, ir.Contains),
)
SET_OPERANDS = (
    (ir.For, "of"),
    (ir.Choose, "options"),
    (ir.Choose, "weights"),
    (ir.Random, "of"),
    (ir.ShuffleHidden, "of"),
    (ir.TurnFace, "cards"),
    (ir.Rotate, "cards"),
    (ir.EndGame, "places"),
)


def of_function(name: str) -> str:
    """Whose the parameters of a function are."""
    return f"f {name}"


def of_procedure(procedure: CutProcedure) -> str:
    """Whose the locals of a procedure, and of the parts taken out of it, are."""
    return f"p {procedure.root}"


class Kinds:
    """The kinds of a program's locals, by going over it until nothing new comes up."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.sets: set[Name] = set()
        self.set_tables = {
            name
            for name, column in plan.program.tables.items()
            if any(isinstance(value, tuple) for value in column)
        }
        self.owner = ""
        known = -1
        while known < len(self.sets):
            known = len(self.sets)
            for function in plan.functions.values():
                self.owner = of_function(function.name)
                self._look(function.value, function.is_set)
            for procedure in plan.cut.procedures.values():
                self.owner = of_procedure(procedure)
                for name in procedure.sets:
                    self._mark(name)
                for statement in all_statements(*procedure.body):
                    self._statement(statement)

    def _mark(self, name: str) -> None:
        self.sets.add((self.owner, name))

    def is_set(self, e: ir.Expression, owner: str) -> bool:
        """Whether an expression among somebody's locals gives a set."""
        match e:
            case ir.Local():
                return (owner, e.name) in self.sets
            case ir.Entry() | ir.ApplyDispatch():
                return e.is_set
            case ir.Bind() | ir.Mark():
                return self.is_set(e.value, owner)
            case ir.Either():
                return self.is_set(e.then, owner) or self.is_set(e.otherwise, owner)
            case ir.Apply():
                return self.plan.functions[e.function].is_set
            case ir.Native():
                return signature_of(e.helper).gives_set
            case ir.Table():
                return e.index is None and e.name in self.set_tables
            case _:
                return e.gives == "set"

    # ---- expressions

    def _look(self, e: ir.Expression, wanted: bool = False) -> None:
        """Looks into an expression, which is `wanted` as a set."""
        match e:
            case ir.Local():
                if wanted:
                    self._mark(e.name)
            case ir.Bind():
                bound = wanted_bound = (self.owner, e.name) in self.sets
                if self.is_set(e.of, self.owner) and not bound:
                    self._mark(e.name)
                self._look(e.of, wanted_bound)
                self._look(e.value, wanted)
            case ir.Mark():
                self._look(e.value, wanted)
            case ir.Either():
                wanted = wanted or self.is_set(e, self.owner)
                self._look(e.condition)
                self._look(e.then, wanted)
                self._look(e.otherwise, wanted)
            case ir.Apply():
                self._arguments(e.arguments, [e.function])
            case ir.ApplyDispatch():
                self._look(e.index)
                self._arguments(e.arguments, self.plan.program.dispatch.get(e.table, ()))
            case ir.Native():
                for k, argument in enumerate(e.arguments):
                    self._look(argument, signature_of(e.helper).takes_set(k))
            case _:
                self._inside(e)

    def _inside(self, e: ir.Expression | ir.Standing) -> None:
        fields = SET_FIELDS.get(type(e), ())
        if isinstance(e, OF_SETS):
            fields = ("of",)
        for field, part in parts(e):
            if isinstance(part, ir.Standing):
                if part.over is not None:
                    self._look(part.over, True)
                for one in (part.condition, part.amount, part.since):
                    self._look(one)
            elif isinstance(part, ir.Expression):
                self._look(part, field in fields)

    def _arguments(self, arguments: Sequence[ir.Expression], functions: Sequence[str]) -> None:
        """Arguments and the parameters that they are given to are of the same kind."""
        for k, argument in enumerate(arguments):
            names = [
                (of_function(one), self.plan.functions[one].parameters[k])
                for one in functions
                if one in self.plan.functions
            ]
            self._pass(argument, names)

    def _pass(self, argument: ir.Expression, names: Sequence[Name]) -> None:
        wanted = any(name in self.sets for name in names)
        if wanted or self.is_set(argument, self.owner):
            self.sets.update(names)
        self._look(argument, wanted)

    # ---- statements

    def _statement(self, statement: ir.Statement) -> None:
        inner = statement.ask if isinstance(statement, Point) else statement
        match inner:
            case ir.Let():
                wanted = (self.owner, inner.name) in self.sets
                if inner.is_set or self.is_set(inner.value, self.owner):
                    self._mark(inner.name)
                self._look(inner.value, wanted)
            case ir.Call() | ir.Try() | ir.Run():
                if isinstance(inner, ir.Run):
                    self._look(inner.index)
                    names: Sequence[str] = self.plan.program.dispatch[inner.table]
                else:
                    names = (inner.procedure,)
                for k, argument in enumerate(inner.arguments):
                    self._pass(argument, self._parameters(names, k))
                if isinstance(inner, ir.Try):
                    self._look(inner.failed)
            case ir.Queue():
                name = self.plan.program.triggers[inner.trigger]
                for k, argument in enumerate(inner.arguments):
                    self._pass(argument, self._parameters((name,), k))
            case Part():
                pass
            case _:
                self._operands(inner)

    def _operands(self, statement: ir.Statement) -> None:
        if isinstance(statement, ir.ShuffleHidden):
            self._mark(statement.name)
        wanted = {field for kind, field in SET_OPERANDS if isinstance(statement, kind)}
        if isinstance(statement, ir.Move) and statement.many:
            wanted.add("cards")
        for field, part in parts(statement):
            if isinstance(part, ir.Expression):
                self._look(part, field in wanted)

    def _parameters(self, procedures: Sequence[str], k: int) -> list[Name]:
        cut = self.plan.cut.procedures
        return [
            (of_procedure(cut[one]), cut[one].parameters[k]) for one in procedures if one in cut
        ]

    def locals_of(self, procedure: CutProcedure) -> Iterator[tuple[str, bool]]:
        """The locals of a procedure, and which are sets."""
        owner = of_procedure(procedure)
        return ((name, (owner, name) in self.sets) for name in procedure.locals)
