"""No rule may branch a seat's options on what that seat cannot see."""

from __future__ import annotations

from ..ir import ir
from ..nodes.base import Span
from ..problems.problem import Label
from .context import Meaning, Scope, Value


def hidden_from(m: Meaning, value: Value, seat: ir.Expression) -> bool:
    """Whether the cards of a value lie where the seat surely cannot look."""
    spec = m.zones.get(value.zone)
    if spec is None or spec.seen in ("all", "knowers"):
        return False
    if spec.seen == "owner" and spec.per_player:
        return value.owner != seat
    return spec.seen in ("nobody", "owner")


def check_secret(m: Meaning, value: Value, word: str, span: Span, scope: Scope) -> None:
    """Reading a card's field while options for a seat are found."""
    if scope.asked is None or value.zone in scope.shown:
        return
    if hidden_from(m, value, scope.asked):
        title = m.zones[value.zone].title
        text = f"The options would betray the {word} of a card in {title}, unseen by this player."
        mend = "Show the cards first (show .. to player), or ask without looking at them."
        zone = m.ruleset.names("zone").get(value.zone)
        label = [Label(zone.span, f"who sees {title}")] if zone is not None else []
        m.problem("secret-leak", text, span, mend, *label)
