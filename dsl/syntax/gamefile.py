"""Transcripts as files: the header and the lines of a .game file, read by the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ..nodes.base import Span
from ..nodes.dataclass import dataclass
from ..problems.problem import Advice, Problem, RulesError
from .reader import Stop, Token, Tree, read
from .rows import lines_of

PICKED = re.compile(r'^(?:"[^"]*"|[^"])+? "[^"]*" (\d+) \w+ \d+: ')
LAST = re.compile(r"^(digest [0-9a-f]{16}|result \S.*)$")
MOST_LETTERS = 64_000_000
LONGEST_NUMBER = 40


class Seat(BaseModel):
    """A player, or the table: name, deck, the deck's fingerprint, and its list if it is nobody
    else's; no deck where there is none.
    """

    model_config = ConfigDict(frozen=True)

    name: str = Field(min_length=1, max_length=40)
    deck: str = Field(max_length=200)
    fingerprint: str
    holds: tuple[tuple[int, str, str], ...] = ()


class From(BaseModel):
    """The saved game that this one was taken from, and the last step that they share."""

    model_config = ConfigDict(frozen=True)

    file: str = Field(min_length=1, max_length=1_000)
    step: int


class Header(BaseModel):
    """What a game was played with."""

    model_config = ConfigDict(frozen=True)

    game: str = Field(min_length=1)
    language: str = ""
    rules: str
    cards: str
    options: dict[str, str]
    seats: tuple[Seat, ...]
    table: Seat | None
    seed: int
    origins: tuple[From, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A line as it stands in the file; `picked` is the option it says was taken."""

    text: str
    line: int
    picked: int = -1


@dataclass(frozen=True, slots=True)
class GameFile:
    """A transcript. `forfeit`, `result` and `digest` are whole lines, empty when they are not there
    or it was cut short; `lines` are all in front of the digest. `undone`: answers that were taken
    back, each with the number of steps in front of it.
    """

    header: Header
    steps: tuple[Step, ...]
    result: str
    digest: str
    lines: tuple[str, ...]
    undone: tuple[tuple[int, str], ...] = ()
    forfeit: str = ""


def plain_rows(text: str) -> list[tuple[int, str]]:
    """The rows that count, with their numbers: no comments, no empty rows."""
    rows = [(i, row.strip()) for i, row in enumerate(lines_of(text), 1)]
    return [(i, row) for i, row in rows if row and not row.startswith("#")]


def read_game(text: str, file: str = "transcript") -> GameFile:
    """The parts of a transcript; a last line that was cut short is left out."""
    if len(text) > MOST_LETTERS:
        raise bad("This transcript is too long to be one.", file, 1)
    text = text.removeprefix("\ufeff")
    rows = plain_rows(text)
    if rows and not text.endswith("\n") and not LAST.match(rows[-1][1]):
        rows = rows[:-1]
    tree = read("game", "".join(f"{row}\n" for _, row in rows), Tree)
    if isinstance(tree, Stop):
        row = rows[min(tree.line, len(rows)) - 1] if rows else (1, "")
        raise bad(misread(row[1], tree.kind == "$END"), file, row[0])
    try:
        return Reader(tree, rows, file).read()
    except ValidationError as error:
        first = error.errors()[0]
        where = " ".join(str(part) for part in first["loc"])
        raise bad(f"The header is wrong at {where}: {first['msg']}.", file, 1) from None


def misread(row: str, ends: bool) -> str:
    """What to tell of a row that the grammar refuses."""
    if ends or not row:
        return "The transcript ends inside its header."
    return f'I do not understand "{row}" here: a header, then lines with numbers, then a digest.'


def bad(message: str, file: str, line: int) -> RulesError:
    mend = "Take a file that `playsheet play` or `playsheet simulate` wrote."
    return RulesError(
        [Problem("bad-transcript", message, Span(file, line, 1, line, 1), Advice(mend))]
    )


class Reader:
    """Takes a tree apart. Every row is one line of the tree."""

    def __init__(self, tree: Tree, rows: list[tuple[int, str]], file: str) -> None:
        self.tree = tree
        self.rows = rows
        self.file = file

    def read(self) -> GameFile:
        header, *lines = self.tree.children
        last = {
            name: lines.pop().children[0].text if lines and lines[-1].name == name else ""
            for name in ("digest", "result", "forfeit")
        }
        steps = tuple(self.step(node) for node in lines if node.name != "undone")
        rows = [row for _, row in self.rows]
        before = tuple(rows[:-1] if last["digest"] else rows)
        undone = tuple(self.undone(lines))
        return GameFile(self.header(header), steps, lines=before, undone=undone, **last)

    def undone(self, lines: list[Tree]) -> Iterator[tuple[int, str]]:
        """What was taken back, with the number of steps in front of it."""
        steps = 0
        for node in lines:
            if node.name == "undone":
                yield steps, node.children[0].text
            steps += node.name != "undone"

    def header(self, node: Tree) -> Header:
        first = {part.name: part.children[0] for part in node.children}
        one = {name: plain(token) for name, token in first.items() if isinstance(token, Token)}
        options = [part.children for part in node.children if part.name == "option"]
        return Header(
            game=one["game"],
            language=one.get("language", ""),
            rules=one["rules"],
            cards=one["cards"],
            options={plain(name): plain(value) for name, value in options},
            seats=tuple(self.seat(part) for part in node.children if part.name == "seat"),
            table=next((self.seat(part) for part in node.children if part.name == "table"), None),
            seed=self.whole(one["seed"]),
            origins=tuple(self.origin(part) for part in node.children if part.name == "from"),
        )

    def seat(self, node: Tree) -> Seat:
        parts = [part for part in node.children if isinstance(part, Tree)]
        name = next((plain(part) for part in node.children if isinstance(part, Token)), node.name)
        deck = next((part.children for part in parts if part.name == "deck"), ("", ""))
        rows = [part.children for part in parts if part.name == "holds"]
        return Seat(
            name=name,
            deck=deck[0] and plain(deck[0]),
            fingerprint=deck[1] and plain(deck[1]),
            holds=tuple(
                (self.whole(count.text), plain(code), plain(part) if part else "")
                for count, code, part in rows
            ),
        )

    def origin(self, node: Tree) -> From:
        file, step = node.children
        return From(file=plain(file), step=self.whole(step.text))

    def step(self, node: Tree) -> Step:
        """A line; one that is no step, or a result in the middle, will fit nowhere."""
        row: int = node.children[0].line
        line, text = self.rows[row - 1]
        is_ask = node.name == "step" and node.children[1].kind == "ASK"
        found = PICKED.match(node.children[1].text) if is_ask else None
        return Step(text, line, int(found[1]) - 1 if found else -1)

    def whole(self, text: str) -> int:
        if len(text) > LONGEST_NUMBER + 1:
            raise bad(f"{text[:LONGEST_NUMBER]}.. is too large a number.", self.file, 1)
        return int(text)


def plain(token: Token) -> str:
    """The text of a word, or of a string without its quotes."""
    text = token.text
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
