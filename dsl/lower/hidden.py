"""Cards that lie unordered where somebody does not see them: the order in which they came there
must not show, so they are met in an order of chance.
"""

from __future__ import annotations

from ..ir import ir
from .context import NOBODY, Lowered, Lowering


def order_hidden(
    name: str, members: ir.Expression, seat: ir.Expression, is_hidden: bool
) -> Lowered:
    """Local `name` becomes a set; the order of what may lie in a held zone is not its own."""
    if is_hidden:
        return [ir.ShuffleHidden(name, members, seat)]
    return [ir.Let(name, members, True)]


def in_no_order(b: Lowering, cards: ir.Expression, before: Lowered) -> ir.Expression:
    """A set of cards to which something happens one by one. What has to come before it joins
    `before`.
    """
    if not may_hold(b, cards, None):
        return cards
    found = b.fresh("some")
    before.append(ir.ShuffleHidden(found, cards, NOBODY))
    return ir.Local(found)


def laid_in_no_order(
    b: Lowering, cards: ir.Expression, to: ir.ZoneSpec | None, face: int, before: Lowered
) -> ir.Expression:
    """A set of cards that comes to lie somewhere: in a zone, or at a card. The numbers of the
    cards tell nothing where all see them, but would where only their order can be followed.
    """
    is_open = to is not None and shows(to, face)
    if is_sorted(b, cards):
        return cards if is_open or (to and to.held) else in_no_order(b, cards, before)
    return in_no_order(b, cards, before) if is_open else cards


def is_sorted(b: Lowering, cards: ir.Expression) -> bool:
    """Whether cards of held zones have the order of their numbers."""
    return isinstance(cards, ir.Local) and b.unordered.get(cards.name, False)


def shows(to: ir.ZoneSpec, face: int) -> bool:
    """Whether somebody sees in which order cards come to lie in a zone."""
    seen = to.seen != "nobody" and (to.seen == "all" or 1 in (face, to.face))
    return seen and not to.held


def may_hold(b: Lowering, of: ir.Expression, seat: ir.Expression | None) -> bool:
    """Whether members of a set may lie in a held zone, but for one of `seat`; with no seat, only
    where a zone is named or was chosen from.
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
        case ir.Bind():
            return may_hold(b, of.of, seat) or may_hold(b, of.value, seat)
        case ir.Either():
            return may_hold(b, of.then, seat) or may_hold(b, of.otherwise, seat)
        case ir.Items():
            return False
        case ir.Local() if of.name in b.unordered:
            return True
        case ir.Apply() if of.function in b.functions:
            function = b.functions[of.function]
            same = of.arguments == tuple(map(ir.Local, function.parameters))
            return may_hold(b, function.value, seat if same or seat is None else NOBODY)
        case _:
            return seat is not None and any(zone.held for zone in b.format.zones.values())
