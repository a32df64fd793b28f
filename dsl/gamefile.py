"""Transcripts as files: the header and the lines of a .game file, read by the grammar."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from .nodes.base import Span
from .problems import Problem, RulesError

PICKED = re.compile(r'^ask (?:"[^"]*"|[^\s"]+) t\d+ \S+ "[^"]*" (\d+) of \d+: ')
LAST = re.compile(r"^(digest [0-9a-f]{16}|result \S.*)$")
MOST_LETTERS = 64_000_000
LONGEST_NUMBER = 18


class Seat(BaseModel):
    """A player: name, deck, the deck's fingerprint, and its list if it is nobody else's."""

    model_config = ConfigDict(frozen=True)

    name: str = Field(min_length=1, max_length=40)
    deck: str = Field(min_length=1, max_length=200)
    fingerprint: str
    holds: tuple[tuple[int, str], ...] = ()


class Header(BaseModel):
    """What a game was played with."""

    model_config = ConfigDict(frozen=True)

    game: str = Field(min_length=1)
    rules: str
    cards: str
    options: dict[str, str]
    seats: tuple[Seat, ...]
    seed: int


@dataclass(frozen=True, slots=True)
class Step:
    """A numbered line as it stands in the file; `picked` is the option it says was taken."""

    number: int
    text: str
    line: int
    picked: int = -1


@dataclass(frozen=True, slots=True)
class GameFile:
    """A transcript. Without `digest` it was cut; `result` is empty then, or the last line."""

    header: Header
    steps: tuple[Step, ...]
    result: str
    digest: str


def plain_rows(text: str) -> list[tuple[int, str]]:
    """The rows that count, with their numbers: no comments, no empty rows."""
    rows = [(i, row.strip()) for i, row in enumerate(text.splitlines(), 1)]
    return [(i, row) for i, row in rows if row and not row.startswith("#")]


def read_game(text: str, file: str = "transcript") -> GameFile:
    """The parts of a transcript; a last line that was cut short is left out."""
    from .reader import Stop, read  # knows lark, which takes a while to import

    if len(text) > MOST_LETTERS:
        raise bad("This transcript is too long to be one.", file, 1)
    text = text.removeprefix("\ufeff")
    rows = plain_rows(text)
    if rows and not text.endswith("\n") and not LAST.match(rows[-1][1]):
        rows = rows[:-1]
    tree: Any = read("game", "".join(f"{row}\n" for _, row in rows))  # pyright: ignore[reportUnknownVariableType]
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
    mend = "game NAME"
    return RulesError(
        [Problem("bad-transcript", message, Span(file, line, 1, line, 1), mend)]
    )


class Reader:
    """Takes a tree apart. Every row is one line of the tree."""

    def __init__(self, tree: Any, rows: list[tuple[int, str]], file: str) -> None:
        self.tree = tree
        self.rows = rows
        self.file = file

    def read(self) -> GameFile:
        header, *rest = self.tree.children
        steps = tuple(self.step(node) for node in rest if node.data == "step")
        last = {node.data: plain(node.children[0]) for node in rest if node.data != "step"}
        return GameFile(
            self.header(header), steps, last.get("result", ""), last.get("digest", "")
        )

    def header(self, node: Any) -> Header:
        one = {part.data: plain(part.children[0]) for part in node.children}
        options = [part.children for part in node.children if part.data == "option"]
        return Header(
            game=one["game"],
            rules=one["rules"],
            cards=one["cards"],
            options={plain(name): plain(value) for name, value in options},
            seats=tuple(self.seat(part) for part in node.children if part.data == "seat"),
            seed=self.whole(one["seed"]),
        )

    def seat(self, node: Any) -> Seat:
        name, deck, mark, *holds = node.children
        rows = [tuple(map(plain, part.children)) for part in holds]
        return Seat(
            name=plain(name),
            deck=plain(deck),
            fingerprint=plain(mark),
            holds=tuple((self.whole(count), code) for count, code in rows),
        )

    def step(self, node: Any) -> Step:
        number: Any = node.children[0]
        line, text = self.rows[int(number.line) - 1]
        found = PICKED.match(str(node.children[1]))
        picked = self.whole(found[1]) - 1 if found else -1
        return Step(self.whole(str(number)), text, line, picked)

    def whole(self, text: str) -> int:
        if len(text) > LONGEST_NUMBER + 1:
            raise bad(f"{text[:LONGEST_NUMBER]}.. is too large a number.", self.file, 1)
        return int(text)


def plain(token: Any) -> str:
    """The text of a word, or of a string without its quotes."""
    text = str(token)
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
