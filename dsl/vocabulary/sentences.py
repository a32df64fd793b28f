"""Where the sentences of a text are, and the brackets in them."""

from __future__ import annotations

import re

from ..nodes.dataclass import dataclass
from ..syntax.reader import Token, Tree, read
from .lexicon import Lexicon

DEEPEST_ASIDE = 6
MASK = "\ue000"
BRACKETS = re.compile(r"\"[^\"]*\"|\[[^\[\]]*\]|<[^<>]*>|[()]")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a sentence: plain text, or sentences in brackets."""

    start: int
    end: int
    inner: tuple[Shape, ...] | None = None


@dataclass(frozen=True, slots=True)
class Shape:
    """One sentence: its pieces, and where it ends."""

    pieces: tuple[Piece, ...]
    end: int


def shapes_of(text: str, lexicon: Lexicon) -> tuple[Shape, ...]:
    """The sentences of a text. Every text has some structure."""
    masked = mask(text, lexicon)
    tree = read("text", masked, Tree)
    assert isinstance(tree, Tree)
    return tuple(map(shape_of, tree.children))


def mask(text: str, lexicon: Lexicon) -> str:
    """The text without signs that belong to a name, to a phrase or to nothing."""
    if lexicon.guarded is not None:
        text = lexicon.guarded.sub(
            lambda found: "".join(MASK if sign in ".()" else sign for sign in found[0]), text
        )
    if "(" not in text and ")" not in text:
        return text
    signs = list(text)
    waiting: list[int] = []
    for found in BRACKETS.finditer(text):
        at = found.start()
        if found[0] == "(":
            waiting.append(at)
        elif found[0] == ")":
            start = waiting.pop() if waiting else at
            if start == at or len(waiting) >= DEEPEST_ASIDE:
                signs[at] = signs[start] = MASK
    for start in waiting:
        signs[start] = MASK
    return "".join(signs)


def shape_of(tree: Tree) -> Shape:
    """One parsed sentence."""
    pieces: list[Piece] = []
    end = 0
    for child in tree.children:
        if isinstance(child, Token):
            end = child.end
            if child.kind == "PLAIN" and not child.text.isspace():
                pieces.append(Piece(child.start, end))
        else:
            opening, *inner, closing = child.children
            end = closing.end
            pieces.append(Piece(opening.start, end, tuple(map(shape_of, inner))))
    return Shape(tuple(pieces), end)
