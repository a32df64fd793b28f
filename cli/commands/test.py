"""`playsheet test`: runs scenarios; with --mutate it tests the scenarios."""

from __future__ import annotations

from functools import partial

import click

from ...dsl.loading.kept import load_usable
from ...dsl.loading.library import RECORDS
from ...lab.branches.gathering import MOST_KEPT
from ...lab.mutation.mutation import MutationReport, find_idle, run_mutation
from ...lab.scenarios.scenario import Result, run_scenarios
from ..branching import (
    Tested,
    bless_all,
    branch_records,
    check_writable,
    keep_games,
    run_branches,
    show_branches,
)
from ..exploring import run_readings
from ..language import said
from ..progress import progress
from ..targets import CARDS, TOLD_IN, Target, targets_of
from ..words import AS_JSON, conclude, count_of, show_problems, until_stopped


@click.command("test")
@click.argument("formats", nargs=-1, metavar="[FORMAT|PATH]...")
@CARDS
@click.option("-k", "keyword", metavar="TEXT", default="", help="Only those with this text.")
@click.option(
    "-v", "--verbose", is_flag=True, help="Of what failed: what happened last, who is asked."
)
@TOLD_IN
@click.option("--mutate", is_flag=True, help="Test the scenarios on changed rules.")
@click.option("--sample", type=click.IntRange(1), help="So many mutants, picked by the seed.")
@click.option("--seed", type=int, default=0, show_default=True, help="Picks the sample.")
@click.option("--idle", is_flag=True, help="Look for scenarios that nothing turns red.")
@click.option("--readings", is_flag=True, help="What depends on each option of the format.")
@click.option(
    "--keep",
    type=click.IntRange(1, MOST_KEPT),
    metavar="N",
    help="Keep N random games as blessed branches: those that run most.",
)
@click.option("--bless", is_flag=True, help="What happens in the branches now should happen.")
@click.option(
    "--games",
    type=click.IntRange(0),
    help="Random games that --readings plays besides (20), or that --keep takes from (100).",
)
@click.option(
    "--jobs", type=click.IntRange(1), default=1, help="Processes for --mutate and --idle."
)
@AS_JSON
def command(
    formats: tuple[str, ...],
    cards: str | None,
    keyword: str,
    verbose: bool,
    mutate: bool,
    sample: int | None,
    seed: int,
    idle: bool,
    readings: bool,
    keep: int | None,
    bless: bool,
    games: int | None,
    jobs: int,
    as_json: bool,
) -> None:
    """Run the scenarios of formats, with the games that are kept as branches, or of single
    .scenario files.
    """
    targets = targets_of(formats, cards)
    modes = {"--readings": readings, "--keep": keep is not None, "--bless": bless}
    mode = next((name for name, wanted in modes.items() if wanted), None)
    if mode is not None:
        picked = keyword and mode != "--bless"
        others = mutate or idle or sum(modes.values()) > 1
        if others or picked or any(target.scenarios is not None for target in targets):
            raise click.UsageError(f"{mode} is about whole formats, and stands alone.")
    if keep is not None or bless:
        check_writable(formats)
    if readings:
        run_readings((target.files for target in targets), games_of(games, 20), seed, as_json)
        return
    if keep is not None:
        run_keeping(targets, keep, games_of(games, 100), seed, as_json)
        return
    if bless:
        run_blessing(targets, keyword, as_json)
        return
    if not mutate and not idle:
        if sample is not None:
            raise click.UsageError("--sample goes with --mutate.")
        run_plainly(targets, keyword, verbose, as_json)
        return
    if keyword or any(target.scenarios is not None for target in targets):
        text = "--mutate and --idle test whole formats: no -k and no single files."
        raise click.UsageError(text)
    if idle:
        if mutate or sample is not None:
            raise click.UsageError("--idle stands alone; a whole --mutate reports it too.")
        run_idle(targets, jobs, as_json)
        return
    run_mutants(targets, sample, seed, jobs, as_json)


def games_of(games: int | None, unsaid: int) -> int:
    """How many games, where that was said or not."""
    return unsaid if games is None else games


def run_keeping(targets: list[Target], keep: int, games: int, seed: int, as_json: bool) -> None:
    """Random games kept as branches."""
    names: list[str] = []
    for target in targets:
        with progress(f"games of {target.files.name}") as tick:
            loaded = load_usable(target.files)
            names += keep_games(target.files, loaded, keep, games, seed, tick)

    def show() -> None:
        for name in names:
            click.echo(name)
        if len(names) < wanted:
            text = f"{len(names)} of {wanted} kept: no other game came to its end and showed more."
            click.echo(said(text))

    wanted = keep * len(targets)
    conclude(as_json, {"kept": names}, show, not names)


def run_blessing(targets: list[Target], keyword: str, as_json: bool) -> None:
    """What happens in the branches by the rules of now is what should happen."""
    renewed, left = list[str](), list[str]()
    for target in targets:
        done = bless_all(target.files, load_usable(target.files), keyword)
        renewed += done[0]
        left += done[1]

    def show() -> None:
        for name in renewed:
            click.echo(f"blessed   {name}")
        for name in left:
            click.echo(f"left      {name}: not all of its answers can be given any more")
        click.echo(said(f"{count_of(len(renewed), 'branch')} blessed anew."))

    conclude(as_json, {"blessed": renewed, "left": left}, show, bool(left))


