"""Expressions made smaller before they become code: constants folded, sets asked directly."""

from __future__ import annotations

import operator as operators
from collections.abc import Callable
from functools import reduce

from ...dsl.ir import ir
from ...dsl.ir.traverse import Change, all_nodes, bound_locals, map_expressions, replaced

FEW = 3  # a question about this many members is asked of each
SHORT = 24  # unless it is longer than this
# What `Arithmetic` and `Compare` mean.
ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operators.add,
    "-": operators.sub,
    "*": operators.mul,
    "//": lambda left, right: left // right,
    "%": operators.mod,
}
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "==": operators.eq,
    "!=": operators.ne,
    "<": operators.lt,
    "<=": operators.le,
    ">": operators.gt,
    ">=": operators.ge,
}
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
ONE = ir.Int(1)
ZERO = ir.Int(0)
EMPTY = ir.Items(())


def simplify(expression: ir.Expression, seats: int, drop_marks: bool) -> ir.Expression:
    """An expression of the same value in every state; without marks unless they are
    counted.
    """

    def change(part: ir.Expression) -> ir.Expression:
        return simplify(part, seats, drop_marks)

    small: ir.Expression = map_expressions(expression, change)
    match small:
        case ir.Exists(condition=ir.Int(value=value)):
            return ir.Compare(">", ir.Count(small.of), ZERO) if value else ZERO
        case ir.Exists(of=ir.Range(count=ir.Int(value=count))) if 0 <= count <= FEW:
            return _unrolled(small, count, change)
        case ir.Mark() if drop_marks:
            return small.value
        case ir.Arithmetic():
            return _arithmetic(small)
        case ir.Compare():
            return _compare(small)
        case ir.And() | ir.Or():
            return _junction(small)
        case ir.Not():
            return _not(small)
        case ir.Either(condition=ir.Int(value=value)):
            return small.then if value else small.otherwise
        case ir.NextPlayer():
            return _next_player(small, seats)
        case ir.Count(of=ir.Items(items=items)):
            return ir.Int(len(items))
        case ir.Contains() if is_plain(small.value):
            return _contains(small, change)
        case ir.Join(left=left, right=right):
            if EMPTY in (left, right):
                return right if left == EMPTY else left
        case ir.Select(condition=ir.Int(value=value)):
            return small.of if value else EMPTY
        case _:
            pass
    return small


def _unrolled(node: ir.Exists, count: int, change: Change) -> ir.Expression:
    """A question about a few numbers as one about each of them."""
    is_long = len([*all_nodes(node.condition)]) > SHORT
    if is_long or node.name in bound_locals(node.condition):
        return node
    asked: ir.Expression = ZERO
    for i in range(count):
        one = change(replaced(node.condition, ir.Local(node.name), ir.Int(i)))
        asked = one if i == 0 else change(ir.Or(asked, one))
    return asked if is_truth(asked) else ir.Or(asked, ZERO)


def is_plain(expression: ir.Expression) -> bool:
    """Whether it costs nothing to ask for the value again."""
    return isinstance(expression, ir.Local | ir.Int)


def _contains(node: ir.Contains, change: Change) -> ir.Expression:
    """The same question without making the set."""
    of, value = node.of, node.value
    match of:
        case ir.Items(items=items) if len(items) <= 1:
            return ir.Compare("==", items[0], value) if items else ZERO
        case ir.Join(left=left, right=right):
            return change(ir.Or(ir.Contains(left, value), ir.Contains(right, value)))
        case ir.Select(name=name, of=members, condition=condition):
            if not {value, ir.Local(name)} & {ir.Local(one) for one in bound_locals(condition)}:
                test = replaced(condition, ir.Local(name), value)
                return change(ir.And(ir.Contains(members, value), test))
        case ir.Flatten(name=name, of=ir.Range(count=ir.Int(value=count))) if 0 < count <= FEW:
            if ir.Local(name) != value and name not in bound_locals(of.value):
                sets = (replaced(of.value, ir.Local(name), ir.Int(i)) for i in range(count))
                return change(reduce(ir.Or, (ir.Contains(one, value) for one in sets)))
        case _:
            pass
    return node


def is_truth(expression: ir.Expression) -> bool:
    """Whether the value is 0 or 1 by its form alone."""
    if isinstance(expression, ir.Int):
        return expression.value in (0, 1)
    if isinstance(expression, ir.Mark):
        return is_truth(expression.value)
    if isinstance(expression, ir.Either):
        return is_truth(expression.then) and is_truth(expression.otherwise)
    return expression.gives == "truth"


def _arithmetic(node: ir.Arithmetic) -> ir.Expression:
    left, right, operator = node.left, node.right, node.operator
    if isinstance(left, ir.Int) and isinstance(right, ir.Int):
        if operator in "//%" and right.value == 0:
            return node
        return ir.Int(ARITHMETIC[operator](left.value, right.value))
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
        and isinstance(right, ir.Arithmetic)
        and right.operator == "-"
        and right.left == left
        and isinstance(left, ir.Int)
    ):
        return right.right
    return node


def _compare(node: ir.Compare) -> ir.Expression:
    left, right = node.left, node.right
    if isinstance(left, ir.Int) and isinstance(right, ir.Int):
        return ir.Int(int(COMPARISONS[node.operator](left.value, right.value)))
    if isinstance(left, ir.Count) and isinstance(left.of, ir.Select):
        asks = (node.operator, right)
        found = ir.Exists(left.of.name, left.of.of, left.of.condition)
        if asks in ((">", ZERO), (">=", ONE), ("!=", ZERO)):
            return found
        if asks in (("==", ZERO), ("<", ONE), ("<=", ZERO)):
            return ir.Not(found)
    return node


def _junction(node: ir.And | ir.Or) -> ir.Expression:
    both = isinstance(node, ir.And)
    for side, other in ((node.left, node.right), (node.right, node.left)):
        if isinstance(side, ir.Int):
            if bool(side.value) != both:
                return ZERO if both else ONE
            if is_truth(other):
                return other
    return node


def _not(node: ir.Not) -> ir.Expression:
    value = node.value
    if isinstance(value, ir.Int):
        return ir.Int(int(not value.value))
    if isinstance(value, ir.Compare):
        return ir.Compare(OPPOSITE[value.operator], value.left, value.right)
    if isinstance(value, ir.Not) and is_truth(value.value):
        return value.value
    return node


def _next_player(node: ir.NextPlayer, seats: int) -> ir.Expression:
    player, steps = node.player, node.steps % seats
    if isinstance(player, ir.NextPlayer):
        player, steps = player.player, (player.steps + steps) % seats
    if steps == 0:
        return player
    if isinstance(player, ir.Int):
        return ir.Int((player.value + steps) % seats) if player.value >= 0 else player
    return ir.NextPlayer(player, steps)
