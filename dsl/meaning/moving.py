"""Moving cards: to a zone, or onto or under the object of another card."""

from __future__ import annotations

from ..ir import ir
from ..nodes import statements as s
from .context import Meaning, Scope
from .expressions import lower, words


def lower_move(m: Meaning, node: s.MoveStatement, scope: Scope) -> list[ir.Statement]:
    from .events import lower_moved

    what = lower(m, node.what, scope)
    to = lower(m, node.place, scope)
    beside = to.place is None and to.type.kind == "card" and not to.type.many
    if to.place is None and not (beside and node.where != "to"):
        if to.type.kind != "unknown":
            m.problem("not-a-zone", f"`{words(node.place)}` is no zone.", node.place.span)
        return []
    if what.type.kind != "card":
        if what.type.kind not in ("unknown", "empty"):
            m.problem("not-cards", f"`{words(node.what)}` are no cards.", node.what.span)
        return []
    if to.place is not None:
        return lower_moved(m, node, what, to.place, scope)
    m.flags.add("entry")
    at = ir.Local(m.fresh("at"))
    return [ir.Let(at.name, to.code), *lower_moved(m, node, what, at, scope)]