def run_plainly(targets: list[Target], keyword: str, verbose: bool, as_json: bool) -> None:
    """All scenarios as they are, and of whole formats the branches."""
    results: list[Result] = []
    branches: dict[str, list[Tested]] = {}
    stopped = False
    for target in targets:
        with progress(f"scenarios of {target.files.name}") as tick:
            loaded = load_usable(target.files)
            run = partial(run_scenarios, loaded, target.scenarios, keyword, tick, verbose)
            found, stopped = until_stopped(run)
        results += found
        if stopped:
            break
        if target.scenarios is None:
            branches[target.files.name] = run_branches(target.files, loaded, keyword)
    failed = [result for result in results if not result.passed]
    tested = [one for some in branches.values() for one in some]
    record = {
        "scenarios": len(results),
        "passed": len(results) - len(failed),
        "failed": [failed_record(result, verbose) for result in failed],
        "cards": cards_by_file(results),
        **branch_records(tested),
    }

    def show() -> None:
        show_results(results, failed)
        for name, some in branches.items():
            show_branches(some, name)

    wrong = bool(failed) or any(one.failed for one in tested)
    conclude(as_json, record, show, wrong, stopped)


def failed_record(result: Result, verbose: bool) -> dict[str, object]:
    """A failed scenario for programs."""
    record: dict[str, object] = {"name": result.name, "place": result.place}
    record["message"] = result.message
    return {**record, "trace": [*result.trace]} if verbose else record


def show_results(results: list[Result], failed: list[Result]) -> None:
    """What failed, the sum, and the cards."""
    for result in failed:
        show_problems(result.problems, scenario=result.name)
        for line in result.trace:
            click.echo(f"    {line}")
    tail = f", {len(failed)} failed" if failed else ""
    total = f"{count_of(len(results), 'scenario')}: {len(results) - len(failed)} passed{tail}."
    click.echo(said(total))
    show_records(results)


def cards_by_file(results: list[Result]) -> dict[str, list[str]]:
    """The codes of the cards that played a part, by the file they come from."""
    found: dict[str, set[str]] = {}
    for card in (card for result in results for card in result.cards):
        found.setdefault(card.span.file, set()).add(str(card.code))
    return {file: sorted(codes) for file, codes in sorted(found.items())}


def show_records(results: list[Result]) -> None:
    """Where some of the cards are records: how many, and which are not."""
    files = cards_by_file(results)
    sides: dict[bool, list[str]] = {True: [], False: []}
    for file, codes in files.items():
        sides[file.endswith(RECORDS)] += codes
    others = ", ".join(sorted(sides[False]))
    left = f"; in the format's own words: {others}" if others else ""
    if sides[True]:
        click.echo(said(f"{count_of(len(sides[True]), 'card')} as printed{left}."))


def run_mutants(
    targets: list[Target], sample: int | None, seed: int, jobs: int, as_json: bool
) -> None:
    """The scenarios on rules with one small change each."""
    total, stopped = MutationReport(), False
    for target in targets:
        loaded = load_usable(target.files)
        options = {"sample": sample, "seed": seed, "jobs": jobs}
        with progress(f"mutants of {target.files.name}") as tick:
            run = partial(run_mutation, loaded, progress=tick, **options)
            report, stopped = until_stopped(run)
        total.add(report)
        if stopped:
            break
    wrong, partly = bool(total.survived or total.failing), stopped or sample is not None
    conclude(as_json, total.as_json(), partial(show_mutants, total, partly), wrong, stopped)


def run_idle(targets: list[Target], jobs: int, as_json: bool) -> None:
    """The scenarios that no small change of the rules turns red."""
    names: list[str] = []
    for target in targets:
        with progress(f"scenarios of {target.files.name}") as tick:
            names += find_idle(load_usable(target.files), jobs=jobs, progress=tick)
    conclude(as_json, {"idle_scenarios": names}, partial(show_idle, names, True), bool(names))


def show_idle(names: list[str], counted: bool) -> None:
    for name in names:
        click.echo(f"idle      {name}: no change of the rules turns it red")
    if counted:
        click.echo(f"{count_of(len(names), 'idle scenario')}.")


def show_mutants(report: MutationReport, partly: bool) -> None:
    for mutant in report.survived:
        click.echo(f"survived  {mutant.place}: {mutant.change}")
    show_idle(report.idle, False)
    for name in report.failing:
        click.echo(f"failing   {name}: it fails on the rules as they are")
    some = " (a sample)" if partly else ""
    tried = f"{count_of(report.mutants, 'mutant')}{some}"
    if report.by_branches:
        known = f"{report.killed} killed, {report.by_branches} of them only by branches"
        click.echo(said(f"{tried}, {known}."))
    else:
        click.echo(said(f"{tried}, {report.killed} killed."))
    if report.refused:
        refused = f"{count_of(report.refused, 'change')} more"
        click.echo(said(f"{refused} left out: `playsheet check` refuses such rules."))
