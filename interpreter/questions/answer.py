"""What an answer is: a tree of lines of rules, cards and values, each with its own reasons."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...dsl.nodes.base import NOWHERE, Span
from ...dsl.nodes.dataclass import dataclass

INDENT = "  "


@dataclass(frozen=True, slots=True)
class Answer:
    """One line of an answer: `text`, as it stands in the rules or in words; its `value` in words
    where it has one; the place it stands at with the `clauses` that it cites; and as `children`
    what it comes from.
    """

    text: str
    value: str | None = None
    span: Span = NOWHERE
    clauses: tuple[str, ...] = ()
    children: tuple[Answer, ...] = ()

    def lines(self) -> list[str]:
        """The tree as text, each line below the one it explains."""
        return [*self._lines(0)]

    def _lines(self, depth: int) -> Iterator[str]:
        said = self.text if self.value is None else f"{self.text}: {self.value}"
        cited = f"  [{', '.join(self.clauses)}]" if self.clauses else ""
        place = f"  {Path(self.span.file).name}:{self.span.line}" if self.span.file else ""
        yield f"{INDENT * depth}{said}{cited}{place}"
        for child in self.children:
            yield from child._lines(depth + 1)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def plain(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "text": self.text,
            "value": self.value,
            "file": self.span.file or None,
            "line": self.span.line or None,
            "clauses": [*self.clauses],
            "children": [child.plain() for child in self.children],
        }

    def parts(self) -> Iterator[Answer]:
        """It and all inside it."""
        yield self
        for child in self.children:
            yield from child.parts()
