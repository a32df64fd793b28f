"""What a seat is asked must not depend on what cards say that it cannot see."""

from __future__ import annotations

from collections.abc import Iterable

from ...nodes.base import Span
from ...problems.problem import Advice, Label
from ...typed.values import NextPlayer, Value
from ..context import Look, Resolver, Scope
from .owners import changes_hands


def look(r: Resolver, cards: Value, word: str, span: Span, scope: Scope) -> None:
    """What cards say is asked: a problem where that decides what a seat is asked which cannot
    see them; in a property it is noted for whoever asks for that.
    """
    if not is_secret(r, cards.zone, scope) or sees(r, cards.zone, cards.owner, scope.asked):
        return
    if scope.asked is not None:
        report(r, cards.zone, word, span)
    elif r.open:
        own = sees(r, cards.zone, cards.owner, scope.player)
        r.looks.append(Look(cards.zone, own, word, span))


def look_inside(
    r: Resolver, looks: Iterable[Look], of: Value, name: str, span: Span, scope: Scope
) -> None:
    """The same for a property of something, which looks at cards."""
    for one in looks:
        if not is_secret(r, one.zone, scope):
            continue
        whose = speaker(r, of, scope) if one.own else None
        if sees(r, one.zone, whose, scope.asked):
            continue
        if scope.asked is not None:
            why = Label(one.span, f'"{name}" looks at the {one.word} here')
            report(r, one.zone, one.word, span, why)
        elif r.open:
            own = sees(r, one.zone, whose, scope.player)
            r.looks.append(Look(one.zone, own, one.word, one.span))


def speaker(r: Resolver, of: Value, scope: Scope) -> Value | None:
    """The player who has something, or for whom a card speaks, as far as it is known."""
    if of.type.kind == "player":
        return of
    if scope.this is not None and of.form == scope.this.form:
        return scope.player
    if changes_hands(r) and not (of.zone in r.zones and r.zones[of.zone].speak):
        return None  # it may be another's than the one in whose zone it lies
    return of.owner


def is_secret(r: Resolver, zone: str, scope: Scope) -> bool:
    """Whether a zone has cards that some seat cannot see, and that have not just been shown."""
    spec = r.zones.get(zone)
    return (
        spec is not None and spec.seen in ("nobody", "owner", "others") and zone not in scope.shown
    )


def is_held(r: Resolver, zone: str) -> bool:
    """Whether nobody else can tell one card of a zone from another: what the rules keep for one,
    which is known of cards that lie in a row, would tell it.
    """
    return zone in r.zones and r.zones[zone].held


def sees(r: Resolver, zone: str, whose: Value | None, seat: Value | None) -> bool:
    """Whether a seat surely sees the cards of a zone."""
    spec = r.zones[zone]
    if whose is None or seat is None or not spec.per_player:
        return False
    if spec.seen == "others":
        return whose.form == NextPlayer(seat) or seat.form == NextPlayer(whose)
    return spec.seen == "owner" and whose.form == seat.form


def report(r: Resolver, zone: str, word: str, span: Span, *labels: Label) -> None:
    title = r.zones[zone].title
    text = f"The options would betray the {word} of a card in {title}, unseen by this player."
    fix = "Show the cards first with `show`, or ask without looking at them."
    place = Label(r.names("zone")[zone].span, f"who sees {title}")
    r.problem("secret-leak", text, span, Advice(fix), place, *labels)
