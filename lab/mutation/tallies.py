"""Numbers of which only whether they are 0 counts: how far they are raised makes no difference."""

from __future__ import annotations

from collections.abc import Collection

from ...dsl.nodes import declarations as d
from ...dsl.nodes import expressions as e
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import Node, parts_of
from ...dsl.ruleset.ruleset import Ruleset

ASKS = (
    e.IsExpression, e.IsNotExpression, e.MoreExpression, e.AtMostExpression,
)  # fmt: skip


def tallies_of(ruleset: Ruleset) -> frozenset[str]:
    """The names of the properties that start at 0, are only ever raised by written amounts, and of
    which nothing is asked but whether they are 0.
    """
    raised, others = set[str](), set[str]()
    for declaration in ruleset.declarations:
        look(declaration, raised, others)
        if isinstance(declaration, d.PropertyDeclaration) and not starts_at_zero(declaration.body):
            others.add(str(declaration.name))
    named = {str(node.name) for node in ruleset.all(d.PropertyDeclaration)}
    return frozenset(raised & named - others)


def starts_at_zero(body: d.MeansBody | d.PipelineBody) -> bool:
    """Whether a property is 0 and nothing more is said of it."""
    lines = body.lines if isinstance(body, d.PipelineBody) else ()
    return len(lines) == 1 and isinstance(lines[0], d.StartsLine) and is_zero(lines[0].value)


def look(node: Node, raised: set[str], others: set[str]) -> None:
    """Gathers the names that a node raises, and those it uses in any other way than to ask
    whether they are 0.
    """
    change, fine = raise_of(node), None
    if change is not None:
        fine = change.target
        raised.add(word_of(fine))
    elif isinstance(node, ASKS) and is_zero(node.right):
        fine = node.left
    for part in parts_of(node):
        if part is not fine:
            others.add(word_of(part))
        look(part, raised, others)


def raised_by(node: Node, names: Collection[str]) -> Node | None:
    """The amount by which a statement raises one of these, where it is written there."""
    raised = raise_of(node)
    return raised.amount if raised is not None and word_of(raised.target) in names else None


def raise_of(node: Node) -> s.ChangeStatement | None:
    """A statement that raises something by an amount that is written there."""
    if not isinstance(node, s.ChangeStatement) or node.operation != "raise":
        return None
    return node if isinstance(node.amount, e.Number) and node.amount.value > 0 else None


def is_zero(node: Node) -> bool:
    return isinstance(node, e.Number) and node.value == 0


def word_of(node: Node) -> str:
    return str(node.word) if isinstance(node, (e.Name, e.Of, e.Its)) else ""
