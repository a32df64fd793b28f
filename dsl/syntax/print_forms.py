"""Writes nodes by their forms: rows of text, with brackets wherever an expression needs them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from ..nodes import expressions as e
from ..nodes.base import Node
from ..nodes.declarations import ActionDeclaration
from ..nodes.forms import LINE_END, Group, Piece, Slot, form_of, slots_in
from ..nodes.statements import Block, Cites

Row = tuple[int, str]  # how deep, and what
# Levels of the grammar of expressions, loosest first; a slot takes its own and all after it.
LEVELS = (
    "set", "expression", "conjunction", "test", "comparison", "sum", "product", "unary",
    "inset", "postfix", "atom",
)  # fmt: skip
LEVEL = {name: number for number, name in enumerate(LEVELS)}


WRITTEN = {"STRING": '"{}"', "CALLED": "as {}"}  # tokens with more than the word they stand for
ONE = re.compile(r"(?:^|[ (])(?:1|there is(?: no)?)$")


class Page:
    """The rows of one node, at a depth."""

    def __init__(self, level: int) -> None:
        self.level = level
        self.rows: list[Row] = []
        self.space = False  # whether a blank belongs in front of what comes next
        self.new = True  # whether nothing of a node is written so far
        self.done = True  # whether the last row is whole

    def put(self, text: str) -> None:
        """Text at the end of the row, or in a new one."""
        if self.done:
            self.rows.append((self.level, ""))
            self.done = self.space = False
        before = self.rows[-1][1]
        blank = " " if before and self.space else ""
        text = "card" if text == "cards" and ONE.search(before) else text
        self.rows[-1] = (self.level, f"{before}{blank}{text}")
        self.space = self.new = False

    def fixed(self, text: str) -> None:
        """Fixed words and signs; `'s` is only `'` behind an s."""
        ends = not self.done and self.rows[-1][1].endswith("s")
        self.put("'" + text[2:] if ends and text.startswith("'s") else text)

    def lines(self, nodes: Iterable[Node], deeper: int = 1) -> None:
        """Nodes on rows of their own."""
        for node in nodes:
            self.rows += rows_of(node, self.level + deeper)
        self.done = True

    def write(self, node: Node) -> None:
        """A node where the row ends."""
        before, self.new = self.new, True
        writer = WRITERS.get(type(node))
        if writer is not None:
            writer(self, node)
        else:
            self.pieces(form_of(type(node)), node)
        self.new = self.new and before

    def pieces(self, pieces: tuple[Piece, ...], node: Any) -> None:
        for piece in pieces:
            given = [is_given(getattr(node, slot.name)) for slot in slots_in((piece,))]
            if not all(given) and not (isinstance(piece, Slot) and piece.second):
                continue
            self.space = self.space or (piece.space and not self.new)
            if isinstance(piece, Group):
                self.pieces(piece.pieces, node)
            elif isinstance(piece, Slot):
                self.slot(piece, getattr(node, piece.name), node)
            elif piece != LINE_END:
                self.fixed(piece.text)

    def slot(self, slot: Slot, value: Any, node: Any) -> None:
        """What fills a slot."""
        if slot.second:
            PAIRS[slot.rule](self, node)
        elif slot.lines:
            self.lines(value)
        elif isinstance(value, Block):
            self.body(value)
        elif isinstance(value, Cites):
            self.cites(value)
        else:
            for number, one in enumerate(value if slot.many else (value,)):
                if number:
                    self.fixed(slot.between)
                self.one(one, slot)

    def cites(self, cites: Cites) -> None:
        self.space = False
        self.put("  ")
        self.write(cites)

    def one(self, value: Any, slot: Slot) -> None:
        if isinstance(value, Node):
            bare = not isinstance(value, e.Expression) or fits(value, slot.rule)
            if not bare:
                self.put("(")
            self.write(value)
            if not bare:
                self.put(")")
        elif value is True:
            self.put(slot.rule.lower())
        else:
            self.put(WRITTEN.get(slot.rule, "{}").format(value))

    def body(self, body: Block) -> None:
        """A block behind its header: indented, or behind a colon."""
        self.space = False
        if body.inline:
            self.put(":")
            self.space = True
            write_block(self, body)
            self.done = True
        else:
            self.lines(body.statements)


def rows_of(node: Node, level: int = 0) -> list[Row]:
    """The rows of a node, each with its depth."""
    page = Page(level)
    page.write(node)
    return page.rows


def is_given(value: Any) -> bool:
    return value is not None and value is not False and value != ()


# ---- brackets


def is_open(node: Node) -> bool:
    """Whether a `there is` at the right end swallows all that follows."""
    if isinstance(node, e.Exists):
        return True
    return isinstance(node, (e.AndExpression, e.OrExpression)) and is_open(node.right)


def level_of(node: Node) -> int:
    """Where in the grammar of expressions a node stands."""
    if is_open(node):
        return LEVEL["expression"]
    return LEVEL.get(node.groups[0], LEVEL["atom"])


def fits(node: Node, rule: str) -> bool:
    """Whether an expression may stand without brackets where the grammar has a rule."""
    if rule == "amount":
        return isinstance(node, (e.Name, e.Number))
    if rule == "last_conjunct":
        return level_of(node) >= LEVEL["conjunction"] or (
            is_open(node) and not isinstance(node, e.OrExpression)
        )
    return level_of(node) >= LEVEL.get(rule, 0)


# ---- what is written in a way of its own


def write_block(page: Page, block: Block) -> None:
    """A block without a header."""
    if not block.inline:
        page.lines(block.statements, 0)
        return
    for number, statement in enumerate(block.statements):
        if number:
            page.put("; ")
        page.write(statement)
    if block.cites:
        page.cites(block.cites)


def write_range(page: Page, node: Any) -> None:
    page.put(f"{node.low}..{'any' if node.high is None else node.high}")


def write_items(page: Page, node: Any) -> None:
    for number, item in enumerate(node.items):
        if number:
            page.put(" < " if node.ordered else " | ")
        page.write(item)


def write_further_items(page: Page, node: Any) -> None:
    page.put("<" if node.ordered else "|")
    page.space = True
    write_items(page, node)


def write_action_body(page: Page, node: ActionDeclaration) -> None:
    """The body, with what is paid as its first row."""
    if node.pays is None:
        page.body(node.body)
        return
    pays = Page(page.level + 1)
    pays.put("pays")
    pays.body(node.pays)
    page.rows += pays.rows
    page.lines(node.body.statements)


PAIRS: dict[str, Callable[[Page, Any], None]] = {
    "RANGE": write_range,
    "value_items": write_items,
    "further_items": write_further_items,
    "action_body": write_action_body,
}


def write_of(page: Page, node: e.Of) -> None:
    """`your hand`, `this card's level`; else by its form."""
    owner = node.owner.word if isinstance(node.owner, e.Name) else ""
    if owner not in ("you", "this"):
        return page.pieces(form_of(e.Of), node)
    page.put("your" if owner == "you" else "this card's")
    page.space = True
    page.put(str(node.word))


WRITERS: dict[type[Node], Callable[[Page, Any], None]] = {Block: write_block, e.Of: write_of}
