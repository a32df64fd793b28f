"""What was changed in the files of a format, piece by piece: each can be taken back alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher, unified_diff

from ...dsl.loading.library import FormatFiles
from ...dsl.loading.source import Source
from ...dsl.nodes.base import Span
from ...dsl.nodes.dataclass import dataclass
from ...dsl.ruleset.fingerprints import plain_lines
from ...dsl.syntax.blocks import group_starts
from ...dsl.syntax.rows import GROUP, lines_of

Block = tuple[int, int]  # the first line of a piece of a file, and the one behind it; from 0
BY_LINES = ("turn", "setup", "cards")  # blocks whose lines are changed for different reasons


@dataclass(frozen=True, slots=True)
class Unit:
    """Lines of a file that are others now. `head`: the first line of the block they stand in."""

    file: str
    head: str
    old: Block
    new: Block
    lines: tuple[str, ...]

    def touches(self, span: Span, is_old: bool) -> bool:
        """Whether they are part of a place in the old or the new file."""
        first, behind = self.old if is_old else self.new
        end = span.end_line - (span.end_column <= 1 and span.end_line > span.line)
        return span.file == self.file and first < end and span.line <= max(behind, first + 1)


def units_between(old: FormatFiles, new: FormatFiles) -> Iterator[Unit]:
    """All that is otherwise in the rules and cards, of the formats and libraries below too."""
    before = {source.name: source for source in texts_of(old)}
    after = {source.name: source for source in texts_of(new)}
    for name in dict.fromkeys([*before, *after]):
        mine, theirs = (rows_of(side.get(name)) for side in (before, after))
        if mine != theirs:
            yield from units_of(name, mine, theirs)


def texts_of(files: FormatFiles) -> list[Source]:
    decks = [*files.every_deck(), *files.inherited_decks()]
    return [*files.every_rules(), *files.every_cards(), *decks]


def rows_of(source: Source | None) -> list[str]:
    return [] if source is None else lines_of(source.text)


def units_of(file: str, old: Sequence[str], new: Sequence[str]) -> Iterator[Unit]:
    """The blocks of a file that differ, or the lines in them, where each stands for itself."""
    blocks = [*blocks_of(old)], [*blocks_of(new)]
    keys = [
        [tuple(plain_lines(rows[slice(*one)])) for one in some]
        for rows, some in zip((old, new), blocks, strict=True)
    ]
    for a, b in changed(*keys):
        some = blocks[0][slice(*a)], blocks[1][slice(*b)]
        starts = [start for start, _ in blocks[1]]
        for pair in paired(*some, old, new, [*starts, len(new)][b[0]]):
            yield from units_in(file, *pair, old, new)


def changed(old: Sequence[object], new: Sequence[object]) -> Iterator[tuple[Block, Block]]:
    """Where two lists differ, in both."""
    for code, *at in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if code != "equal":
            yield (at[0], at[1]), (at[2], at[3])


def blocks_of(rows: Sequence[str]) -> Iterator[Block]:
    """A block begins at the margin, that of a phrase in a group at the margin of the group;
    comments and empty lines belong to what is above them.
    """
    at_margin = [n for n, row in enumerate(rows) if row[:1].strip() and not row.startswith("#")]
    starts = list[int]()
    for start, end in zip(at_margin, [*at_margin[1:], len(rows)], strict=False):
        inside = group_starts([*rows[start:end]]) if GROUP.match(rows[start]) else []
        starts += [start, *(start + one for one in inside)]
    ends = [*starts[1:], len(rows)] if starts else []  # nothing stands in a file that is not there
    yield from zip(starts, ends, strict=True)


def paired(
    old: Sequence[Block], new: Sequence[Block], before: Sequence[str], after: Sequence[str], at: int
) -> Iterator[tuple[Block, Block]]:
    """Old blocks with the new ones that begin alike; what has no partner is there only once, `at`
    a line of the new file or behind the partner before it.
    """
    left = list(new)
    for block in old:
        name = begin_of(before[block[0]])
        partner = next((one for one in left if begin_of(after[one[0]]) == name), None)
        if partner is None and len(old) == len(new) == 1:
            partner = left[0]
        if partner is not None:
            left.remove(partner)
            at = partner[1]
        yield block, partner or (at, at)
    end = old[-1][1] if old else 0
    yield from (((end, end), one) for one in left)


def begin_of(row: str) -> list[str]:
    """The first words of a declaration, which say what it is and what it is called."""
    return row.replace("(", " ").replace('"', " ").split()[:3]


def units_in(
    file: str, old: Block, new: Block, before: Sequence[str], after: Sequence[str]
) -> Iterator[Unit]:
    mine, theirs = before[slice(*old)], after[slice(*new)]
    head = (theirs or mine)[0]
    if not head.startswith(BY_LINES) or not mine or not theirs:
        yield Unit(file, head, old, new, difference(mine, theirs))
        return
    bare = ([" ".join(row.split()) for row in rows] for rows in (mine, theirs))
    for (a, b), (c, d) in changed(*bare):
        if plain_lines(mine[a:b]) != plain_lines(theirs[c:d]):
            places = (old[0] + a, old[0] + b), (new[0] + c, new[0] + d)
            yield Unit(file, head, *places, difference(mine[a:b], theirs[c:d]))


def difference(old: Sequence[str], new: Sequence[str]) -> tuple[str, ...]:
    """The lines that are only old (`-`) and only new (`+`)."""
    rows = unified_diff(plain_lines(old), plain_lines(new), n=0, lineterm="")
    return tuple(row for row in rows if not row.startswith(("---", "+++", "@@")))


# ---- without some of them


def taken_back(new: FormatFiles, old: FormatFiles, units: Iterable[Unit]) -> FormatFiles:
    """The files of now, but for some changes, which are as before."""
    before = {source.name: source for source in texts_of(old)}
    by_file: dict[str, list[Unit]] = {}
    for unit in units:
        by_file.setdefault(unit.file, []).append(unit)

    def other(source: Source) -> Source:
        if source.name not in by_file:
            return source
        rows, was = rows_of(source), rows_of(before.get(source.name))
        for unit in sorted(by_file[source.name], key=lambda one: one.new, reverse=True):
            rows[slice(*unit.new)] = was[slice(*unit.old)]
        return source.called(source.path, ("\n".join(rows) + "\n").encode())

    return with_sources(new, other)


def with_sources(files: FormatFiles, other: Callable[[Source], Source]) -> FormatFiles:
    """A format with other sources, in the formats and libraries below too."""
    for name in files.used():
        files.library(name)
    parent = with_sources(files.parent, other) if files.parent is not None else None
    libraries = {name: [*map(other, some)] for name, some in files.libraries.items()}
    return replace(
        files,
        rules=[*map(other, files.rules)],
        cards=[*map(other, files.cards)],
        decks=[*map(other, files.decks)],
        parent=parent,
        libraries=libraries,
    )
