"""`playsheet bench`: how fast formats play, beside other engines, and how that grows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path

import click

from ...desk.measure import LspReport, measure_lsp
from ...dsl.loading.library import shipped_formats
from ...dsl.nodes.dataclass import dataclass
from ...lab.benchmarks.benchmark import PARTS, BenchReport, PlayReport, bench
from ...lab.benchmarks.page import written
from ...lab.benchmarks.spread import Spread
from ..progress import progress
from ..targets import FORMAT
from ..words import AS_JSON, print_json

LSP = "lsp"


@dataclass(frozen=True, slots=True)
class Measured(BenchReport):
    """The same with what an editor waits for; None where nothing could be edited."""

    lsp: LspReport | None


@click.command("bench")
@click.argument("names", metavar="[FORMAT]...", nargs=-1, type=FORMAT)
@click.option(
    "--seconds", type=click.FloatRange(0.1), default=6.0, show_default=True, help="Of play."
)
@click.option(
    "--part",
    "parts",
    type=click.Choice((*PARTS, LSP)),
    multiple=True,
    help="Measures this alone; may be said several times.",
)
@click.option(
    "--page",
    type=click.Path(dir_okay=False, path_type=Path),
    help='Writes the tables into a page too, below its heading "Measured".',
)
@AS_JSON
def command(
    names: tuple[str, ...], seconds: float, parts: tuple[str, ...], page: Path | None, as_json: bool
) -> None:
    """Measure how fast formats play, load, are copied and saved, and how that grows."""
    reports: list[Measured] = []
    for one in names or shipped_formats():
        with progress(f"measuring {one}") as tick:
            known = bench(one, seconds, parts or PARTS, tick)
        lsp = measure_lsp(one) if LSP in parts or not parts else None
        reports.append(Measured(**{f.name: getattr(known, f.name) for f in fields(known)}, lsp=lsp))
        if not as_json:
            click.echo("\n".join(lines_of(reports[-1])))
        if page is not None:
            write(page, reports)
    if as_json:
        print_json(reports[0] if len(names) == 1 else reports)


def write(page: Path, reports: Sequence[BenchReport]) -> None:
    """Puts the tables into a page."""
    try:
        before = page.read_text(encoding="utf-8") if page.exists() else "# Speed\n"
        page.write_text(written(before, reports), encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise click.ClickException(f'The page "{page}" cannot be written: {error}.') from None


# ---- for a reader


def lines_of(report: Measured) -> Iterator[str]:
    """A report, of what was measured."""
    yield f"{report.format}:"
    if report.play is not None:
        yield from lines_of_play(report.play)
    if (load := report.load) is not None:
        yield f"  loading: {load.warm_s} s, without a cache {load.cold_s} s"
    if report.edit is not None:
        costs = {"a card": report.edit.card, "a rule": report.edit.rule}
        edits = "; ".join(
            f"of {what} {cost.resident_s} s, in a new process {cost.fresh_s} s"
            for what, cost in costs.items()
        )
        yield f"  check and a scenario after an edit {edits}"
    if (memory := report.memory) is not None and memory.mb is not None:
        yield f"  a simulation needs {memory.mb} MB, the first {memory.cold_mb} MB"
    yield from lines_of_growth(report)
    yield from lines_of_editor(report.lsp)


def lines_of_play(play: PlayReport) -> Iterator[str]:
    """How fast it is."""
    yield f"  playing: {rates(play.decisions_per_s)}; recording: {play.recording} of that"
    if play.native is None or play.native_decisions_per_s is None:
        yield f"  not in C: {play.native_reason}"
    else:
        yield f"  whole games in C: {rates(play.native_decisions_per_s)}, {play.native} times that"
    if play.native_steps is not None and play.native_steps_per_s is not None:
        steps = f"{rates(play.native_steps_per_s)}, {play.native_steps} times that"
        yield f"  in C an answer at a time: {steps}"
    if play.copy_us is not None and play.save_us is not None:
        yield f"  a copy takes {play.copy_us} us, a save {play.save_us} us"
    for one in play.beside:
        yield f"  beside {one.engine}, {rates(one.decisions_per_s)}:"
        yield f"    playing {one.playing} of it, recording {one.recording}"
        if one.native is not None:
            yield f"    whole games in C {one.native} of it, an answer at a time {one.native_steps}"
        if one.copying is not None:
            saving = f", a save {one.saving}" if one.saving is not None else ""
            yield f"    a copy takes {one.copying} times as long{saving}"
    if not play.beside:
        yield "  no other engine to compare with"


def rates(value: Spread) -> str:
    """Decisions a second with their spread."""
    return f"{value.median:,.0f} ({value.least:,.0f} to {value.most:,.0f}) decisions/s"


def lines_of_growth(report: BenchReport) -> Iterator[str]:
    """What it costs as it grows."""
    if report.cards is not None:
        for step in report.cards.deciding[1:]:
            yield f"  a decision with {step.size} cards in {report.cards.zone}: {step.ratio} times"
    if report.length is not None:
        last = report.length.playing[-1], report.length.recording[-1], report.length.saving[-1]
        playing, recording, saving = (one.ratio for one in last)
        yield f"  in the last quarter of a game a decision takes {playing} times as long as in the"
        yield f"    first, recorded {recording}, a save {saving}"
    for one in report.pool[1:]:
        yield (
            f"  with {one.records:,} records: loading without a cache {one.cold} times, with one "
            f"{one.warm}, memory {one.memory}, a decision {one.decision}"
        )


def lines_of_editor(report: LspReport | None) -> Iterator[str]:
    """What an editor waits for."""
    if report is not None:
        yield (
            f"  in an editor a mistake shows {report.card_s} s after an edit of a card, "
            f"{report.rule_s} s of a rule; all of them {report.whole_card_s} s, "
            f"{report.whole_rule_s} s"
        )
        yield (
            f"  while a check runs a hover takes {report.hover_p95_ms} ms, "
            f"a completion {report.completion_p95_ms} ms (19 of 20)"
        )
