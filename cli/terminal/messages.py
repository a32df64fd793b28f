"""What happened, for somebody who plays: a line said several times over is said once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...interpreter.messages.wording import say


def gathered(lines: Iterable[str], language: str = "") -> Iterator[str]:
    """The lines that say something; the same line several times over only once."""
    last, count = "", 0
    for line in [*(line for line in lines if line), ""]:
        if line == last:
            count += 1
            continue
        if last:
            yield say(language, "times", line=last, count=count) if count > 1 else last
        last, count = line, 1
