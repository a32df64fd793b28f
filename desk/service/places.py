"""Where that stands which a table shows: a card, a word of its text, a line of the rules."""

from __future__ import annotations

from pathlib import Path

from ...dsl.nodes.base import Span
from ...interpreter.questions.printed import by_line
from ..index.index import CARDS, RULES, FileIndex, Index
from ..index.text import line_at
from ..index.things import CARD

REMARK = "  #"


def place_of_card(index: Index, code: str, text: int = -1, before: str = "") -> Span | None:
    """Where a card is called by its name; or the word that comes behind `before` in its text with
    a number, as it is printed. None for no card of that code.
    """
    card = next((one for one in index.loaded.cards if str(one.code) == code), None)
    if card is None:
        return None
    texts = [one for known in card.texts.values() for one in by_line(known)]
    if 0 <= text < len(texts):
        first = texts[text][0].span
        file = index.by_file.get(first.file)
        if file is not None:
            return word_behind(file, first, sum(not one.isspace() for one in before))
    known = index.things.get((CARD, code), ())
    return known[0].span if known else card.span


def word_behind(file: FileIndex, start: Span, letters: int) -> Span:
    """The word so many letters, without blanks, behind the beginning of a part of a file."""
    line, column = start.line - 1, start.column - 1
    while line < len(file.lines):
        row = line_at(file.lines, line).partition(REMARK)[0]
        for at in range(column, len(row)):
            if row[at].isspace():
                continue
            if not letters:
                end = next((k for k in range(at, len(row)) if row[k].isspace()), len(row))
                return Span(start.file, line + 1, at + 1, line + 1, end + 1)
            letters -= 1
        line, column = line + 1, 0
    return start


def place_of_line(index: Index, name: str, line: int, said: str = "") -> Span | None:
    """A line, from 1, of a file of rules or cards by its name without folders; of several such that
    whose line says `said`.
    """
    bare = Path(name.replace("\\", "/")).name
    named = [one for one in index.of_kind(RULES, CARDS) if Path(one.name).name == bare]
    found = [one for one in named if 1 <= line <= len(one.lines)]
    same = [one for one in found if one.name == name]
    known = [one for one in found if said and said in " ".join(one.lines[line - 1].split())]
    for file in (*same, *known, *found)[:1]:
        row = file.lines[line - 1]
        begin = len(row) - len(row.lstrip()) + 1
        return Span(file.name, line, begin, line, max(len(row.rstrip()) + 1, begin))
    return None
