"""A format that extends another: nothing is written twice, and no edit is idle."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from places import FORMATS, TINIER
from sampling import sampled

import playsheet.api as ps
from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.load import Loaded, load
from playsheet.dsl.nodes import declarations as d
from playsheet.dsl.nodes import edits as ed
from playsheet.dsl.nodes import statements as s
from playsheet.dsl.nodes.base import Node, walk
from playsheet.dsl.problems.problem import Problem
from playsheet.dsl.ruleset.inheritance import heritage_of
from playsheet.dsl.syntax.print_files import print_node
from playsheet.lab.coverage.coverage import run_coverage
from playsheet.lab.mutation.baseline import Baseline
from playsheet.lab.mutation.mutants import EDIT, Mutant
from playsheet.lab.mutation.outcome import MutantRunner, Outcome
from playsheet.lab.scenarios.scenario import run_scenarios, suite_of

CHILD, PARENT = "hipercoliseo", "hyper_colosseum"
CITES = re.compile(r" cites [A-Z][A-Z0-9.-]*(, [A-Z][A-Z0-9.-]*)*")


@cache
def loaded(name: str) -> Loaded:
    return load(sources_of(name))


@cache
def trial() -> Baseline:
    """The scenarios of the child, run once for all tests here."""
    return Baseline(suite_of(loaded(CHILD)))


# ---- nothing is written twice


def bare(node: Node) -> str:
    """What a line says, without what it cites and however it is laid out."""
    return CITES.sub("", " ".join(print_node(node).split()))


def things_said(nodes: tuple[Node, ...]) -> Iterator[Node]:
    """Every declaration, and every line and block of statements in it."""
    for node in nodes:
        if not isinstance(node, ed.Edit | d.FormatDeclaration):
            yield node
        for part in walk(node):
            if isinstance(part, (s.Line, d.Declaration)) and not isinstance(part, ed.Edit):
                yield part
            elif isinstance(part, s.Statement) and not isinstance(part, s.Line):
                body = getattr(part, "body", None)
                if isinstance(body, s.Block):
                    yield part


def test_no_statement_repeats_one_that_is_inherited() -> None:
    ruleset = loaded(CHILD).ruleset
    assert ruleset is not None and ruleset.origin is not None
    inherited = {bare(node) for node in things_said(ruleset.origin.inherited)}
    repeated = [
        f"{node.span.file}:{node.span.line} {bare(node)}"
        for node in things_said(ruleset.origin.own)
        if bare(node) in inherited
    ]
    assert not repeated


def size_of(name: str, kind: str = "*.rules") -> int:
    """The letters of a format's rules, without comments and what they cite."""
    lines = [
        line.partition("#")[0].partition("  cites ")[0].strip()
        for source in sources_of(name).rules
        if source.path.match(kind)
        for line in source.text.splitlines()
    ]
    return sum(len(line) for line in lines)


def test_a_child_is_short_beside_its_parent() -> None:
    rules = "hipercoliseo.rules", "hyper_colosseum.rules"
    assert size_of(CHILD, rules[0]) < 0.75 * size_of(PARENT, rules[1])
    own = sum(size_of(CHILD, name) for name in (rules[0], "vocabulary.rules"))
    assert own < 0.5 * size_of(PARENT)


# ---- no edit is idle


def edits_of(baseline: Baseline) -> list[Mutant]:
    """The rules of a format without one of its edits, each in turn. What settles an option of the
    parent changes what may be agreed on and not what happens, so no scenario shows it.
    """
    settled = {str(o.name) for o in parent_options(baseline)}
    edits = [mutant for mutant in baseline.mutants if mutant.declaration == EDIT]
    return [
        one
        for one in edits
        if not (isinstance(one.old, ed.SetParameterEdit) and str(one.old.name) in settled)
    ]


def parent_options(baseline: Baseline) -> Iterator[d.OptionDeclaration]:
    ruleset = baseline.suite.loaded.ruleset
    origin = None if ruleset is None else ruleset.origin
    for node in () if origin is None else origin.inherited:
        if isinstance(node, d.OptionDeclaration):
            yield node


def outcomes(baseline: Baseline, edits: list[Mutant]) -> list[tuple[Mutant, Outcome]]:
    runner = MutantRunner(baseline)
    return [(one, runner.outcome(one, baseline.affected(one))) for one in edits]


