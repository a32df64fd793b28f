"""Real texts and what people and accidents do to them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from places import IDENTITY

from playsheet.dsl.errors.spelling import fixed_words
from playsheet.dsl.syntax.blocks import blocks_of
from playsheet.dsl.syntax.reader import Driver
from playsheet.dsl.syntax.rows import lines_of

LETTERS = "abcdefghijklmnopqrstuvwxyz"
ODD = "\0\t\n\r\"'()[]:;#{}\u2019é\u200b\u2028\U0001f600"


def blocks() -> Iterator[tuple[str, list[str]]]:
    """Every block of the texts that a test may change, with its kind of file."""
    for path in sorted(IDENTITY.iterdir()):
        kind = path.suffix[1:]
        for block in blocks_of(kind, lines_of(path.read_text(encoding="utf-8"))):
            yield kind, block.lines


def fixed_places() -> dict[tuple[str, str], list[tuple[list[str], int, int]]]:
    """Where each fixed word of the language stands: its block, line and column, from 0."""
    found: dict[tuple[str, str], list[tuple[list[str], int, int]]] = {}
    for kind, lines in blocks():
        driver = Driver(kind, "\n".join(lines) + "\n")
        for token in driver.tokens():
            driver.feed(token)
            if token.text in fixed_words(kind) and token.kind not in ("WORD", "NAME", "FIELD"):
                place = (lines, token.line - 1, token.column - 1)
                found.setdefault((kind, token.text), []).append(place)
    return found


def misspelt(word: str, rng: random.Random) -> str:
    """A word with one letter lost, doubled, swapped or wrong."""
    way, place = rng.randrange(4), rng.randrange(len(word))
    if way == 0:
        return word[:place] + word[place + 1 :]
    if way == 1:
        return word[:place] + word[place] + word[place:]
    if way == 2 and len(word) > 1:
        place = min(place, len(word) - 2)
        return word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    return word[:place] + rng.choice(LETTERS) + word[place + 1 :]


def damaged(lines: list[str], rng: random.Random) -> str:
    """A text after one to three accidents."""
    lines = list(lines)
    for _ in range(rng.randrange(1, 4)):
        line = rng.randrange(len(lines))
        rng.choice(ACCIDENTS)(lines, line, rng)
        lines = lines or [""]
    return "\n".join(lines)


def lose_line(lines: list[str], line: int, rng: random.Random) -> None:
    del lines[line]


def double_line(lines: list[str], line: int, rng: random.Random) -> None:
    lines.insert(line, lines[line])


def swap_lines(lines: list[str], line: int, rng: random.Random) -> None:
    other = rng.randrange(len(lines))
    lines[line], lines[other] = lines[other], lines[line]


def indent_line(lines: list[str], line: int, rng: random.Random) -> None:
    lines[line] = " " * rng.randrange(1, 9) + lines[line]


def dedent_line(lines: list[str], line: int, rng: random.Random) -> None:
    lines[line] = lines[line][rng.randrange(1, 6) :]


def tab_line(lines: list[str], line: int, rng: random.Random) -> None:
    lines[line] = "\t" * rng.randrange(1, 3) + lines[line].lstrip()


def flip_letter(lines: list[str], line: int, rng: random.Random) -> None:
    if lines[line]:
        place = rng.randrange(len(lines[line]))
        lines[line] = lines[line][:place] + rng.choice(ODD) + lines[line][place + 1 :]


def misspell_word(lines: list[str], line: int, rng: random.Random) -> None:
    words = lines[line].split(" ")
    place = rng.randrange(len(words))
    words[place] = misspelt(words[place], rng) if words[place] else "x"
    lines[line] = " ".join(words)


def move_word(lines: list[str], line: int, rng: random.Random) -> None:
    words = lines[line].split(" ")
    word = words.pop(rng.randrange(len(words)))
    if rng.random() < 0.5:
        words.insert(rng.randrange(len(words) + 1), word)
    lines[line] = " ".join(words)


def change_number(lines: list[str], line: int, rng: random.Random) -> None:
    """A number becomes another one, mostly where there is one."""
    places = [k for k, text in enumerate(lines) if NUMBER.search(text)]
    line = rng.choice(places) if places else line
    number = rng.choice(NUMBERS)
    lines[line] = NUMBER.sub(number, lines[line], count=rng.randrange(1, 3))


def put_sign(lines: list[str], line: int, rng: random.Random) -> None:
    """What means something to readers of YAML or JSON, somewhere in a line."""
    words = lines[line].split(" ")
    words.insert(rng.randrange(len(words) + 1), rng.choice(SIGNS))
    lines[line] = rng.choice((" ", "")).join(words) if len(words) < 4 else " ".join(words)


def repeat_part(lines: list[str], line: int, rng: random.Random) -> None:
    """A part of a line many times."""
    text = lines[line]
    first, last = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
    lines[line] = text[:first] + text[first:last] * rng.choice((2, 9, 300)) + text[last:]


NUMBER = re.compile(r"-?\d+")
NUMBERS = ("0", "-1", "1.5", "1e9", "999", "65536", "999999999", "9" * 15, "9" * 16, "9" * 5000)
SIGNS = (
    "&a", "*a", "<<: *a", "!!set", "!x", "{", "}", "[", "]", "[" * 50, '{"a":' * 50, "- ", "? ",
    "| ", ": ", "---", "true", "null", "~", "yes", "0x1", "2026-01-01", '"', "\\ud800", "\\n",
    "{text!r}", "{0}", "{text:>99}", "\u202e", "\u2028", "\x85", ",",
)  # fmt: skip
ACCIDENTS = (
    lose_line, double_line, swap_lines, indent_line, dedent_line, tab_line, flip_letter,
    misspell_word, move_word, change_number, put_sign, repeat_part,
)  # fmt: skip
