"""Forms: how the text of a node is put together, written like the grammar rule that reads it.

{field}         a word, a number or a node
{field:slot}    an expression for a level of the grammar; looser ones get brackets
{field:text}    a string in quotes
{field:amount}  a bare number or name, anything else in brackets
{field|, }      a tuple with its separator; with a slot {field:slot|, }
{field?}        prints nothing, but asks for the field to be true
<<..>>          printed only when every field inside has a value
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

from ..nodes import expressions as e
from ..nodes.base import Node

# Levels of the grammar of expressions, loosest first; a slot takes its own level and all after it.
LEVELS = (
    "set", "expression", "conjunction", "test", "comparison", "sum", "product", "unary",
    "inset", "postfix", "atom",
)  # fmt: skip
LEVEL = {name: number for number, name in enumerate(LEVELS)}
LEVEL_OF: dict[type[Node], int] = {
    e.Where: LEVEL["set"],
    e.OrExpression: LEVEL["expression"],
    e.Exists: LEVEL["expression"],
    e.AndExpression: LEVEL["conjunction"],
    e.NotExpression: LEVEL["test"],
    e.IsExpression: LEVEL["comparison"],
    e.IsNotExpression: LEVEL["comparison"],
    e.AtLeastExpression: LEVEL["comparison"],
    e.AtMostExpression: LEVEL["comparison"],
    e.MoreExpression: LEVEL["comparison"],
    e.LessExpression: LEVEL["comparison"],
    e.OneOfExpression: LEVEL["comparison"],
    e.HasExpression: LEVEL["comparison"],
    e.HasNoExpression: LEVEL["comparison"],
    e.FitsExpression: LEVEL["comparison"],
    e.MatchesExpression: LEVEL["comparison"],
    e.ContainsExpression: LEVEL["comparison"],
    e.SharesExpression: LEVEL["comparison"],
    e.CanExpression: LEVEL["comparison"],
    e.Add: LEVEL["sum"],
    e.Subtract: LEVEL["sum"],
    e.Times: LEVEL["product"],
    e.Divide: LEVEL["product"],
    e.Negative: LEVEL["unary"],
    e.Within: LEVEL["inset"],
    e.Count: LEVEL["inset"],
    e.Total: LEVEL["inset"],
    e.Highest: LEVEL["inset"],
    e.Lowest: LEVEL["inset"],
    e.Top: LEVEL["inset"],
    e.Bottom: LEVEL["inset"],
    e.Of: LEVEL["postfix"],
    e.Index: LEVEL["postfix"],
    e.Its: LEVEL["postfix"],
}

Writer = Callable[[Any], str]
FORMS: dict[type[Node], Writer] = {}
SLOTS: dict[type[Node], dict[str, str]] = {}
PIECE = re.compile(r"<<|>>|\{(\w+)(\?)?(?::(\w+))?(?:\|([^}]*))?\}")


def text_of(node: Node) -> str:
    """The canonical text of a node that fills no more than one line."""
    return FORMS[type(node)](node)


# ---- brackets


def is_open(node: Node) -> bool:
    """Whether a `there is` at the right end swallows all that follows."""
    if isinstance(node, e.Exists):
        return True
    return isinstance(node, (e.AndExpression, e.OrExpression)) and is_open(node.right)


def level_of(node: Node) -> int:
    """Where in the grammar of expressions a node stands."""
    if isinstance(node, e.AndExpression) and is_open(node):
        return LEVEL["expression"]
    return LEVEL_OF.get(type(node), LEVEL["atom"])


def fits_slot(node: Node, slot: str) -> bool:
    """Whether an expression may stand in a slot without brackets."""
    if slot == "amount":
        return True  # has brackets of its own
    if slot == "last_conjunct":
        return level_of(node) >= LEVEL["conjunction"] or (
            is_open(node) and not isinstance(node, e.OrExpression)
        )
    return level_of(node) >= LEVEL[slot]


def bracketed(node: Node) -> Node:
    """The node with a Bracket wherever its text needs one, as reading the text would give it."""
    changed: dict[str, Any] = {}
    slots = SLOTS.get(type(node), {})
    for part in fields(node):
        value: Any = getattr(node, part.name)
        slot = slots.get(part.name, "")
        if str(part.type).startswith("tuple"):
            changed[part.name] = tuple(bracketed_part(item, slot) for item in value)
        elif isinstance(value, Node):
            changed[part.name] = bracketed_part(value, slot)
    return replace(node, **changed)


def bracketed_part(value: Any, slot: str) -> Any:
    if not isinstance(value, Node):
        return value
    inner = bracketed(value)
    if slot and isinstance(inner, e.Expression) and not fits_slot(inner, slot):
        return e.Bracket(inner)
    return inner


def expression_text(node: Node, slot: str) -> str:
    text = FORMS[type(node)](node)
    if slot == "amount":
        return text if isinstance(node, (e.Name, e.Number)) else f"({text})"
    return text if not slot or fits_slot(node, slot) else f"({text})"


# ---- forms


def add_forms(forms: Mapping[type[Node], str | Writer]) -> None:
    """Makes the forms of node classes known."""
    for kind, form in forms.items():
        if isinstance(form, str):
            pieces = list(PIECE.finditer(form))
            found = {m[1]: m[3] for m in pieces if m[1] and m[3] and m[3] != "text"}
            SLOTS[kind] = found
            FORMS[kind] = compile_form(form)
        else:
            FORMS[kind] = form


def compile_form(form: str) -> Writer:
    """A form as a function of the node."""
    stack: list[list[Writer]] = [[]]
    asked: list[list[str]] = [[]]
    place = 0
    for found in PIECE.finditer(form):
        if found.start() > place:
            stack[-1].append(constant(form[place : found.start()]))
        place = found.end()
        if found[0] == "<<":
            stack.append([])
            asked.append([])
        elif found[0] == ">>":
            inside, names = joined(stack.pop()), asked.pop()
            stack[-1].append(optional(names, inside))
        else:
            asked[-1].append(found[1])
            if not found[2]:
                stack[-1].append(field_writer(found[1], found[3] or "", found[4]))
    if place < len(form):
        stack[-1].append(constant(form[place:]))
    return joined(stack[0])


def constant(text: str) -> Writer:
    return lambda node: text


def joined(writers: list[Writer]) -> Writer:
    if len(writers) == 1:
        return writers[0]
    return lambda node: "".join([write(node) for write in writers])


def optional(names: list[str], inside: Writer) -> Writer:
    def write(node: Any) -> str:
        for name in names:
            value = getattr(node, name)
            if value is None or value is False or value == ():
                return ""
        return inside(node)

    return write


def field_writer(name: str, slot: str, separator: str | None) -> Writer:
    if separator is not None:
        return lambda node: separator.join(
            [value_text(item, slot) for item in getattr(node, name)]
        )
    return lambda node: value_text(getattr(node, name), slot)


def value_text(value: Any, slot: str) -> str:
    if isinstance(value, Node):
        return expression_text(value, slot)
    return f'"{value}"' if slot == "text" else str(value)
