"""What the engine itself says, a file a language; the rest are words of the format."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from ...dsl.ir.names import USE_ABILITY
from ...dsl.loading.source import Source
from ...dsl.nodes.base import Span
from ...dsl.problems.problem import Problem, RulesError
from ...dsl.syntax.rows import lines_of

FILES = {path.stem[6:]: path for path in Path(__file__).parent.glob("words_*.toml")}
# Questions and options of the engine, as its sites have them.
ASKED = frozenset(
    (
        *("pass", "done", "decline", "none", USE_ABILITY),
        *("Which effect first?", "Which next?", "Next card", "Pay with"),
        "Which card for this?",
    )
)


TYPED = "typed"  # the words that a player types, in order
SLOT = re.compile(r"\{(\w+)\}")


@cache
def engine_of(language: str) -> dict[str, str]:
    """The table of a language; English where there is none. `RulesError` where the table is
    damaged: each text of the English one must be there, with no other slots.
    """
    path, english = FILES.get(language, FILES["en"]), read_table(FILES["en"])
    found = read_table(path)
    for key, text in english.items():
        own = found.get(key)
        if not isinstance(own, str):
            raise damaged(path, f'There is no text for "{key}".')
        if not {*SLOT.findall(own)} <= {*SLOT.findall(text)} or {*"{}"} & {*SLOT.sub("", own)}:
            raise damaged(path, f'The text for "{key}" may have the slots of "{text}" only.', own)
        if key == TYPED and len(own.split()) != len(text.split()):
            raise damaged(path, f'"{key}" has a word for each of: {text}.', own)
    return {key: str(found[key]) for key in english}


def read_table(path: Path) -> dict[str, Any]:
    """What a table says, whether all of it is there or not."""
    text, problems = Source(path).decoded()
    if problems:
        raise RulesError(problems)
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise damaged(path, f"I cannot read this as TOML: {error}.") from None


def damaged(path: Path, message: str, text: str = "") -> RulesError:
    """What is wrong with a table, at the line of one of its texts or at its start."""
    lines = lines_of(Source(path).text)
    line = next((k for k, row in enumerate(lines, 1) if text and text in row), 1)
    return RulesError([Problem("bad-words", message, Span(str(path), line, 1, line, 2))])


def say(language: str, key: str, **parts: object) -> str:
    """A text of the engine in a language."""
    found = engine_of(language)[key]
    return found.format(**parts) if parts else found


def asked(language: str, text: str) -> str:
    """A question or option: the engine's in a language, the format's as it is."""
    return say(language, text) if text in ASKED else text


def titled(text: str) -> str:
    """A prompt; what is a name of the rules (`draw_pile`) as a reader would say it."""
    return text.replace("_", " ") if text.isidentifier() else text
