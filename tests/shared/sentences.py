"""The sentences that the program can tell, as its sources have them; `{1}` and on differ."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from places import ROOT

from playsheet.dsl.problems.problem import Problem
from playsheet.dsl.problems.translation import languages, sentences_of, translation_of

# Whose texts authors and players read; `dsl` finds what is wrong with files.
TELLING = ("dsl", "lab/scenarios", "lab/exploration", "lab/coverage", "interpreter", "cli/terminal")
COMMANDS = ("check", "play", "replay", "test")
SHARED = ("targets", "transcripts")
ENGINE = (
    "Which next?",
    "Which effect first?",
    "Which card for this?",
)  # in the engine's own tables
NAMED = re.compile(r"\{[a-z]+\}")  # slots of a text that `format` fills
WORDS = re.compile(r"[a-z]{2}")


def sources() -> Iterator[Path]:
    """The files with texts for people."""
    for folder in TELLING:
        yield from (ROOT / folder).rglob("*.py")
    yield from (ROOT / "cli" / "commands" / f"{name}.py" for name in COMMANDS)
    yield from (ROOT / "cli" / f"{name}.py" for name in SHARED)


def text_of(node: ast.AST) -> str | None:
    """A text of the sources with numbered slots."""
    if isinstance(node, ast.JoinedStr):
        pieces = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        pieces = [node.value]
    else:
        return None
    parts: list[object] = []
    for piece in pieces:
        named = NAMED.split(piece) if isinstance(piece, str) else []
        parts += [part for one in named for part in (one, None)][:-1] if named else [None]
    found, number = "", 0
    for part in parts:
        number += part is None
        found += f"{{{number}}}" if part is None else str(part)
    return found.strip()


def unsaid(tree: ast.AST) -> set[int]:
    """The nodes that are no texts for people: docstrings, the help of options, parts of texts."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            found |= {id(part) for part in node.values}
        elif isinstance(node, ast.keyword) and node.arg in ("help", "metavar"):
            found |= {id(inner) for inner in ast.walk(node.value)}
    return found


def is_sentence(text: str) -> bool:
    """Whether a text of the sources is told as it stands: it begins and ends as sentences do."""
    said = re.sub(r"`[^`]*`|\{\d\}", "", text)
    whole = re.match(r'[A-Z"{`-]', text) and text[-1:] in (".", "?", "!") and "\n" not in text
    return bool(whole and " " in text and WORDS.search(said)) and "(?:" not in text


@cache
def told_sentences() -> frozenset[str]:
    """Every sentence of the sources."""
    found: set[str] = set()
    for path in sources():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        skipped = unsaid(tree)
        texts = (text_of(node) for node in ast.walk(tree) if id(node) not in skipped)
        whole = (text for text in texts if text and text not in ENGINE and is_sentence(text))
        found |= {renumbered(one) for text in whole for one in sentences_of(text)}
    return frozenset(one for one in found if is_sentence(one) or WORDS.search(one))


def renumbered(sentence: str) -> str:
    """A sentence whose slots count from 1, without one in front that is a sentence itself."""
    behind = re.sub(r"^\{\d\} (?=[A-Z])", "", sentence)
    numbers: dict[str, str] = {}
    return re.sub(
        r"\{(\d)\}",
        lambda slot: f"{{{numbers.setdefault(slot[1], str(len(numbers) + 1))}}}",
        behind,
    )


def untold(problems: Iterable[Problem]) -> list[str]:
    """The sentences told of problems that some language has no words for."""
    texts: set[str] = set()
    for problem in problems:
        texts |= {problem.message, problem.advice, *(label.note for label in problem.labels)}
    found = [translation for one in languages() if (translation := translation_of(one))]
    return sorted({left for one in found for text in texts - {""} for left in one.untold(text)})
