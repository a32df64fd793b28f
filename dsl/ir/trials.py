"""What a `try` may not bring about, because it could not be taken back: a question, chance, what is
shown, the end of the game. What it runs is followed through verbs, rules and sentences of cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..problems.problem import Advice, Problem
from . import ir
from .names import TRYING
from .traverse import all_statements

KEPT: tuple[tuple[type[ir.Statement], str], ...] = (
    (ir.Choose, "ask somebody"),
    (ir.Random, "draw chance"),
    (ir.Shuffle, "draw chance"),
    (ir.Reveal, "show cards"),
    (ir.EndGame, "end the game"),
)


def trial_problems(program: ir.Program) -> list[Problem]:
    """The tries that could bring about what cannot be taken back."""
    found: list[Problem] = []
    for procedure in program.procedures.values() if TRYING in program.fields else ():
        for one in all_statements(*procedure.body):
            if isinstance(one, ir.Try):
                what = next(kept_in(program, one.procedure), "")
                if what:
                    span = program.places[one.place].span
                    text = f"What is tried here may {what}, which cannot be taken back."
                    fix = "Choose, draw and show in front of the `try`."
                    found.append(Problem("cannot-be-tried", text, span, Advice(fix)))
    return found


def kept_in(program: ir.Program, procedure: str) -> Iterator[str]:
    """What a procedure and all that it may run does that cannot be taken back."""
    ahead, known = [procedure], {procedure}
    while ahead:
        for one in all_statements(*program.procedures[ahead.pop()].body):
            yield from (what for kind, what in KEPT if isinstance(one, kind))
            more = [name for name in run_by(program, one) if name not in known]
            known.update(more)
            ahead += more


def run_by(program: ir.Program, statement: ir.Statement) -> tuple[str, ...]:
    """The procedures that a statement may run."""
    match statement:
        case ir.Call() | ir.Try():
            return (statement.procedure,)
        case ir.Run():
            return program.dispatch[statement.table]
        case ir.Unqueue():
            return program.triggers
        case _:
            return ()
