"""The grammar of a kind of file: its lark file, and a rule for each node from its form.

In the lark file `@x` is what makes the nodes of the group x or the node of the class x, `@@x`
the names of their rules. A rule that is named there but missing is added.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache

from ...grammar.loader import own_text, written_grammar
from ..nodes import (
    attributes,
    becoming,
    declarations,
    edits,
    expressions,
    files,
    groups,
    invariants,
    libraries,
    looks,
    modes,
    rules,
    statements,
    titles,
)
from ..nodes.base import Node, snake
from ..nodes.forms import Group, Piece, Slot, Text, form_of, slots_in

REFERENCE = re.compile(r"(@@?)(\w+)")
REMARK = re.compile(r"^//.*\n", re.MULTILINE)
NO_RULES = re.compile(r'"[^"\n]*"|/.*/|-> *\w+')
RULE = re.compile(r"^[?!]?(\w+)\s*:", re.MULTILINE)
NAME = re.compile(r"\b[a-z]\w*")
FIXED = re.compile(r"'s|\w+|[^\w\s]")
SYMBOLS = {"\n": "_NL", "'s": "_POSSESSIVE"}
OF_RULES = (
    statements, becoming, modes, rules, expressions, attributes, declarations, groups, invariants,
    titles,
    edits, libraries,
)  # fmt: skip
OF_OTHERS = (files, looks, expressions, statements, modes, attributes)
MAKERS = ("loader.py", "compiler.py")  # of tables


@cache
def classes_of(kind: str) -> dict[str, type[Node]]:
    """The node classes of a kind of file, by the names of their rules."""
    found: dict[str, type[Node]] = {}
    for module in OF_RULES if kind == "rules" else OF_OTHERS:
        for name, thing in vars(module).items():
            if isinstance(thing, type) and issubclass(thing, Node) and "form" in vars(thing):
                found.setdefault(snake(name), thing)
    return found


@cache
def grammar_text(kind: str) -> str:
    """The whole grammar of a kind of file, as lark reads it."""
    return Writer(kind).text()


@cache
def grammar_key(kind: str) -> str:
    """A digest of a grammar and of what makes tables of it."""
    text = "\0".join((grammar_text(kind), *map(own_text, MAKERS)))
    return hashlib.sha256(text.encode()).hexdigest()[:40]


class Writer:
    """Writes the rules that a lark file and the forms ask for."""

    def __init__(self, kind: str) -> None:
        self.classes = classes_of(kind)
        self.groups: dict[str, list[str]] = {}
        for name, made in self.classes.items():
            for group in made.groups if made.form else ():
                self.groups.setdefault(group, []).append(name)
        self.written = REMARK.sub("", written_grammar(kind))
        self.rules = dict.fromkeys(RULE.findall(self.written), "")
        self.asked: list[str] = []

    def text(self) -> str:
        """The lark file with its references followed, and the rules they ask for."""
        head = REFERENCE.sub(self.followed, self.written)
        self.asked += NAME.findall(NO_RULES.sub("", head))
        for name in self.asked:  # grows as rules are added
            if name not in self.rules and name in self.classes:
                self.rules[name] = f"{name}: {self.expansion(name)}"
            elif name not in self.rules and name in self.groups:
                self.rules[name] = f"{name}: {self.alternatives(name)}"
        return "\n".join([head, *filter(None, self.rules.values())])

    def followed(self, found: re.Match[str]) -> str:
        if found[1] == "@":
            return self.alternatives(found[2])
        return " | ".join(self.groups[found[2]])

    def alternatives(self, name: str) -> str:
        """What makes the nodes of a group, or the node of one class."""
        names = self.groups.get(name, [name])
        return "\n    | ".join(f"{self.expansion(one)} -> {one}" for one in names)

    def expansion(self, name: str) -> str:
        """What makes a node. Each of several tuples gets a rule of its own."""
        pieces = form_of(self.classes[name])
        several = sum(slot.many for slot in slots_in(pieces)) > 1
        text = self.sequence(pieces, name if several else "")
        ends = text.endswith("[cites] _NL")
        return f"{text.removesuffix('[cites] _NL')}_end" if ends else text

    def sequence(self, pieces: tuple[Piece, ...], apart: str) -> str:
        return " ".join(self.symbols(piece, apart) for piece in pieces)

    def symbols(self, piece: Piece, apart: str) -> str:
        if isinstance(piece, Group):
            return f"[{self.sequence(piece.pieces, apart)}]"
        if isinstance(piece, Text):
            return fixed(piece.text)
        if piece.type == "bool":
            return self.flag(piece)
        if piece.many:
            return self.tuple(piece, apart)
        symbol = self.symbol(piece)
        return f"[{symbol}]" if piece.optional else symbol

    def flag(self, slot: Slot) -> str:
        first, *others = slot.rule.split()
        if first.isupper():
            return f"[{' '.join([first, *map(fixed, others)])}]"
        self.rules[slot.name] = f"{slot.name}: {fixed_words(slot.rule)}"
        return f"[{slot.name}]"

    def tuple(self, slot: Slot, apart: str) -> str:
        symbol = self.symbol(slot)
        if slot.lines:
            text = f"_INDENT {symbol}+ _DEDENT"
        elif slot.between == " ":
            text = f"{symbol}{'+' if slot.more or apart else '*'}"
        else:
            further = f"({fixed_words(slot.between)} {symbol})"
            text = f"{symbol} {further}{'+' if slot.more else '*'}"
        if not apart:
            return text
        name = f"{slot.name}_of_{apart}"
        self.rules[name] = f"{name}: {text}"
        return f"[{name}]" if slot.between == " " and not slot.more else name

    def symbol(self, slot: Slot) -> str:
        """What the grammar calls one thing in a slot."""
        choices = slot.rule.split("/")
        if len(choices) == 1:
            self.asked += choices
            return slot.rule
        either = " | ".join(one if one.isupper() else fixed(one) for one in choices)
        if slot.type != "Word":
            return f"({either})"
        name = "_".join([*choices, "word"]).lower()
        self.rules[name] = f"!{name}: {either}"
        return name


def fixed(text: str) -> str:
    """A fixed word or sign."""
    if text in SYMBOLS:
        return SYMBOLS[text]
    return f'"{text}"'


def fixed_words(text: str) -> str:
    return " ".join(map(fixed, FIXED.findall(text)))
