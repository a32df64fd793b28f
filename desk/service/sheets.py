"""The cards of a format as a sheet, with what is not saved, and what an edited one changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher

from ...dsl.loading.library import CARD_FILES, sources_of
from ...dsl.loading.source import Source, instead_of_files
from ...dsl.nodes.base import Span
from ..renaming.rename import Edit
from ..sheet.edits import edited, text_of
from ..sheet.rows import file_of, sheet_of

ENDING = f".{CARD_FILES[0]}"


def cards_in_files(name: str) -> list[Source]:
    """The files of cards of a format that an author writes."""
    return [one for one in sources_of(name).cards if one.path.suffix == ENDING]


def sheet(name: str, unsaved: Mapping[str, bytes]) -> tuple[list[list[str]], list[str]]:
    """The headings and a row of cells for each card; and the files that a card may stand in."""
    with instead_of_files(unsaved):
        sources = cards_in_files(name)
        return sheet_of(sources).table(), [file_of(one) for one in sources]


def sheet_edits(name: str, unsaved: Mapping[str, bytes], table: list[list[str]]) -> list[Edit]:
    """What the rows of a sheet change, line by line. Raises `SheetError`."""
    with instead_of_files(unsaved):
        sources = cards_in_files(name)
        texts = edited(sources, table)
        before = {file_of(one): one for one in sources}
        return [edit for file, text in texts.items() for edit in lines_changed(before[file], text)]


def lines_changed(source: Source, text: str) -> Iterator[Edit]:
    """The edits of whole lines that make another text of a file."""
    old, new = ([*plain(one).split("\n")] for one in (text_of(source).whole(), text))
    for what, first, last, start, end in SequenceMatcher(None, old, new, False).get_opcodes():
        if what == "equal":
            continue
        rows = new[start:end]
        if last < len(old):
            span = Span(source.name, first + 1, 1, last + 1, 1)
            yield Edit(span, "".join(f"{row}\n" for row in rows))
        else:  # there is no line behind it
            line, column = (first, len(old[first - 1]) + 1) if first else (1, 1)
            span = Span(source.name, line, column, len(old), len(old[-1]) + 1)
            yield Edit(span, "".join(f"\n{row}" for row in rows)[0 if first else 1 :])


def plain(text: str) -> str:
    """A text whose lines end as editors have them."""
    return text.replace("\r\n", "\n")
