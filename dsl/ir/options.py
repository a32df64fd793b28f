"""Options of two parts as one number: which of several groups an option belongs to, and what
inside that group it is about.

    number = (element + 1) * groups + group        element -1: about nothing

Neither the groups nor the elements have a limit. An ability of a card is an element too: the
ability is the group, the card the element.

A number that is chosen is offered from ZERO on, as an option below 0 does nothing.
"""

from __future__ import annotations

from . import ir

ZERO = 1 << 50
MOST_NUMBERS = 1_000  # that one choice offers
SHARES = 1 << 40  # the groups of an option that gives a share, the group, to a thing


def packed(element: ir.Expression, group: int | ir.Expression, groups: int) -> ir.Expression:
    """The number of an option, worked out in a game."""
    rows = ir.Arithmetic("*", element, ir.Int(groups))
    if isinstance(group, int):
        return ir.Arithmetic("+", rows, ir.Int(groups + group))
    return ir.Arithmetic("+", rows, ir.Arithmetic("+", group, ir.Int(groups)))


def group_of(option: ir.Expression, groups: int) -> ir.Expression:
    """The group of an option, worked out in a game."""
    return ir.Arithmetic("%", option, ir.Int(groups))


def element_of(option: ir.Expression, groups: int) -> ir.Expression:
    """The element of an option, worked out in a game."""
    rows = ir.Arithmetic("//", option, ir.Int(groups))
    return ir.Arithmetic("-", rows, ir.Int(1))


def unpacked(option: int, groups: int) -> tuple[int, int]:
    """The group and the element of an option."""
    rows, group = divmod(option, groups)
    return group, rows - 1
