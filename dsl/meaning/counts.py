"""Numbers that say how many: one that is written and says none is a mistake."""

from __future__ import annotations

from collections.abc import Callable

from ..nodes import expressions as e
from ..nodes.base import Span
from .context import Meaning
from .expressions import words

CALCULATE: dict[type[e.Expression], Callable[[int, int], int]] = {
    e.Add: lambda left, right: left + right,
    e.Subtract: lambda left, right: left - right,
    e.Times: lambda left, right: left * right,
    e.Divide: lambda left, right: left // right if right else 1,
}


def written_number(node: e.Expression) -> int | None:
    """The number that a text without names says."""
    if isinstance(node, e.Number):
        return node.value
    if isinstance(node, e.Bracket):
        return written_number(node.inner)
    if isinstance(node, e.Negative):
        number = written_number(node.value)
        return None if number is None else -number
    if isinstance(node, (e.Add, e.Subtract, e.Times, e.Divide)):
        left, right = written_number(node.left), written_number(node.right)
        if left is not None and right is not None:
            return CALCULATE[type(node)](left, right)
    return None


def check_count(m: Meaning, node: e.Expression | None, what: str) -> None:
    """`what` would never do anything with fewer than one."""
    number = None if node is None else written_number(node)
    if node is not None and number is not None and number < 1:
        refuse_count(m, words(node), node.span, what)


def refuse_count(m: Meaning, number: str, span: Span, what: str) -> None:
    m.problem("counts-none", f"`{number}` is less than one: {what}.", span, "1")


__all__ = ["check_count", "refuse_count", "written_number"]
