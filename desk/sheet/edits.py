"""What the edited rows of a sheet change in the files: their own fields, and nothing beside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from ...dsl.loading.source import Source
from ...dsl.nodes.base import Span
from ...dsl.nodes.dataclass import dataclass
from ...dsl.nodes.files import Card, CardField, CardTable
from ...dsl.syntax.rows import before_remark
from .rows import CODE, FILE, NAME, Row, Sheet, file_of, heading, sheet_of

KIND = "kind"


class SheetError(Exception):
    """What cannot be done with a sheet; `line` is that of the row, the headings are line 1."""

    def __init__(self, line: int, text: str) -> None:
        self.line = line
        super().__init__(text)


@dataclass(slots=True)
class Text:
    """A file that is being edited: a line is replaced in its place, so that the numbers of the
    others hold; one that becomes several, or none, is a list.
    """

    lines: list[list[str]]
    added: list[str] = field(default_factory=list[str])
    end: str = "\n"

    def replace(self, span: Span, column: int, old: str, new: str) -> None:
        """Puts `new` in place of `old`, which begins at a column, from 0, of the span's line."""
        (line,) = self.lines[span.line - 1]
        assert line[column : column + len(old)] == old
        self.lines[span.line - 1] = [line[:column] + new + line[column + len(old) :]]

    def whole(self) -> str:
        """The text as it is now."""
        lines = [line for group in self.lines for line in group]
        if self.added:
            while lines and not lines[-1].strip():
                lines.pop()
            lines += [*self.added, ""]
        return self.end.join(lines)


def text_of(source: Source) -> Text:
    """A file as lines; it keeps the way they end."""
    text = source.decoded()[0]
    end = "\r\n" if "\r\n" in text else "\n"
    return Text([[line] for line in text.replace("\r\n", "\n").split("\n")], end=end)


def edited(sources: Iterable[Source], table: list[list[str]]) -> dict[str, str]:
    """The new texts of those files, by name, that the rows of a sheet change. A card without a
    row stays as it is; a row with a new code is a new card, at the end of its file. What was
    written is read again: a cell that would not be read as it stands is a SheetError.
    """
    by_name = {file_of(source): source for source in sources}
    before = sheet_of(by_name.values())
    texts = {name: text_of(source) for name, source in by_name.items()}
    rows = rows_of(table)
    for line, cells in rows:
        old = before.rows.get(cells[CODE])
        if old is None:
            add(texts, line, cells)
        else:
            change(texts[old.file], line, old, cells)
    whole = {name: text.whole() for name, text in texts.items()}
    changed = {name for name in whole if whole[name] != text_of(by_name[name]).whole()}
    again = [source.called(source.path, whole[name].encode()) for name, source in by_name.items()]
    for source, one in zip(again, by_name.values(), strict=True):
        source.home = one.home
    hold_to(rows, sheet_of(again))
    return {name: whole[name] for name in sorted(changed)}


def rows_of(table: list[list[str]]) -> list[tuple[int, dict[str, str]]]:
    """The rows by their headings, with their numbers; lines of a cell without blanks around."""
    heads = [head.strip() for head in table[0]] if table else []
    for head in (CODE, NAME):
        if head not in heads:
            raise SheetError(1, f'The first line has no column "{head}".')
    twice = next((head for head in heads if head and heads.count(head) > 1), None)
    if twice is not None:
        raise SheetError(1, f'Two columns are called "{twice}".')
    found: list[tuple[int, dict[str, str]]] = []
    codes: set[str] = set()
    for line, row in enumerate(table[1:], 2):
        if not any(cell.strip() for cell in row):
            continue
        if len(row) != len(heads):
            raise SheetError(line, f"The row has {len(row)} cells; there are {len(heads)} columns.")
        cells = {head: tidy(cell) for head, cell in zip(heads, row, strict=True) if head}
        if cells[CODE] in codes:
            raise SheetError(line, f'Another row has the code "{cells[CODE]}" too.')
        codes.add(cells[CODE])
        found.append((line, cells))
    return found


def tidy(cell: str) -> str:
    """A cell without empty lines and blanks around its lines."""
    return "\n".join(part.strip() for part in cell.splitlines() if part.strip())


