"""Forms: how a node is written, from which its grammar, its printing and its plain mutants come.

A form is nearly the line of the manual that explains it: `show {what:set} to {player:inset}`.

    word  ,         fixed words and signs
    {field}         what the field's type says: a name, a number, the rule of the type
    {field:rule}    a rule of the grammar; an expression looser than it gets brackets
    {field:TOKEN}   a token of the grammar; a STRING has its quotes
    {field:a/b}     one of some words or tokens
    {field=a/b}     a name which is one of some words, though the grammar does not ask for it
    {field:a b}     a bool, true where these words are; the name of a token stands for its word
    {one..two:rule} two fields that one rule fills
    {fields|, }     a tuple, and what is between its parts if that is more than a blank;
                    `+` in front of the bar: more than the fewest, which is one with a bar
    [..]            may be left out, as may be a field whose type allows None
    \\n              the end of the line; the parts of a tuple behind it are lines of a block
    \\[ \\]           brackets
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache

from .base import Node, snake
from .dataclass import dataclass

PIECE = re.compile(
    r"(?P<space> *)(?:(?P<open>\[)|(?P<close>\])"
    r"|\{(?P<name>\w+)(?:\.\.(?P<second>\w+))?(?::(?P<rule>[\w/, ]+))?(?:=(?P<words>[\w/]+))?"
    r"(?P<more>\+)?(?:\|(?P<between>[^}]*))?\}"
    r"|(?P<text>\\[\[\]]|'s|\w+|[^\w ]))"
)
TOKENS = {"Word": "WORD", "int": "NUMBER", "Word | int": "WORD/NUMBER"}


@dataclass(frozen=True, slots=True)
class Text:
    """A fixed word or sign; `space`: a blank is in front of it."""

    text: str
    space: bool


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a field, or two. `type` is what it holds, without `tuple` and None; `rule`
    what the grammar calls that; `words` the names that may stand there; `lines`: its parts are
    the lines of a block.
    """

    name: str
    second: str
    type: str
    rule: str
    words: tuple[str, ...]
    many: bool
    more: bool
    between: str
    lines: bool
    optional: bool
    space: bool


@dataclass(frozen=True, slots=True)
class Group:
    """What may be left out as a whole."""

    pieces: tuple[Piece, ...]
    space: bool


Piece = Text | Slot | Group
LINE_END = Text("\n", False)


@cache
def form_of(kind: type[Node]) -> tuple[Piece, ...]:
    """The pieces of a class's form, empty if it is written in a way of its own."""
    types = {part.name: str(part.type) for part in fields(kind)}
    stack: list[list[Piece]] = [[]]
    spaces: list[bool] = []
    for found in PIECE.finditer(kind.form):
        space = bool(found["space"])
        if found["open"]:
            stack.append([])
            spaces.append(space)
        elif found["close"]:
            inside = tuple(stack.pop())
            stack[-1].append(Group(inside, spaces.pop()))
        elif found["name"]:
            lines = stack[-1][-1:] == [LINE_END]
            slot = slot_of(found, types[found["name"]], lines)
            stack[-1].append(replace(slot, optional=False) if spaces else slot)
        else:
            stack[-1].append(Text(found["text"].removeprefix("\\"), space))
    return tuple(stack[0])


def slot_of(found: re.Match[str], type_text: str, lines: bool) -> Slot:
    """A slot as it is written, for a field of a type."""
    many = type_text.startswith("tuple[")
    inner = type_text.removeprefix("tuple[").removesuffix(", ...]")
    plain = inner.removesuffix(" | None")
    words = tuple(found["words"].split("/")) if found["words"] else ()
    return Slot(
        name=found["name"],
        second=found["second"] or "",
        type=plain,
        rule=found["rule"] or TOKENS.get(plain) or snake(plain),
        words=words,
        many=many and not found["second"],
        more=bool(found["more"]),
        between=found["between"] or " ",
        lines=lines,
        optional=plain != inner and found["rule"] is None,
        space=bool(found["space"]),
    )


def slots_in(pieces: tuple[Piece, ...]) -> Iterator[Slot]:
    """The slots of a form, also those in groups, in order of the text."""
    for piece in pieces:
        if isinstance(piece, Slot):
            yield piece
        elif isinstance(piece, Group):
            yield from slots_in(piece.pieces)
