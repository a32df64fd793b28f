"""Expressions made smaller before they become code: constants folded, sets asked directly, of what
stands only what can concern one thing.
"""

from __future__ import annotations

import operator as operators
from collections.abc import Callable
from functools import reduce

from ...dsl.ir import ir
from ...dsl.ir.expressions import NONE
from ...dsl.ir.traverse import Change, all_nodes, bound_locals, map_expressions

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


def replaced(expression: ir.Expression, old: ir.Expression, new: ir.Expression) -> ir.Expression:
    """An expression with another one in the place of a part of it."""
    if expression == old:
        return new
    return map_expressions(expression, lambda part: replaced(part, old, new))


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


def operands(e: ir.And | ir.Or) -> list[ir.Expression]:
    """The sides of a chain of the same junction, in order."""
    found: list[ir.Expression] = []
    waiting: list[ir.Expression] = [e]
    while waiting:
        side = waiting.pop()
        if isinstance(side, ir.And | ir.Or) and type(side) is type(e):
            waiting += [side.right, side.left]
        else:
            found.append(side)
    return found


# ---- what stands


def has_places(e: ir.Pipeline) -> bool:
    """Whether some standing modifier has a place among the running ones."""
    return any(one.since != ir.Int(0) for one in e.standing)


def named_member(one: ir.Standing) -> tuple[ir.Expression, ir.Expression] | None:
    """The only member a condition can hold for, and the rest of the condition."""
    if not isinstance(one.over, ir.Bearers | ir.Zone):
        return None
    condition = one.condition
    sides = operands(condition) if isinstance(condition, ir.And) else [condition]
    for i, side in enumerate(sides):
        if not isinstance(side, ir.Compare) or side.operator != "==":
            continue
        for mine, value in ((side.left, side.right), (side.right, side.left)):
            is_it = mine == ir.Local(one.bound) and value != mine
            if is_it and isinstance(value, ir.Local):
                others = [*sides[:i], *sides[i + 1 :]]
                return value, reduce(ir.And, others) if others else ir.Int(1)
    return None


def said_beneath(one: ir.Standing, target: ir.Expression) -> ir.Expression | None:
    """The condition of what cards say for the card on top of their object, where that is `target`;
    None of anything else.
    """
    if not isinstance(one.over, ir.Bearers) or not isinstance(target, ir.Local):
        return None
    if {one.bound, target.name} & {*bound_locals(one.condition)}:
        return None
    top = ir.Native("object_top", (ir.Local(one.bound),))
    sides = operands(one.condition) if isinstance(one.condition, ir.And) else [one.condition]
    same = (ir.Compare("==", target, top), ir.Compare("==", top, target))
    there = ir.Compare("!=", top, ir.Int(NONE))  # nobody is on top of a card alone
    if there not in sides or not {*sides} & {*same}:
        return None
    rest = [replaced(side, top, target) for side in sides if side not in same]
    return reduce(ir.And, rest) if rest else ir.Int(1)


def commute(e: ir.Pipeline, spec: ir.PropertySpec) -> bool:
    """Whether the order of what stands makes no difference: it only adds and takes away."""
    plain = all(one.operation in ("raise", "lower") and not one.tag for one in e.standing)
    last = {title for layer in spec.layers for title, last_only in layer if last_only}
    return plain and not has_places(e) and not last & {"raise", "lower"}


def beneath_and_other(
    e: ir.Pipeline, spec: ir.PropertySpec
) -> tuple[list[ir.Standing], list[tuple[int, ir.Standing]]]:
    """What stands, without what cards beneath `e.target` say for it, and this: by the group of
    those who say it, as it is of each of them.
    """
    others, beneath = list[ir.Standing](), list[tuple[int, ir.Standing]]()
    for one in e.standing:
        found = said_beneath(one, e.target)
        if found is None or not isinstance(one.over, ir.Bearers):
            others.append(one)
        else:
            said = ir.Standing(one.bound, None, found, one.operation, one.amount, one.tag)
            beneath.append((one.over.group, said))
    if len(beneath) < 2 or not commute(e, spec):
        return [*e.standing], []
    return others, beneath


def group_of(one: ir.Standing) -> int:
    """The group of bearers whose cards say it; -1 where it is not said by cards."""
    return one.over.group if isinstance(one.over, ir.Bearers) else NONE
