"""What the engine itself says, a file a language; the rest are words of the format."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

FILES = {path.stem[6:]: path for path in Path(__file__).parent.glob("words_*.toml")}
# Questions and options of the engine, as its sites have them.
ASKED = frozenset(
    (
        *("pass", "done", "decline", "none", "Use an ability"),
        *("Which effect first?", "Which next?", "Next card", "Pay with"),
    )
)


@cache
def engine_of(language: str) -> dict[str, str]:
    """The table of a language; English where there is none."""
    return tomllib.loads(FILES.get(language, FILES["en"]).read_text(encoding="utf-8"))


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
