"""`playsheet bench`: how fast a format plays, beside an engine written by hand."""

from __future__ import annotations

import click

from ...dsl.loading.library import shipped_formats
from ...lab.simulation.benchmark import BenchReport, bench
from ..progress import progress
from ..targets import FORMAT
from ..words import AS_JSON, print_json


@click.command("bench")
@click.argument("name", metavar="[FORMAT]", required=False, type=FORMAT)
@click.option(
    "--seconds", type=click.FloatRange(0.1), default=6.0, show_default=True, help="Of play."
)
@AS_JSON
def command(name: str | None, seconds: float, as_json: bool) -> None:
    """Measure how fast formats play, load and are copied."""
    reports: list[BenchReport] = []
    for one in [name] if name is not None else shipped_formats():
        with progress(f"measuring {one}") as tick:
            reports.append(bench(one, seconds, progress=tick))
        if not as_json:
            click.echo(text_of(reports[-1]))
    if as_json:
        print_json(reports[0] if name is not None else reports)


def text_of(report: BenchReport) -> str:
    """A report for a reader."""
    by_hand = "no engine written by hand to compare with"
    recording = copying = ""
    if report.handwritten_decisions_per_s is not None:
        by_hand = (
            f"{report.ratio_to_handwritten} of an engine written by hand "
            f"({report.handwritten_decisions_per_s:,})"
        )
        recording = f", {report.recording_ratio_to_handwritten} of it"
        copying = (
            f", {report.clone_ratio_to_handwritten} times one of it "
            f"({report.handwritten_clone_us} us)"
        )
    in_c = f"  not in C: {report.native_reason}"
    if report.native_decisions_per_s is not None:
        in_c = (
            f"  whole games in C: {report.native_decisions_per_s:,} decisions/s, "
            f"{report.native_ratio} times that"
        )
        if report.native_ratio_to_handwritten is not None:
            in_c += f", {report.native_ratio_to_handwritten} of the engine written by hand"
    lines = [
        f"{report.format}: {report.decisions_per_s:,} decisions/s, {by_hand}",
        f"  recording: {report.recording_decisions_per_s:,} decisions/s{recording}",
        in_c,
        f"  a copy takes {report.clone_us} us{copying}; a save {report.json_us} us",
        f"  loading takes {report.load_cold_s} s, again {report.load_warm_s} s",
    ]
    if report.edit is not None:
        costs = {"a card": report.edit.card, "a rule": report.edit.rule}
        edits = "; ".join(
            f"of {what} {cost.resident_s} s, in a new process {cost.fresh_s} s"
            for what, cost in costs.items()
        )
        lines.append(f"  check and a scenario after an edit {edits}")
    if report.peak_mb is not None:
        lines.append(
            f"  a simulation needs {report.peak_mb} MB, the first {report.peak_cold_mb} MB"
        )
    return "\n".join(lines)