def hold_to(rows: Iterable[tuple[int, Mapping[str, str]]], after: Sheet) -> None:
    """Every cell has to be read again as it stands in the sheet."""
    for line, cells in rows:
        row = after.rows.get(cells[CODE])
        if row is None:
            text = f'A card cannot be written with the code "{cells[CODE]}" and these cells.'
            raise SheetError(line, text)
        for head, wanted in cells.items():
            if head == FILE and not wanted:
                continue  # where it stands, or the only file
            said = {CODE: row.code, NAME: row.name, FILE: row.file}.get(head)
            if (row.cells.get(head, "") if said is None else said) != wanted:
                raise SheetError(line, f'"{wanted}" cannot stand as {head} of {row.code}.')
    if after.problems:
        raise SheetError(1, f"The cards could not be read any more: {after.problems[0].message}")


def change(text: Text, line: int, old: Row, cells: Mapping[str, str]) -> None:
    """The cells of one card that are other than before."""
    if cells[NAME] != old.name:
        (row,) = text.lines[old.node.span.line - 1]
        quoted = f'"{old.name}"'
        text.replace(old.node.span, row.index(quoted), quoted, f'"{cells[NAME]}"')
    for head, new in cells.items():
        if head in (CODE, NAME, FILE) or new == old.cells.get(head, ""):
            continue
        if old.table is not None:
            change_cell(text, line, old, head, new)
        else:
            assert isinstance(old.node, Card)
            change_field(text, old.node, head, new.split("\n") if new else [])


def change_cell(text: Text, line: int, old: Row, head: str, new: str) -> None:
    """A cell of a card that is a row of a table; the others stay in their columns if they can."""
    table = old.table
    assert isinstance(table, CardTable)
    heads = [heading(one) for one in table.heads]
    if head not in heads:
        raise SheetError(line, f"{old.code} stands in a table that has no column for {head}.")
    if any(sign in new for sign in "|#\n"):
        raise SheetError(line, f'"{new}" cannot stand in a table; write {old.code} as a card.')
    span = old.node.span
    (row,) = text.lines[span.line - 1]
    start = row.index(old.code, row.index('"', row.index('"') + 1)) + len(old.code)
    for _ in range(heads.index(head) + 1):
        start = row.index("|", start) + 1
    ends = [at for sign in "|#" if (at := row.find(sign, start)) >= 0]
    cell = row[start : min(ends, default=len(row))]
    behind = bool(ends)
    text.replace(span, start, cell, f" {new} ".ljust(len(cell)) if behind else f" {new}".rstrip())


def change_field(text: Text, card: Card, head: str, new: list[str]) -> None:
    """The lines of one field of a card: changed in their places, added below, taken away."""
    old = [one for one in card.fields if heading(one) == head]
    for one, value in zip(old, new, strict=False):
        said = before_remark(str(one.value)).rstrip()
        if said != value:
            text.replace(one.name.span, column_of_value(text, one), said, value)
    for one in old[len(new) :]:
        remark = str(one.value)[len(before_remark(str(one.value))) :].strip()
        (row,) = text.lines[one.name.span.line - 1]
        indent = row[: len(row) - len(row.lstrip())]
        text.lines[one.name.span.line - 1] = [indent + remark] if remark else []
    if len(new) > len(old):
        above = old[-1] if old else card.fields[-1]
        group = text.lines[above.name.span.line - 1]
        group += [field_line(text, card.fields[0], head, value) for value in new[len(old) :]]


def column_of_value(text: Text, one: CardField) -> int:
    """Where the value of a field begins in its line, from 0."""
    (row,) = text.lines[one.name.span.line - 1]
    start = one.name.span.column - 1 + len(heading(one))
    return len(row) - len(row[start:].lstrip()) if row[start:].strip() else len(row)


def field_line(text: Text, like: CardField, head: str, value: str) -> str:
    """A line for a field, laid out as another of the card."""
    row = text.lines[like.name.span.line - 1]
    first = like.name.span.column - 1
    width = column_of_value(text, like) - first if len(row) == 1 else 0
    return " " * first + head.ljust(width - 1) + " " + value


def add(texts: Mapping[str, Text], line: int, cells: Mapping[str, str]) -> None:
    """A card that is new, at the end of its file."""
    file = cells.get(FILE, "") or (next(iter(texts)) if len(texts) == 1 else "")
    if file not in texts:
        known = ", ".join(texts)
        raise SheetError(line, f'{cells[CODE]} is new: say in "{FILE}" where it goes, of {known}.')
    fields = [
        (head, part)
        for head, value in cells.items()
        if head not in (CODE, NAME, FILE)
        for part in value.splitlines()
    ]
    width = max((len(head) for head, _ in fields), default=0)
    texts[file].added.append(f'card "{cells[NAME]}" {cells[CODE]}')
    texts[file].added += [f"    {head.ljust(width)} {part}" for head, part in fields]
