"""The page of the manual about what finds mistakes: a run of fault seeding as Markdown."""

from __future__ import annotations

from collections.abc import Iterable

from .classes import CLASSES
from .seeding import Row, SeedingReport

HEAD = """# What finds a mistake

`playsheet faults` makes typical mistakes of authors in formats that are sound, one at a time,
and sees what finds each. It has written this page too: what is said here was measured.

| what finds it | when |
|---|---|
| `check`: error | a name, type or form is wrong: the format cannot be played |
| `check`: warning | it can be played, and something in it cannot be meant so |
| games | a rule stops, an invariant breaks, a game has no end, a frequent effect never happens |
| scenarios | one fails, a blessed branch is not as it was, or a deck is no longer legal |

A mistake is *knowable* if rules and cards alone show it, without a game: of some classes every
mistake, of some none, of the others those of which the last column is true.

| class | mistake | knowable | why |
|---|---|---|---|
"""


def page_of(report: SeedingReport, command: str) -> str:
    """The whole page."""
    classes = (f"| {k.name} | {k.mistake} | {k.knowable} | {k.why} |" for k in CLASSES)
    rows = report.rows()
    parts = [HEAD + "\n".join(classes), measured(report, command), table(rows), sums(rows[-1])]
    return "\n\n".join(parts) + "\n"


def measured(report: SeedingReport, command: str) -> str:
    formats = ", ".join(f"`{name}`" for name in report.formats)
    return (
        f"## Measured\n\n`{command}`: {len(report.seeded)} mistakes in {formats}, "
        f"{report.games} games each.\nA mistake counts for everything that finds it."
    )


def table(rows: Iterable[Row]) -> str:
    """A line for each class, and for all."""
    head = "| class | made | errors | warnings | games | scenarios | nothing | of the knowable |"
    lines = [head, "|---|--:|--:|--:|--:|--:|--:|--:|"]
    for row in rows:
        known = f"{row.known} of {row.knowable}" if row.knowable else "-"
        numbers = (row.made, row.resolver, row.static, row.games, row.scenarios, row.nothing)
        lines.append(f"| {row.name} | {' | '.join(map(str, numbers))} | {known} |")
    return "\n".join(lines)


def sums(row: Row) -> str:
    """The shares that matter."""
    return (
        f"`check` finds {percent(row.known, row.knowable)} of the knowable mistakes. Together the "
        f"finders miss {percent(row.nothing, row.made)} of all."
    )


def percent(part: int, whole: int) -> str:
    """A share in a hundred."""
    return f"{100 * part / whole:.1f} %" if whole else "none"
