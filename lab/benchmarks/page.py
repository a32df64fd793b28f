"""What was measured as tables of a page, with the commit and the date."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path

from ...dsl.loading.library import root
from .benchmark import BenchReport
from .spread import Spread

HEADING = "## Measured"
NOTHING = "-"

Row = Sequence[object]


def written(page: str, reports: Sequence[BenchReport]) -> str:
    """A page with what stands below its heading `Measured`, up to the next heading of its level,
    taken anew; the heading comes at the end of a page that has none.
    """
    lines = "\n".join(tables(reports))
    new = f"{HEADING}\n\n{lines}\n"
    heading = re.search(rf"^{HEADING}$", page, re.MULTILINE)
    if heading is None:
        return f"{page.rstrip()}\n\n{new}"
    rest = page[heading.end() :]
    behind = re.search(r"^## ", rest, re.MULTILINE)
    return page[: heading.start()] + new + (f"\n{rest[behind.start() :]}" if behind else "")


def tables(reports: Sequence[BenchReport]) -> Iterator[str]:
    """The lines of all tables that have a row."""
    yield f"Commit {commit()}, {date.today().isoformat()}. Medians, in brackets the least and the"
    yield "most of all rounds; what is compared was measured in turns in one process."
    for title, heads, rows_of in TABLES:
        rows = [(one.format, *row) for one in reports for row in rows_of(one)]
        if rows:
            yield from ("", f"### {title}", "")
            yield from table(("format", *heads), rows)


def table(heads: Row, rows: Iterable[Row]) -> Iterator[str]:
    """A table of a page."""
    for row in (heads, ["---", *(["--:"] * (len(heads) - 1))], *rows):
        yield f"| {' | '.join(map(str, row))} |"


def commit() -> str:
    """The commit that is checked out where this lies; `unknown` where none is."""
    command = ["git", "-C", str(Path(root())), "describe", "--always", "--dirty", "--exclude=*"]
    try:
        found = subprocess.run(command, capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.SubprocessError):
        return "unknown"
    return found.stdout.strip() or "unknown"


def of(value: Spread | None) -> str:
    """A ratio or a time with its spread."""
    return NOTHING if value is None else str(value)


def rates(value: Spread | None) -> str:
    """Decisions a second."""
    return NOTHING if value is None else f"{value.median:,.0f}"


# ---- one table each


def playing_rows(report: BenchReport) -> Iterator[Row]:
    if (play := report.play) is not None:
        times = of(play.copy_us), of(play.save_us)
        speed = rates(play.decisions_per_s), of(play.recording)
        whole = rates(play.native_decisions_per_s), of(play.native)
        yield (*speed, *whole, rates(play.native_steps_per_s), of(play.native_steps), *times)


def beside_rows(report: BenchReport) -> Iterator[Row]:
    for one in report.play.beside if report.play is not None else ():
        ratios = (
            *(one.playing, one.recording, one.native, one.native_steps),
            *(one.copying, one.saving),
        )
        yield (one.engine, rates(one.decisions_per_s), *map(of, ratios))


def loading_rows(report: BenchReport) -> Iterator[Row]:
    if (load := report.load) is not None:
        memory = report.memory
        peaks = (memory.mb, memory.cold_mb) if memory is not None else (NOTHING, NOTHING)
        yield (of(load.cold_s), of(load.warm_s), of(load.cold_to_warm), *peaks)


def edit_rows(report: BenchReport) -> Iterator[Row]:
    if report.edit is not None:
        for what, cost in (("a card", report.edit.card), ("a rule", report.edit.rule)):
            ratios = cost.resident_ratio, cost.fresh_ratio
            yield (what, report.edit.cold_s, cost.resident_s, cost.fresh_s, *ratios)


def cards_rows(report: BenchReport) -> Iterator[Row]:
    if report.cards is not None:
        for step in report.cards.deciding:
            yield (report.cards.zone, step.size, of(step.ratio))


def length_rows(report: BenchReport) -> Iterator[Row]:
    if (length := report.length) is not None:
        for one in zip(length.playing, length.recording, length.saving, strict=True):
            yield (one[0].size, *(of(step.ratio) for step in one))


def pool_rows(report: BenchReport) -> Iterator[Row]:
    for one in report.pool:
        ratios = one.cold, one.warm, one.memory, one.decision
        yield (one.records, one.cold_s, *map(of, ratios))


TABLES: tuple[tuple[str, Row, Callable[[BenchReport], Iterator[Row]]], ...] = (
    (
        "Play",
        (
            *("decisions/s", "recording to not", "whole games in C", "to Python"),
            *("in C by answers", "to Python", "copy, us", "save, us"),
        ),
        playing_rows,
    ),
    (
        "Beside other engines: ours to theirs",
        (
            *("engine", "its decisions/s", "playing", "recording", "whole games in C"),
            *("in C by answers", "time of a copy", "a save"),
        ),
        beside_rows,
    ),
    (
        "Loading and memory",
        ("cold, s", "warm, s", "cold to warm", "simulation, MB", "the first, MB"),
        loading_rows,
    ),
    (
        "Check and a scenario after an edit, and with no cache at all",
        ("of", "no cache, s", "resident, s", "new process, s", "resident to none", "new to none"),
        edit_rows,
    ),
    ("A decision with more cards in play: times that with none", ("in", "cards", ""), cards_rows),
    (
        "Towards the end of a game: times the first quarter",
        ("quarter", "a decision", "recorded", "a save"),
        length_rows,
    ),
    (
        "A larger pool: times the first",
        ("records", "cold, s", "cold", "warm", "memory", "a decision"),
        pool_rows,
    ),
)
