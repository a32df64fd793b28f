"""What an author probably meant where something else stands, as a text that can be typed there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...nodes import attributes as attrs
from ...nodes import declarations as d
from ...nodes import expressions as e
from ...nodes import statements as s
from ...nodes.base import Node, Span, Word
from ...syntax.print_files import print_node
from ...typed.types import Type
from ...typed.values import Value
from ..context import Resolver, Scope
from .declared import type_of


def line_of(node: Node) -> str:
    """A statement as written; nothing of one on several lines."""
    text = print_node(node).strip()
    return "" if "\n" in text else text


def with_end(node: Node) -> str:
    """A statement that also says until when, in one line; nothing of one on several lines."""
    tail = s.UntilTail(s.EndMoment(e.Name(Word("turn"))))
    tails: tuple[s.Tail, ...] = getattr(node, "tails", ())
    return line_of(replace(node, tails=(tail, *tails)))  # pyright: ignore[reportCallIssue]


def without_tail(node: Node, tail: s.Tail) -> str:
    """A statement without one of its tails, in one line; nothing of one on several lines."""
    tails: tuple[s.Tail, ...] = getattr(node, "tails", ())
    rest = tuple(one for one in tails if one is not tail)
    return line_of(replace(node, tails=rest))  # pyright: ignore[reportCallIssue]


def whole_span(first: Node, last: Node) -> Span:
    """From the start of one to the end of another."""
    end = last.span
    return replace(first.span, end_line=end.end_line, end_column=end.end_column)


def fields_with(r: Resolver, owner: Type, wanted: Type) -> list[str]:
    """The fields of a card that hold one value of a type."""
    kind = r.names("card kind").get(owner.of) if owner.kind == "card" else None
    if owner.many or not isinstance(kind, d.CardDeclaration) or wanted.kind in ("card", "player"):
        return []
    plain = (line for line in kind.fields if isinstance(line, d.PlainField))
    return [str(line.name) for line in plain if type_of(r, line.type) == wanted.one]


def field_meant(r: Resolver, node: e.Expression, owner: Type, wanted: Type) -> str:
    """`ship's cargo` where a card stands in place of what is printed on it, if that is one thing
    only.
    """
    fields = fields_with(r, owner, wanted)
    text = print_node(node).strip()
    whose = text if isinstance(node, (e.Name, e.Of, e.Its, e.Bracket)) else f"({text})"
    return f"{whose}'s {fields[0]}" if len(fields) == 1 else ""


def zone_for(r: Resolver, kind: str) -> str:
    """A zone where cards of a kind lie: the first that holds them alone, or any."""
    zones = {str(node.name): node for node in r.ruleset.all(d.ZoneDeclaration)}
    own = [
        name
        for name, node in zones.items()
        if any(isinstance(a, attrs.HoldsAttribute) and a.kind == kind for a in node.attributes)
    ]
    return next(iter([*own, *zones]), "")


def starting_as(r: Resolver, field: str) -> list[str]:
    """The properties of cards that start as what a field says."""
    found: list[str] = []
    for item in r.ruleset.all(d.PropertyDeclaration):
        lines = item.body.lines if isinstance(item.body, d.PipelineBody) else ()
        starts = [line.value for line in lines if isinstance(line, d.StartsLine)]
        said = [value.word for value in starts if isinstance(value, (e.Its, e.Of))]
        found += [str(item.name)] if field in map(str, said) else []
    return found


def example_of(r: Resolver, wanted: Type, scope: Scope) -> str:
    """What has a type and can be named at a place; nothing if nothing is known there."""
    if wanted.many:
        return min(r.names("zone"), default="") if wanted.kind == "card" else ""
    if wanted.kind in ("number", "truth"):
        return {"number": "1", "truth": "yes"}[wanted.kind]
    for name, value in scope.locals.items():
        if isinstance(value, Value) and value.type.one == wanted and not value.type.many:
            return name
    if wanted.kind == "player":
        return "player" if scope.player is not None else ""
    if wanted.kind == "card" and scope.this is not None and wanted.of in ("", scope.this.type.of):
        return "this"
    values = r.names("values").get(wanted.of) if wanted.kind == "symbol" else None
    if isinstance(values, d.ValuesDeclaration) and values.items:
        return str(values.items[0].name)
    return ""


def alternatives(node: e.OrExpression) -> list[e.Expression]:
    """`a`, `b` and `c` of `a or b or c`."""
    left = alternatives(node.left) if isinstance(node.left, e.OrExpression) else [node.left]
    return [*left, node.right]


def one_of_several(first: e.Expression, others: Sequence[e.Expression]) -> str:
    """`x is one of (3, 4)` for `x is 3 or 4`."""
    if isinstance(first, e.IsNotExpression):
        return f"not {one_of_several(e.IsExpression(first.left, first.right), others)}"
    if not isinstance(first, e.IsExpression):
        return ""
    return print_node(e.OneOfExpression(first.left, (first.right, *others))).strip()
