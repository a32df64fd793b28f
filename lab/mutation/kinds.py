"""Kinds of cards that a condition asks for besides: without the kind it finds the same cards."""

from __future__ import annotations

from collections.abc import Mapping

from ...dsl.nodes import declarations as d
from ...dsl.nodes import expressions as e
from ...dsl.nodes.base import Node
from ...dsl.resolve.resolve import resolve_rules
from ...dsl.ruleset.ruleset import Ruleset


def truths_of_kinds(ruleset: Ruleset) -> dict[str, str]:
    """The properties that are yes or no and declared of one kind of card, with that kind: for any
    other card they are no.
    """
    kinds = {str(name) for name in ruleset.names("card kind")}
    owners: dict[str, set[str]] = {}
    truths = set[str]()
    for known in resolve_rules(ruleset).resolver.properties.values():
        owners.setdefault(str(known.id.name), set()).add(str(known.id.of))
        if known.type.kind == "truth" and not known.type.many:
            truths.add(str(known.id.name))
    only = {name: next(iter(of)) for name, of in owners.items() if len(of) == 1 and name in truths}
    return {name: of for name, of in only.items() if of in kinds}


def asked_besides(node: Node, truths: Mapping[str, str]) -> Node | None:
    """`KIND in place`, where its condition asks for what only cards of the kind can be."""
    if isinstance(node, e.Where):
        found, condition, name = node.of, node.condition, node.name
    elif isinstance(node, d.ActionDeclaration):
        found, condition, name = node.offers, node.needs, node.element
    else:
        return None
    if not isinstance(found, e.Within) or not isinstance(found.kind, e.Name):
        return None
    kind, called = str(found.kind.word), "" if name is None else str(name)
    needs = condition is not None and needs_kind(condition, kind, called, truths)
    return found if needs else None


def needs_kind(node: Node, kind: str, called: str, truths: Mapping[str, str]) -> bool:
    """Whether a condition is no for every card that is not of a kind."""
    if isinstance(node, e.Bracket):
        return needs_kind(node.inner, kind, called, truths)
    if isinstance(node, (e.AndExpression, e.OrExpression)):
        sides = [needs_kind(side, kind, called, truths) for side in (node.left, node.right)]
        return any(sides) if isinstance(node, e.AndExpression) else all(sides)
    if isinstance(node, e.Of) and called:
        owner = str(node.owner.word) if isinstance(node.owner, e.Name) else ""
        return owner == called and truths.get(str(node.word)) == kind
    return isinstance(node, e.Its) and not called and truths.get(str(node.word)) == kind


def is_of_no_kind(node: Node) -> bool:
    """`cards in place`."""
    return (
        isinstance(node, e.Within) and isinstance(node.kind, e.Name) and node.kind.word == "cards"
    )