def is_needed(outcome: Outcome) -> bool:
    """Whether `check` refuses the rules without an edit, or a scenario fails on them."""
    return outcome.killed or not outcome.valid


def test_leaving_an_edit_out_is_noticed() -> None:
    """A sample of edits, with --full all."""
    edits = edits_of(trial())
    assert len(edits) > 40
    tried = edits[:: len(edits) // sampled(3, len(edits))]
    assert not [m.place for m, outcome in outcomes(trial(), tried) if not is_needed(outcome)]


def test_without_an_edit_cards_in_another_language_are_read_again() -> None:
    windows = [m for m in edits_of(trial()) if isinstance(m.old, ed.ExtendWindowEdit)]
    [(_, outcome)] = outcomes(trial(), windows[:1])
    assert outcome.killed


def test_an_edit_that_changes_nothing_is_found(tmp_path: Path) -> None:
    child = copy_of_tinier(tmp_path)
    more = 'alias "dusk" for fight\nextend window entering alone\n'
    rules = child / "tinier.rules"
    rules.write_text(rules.read_text(encoding="utf-8") + more, encoding="utf-8")
    baseline = Baseline(suite_of(load(sources_of(child))))
    found = outcomes(baseline, edits_of(baseline))
    needed = {mutant.span.line: is_needed(outcome) for mutant, outcome in found}
    assert needed == {4: True, 5: True, 6: True, 7: True, 9: False, 10: False}


# ---- what a clause of the parent says too


def copy_of_tinier(folder: Path) -> Path:
    for name in ("tiny", "tinier"):
        shutil.copytree(FORMATS / name, folder / name)
    return folder / "tinier"


def test_scenarios_and_lines_of_the_parent_count_for_the_child() -> None:
    report = run_coverage(load(sources_of(TINIER)), cache=False)
    covered = {name for name, cover in report.clauses.items() if cover.covered}
    assert covered == {
        "TE-TABLE-01", "TE-DECK-01", "TE-DEAL-01", "TE-FIGHT-01", "TE-FIGHT-02", "TE-FIGHT-03",
    }  # fmt: skip
    # with fewer cards in hand the parent's scenario does not hold, and counts for nothing
    assert report.clauses["TE-TURN-01"].why_not == "no scenario names it"
    assert not report.failing
    assert report.clauses["TE-DECK-01"].covered_by.endswith("tiny)")
    assert "tiny.rules" in report.clauses["TE-DECK-01"].place


def test_a_clause_that_the_parent_does_not_have_is_told(tmp_path: Path) -> None:
    child = copy_of_tinier(tmp_path)
    ledger = child / "clauses.yaml"
    text = ledger.read_text(encoding="utf-8").replace("TD-TURN-02", "TD-TURN-22")
    ledger.write_text(text, encoding="utf-8")
    problem = heritage_of(sources_of(child))[1][0]
    assert (problem.code, problem.mend) == ("unknown-clause", "TD-TURN-02")
    assert problem.file == str(ledger)


def test_what_is_the_same_is_followed_to_the_oldest(tmp_path: Path) -> None:
    copy_of_tinier(tmp_path)
    youngest = tmp_path / "youngest"
    youngest.mkdir()
    (youngest / "rules.rules").write_text('format "Tiniest" extends tinier\nrename heap to dump\n')
    (youngest / "clauses.yaml").write_text(
        '- id: TF-01\n  fingerprint: "0123456789"\n  statement: "It hurts."\n  as: [TE-FIGHT-01]\n'
    )
    heritage, problems = heritage_of(sources_of(youngest))
    assert not problems
    assert heritage.same == {"TF-01": ("TE-FIGHT-01", "TD-FIGHT-06")}
    assert heritage.renamed == {"bin": "dump", "heap": "dump"}


# ---- the same two cards

POWER = """
scenario "{name}"
    format {format}
    given phase battle.activate; first is bo; turn_number is 2
    and ana's digimon_box holds "Agumon" with A 100; bo's digimon_box holds "Agumon"
    and ana's slots holds "St-53", "St-106"; ana's hand holds 3 "Tentomon", "Patamon"
    and ana's net_ocean holds 5 cards; bo's net_ocean holds 5 cards
    when ana chooses "Activate a set option" "{first}"
    and ana chooses "Activate a set option" "{second}"
    then ana's active's power is {power}
"""
PLUS, TIMES = "St-53", "St-106"


@pytest.mark.parametrize(
    ("name", "first", "second", "power"),
    [
        (CHILD, PLUS, TIMES, 300),
        (CHILD, TIMES, PLUS, 250),
        (PARENT, PLUS, TIMES, 250),
        (PARENT, TIMES, PLUS, 250),
    ],
)
def test_the_order_of_use_counts_in_the_child_alone(
    name: str, first: str, second: str, power: int, tmp_path: Path
) -> None:
    words = {PLUS: '"St-53" then "Tentomon"', TIMES: '"St-106" then "Tentomon" then "Tentomon"'}
    text = POWER.replace('"{first}"', words[first]).replace('"{second}"', words[second])
    path = tmp_path / "power.scenario"
    path.write_text(text.format(name="Power", format=name, power=power), encoding="utf-8")
    results = run_scenarios(loaded(name), [path])
    assert [result.message for result in results] == [""]


# ---- what takes the place of what


@pytest.mark.parametrize(
    ("more", "whole"),
    [
        (
            "one action each",
            "begins with first's opponent one action each ends when all pass in turn",
        ),
        ("alone", "alone many actions each ends when all pass in turn"),
        ("who passes is out", "begins with first's opponent many actions each who passes is out"),
    ],
)
def test_an_attribute_takes_the_place_of_what_it_rules_out(
    more: str, whole: str, tmp_path: Path
) -> None:
    child = copy_of_tinier(tmp_path)
    rules = child / "tinier.rules"
    kept = [line for line in rules.read_text().splitlines() if "extend window" not in line]
    rules.write_text("\n".join([*kept, f"extend window trading {more}", ""]))
    ruleset = load(sources_of(child)).ruleset
    assert ruleset is not None
    assert f" {whole} offers" in print_node(ruleset.names("window")["trading"])


# ---- what is refused


def problems_with(folder: Path, rules: str) -> list[Problem]:
    child = copy_of_tinier(folder)
    (child / "more.rules").write_text(rules, encoding="utf-8")
    return load(sources_of(child)).problems


def places(problem: Problem) -> list[tuple[str, int]]:
    """The file and line of a problem, and of all its labels."""
    found = [(Path(problem.file).name, problem.line)]
    return [*found, *((Path(at.span.file).name, at.span.line) for at in problem.labels)]


def line_of(name: str, text: str) -> int:
    rules = (FORMATS / name / f"{name}.rules").read_text(encoding="utf-8")
    return next(k for k, line in enumerate(rules.splitlines(), 1) if text in line)


def test_a_step_that_the_parent_no_longer_has_cannot_be_replaced(tmp_path: Path) -> None:
    found = problems_with(tmp_path, "replace fight.parley\n    stop\n")
    assert [problem.code for problem in found] == ["unknown-in-parent"]
    assert places(found[0]) == [("more.rules", 1), ("tiny.rules", line_of("tiny", "phase fight"))]


def test_a_zone_that_is_hidden_now_cannot_be_read_by_a_rule_of_the_parent(tmp_path: Path) -> None:
    rules = 'redefine zone hand "hand" per player group face down seen by nobody\n'
    found = [p for p in problems_with(tmp_path, rules) if p.code == "secret-leak"]
    assert found
    assert places(found[0]) == [("tiny.rules", line_of("tiny", "action enter")), ("more.rules", 1)]


def test_an_option_of_the_parent_may_be_settled(tmp_path: Path) -> None:
    rules = 'set parameter long_game = yes\ngauge rest "rest" shared 0..9 starts 0\n'
    assert [p.code for p in problems_with(tmp_path / "settled", rules)] == ["never-used"]
    found = problems_with(tmp_path / "misspelt", "set parameter long_gam = yes\n")
    assert [(p.code, p.mend) for p in found] == [("unknown-in-parent", "long_game")]


# ---- whole games


TOGGLES = (
    "interleave_phases", "draw_at_start", "forced_discard", "official_series", "copy_limit"
)  # fmt: skip


@pytest.mark.parametrize("option", TOGGLES)
@pytest.mark.parametrize("value", ["on", "off"])
def test_games_end_by_the_rules_with_each_option(option: str, value: str) -> None:
    rules = ps.load(CHILD)
    for seed in range(6):
        decks = ("swords", "swords" if option == "official_series" else "cellar")
        game = rules.new_game(seed=seed, decks=decks, options={option: value == "on"})
        chance = Random(seed)
        while not game.is_over():
            game.apply(chance.choice(game.legal_actions()))
        assert game.result is not None
