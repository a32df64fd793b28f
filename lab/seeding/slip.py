"""A slip: one single mistake in a declaration or a card, as the nodes it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from ...dsl.nodes import declarations as d
from ...dsl.nodes import expressions as e
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import Node, Word, parts_of
from ...dsl.nodes.dataclass import dataclass
from ...dsl.syntax.parse import parse_file
from ...dsl.syntax.print_files import print_node

N = TypeVar("N", bound=Node)
UNTOUCHED = (s.Cites, s.Titles, d.Say, d.Reminders)


@dataclass(frozen=True, slots=True)
class Slip:
    """`new` in place of `old`, which is left out where `new` is None; `behind` follows the
    declaration. `knowable`: rules and cards alone show that something is wrong.
    """

    old: Node
    new: Node | None
    knowable: bool = False
    behind: Node | None = None


Slips = Iterator[Slip]


def inside(node: Node, *kinds: type[N]) -> Iterator[N]:
    """The parts of some classes in a node, without what is only said or cited."""
    if isinstance(node, kinds):
        yield node
    for part in parts_of(node):
        if not isinstance(part, UNTOUCHED):
            yield from inside(part, *kinds)


def worded(node: N, name: str, text: str) -> N:
    """A node with another word in a field."""
    return replace(node, **{name: Word(text, getattr(node, name).span)})


def said(node: Node) -> str:
    """The text of a node on one line."""
    return " ".join(print_node(node).split())


# ---- nodes from a text


def declaration_of(text: str) -> Node:
    """The one declaration that a text is."""
    nodes, problems = parse_file("rules", text, "")
    assert len(nodes) == 1 and not problems, (text, problems)
    return nodes[0]


def condition_of(text: str) -> e.Expression:
    """The condition that a text is."""
    rule: Any = declaration_of(f"forbid pass where {text}\n")
    return rule.condition


def statement_of(text: str) -> s.Statement:
    """The statement that a text is."""
    node: Any = declaration_of(f"setup\n    {text}\n")
    return node.body.statements[0]


def bracketed(node: e.Expression) -> str:
    """The text of an expression, in brackets unless it is one word."""
    text = said(node)
    return text if isinstance(node, (e.Name, e.Number, e.Bracket)) else f"({text})"


# ---- statements left out, in another order


Matches = Callable[[Node], bool]


def is_only(node: Node, matches: Matches) -> bool:
    """Whether a statement is what is looked for, or has nothing else in it."""
    if isinstance(node, s.Line):
        return len(node.statements) == 1 and is_only(node.statements[0], matches)
    body = getattr(node, "body", None)
    if isinstance(body, s.Block) and not getattr(node, "otherwise", None):
        return len(body.statements) == 1 and is_only(body.statements[0], matches)
    return matches(node)


def removals(node: Node, matches: Matches) -> Iterator[tuple[Node, Node, Node]]:
    """Each statement that is looked for, and the block or line without it."""
    for block in inside(node, s.Block, s.Line):
        parts = block.statements
        for at, part in enumerate(parts):
            if len(parts) > 1 and is_only(part, matches):
                left = replace(block, statements=(*parts[:at], *parts[at + 1 :]))
                yield innermost(part), block, left


def innermost(node: Node) -> Node:
    """The statement that a line or the head of a block is there for."""
    while True:
        body = getattr(node, "body", None)
        if isinstance(node, s.Line):
            node = node.statements[0]
        elif isinstance(body, s.Block):
            node = body.statements[0]
        else:
            return node


def plain(node: Node) -> Node:
    """The statement of a line that has only one."""
    if isinstance(node, s.Line) and len(node.statements) == 1:
        return node.statements[0]
    return node


def without(block: s.Block | s.Line, at: int, *instead: s.Statement) -> Node:
    """A block with other statements in the place of one."""
    parts = block.statements
    return replace(block, statements=(*parts[:at], *instead, *parts[at + 1 :]))


def misspelt(word: str) -> str:
    """Two letters in the middle of a word in each other's place; one more where they are alike."""
    at = len(word) // 2
    one, two = word[at - 1], word[at]
    middle = f"{two}{one}" if one != two else f"{one}{two}{two}"
    return f"{word[: at - 1]}{middle}{word[at + 1 :]}"


def name_at(word: Word, text: str) -> e.Name:
    """A name in the place of a word."""
    return e.Name(Word(text, word.span), span=word.span)
