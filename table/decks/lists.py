"""Lists of cards as people write them, read line by line: what is no card is told, not dropped."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import field

from ...dsl.cards.deckfile import MOST_CARDS, DeckEntry
from ...dsl.ir.wordbook import clean
from ...dsl.nodes.base import Span
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.similar import nearest
from ...interpreter.runtime.rules import Rules
from .lookup import MOST_SIGNS, Lookup
from .sections import ASIDE, Sections

MOST_LINES = 2_000
MOST_OFFERS = 5
COUNTED = (  # a line in which blanks are single: how many, and of which card
    re.compile(r"(?P<n>[0-9]+)(?:[x\u00d7*] ?| [x\u00d7*] )(?P<card>.+)", re.IGNORECASE),
    re.compile(r"(?P<n>[0-9]+) (?P<card>.+)"),
    re.compile(r"[(\[](?P<n>[0-9]+) ?[x\u00d7]?[)\]] ?(?P<card>.+)", re.IGNORECASE),
    re.compile(r"(?P<card>.+?) [x\u00d7*] ?(?P<n>[0-9]+)", re.IGNORECASE),
    re.compile(r"(?P<card>.+?) ?[(\[][x\u00d7]? ?(?P<n>[0-9]+) ?[x\u00d7]?[)\]]", re.IGNORECASE),
    re.compile(r"(?P<card>.+?)[:,;|]? (?P<n>[0-9]+)[x\u00d7]?", re.IGNORECASE),
)
MARKED = re.compile(r"(?P<mark>//+|#+|;+|==+|--+|\*+) ?(?P<text>.*?) ?(?:==+|--+|\*+|#+)?")
REMARK = re.compile(r" (?:#|//) ")
NOTES = ("/", "#", ";")  # what a comment begins with
BESIDE = re.compile(r"SB: ?", re.IGNORECASE)
HEADS = {
    "count": ("count", "quantity", "qty", "amount", "copies", "number", "#"),
    "name": ("name", "card", "card name", "title"),
    "code": ("code", "id", "card number", "card no", "card id", "set number", "no", "number"),
    "part": ("part", "section", "zone", "deck"),
}


@dataclass(frozen=True, slots=True)
class Told:
    """A line that could not be taken as it is. `what`: `unknown-card`, `ambiguous-card`,
    `unknown-section`, `wrong-count`, `too-many`; `offers`: what may have been meant.
    """

    what: str
    line: int
    text: str
    message: str
    offers: tuple[str, ...] = ()


@dataclass(slots=True)
class CardList:
    """What a list says: the cards of the deck, those beside it, remarks, and what is told."""

    entries: list[DeckEntry] = field(default_factory=list[DeckEntry])
    beside: list[DeckEntry] = field(default_factory=list[DeckEntry])
    notes: list[str] = field(default_factory=list[str])
    told: list[Told] = field(default_factory=list[Told])


class ListReader:
    """Reads lists of a format."""

    def __init__(self, rules: Rules) -> None:
        self.lookup = Lookup(rules)
        self.sections = Sections(rules)

    def read(self, text: str, file: str = "list") -> CardList:
        """A list in any of the usual shapes."""
        found = CardList()
        lines = text.removeprefix("\ufeff").splitlines()
        if len(lines) > MOST_LINES:
            message = f"The list has {len(lines):,} lines; the first {MOST_LINES:,} are read."
            found.told.append(Told("too-many", MOST_LINES + 1, "", message))
        sign, heads = heads_of(next((line for line in lines if line.strip()), ""))
        if heads:
            self.read_sheet(found, "\n".join(lines[: MOST_LINES + 1]), sign, heads, file)
        else:
            self.read_lines(found, lines[:MOST_LINES], file)
        cut(found)
        return found

    # ---- lines

    def read_lines(self, found: CardList, lines: Iterable[str], file: str) -> None:
        """Each line is a card, a heading, or a remark."""
        part = ""
        for number, line in enumerate(lines, 1):
            text = " ".join(clean(line).split())
            if not text:
                continue
            opened = self.opened(text)
            if opened is not None:
                part = opened
            elif text.startswith(NOTES):
                found.notes.append(text.lstrip("".join(NOTES)).strip())
            elif not self.is_unknown_section(found, number, text):
                beside = BESIDE.match(text)
                place = ASIDE if beside else part
                bare = text[beside.end() :] if beside else text
                self.take(found, Row(number, text, place, file), *self.meanings(bare))

    def opened(self, text: str) -> str | None:
        """The section that a line opens; None where it opens none."""
        marked = MARKED.fullmatch(text)
        if marked is not None:
            return self.sections.meant(marked["text"], marked["mark"] != "#")
        if text[0] + text[-1] == "[]" or text.endswith(":"):
            return self.sections.meant(text.strip("[]:"), loosely=True)
        return None if self.cards_in(text) else self.sections.meant(text)

    def is_unknown_section(self, found: CardList, number: int, text: str) -> bool:
        """Tells of a line that looks like a heading and opens nothing."""
        is_heading = text.endswith(":") or (text[0] + text[-1]) == "[]" or MARKED.fullmatch(text)
        if not is_heading or self.cards_in(text):
            return False
        bare = text.strip("[]:=-* ")
        near = nearest(bare, self.sections.names) if bare else None
        offer = f' Did you mean "{near}"?' if near else ""
        message = f'The decks of this format have no part "{bare}".{offer}'
        message += " The cards below are taken as if it were not there."
        found.told.append(Told("unknown-section", number, text, message, (near,) if near else ()))
        return True

    def cards_in(self, text: str) -> set[tuple[int, int]]:
        """How many of which card a line may say."""
        return self.meanings(text)[0]

    def meanings(self, text: str) -> tuple[set[tuple[int, int]], list[str]]:
        """How many of which card a line may say; and what names cards in it, counts taken off."""
        if len(text) > MOST_SIGNS:
            return set(), [f"{text[:MOST_SIGNS]}…"]
        names = [text]
        for said in dict.fromkeys((text, REMARK.split(text)[0])):
            counted = [found for shape in COUNTED if (found := shape.fullmatch(said))]
            pairs = [(number_in(one["n"]), one["card"]) for one in counted]
            exact = {(n, card) for n, name in pairs for card in self.lookup.exact.get(name, ())}
            loose = ({(n, card) for card in self.lookup.find(name)} for n, name in pairs)
            found = exact or next(filter(None, loose), set[tuple[int, int]]())
            found = found or {(1, card) for card in self.lookup.find(said)}
            if found:
                return found, []
            names = [name for _, name in pairs] or [said]
        return set(), sorted(names)

    # ---- sheets

    def read_sheet(
        self, found: CardList, text: str, sign: str, heads: dict[str, int], file: str
    ) -> None:
        """A CSV file with headings."""
        rows = csv.reader(io.StringIO(text), delimiter=sign)
        try:
            for cells in rows:
                if any(cell.strip() for cell in cells):
                    self.read_cells(found, rows.line_num, cells, heads, file)
        except csv.Error as error:
            message = f"This line is no CSV: {error}."
            found.told.append(Told("unknown-card", rows.line_num, "", message))

    def read_cells(
        self, found: CardList, line: int, cells: list[str], heads: dict[str, int], file: str
    ) -> None:
        """One row of it; the headings are none."""

        def cell(head: str) -> str:
            place = heads.get(head, len(cells))
            return " ".join(clean(cells[place]).split()) if place < len(cells) else ""

        said, text = cell("count"), ", ".join(cells)
        if heads_of(text)[1]:
            return
        row = Row(line, clean(text), self.part_in(found, line, cell("part")), file)
        count = number_in(said) if said.isdecimal() and said.isascii() else (0 if said else 1)
        name, code = cell("name"), cell("code")
        cards = {*self.lookup.find(code)} if code else set[int]()
        named = {*self.lookup.find(name)} if name else set[int]()
        cards = cards & named or cards or named
        wanted = [one for one in (code, name) if one]
        self.take(found, row, {(count, card) for card in cards}, wanted)

    def part_in(self, found: CardList, line: int, text: str) -> str:
        """The part that a cell names."""
        part = self.sections.meant(text, loosely=True) if text else ""
        if part is None:
            self.is_unknown_section(found, line, f"[{text}]")
        return part or ""

    # ---- cards

    def take(
        self, found: CardList, row: Row, meant: set[tuple[int, int]], names: list[str]
    ) -> None:
        """A line with its meanings: it is one card, or it is told."""
        if len(meant) == 1:
            ((count, card),) = meant
            code = self.lookup.cards[card].code
            if not 1 <= count <= MOST_CARDS:
                message = f"A deck has 1 to {MOST_CARDS:,} of a card."
                found.told.append(Told("wrong-count", row.line, row.text, message, (code,)))
                return
            span = Span(row.file, row.line, 1, row.line, len(row.text) + 1)
            part = "" if row.part == ASIDE else row.part
            entries = found.beside if row.part == ASIDE else found.entries
            entries.append(DeckEntry(count, code, card, span, part))
        elif meant:
            cards = [self.lookup.cards[card] for _, card in sorted(meant)][:MOST_OFFERS]
            offers = tuple(dict.fromkeys(f"{one.name} {one.code}" for one in cards))
            message = f"This can be {' or '.join(offers)}. Say the code too."
            found.told.append(Told("ambiguous-card", row.line, row.text, message, offers))
        else:
            found.told.append(self.unknown(row, names))

    def unknown(self, row: Row, names: list[str]) -> Told:
        """A line that names no card."""
        near = next((near for name in names if (near := self.lookup.near(name))), None)
        offer = f' Did you mean "{near}"?' if near else ""
        said = min(names, key=len, default=row.text)
        message = f'There is no card "{said}" in this format.{offer}'
        return Told("unknown-card", row.line, row.text, message, (near,) if near else ())


@dataclass(frozen=True, slots=True)
class Row:
    """Where a line is, what it says, and in which section."""

    line: int
    text: str
    part: str
    file: str


def words_in(text: str) -> frozenset[str]:
    """What a list may call its cards by, in small letters: its words, and its lines without counts;
    of very many records of a format only the cards that are asked for are loaded.
    """
    lines = [" ".join(line.split())[:MOST_SIGNS] for line in text.lower().splitlines()[:MOST_LINES]]
    words = {word.strip(',;"()[]') for line in lines for word in re.split(r"[ ,;]", line)}
    names = {one["card"] for line in lines for shape in COUNTED if (one := shape.fullmatch(line))}
    cells = {cell.strip(' "') for line in lines for cell in re.split("[,;]", line)}
    return frozenset((words | names | cells) - {""})


def number_in(digits: str) -> int:
    """A number; of one that no deck can have, one that is too large."""
    return int(digits) if len(digits) <= 6 else MOST_CARDS + 1


def heads_of(line: str) -> tuple[str, dict[str, int]]:
    """The sign between the cells of a line, and the columns that it heads; none where it is not the
    first line of a sheet.
    """
    sign = max(",;\t", key=line.count)
    cells = [cell.strip().strip('"').strip().casefold() for cell in line.split(sign)]
    found: dict[str, int] = {}
    for head, words in HEADS.items():
        for word in words:
            if word in cells and cells.index(word) not in found.values():
                found.setdefault(head, cells.index(word))
    is_sheet = len(cells) > 1 and ("name" in found or "code" in found)
    return sign, found if is_sheet else {}


def cut(found: CardList) -> None:
    """Takes away what is more than a deck can have, and tells it."""
    for entries in (found.entries, found.beside):
        total = 0
        for place, entry in enumerate(entries):
            total += entry.number
            if total > MOST_CARDS:
                message = f"A deck has at most {MOST_CARDS:,} cards; the rest is left out."
                found.told.append(Told("too-many", entry.span.line, entry.code, message))
                del entries[place:]
                break


def by_part(entries: Iterable[DeckEntry]) -> Iterator[tuple[str, list[DeckEntry]]]:
    """The entries of each part, those of none first."""
    parts: dict[str, list[DeckEntry]] = {"": []}
    for entry in entries:
        parts.setdefault(entry.part, []).append(entry)
    yield from ((part, held) for part, held in parts.items() if held)
