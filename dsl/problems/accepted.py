"""Warnings that an author has accepted, with the reason in a comment above what they are about:

# accept never-entered: cards of the next set will lie there
zone attic "attic" per player pile face up
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ..nodes.base import Span
from ..nodes.dataclass import dataclass
from .catalog import entries
from .problem import Advice, Problem, unknown

COMMENT = re.compile(r"\s*#")
ACCEPT = re.compile(r"\s*# accept (?P<code>[^\s:]+)(?P<reason>: *\S.*)?")


@dataclass(frozen=True, slots=True)
class Acceptance:
    """That warnings with a code about a line are accepted."""

    code: str
    span: Span
    line: int
    explained: bool

    def is_of(self, problem: Problem) -> bool:
        """Whether it is about a problem."""
        about = (problem.code, problem.file, problem.line)
        return about == (self.code, self.span.file, self.line) and problem.severity == "warning"


PLAYED = frozenset({"effect-never-happens"})  # what only shows in play


def acceptances(texts: Iterable[tuple[str, str]]) -> list[Acceptance]:
    """Those of some files, each its name and its text."""
    return [one for name, text in texts for one in acceptances_in(name, text)]


def without_accepted(problems: Iterable[Problem], accepted: Sequence[Acceptance]) -> list[Problem]:
    """The problems that nobody has accepted."""
    return [one for one in problems if not any(other.is_of(one) for other in accepted)]


def wrongly_accepted(
    problems: Sequence[Problem], accepted: Iterable[Acceptance], whole: bool
) -> list[Problem]:
    """What is accepted without a reason, or for nothing: none of `problems` is about it, where the
    `whole` of the rules could be looked at.
    """
    left: list[Problem] = []
    known = entries()
    for one in accepted:
        if one.code not in known:
            left.append(unknown("unknown-code", "warning", one.code, one.span, known))
        elif not one.explained:
            text = "Nothing says why this is accepted."
            left.append(
                Problem(
                    "accepted-unexplained",
                    text,
                    one.span,
                    Advice(f"Write behind it why: `# accept {one.code}:` and the reason."),
                )
            )
        elif whole and one.code not in PLAYED and not any(map(one.is_of, problems)):
            text = f"There is no {one.code} to accept here."
            left.append(
                Problem("accepted-nothing", text, one.span, Advice("Remove it."), "warning")
            )
    return left


def acceptances_in(name: str, text: str) -> Iterator[Acceptance]:
    """Those of a file. Each is about the first line below it that is no comment."""
    if "# accept " not in text:
        return
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        found = ACCEPT.fullmatch(line.rstrip())
        if found is not None:
            below = number + 1
            while below <= len(lines) and COMMENT.match(lines[below - 1]):
                below += 1
            start, end = found.start("code") + 1, found.end("code") + 1
            span = Span(name, number, start, number, end)
            yield Acceptance(found["code"], span, below, found["reason"] is not None)
