"""Works expressions out by the reference semantics, as long as they do not look at too much."""

from __future__ import annotations

from typing import Any

from ...dsl.ir import ir
from ..backend.layout import State
from ..runtime.faults import RuleFault
from ..runtime.match import Match
from .values import Env, Values

MOST_LOOKS = 2_000_000  # members of sets for one expression


class Evaluator(Values):
    """Evaluates expressions of one program in states of any match of it."""

    def __init__(self, program: ir.Program) -> None:
        super().__init__(program, {}, (), [])
        self.looks = 0

    def evaluate(self, match: Match, state: State, code: ir.Expression) -> Any:
        """An int, or a sequence of ints. Raises `RuleFault`."""
        self.tables, self.cards, self.state = match.tables, match.cards, state
        self.looks = 0
        try:
            return self.value(code, {})
        except ZeroDivisionError:
            raise RuleFault("division-by-zero", 0) from None

    def _with_members(self, e: Any, env: Env) -> Any:
        self.looks += len(self.cards) + 1
        if self.looks > MOST_LOOKS:
            raise RuleFault("too-much-work", 0)
        return super()._with_members(e, env)
