"""Events: what rules about a verb, an action, a move or a pass may name."""

from __future__ import annotations

from dataclasses import replace

from ..ir.names import ELIMINATED
from ..nodes import declarations as d
from ..nodes.base import Word
from ..typed.rules import Event
from ..typed.types import ONE_CARD, PLAYER, Type
from ..typed.values import Value, local
from .context import Resolver, Scope
from .values.coercions import resolve_some
from .values.declared import parameter_type

SOMEBODY = Type("player", maybe=True)
OTHER_EVENTS = {
    "moved": {
        "card": ONE_CARD,
        "source": Type("place"),
        "destination": Type("place"),
        "player": PLAYER,
        "rule": Type("rule"),
    },
    "given": {"card": ONE_CARD, "player": SOMEBODY, "former": SOMEBODY},
    "pass": {"player": PLAYER, "window": Type("window")},
    ELIMINATED: {"player": PLAYER},
}


def event_named(r: Resolver, name: str) -> Event | None:
    """The event of a verb or action, a move or a pass; None if there is no such thing."""
    if name not in r.events:
        with r.ruleset.noting(None):
            fields = fields_of(r, name)
        if fields is not None:
            r.events.setdefault(name, Event(name, fields))
    event = r.events.get(name)
    found = event.fields if event is not None else None
    r.note(found, fields_named, name)
    return event


def refuse_event(r: Resolver, word: Word) -> None:
    """A rule, label or moment names something that never happens."""
    known = [*r.names("verb"), *r.names("action"), *OTHER_EVENTS]
    r.unknown("unknown-event", "verb, action or event", word, known)


def fields_named(r: Resolver, name: str) -> dict[str, Value] | None:
    """What rules about an event may name."""
    event = event_named(r, name)
    return None if event is None else event.fields


def event_of(r: Resolver, name: str) -> Event:
    """The same for a name that is known to be one."""
    event = event_named(r, name)
    assert event is not None
    return event


def offers_of(r: Resolver, name: str) -> Value | None:
    """With what an action may be done; None for one that is done with nothing."""
    event_of(r, name)
    found = r.offers[name]
    r.note(found, offers_of, name)
    return found


def fields_of(r: Resolver, name: str) -> dict[str, Value] | None:
    verb = r.ruleset.find(d.VerbDeclaration, name)
    action = r.ruleset.find(d.ActionDeclaration, name)
    if verb is None and action is not None:
        return fields_of_action(r, action)
    types = OTHER_EVENTS.get(name)
    if verb is not None:
        types = {str(p.name): parameter_type(r, p) for p in verb.parameters}
    return (
        None
        if types is None
        else {x: local(r.binding("event", name, x, type=t)) for x, t in types.items()}
    )


def fields_of_action(r: Resolver, node: d.ActionDeclaration) -> dict[str, Value]:
    """Who does it, and with what."""
    name = str(node.name)
    player = local(r.binding("event", name, "player", type=PLAYER))
    found = {"player": player}
    r.offers[name] = None
    if node.offers is None or node.element is None:
        return found
    scope = Scope(player, rule=name, asked=player)
    members = r.offers[name] = resolve_some(r, node.offers, scope)
    element = local(r.binding("event", name, str(node.element), type=members.type.one))
    element = replace(element, zone=members.zone, owner=members.owner)
    return {**found, str(node.element): element}
