"""The forms of the language as an author types them: from the nodes, so that none is missing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ...dsl.nodes.base import Node
from ...dsl.nodes.dataclass import dataclass
from ...dsl.nodes.forms import Group, Piece, Slot, Text, form_of
from ...dsl.syntax.grammar import classes_of
from ...dsl.syntax.reader import words_of
from ..index.mentions import KINDS

LINES = (  # groups of nodes that may begin a line
    "declaration", "simple_statement", "compound_statement", "rule", "edit", "property_line",
    "deck_line", "triggers_line", "titles_line", "fact", "deed", "claim", "looks_line",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Form:
    """How a node is written: its first fixed word, the whole as a line, and as a snippet."""

    word: str
    line: str
    snippet: str
    kind: type[Node]


@cache
def forms(kind: str) -> dict[str, list[Form]]:
    """The forms that may begin a line in a kind of file, by their first word."""
    found: dict[str, list[Form]] = {}
    for node in classes_of(kind).values():
        pieces = form_of(node)
        if not pieces or not isinstance(pieces[0], Text) or not {*node.groups} & {*LINES}:
            continue
        one = Form(pieces[0].text, line_of(pieces), snippet_of(pieces), node)
        found.setdefault(one.word, []).append(one)
    return found


def line_of(pieces: tuple[Piece, ...]) -> str:
    """A form for a reader: slots in angle brackets, what may be left out in square ones."""
    return "".join(shown(pieces)).strip()


def shown(pieces: tuple[Piece, ...]) -> Iterator[str]:
    for piece in pieces:
        blank = " " if piece.space else ""
        if isinstance(piece, Text):
            yield blank + ("" if piece.text == "\n" else piece.text)
        elif isinstance(piece, Group):
            yield f"{blank}[{line_of(piece.pieces)}]"
        elif piece.name not in ("cites", "tails", "manners"):
            text = "|".join(choices_of(piece)) or f"<{piece.name}>"
            yield f"{blank}[{text}]" if piece.optional else blank + text


def choices_of(slot: Slot) -> list[str]:
    """The fixed words that may fill a slot."""
    if slot.words:
        return [*slot.words]
    parts = slot.rule.split("/")
    return parts if len(parts) > 1 and all(part.islower() for part in parts) else []


def snippet_of(pieces: tuple[Piece, ...]) -> str:
    """What has to be written of a form, with a place to fill for each slot."""
    number, parts = 0, list[str]()
    for piece in pieces:
        blank = " " if piece.space and parts else ""
        if isinstance(piece, Text):
            parts.append(blank + ("" if piece.text == "\n" else piece.text))
        elif isinstance(piece, Slot) and is_needed(piece):
            number += 1
            words = choices_of(piece)
            inner = f"|{','.join(words)}|" if words else f":{piece.name}"
            text = f"${{{number}{inner}}}"
            parts.append(blank + (f'"{text}"' if piece.rule == "STRING" else text))
    return "".join(parts).strip()


def is_needed(slot: Slot) -> bool:
    """Whether a slot has to be filled on the line itself."""
    if slot.optional or slot.lines or (slot.many and not slot.more and slot.between == " "):
        return False
    return slot.name not in ("cites", "body", "tails", "titles", "otherwise")


@cache
def fillers(kind: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """The kinds of thing that a name may be, by the first word of a line and the fixed word in
    front of the name; with an empty first word, wherever it is the same in all forms.
    """
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for node in classes_of(kind).values():
        pieces = form_of(node)
        first = pieces[0].text if pieces and isinstance(pieces[0], Text) else ""
        before = ""
        for piece in flattened(pieces):
            if isinstance(piece, Text):
                before = piece.text
            else:
                kinds = KINDS.get(f"{node.__name__}.{piece.name}")
                if before and kinds and piece.type.startswith(("Word", "Path")):
                    found.setdefault((first, before), kinds)
                before = ""
    return found


def flattened(pieces: tuple[Piece, ...]) -> Iterator[Text | Slot]:
    for piece in pieces:
        if isinstance(piece, Group):
            yield from flattened(piece.pieces)
        else:
            yield piece


@cache
def fixed_words(kind: str) -> frozenset[str]:
    """The words that a grammar knows itself."""
    return frozenset(word for word in words_of(kind).values() if word.isalpha())
