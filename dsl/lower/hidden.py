"""Cards that lie unordered where somebody does not see them: the order in which they came there
must not show, so they are met in an order of chance.
"""

from __future__ import annotations

from ..ir import ir
from .context import NOBODY, Lowered, Lowering


def order_hidden(
    b: Lowering, name: str, members: ir.Expression, seat: ir.Expression, is_cards: bool
) -> Lowered:
    """Local `name` becomes the set that `seat` chooses from."""
    if is_cards and may_hold(b, members, seat):
        return [ir.ShuffleHidden(name, members, seat)]
    return [ir.Let(name, members, True)]


def in_no_order(b: Lowering, cards: ir.Expression, before: Lowered) -> ir.Expression:
    """A set of cards to which something happens one by one; those that were picked keep their
    order. What has to come before it joins `before`.
    """
    if not may_hold(b, cards, None):
        return cards
    found = b.fresh("some")
    before.append(ir.ShuffleHidden(found, cards, NOBODY))
    return ir.Local(found)


def shows(to: ir.ZoneSpec, face: int) -> bool:
    """Whether somebody sees in which order cards come to lie in a zone."""
    seen = to.seen != "nobody" and (to.seen == "all" or 1 in (face, to.face))
    return seen and not to.held


def may_hold(b: Lowering, of: ir.Expression, seat: ir.Expression | None) -> bool:
    """Whether members of a set may lie in a held zone, but for one of `seat`; with no seat, only
    where a zone is named.
    """
    match of:
        case ir.Zone():
            return b.format.zones[of.name].held and (seat is None or of.owner != seat)
        case ir.Select() | ir.Each() | ir.Top() | ir.Bottom() | ir.Reversed() | ir.After():
            return may_hold(b, of.of, seat)
        case ir.Flatten() | ir.Mark():
            return may_hold(b, of.value, seat)
        case ir.Join():
            return may_hold(b, of.left, seat) or may_hold(b, of.right, seat)
        case ir.Either():
            return may_hold(b, of.then, seat) or may_hold(b, of.otherwise, seat)
        case ir.Items():
            return False
        case ir.Apply() if of.function in b.functions:
            function = b.functions[of.function]
            same = of.arguments == tuple(map(ir.Local, function.parameters))
            return may_hold(b, function.value, seat if same or seat is None else NOBODY)
        case _:
            return seat is not None and any(zone.held for zone in b.format.zones.values())
