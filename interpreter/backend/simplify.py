"""Expressions made smaller before they are written as code: constants folded, sets asked
directly.
"""

from __future__ import annotations

from collections.abc import Callable

from ...dsl.ir.ir import (
    And,
    Arithmetic,
    Bind,
    Compare,
    Contains,
    Count,
    Each,
    Either,
    Exists,
    Expression,
    Extreme,
    Flatten,
    Int,
    Items,
    Join,
    Local,
    Mark,
    Matches,
    NextPlayer,
    Not,
    Or,
    Pipeline,
    Range,
    Select,
    Total,
)
from .traverse import all_nodes, map_expressions

BINDERS = (Select, Each, Flatten, Exists, Total, Extreme, Bind)
Change = Callable[[Expression], Expression]
FEW = 3  # a question about this many members is asked of each
SHORT = 24  # unless it is longer than this
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
ONE = Int(1)
ZERO = Int(0)
EMPTY = Items(())
TRUTHS = (Compare, And, Or, Not, Exists, Contains, Matches)


def simplify(expression: Expression, seats: int, drop_marks: bool) -> Expression:
    """An expression of the same value in every state; without marks unless they are
    counted.
    """
    small: Expression = map_expressions(
        expression, lambda part: simplify(part, seats, drop_marks)
    )
    match small:
        case Exists(of=Range(count=Int(value=count))) if 0 <= count <= FEW:
            return _unrolled(small, count, lambda part: simplify(part, seats, drop_marks))
        case Mark() if drop_marks:
            return small.value
        case Arithmetic():
            return _arithmetic(small)
        case Compare():
            return _compare(small)
        case And() | Or():
            return _junction(small)
        case Not():
            return _not(small)
        case Either(condition=Int(value=value)):
            return small.then if value else small.otherwise
        case NextPlayer():
            return _next_player(small, seats)
        case Count(of=Items(items=items)):
            return Int(len(items))
        case Contains(of=Items(items=items)):
            if len(items) <= 1:
                return Compare("==", items[0], small.value) if items else ZERO
        case Join(left=left, right=right):
            if EMPTY in (left, right):
                return right if left == EMPTY else left
        case Select(condition=Int(value=value)):
            return small.of if value else EMPTY
        case _:
            pass
    return small


def _unrolled(node: Exists, count: int, change: Change) -> Expression:
    """A question about a few numbers as one about each of them."""
    parts = [*all_nodes(node.condition)]
    if len(parts) > SHORT or any(_binds(part, node.name) for part in parts):
        return node
    asked: Expression = ZERO
    for i in range(count):
        one = change(_replaced(node.condition, node.name, Int(i)))
        asked = one if i == 0 else change(Or(asked, one))
    return asked if is_truth(asked) else Or(asked, ZERO)


def _binds(node: object, name: str) -> bool:
    if isinstance(node, Pipeline):
        return any(standing.bound == name for standing in node.standing)
    return isinstance(node, BINDERS) and node.name == name


def _replaced(expression: Expression, name: str, value: Int) -> Expression:
    if isinstance(expression, Local):
        return value if expression.name == name else expression
    return map_expressions(expression, lambda part: _replaced(part, name, value))


def calculate(operator: str, left: int, right: int) -> int:
    """What `Arithmetic` means."""
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "//":
            return left // right
        case "%":
            return left % right
        case _:
            raise ValueError(operator)


def compare(operator: str, left: int, right: int) -> bool:
    """What `Compare` means."""
    match operator:
        case "==":
            return left == right
        case "!=":
            return left != right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case ">=":
            return left >= right
        case _:
            raise ValueError(operator)


def is_truth(expression: Expression) -> bool:
    """Whether the value is 0 or 1 by its form alone."""
    if isinstance(expression, Int):
        return expression.value in (0, 1)
    if isinstance(expression, Mark):
        return is_truth(expression.value)
    if isinstance(expression, Either):
        return is_truth(expression.then) and is_truth(expression.otherwise)
    return isinstance(expression, TRUTHS)


def _arithmetic(node: Arithmetic) -> Expression:
    left, right, operator = node.left, node.right, node.operator
    if isinstance(left, Int) and isinstance(right, Int):
        if operator in "//%" and right.value == 0:
            return node
        return Int(calculate(operator, left.value, right.value))
    if operator in "+-" and right == ZERO:
        return left
    if operator == "+" and left == ZERO:
        return right
    if operator in ("*", "//") and right == ONE:
        return left
    if operator == "*" and left == ONE:
        return right
    if (
        operator == "-"
        and isinstance(right, Arithmetic)
        and right.operator == "-"
        and right.left == left
        and isinstance(left, Int)
    ):
        return right.right
    return node


def _compare(node: Compare) -> Expression:
    left, right = node.left, node.right
    if isinstance(left, Int) and isinstance(right, Int):
        return Int(int(compare(node.operator, left.value, right.value)))
    if isinstance(left, Count) and isinstance(left.of, Select):
        asks = (node.operator, right)
        found = Exists(left.of.name, left.of.of, left.of.condition)
        if asks in ((">", ZERO), (">=", ONE), ("!=", ZERO)):
            return found
        if asks in (("==", ZERO), ("<", ONE), ("<=", ZERO)):
            return Not(found)
    return node


def _junction(node: And | Or) -> Expression:
    both = isinstance(node, And)
    for side, other in ((node.left, node.right), (node.right, node.left)):
        if isinstance(side, Int):
            if bool(side.value) != both:
                return ZERO if both else ONE
            if is_truth(other):
                return other
    return node


def _not(node: Not) -> Expression:
    value = node.value
    if isinstance(value, Int):
        return Int(int(not value.value))
    if isinstance(value, Compare):
        return Compare(OPPOSITE[value.operator], value.left, value.right)
    if isinstance(value, Not) and is_truth(value.value):
        return value.value
    return node


def _next_player(node: NextPlayer, seats: int) -> Expression:
    player, steps = node.player, node.steps % seats
    if isinstance(player, NextPlayer):
        player, steps = player.player, (player.steps + steps) % seats
    if steps == 0:
        return player
    if isinstance(player, Int):
        return Int((player.value + steps) % seats) if player.value >= 0 else player
    return NextPlayer(player, steps)
