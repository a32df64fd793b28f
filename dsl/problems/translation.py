"""Messages in other languages: where a fault is found its sentence is English, and a file of a
language has the same sentence in its own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

from ..nodes.dataclass import dataclass
from .problem import Advice, Example, Label, Problem

ENGLISH = "en"
FOLDER = Path(__file__).parent / "languages"
SLOT = re.compile(r"\{(\d)\}")
STARTS = re.compile(r'\s+(?=["`¿¡({\[]|[^\W\d_a-z]|\d)')  # behind the end of a sentence
JOINTS = re.compile(r"(, | and | or |; )")  # between the members of a list


def languages() -> tuple[str, ...]:
    """The languages in which messages can be told, English first."""
    return (ENGLISH, *sorted(path.name for path in FOLDER.iterdir() if path.is_dir()))


def sentences_of(text: str) -> list[str]:
    """The sentences of a message: what stands in quotes is a part of one."""
    found: list[str] = []
    start, quote = 0, ""
    for at, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in '"`':
            quote = letter
        elif letter in ".?!" and (behind := STARTS.match(text, at + 1)):
            found.append(text[start : at + 1])
            start = behind.end()
    return [one for one in (*found, text[start:]) if one]


def read_sentences(text: str) -> dict[str, str]:
    """The sentences of a file: an English one at the margin, its translation indented below it.
    `{1}` and on are what differs from message to message.
    """
    found: dict[str, str] = {}
    english = ""
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if line[0] != " ":
            english = line.rstrip()
        else:
            found[english] = line.strip()
    return found


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with slots. `parts`: what stands before, between and behind them, `slots`: their
    numbers; `plain` are those that stand in no quotes: what fills them may have words of the
    program.
    """

    parts: tuple[str, ...]
    slots: tuple[str, ...]
    said: str
    plain: frozenset[str]

    def fillings(self, text: str) -> dict[str, str] | None:
        """What fills the slots of a text, each as short as may be; None for another sentence. What
        comes first is found first, so that no text is looked through twice.
        """
        first, *between, last = self.parts
        if not text.startswith(first) or not text.endswith(last):
            return None
        found, at, end = list[str](), len(first), len(text) - len(last)
        for part in between:
            next_ = text.find(part, at + 1, end)
            if next_ < 0:
                return None
            found.append(text[at:next_])
            at = next_ + len(part)
        if at >= end:
            return None
        return dict(zip(self.slots, (*found, text[at:end]), strict=True))


class Translation:
    """What messages say in one language; a sentence that it has no words for stays English."""

    def __init__(self, rows: dict[str, str]) -> None:
        self.rows = rows
        longest = sorted(rows, key=lambda text: (-len(SLOT.sub("", text)), text))
        self.sentences = [sentence(text, rows[text]) for text in longest if SLOT.search(text)]

    def text(self, text: str) -> str:
        """A text, sentence by sentence; its lines stay lines."""
        return "\n".join(self.line(line) for line in text.split("\n"))

    def line(self, line: str) -> str:
        inside = line.strip()
        if not inside:
            return line
        said = " ".join(self.sentence(one) or one for one in sentences_of(inside))
        return line.replace(inside, said, 1)

    def untold(self, text: str) -> list[str]:
        """The sentences of a text for which there are no words."""
        return [one for one in sentences_of(text) if self.sentence(one) is None]

    def sentence(self, text: str) -> str | None:
        """A sentence in this language; None where there are no words for it."""
        if text in self.rows:
            return self.rows[text]
        for one in self.sentences:
            given = one.fillings(text)
            if given is not None:
                return self.filled(one, given)
        return None

    def filled(self, one: Sentence, parts: dict[str, str]) -> str:
        """A sentence with what fills its slots; what stands in quotes is somebody's own."""
        given = {
            slot: self.part(part) if slot in one.plain else part for slot, part in parts.items()
        }
        return SLOT.sub(lambda slot: given[slot[1]], one.said)

    def part(self, text: str) -> str:
        """What fills a slot: a part of a sentence, several of them in a row, or a name."""
        said = self.sentence(text)
        if said is not None or not JOINTS.search(text):
            return text if said is None else said
        pieces = JOINTS.split(text)
        told = [self.sentence(one) for one in pieces]
        if not any(told[0::2]):
            return text
        return "".join(new or old for new, old in zip(told, pieces, strict=True))

    def problem(self, problem: Problem) -> Problem:
        """A problem whose message, advice, labels and example are told in this language."""
        advice = problem.advice
        example = problem.example
        labels = (Label(one.span, self.text(one.note)) for one in problem.labels)
        return replace(
            problem,
            message=self.text(problem.message),
            remedy=Advice(self.text(advice)) if advice else problem.remedy,
            labels=tuple(labels),
            example=in_words(example, self.text(example.text)) if example is not None else None,
        )


def in_words(example: Example, text: str) -> Example:
    """An example with another text."""
    return Example(text, example.values, example.cards, example.sentence)


def sentence(english: str, said: str) -> Sentence:
    """A row of a file as a sentence with slots."""
    pieces = SLOT.split(english)
    quoted = {
        slot[1]
        for slot in SLOT.finditer(english)
        if english[slot.start() - 1 : slot.start()] in ('"', "`")
    }
    plain = frozenset(pieces[1::2]) - quoted
    return Sentence(tuple(pieces[0::2]), tuple(pieces[1::2]), said, plain)


@cache
def translation_of(language: str) -> Translation | None:
    """The words of a language; None for English, and for languages that have no files."""
    if language == ENGLISH or language not in languages():
        return None
    rows: dict[str, str] = {}
    for path in sorted((FOLDER / language).glob("*.txt")):
        rows |= read_sentences(path.read_text(encoding="utf-8"))
    return Translation(rows)


def told_in(language: str, text: str) -> str:
    """A text of the program in a language."""
    found = translation_of(language)
    return text if found is None else found.text(text)


def problems_in(language: str, problems: Iterable[Problem]) -> list[Problem]:
    """Problems whose texts are told in a language."""
    found = translation_of(language)
    return [*problems] if found is None else [found.problem(one) for one in problems]
