"""Mutants: what counts as one, what notices it, and what the scenarios of a format cover."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import places
import pytest
from sampling import sampled

from playsheet.dsl.loading.cache import PLACE
from playsheet.dsl.loading.library import shipped_formats, sources_of
from playsheet.dsl.loading.load import Loaded, load
from playsheet.lab.coverage.coverage import CoverageReport, run_coverage
from playsheet.lab.coverage.rule_lines import lines_of
from playsheet.lab.mutation.baseline import Baseline
from playsheet.lab.mutation.mutants import Mutant, mutants_of, mutated
from playsheet.lab.mutation.mutation import find_idle, run_mutation
from playsheet.lab.mutation.outcome import MutantRunner, Outcome
from playsheet.lab.scenarios.scenario import suite_of

TINY = str(places.TINY)


@cache
def loaded(name: str) -> Loaded:
    files = sources_of(name)
    return load(replace(files, name=Path(name).name))


@cache
def baseline() -> Baseline:
    return Baseline(suite_of(loaded(TINY)))


@cache
def runner() -> MutantRunner:
    return MutantRunner(baseline())


@cache
def mutants() -> list[Mutant]:
    return baseline().mutants


def mutant(place: str, change: str) -> Mutant:
    found = [m for m in mutants() if m.place.endswith(place) and m.change == change]
    assert len(found) == 1, [(m.place, m.change) for m in mutants() if m.place.endswith(place)]
    return found[0]


def killers(one: Mutant) -> list[str]:
    outcome = runner().outcome(one, baseline().affected(one))
    assert outcome.valid
    return [] if outcome.killed_by is None else [baseline().results[outcome.killed_by].name]


# ---- what mutants there are


@pytest.mark.parametrize("name", [TINY, *shipped_formats()], ids=lambda name: Path(name).name)
def test_every_mutant_has_a_line_and_says_what_changes(name: str) -> None:
    ruleset = loaded(name).ruleset
    assert ruleset is not None
    found, lines = mutants_of(ruleset), lines_of(ruleset)
    assert len(found) > 60
    assert [m.number for m in found] == list(range(len(found)))
    for one in found:
        assert one.lines and one.lines <= set(lines), (one.place, one.change)
        assert one.change and "\n" not in one.change
        before, now = (side.strip() for side in f"{one.change} -> ".split(" -> ")[:2])
        assert before != now, (one.place, one.change)


def test_a_mutant_changes_one_declaration_and_nothing_else() -> None:
    ruleset = baseline().ruleset
    before = list(ruleset.declarations)
    for one in mutants()[::7]:
        other = mutated(ruleset, one)
        assert ruleset.declarations == before
        if one.new is None:
            assert len(other.declarations) == len(before) - 1
            continue
        changed = [a is not b for a, b in zip(before, other.declarations, strict=True)]
        assert changed.index(True) == one.declaration and sum(changed) == 1
        named = {id(node) for names in other.by_kind.values() for node in names.values()}
        kept = {id(node) for node in other.declarations}
        assert named <= kept


ENTERED, ENTERS = "announce entered of newcomer by player", "move newcomer onto ring face up"
KINDS = (
    ("tiny.rules:37", "exactly 8 cards -> at least 8 cards"),
    ("tiny.rules:37", "8 -> 9"),
    ("tiny.rules:39", "left out: its rank is 1"),
    ("tiny.rules:40", "starts in deck -> starts in hand"),
    ("tiny.rules:9", "stack -> pile"),
    ("tiny.rules:8", "seen by owner -> seen by all"),
    ("tiny.rules:49", "top hand_size of deck -> bottom hand_size of deck"),
    ("tiny.rules:53", "lower points by amount -> raise points by amount"),
    ("tiny.rules:58", "left out: starting with first"),
    ("tiny.rules:61", "left out: move unwanted to bin"),
    ("tiny.rules:61", "bin -> deck"),
    ("tiny.rules:82", "one action each -> many actions each"),
    ("tiny.rules:83", "ends when all pass in turn -> ends when somebody passes"),
    ("tiny.rules:65", "move hand under deck -> reveal hand; move hand under deck"),
    ("tiny.rules:62", ".. to hand -> .. to hand face up"),
    ("tiny.rules:86", "face up -> face down"),
    ("tiny.rules:87", f"in the other order: {ENTERED}, {ENTERS}"),
    ("tiny.rules:98", "by points higher wins -> by points lower wins"),
    ("words.rules:3", "left out: limits 1 per turn"),
    ("words.rules:4", "player is you and champion is this -> player is you or champion is this"),
)


@pytest.mark.parametrize("case", KINDS, ids=lambda case: f"{case[0]} {case[1]}")
def test_slips_of_many_kinds_are_tried(case: tuple[str, str]) -> None:
    mutant(*case)


def test_how_cards_lie_is_not_changed_where_nobody_sees_them() -> None:
    changes = [one.change for one in mutants()]
    assert not [change for change in changes if change.endswith("deck face up")]


def test_when_something_holds_is_changed_too(tmp_path: Path) -> None:
    """A phase for the next one, and a note or property that is yes or no for another one."""
    place = shutil.copytree(places.TINY, tmp_path / "tiny")
    rules = place / "tiny.rules"
    text = rules.read_text(encoding="utf-8")
    truths = "note eager: yes or no per card\nproperty late of player means phase is fight\n"
    truths += "property rich of player means points is more than 4\n"
    when = "when entered where card's eager and card's owner's late: raise points by 1\n"
    rules.write_text(f"{text}{truths}{when}", encoding="utf-8")
    ruleset = load(sources_of(place)).ruleset
    assert ruleset is not None
    changes = {one.change for one in mutants_of(ruleset)}
    others = {"card's eager -> card's tired", "card's owner's late -> card's owner's rich"}
    assert {"fight -> muster", *others} <= changes


TALLIES = """property shielded of card
    starts as 0
property thick of card
    starts as 0
when entered where card's owner's points is 0: raise card's shielded by 1 until end of turn
when entered where card's shielded is more than 0: raise points by 3
when entered where card's thick is more than 1: raise card's thick by 1 until end of turn
"""


def test_by_how_much_is_not_changed_where_only_counts_whether_it_is_0(tmp_path: Path) -> None:
    """A number that is asked for nothing else may be 2 as well as 1; not one that is asked more."""
    place = shutil.copytree(places.TINY, tmp_path / "tiny")
    rules = place / "tiny.rules"
    lines = rules.read_text(encoding="utf-8").count("\n")
    rules.write_text(f"{rules.read_text(encoding='utf-8')}{TALLIES}", encoding="utf-8")
    ruleset = load(sources_of(place)).ruleset
    assert ruleset is not None
    found = mutants_of(ruleset)
    changes = {n: {m.change for m in found if m.span.line == lines + n} for n in (2, 5, 6, 7)}
    assert "1 -> 0" in changes[5] and "1 -> 2" not in changes[5]
    assert {"0 -> 1"} <= changes[2] and {"3 -> 4", "3 -> 2"} <= changes[6]
    assert {"1 -> 0", "1 -> 2"} <= changes[7]


KINDS_BESIDES = """property fresh of Fighter means its rank is 2
property squad of player means Fighter in hand where its fresh and its rank is 2
property others of player means Fighter in hand where its fresh or its rank is 2
"""


def test_a_kind_is_not_left_out_where_only_its_cards_can_be_what_is_asked(tmp_path: Path) -> None:
    place = shutil.copytree(places.TINY, tmp_path / "tiny")
    rules = place / "tiny.rules"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(f"{text}{KINDS_BESIDES}", encoding="utf-8")
    ruleset = load(sources_of(place)).ruleset
    assert ruleset is not None
    last = len(text.splitlines()) + 3
    change = "Fighter in hand -> cards in hand"
    found = [one.span.line for one in mutants_of(ruleset) if one.change == change]
    assert last in found and last - 1 not in found


def test_a_category_is_tried_without_each_that_it_includes(tmp_path: Path) -> None:
    place = shutil.copytree(places.TINY, tmp_path / "tiny")
    words = place / "words.rules"
    line = "phrases act include fighter, whose\n"
    words.write_text(words.read_text(encoding="utf-8") + line, encoding="utf-8")
    ruleset = load(sources_of(place)).ruleset
    assert ruleset is not None
    changes = [one.change.rsplit(" include ")[-1] for one in mutants_of(ruleset)]
    assert {"fighter", "whose"} <= set(changes)


# ---- what notices them


def test_a_changed_rule_is_noticed_by_the_scenario_about_it() -> None:
    assert killers(mutant("tiny.rules:74", "2 -> 3")) == [
        "The weaker champion of the first player costs two points"
    ]
    assert killers(mutant("tiny.rules:37", "8 -> 9")) == ["A legal deck"]


def test_an_endless_rule_is_noticed() -> None:
    one = mutant("tiny.rules:101", "0 -> 1")
    assert killers(one) or not baseline().affected(one)


def test_what_check_refuses_is_no_mutant() -> None:
    one = mutant("tiny.rules:67", "left out: open entering")
    assert not runner().outcome(one, []).valid


def test_rules_that_stand_too_deep_are_no_mutant(monkeypatch: pytest.MonkeyPatch) -> None:
    """As for `check`; one such rule used to end the run of all."""
    one = mutant("tiny.rules:74", "2 -> 3")

    def too_deep(*_: object) -> None:
        raise RecursionError

    monkeypatch.setattr(MutantRunner, "prepared", too_deep)
    assert not runner().outcome(one, baseline().affected(one)).valid


def test_what_means_the_same_is_no_mutant() -> None:
    one = mutant("tiny.rules:9", "left out: seen by all")
    outcome = runner().outcome(one, baseline().affected(one))
    assert not outcome.valid and not outcome.killed


def test_a_changed_default_reaches_cards_that_leave_the_slot_out() -> None:
    one = mutant("words.rules:14", "you -> opponent")
    [killer] = killers(one)  # whichever is tried first
    assert killer in (
        "Two cards are thrown away",
        "Whose cards are thrown away is said or left out",
    )


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    count = sampled(8, 20)
    first, second = (run_mutation(loaded(TINY), sample=count, seed=4) for _ in range(2))
    assert first.as_json() == second.as_json()
    assert first.mutants + first.refused == count
    assert first.mutants == first.killed + len(first.survived)
    assert not first.idle  # told only when all have run


def test_two_processes_find_what_one_finds() -> None:
    calls: list[tuple[int, int]] = []
    count = sampled(10, 16)  # more than one process takes at once
    alone = run_mutation(loaded(TINY), sample=count, seed=2)
    both = run_mutation(
        loaded(TINY), sample=count, seed=2, jobs=2, progress=lambda *done: calls.append(done)
    )
    assert both.as_json() == alone.as_json()
    assert calls == [(number, count) for number in range(1, count + 1)]


@pytest.mark.parametrize("name", shipped_formats())
def test_a_few_mutants_of_a_shipped_format(name: str) -> None:
    """Against some files of its scenarios, with --full more of them against all files."""
    files, count = loaded(name).files.scenarios, sampled(2, 6)
    some = files[:: max(len(files) // sampled(4, len(files)), 1)]
    report = run_mutation(loaded(name), some, sample=count, seed=1)
    assert report.mutants + report.refused == count
    assert report.mutants == report.killed + len(report.survived)


def test_a_scenario_that_claims_nothing_is_idle(tmp_path: Path) -> None:
    path = tmp_path / "idle.scenario"
    text = """
scenario "Nothing is claimed"
    given the deck holds 9 "Cub"
    then the deck breaks "car"
scenario "Something is"
    given the deck holds 9 "Cub"
    then the deck breaks "per name"
"""
    path.write_text(text, encoding="utf-8")
    assert find_idle(loaded(TINY), [path]) == ["Nothing is claimed"]
    assert find_idle(loaded(TINY), [path], jobs=2) == ["Nothing is claimed"]


# ---- coverage


@pytest.fixture(scope="module", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What mutants did is kept here; the tests of coverage need it once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(PLACE, str(tmp_path_factory.mktemp("cache")))
        yield


def test_clauses_are_covered_by_what_notices_a_mutant_of_their_lines() -> None:
    report = run_coverage(loaded(TINY))
    cover = report.clauses["TD-FIGHT-07"]
    assert cover.covered_by == "The weaker champion of the first player costs two points"
    assert cover.place.split("/")[-1].startswith("tiny.rules:7")
    assert report.not_testable == ["TD-NOTE-01"]
    assert [c.clause for c in report.clauses.values() if not c.covered] == []
    found = report.as_json()
    assert found["clauses"] == {
        "total": 28,
        "covered": 27,
        "not_testable": 1,
        "uncovered": [],
        "why": {},
    }


def test_what_mutants_did_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    report = run_coverage(loaded(TINY))
    tried: list[int] = []

    def first_failing(_: object, mutant: Mutant, affected: Sequence[int]) -> Outcome:
        tried.append(mutant.number)
        return Outcome(False)

    monkeypatch.setattr(MutantRunner, "first_failing", first_failing)
    assert run_coverage(loaded(TINY)).as_json() == report.as_json()
    assert not tried


def covered(text: str, tmp_path: Path) -> CoverageReport:
    path = tmp_path / "one.scenario"
    path.write_text(text, encoding="utf-8")
    return run_coverage(loaded(TINY), [path], cache=False)


def test_why_a_clause_is_not_covered(tmp_path: Path) -> None:
    text = """
scenario "Red" covers TD-FIGHT-06
    given first is ana; phase fight.strike; ana's ring holds "Bear"; bo's ring holds "Cub"
    then ana's points is 77
scenario "Elsewhere" covers TD-TURN-06
    given first is ana; phase fight.trade; bo's hand holds "Growl"
    then ana's points is 5
scenario "Blind" covers TD-FIGHT-02
    given first is ana; phase fight.trade; ana's ring holds "Cub"; bo's ring holds "Cub"
    and bo's hand holds "Growl"
    then ana's champion's might is at least 0
"""
    why = {c.clause: c.why_not for c in covered(text, tmp_path).clauses.values()}
    assert why["TD-FIGHT-06"] == "every scenario that names it fails"
    assert why["TD-TURN-06"] == "no scenario that names it runs a line that cites it"
    assert "is noticed" in why["TD-FIGHT-02"]
    assert why["TD-END-01"] == "no scenario names it"


def test_lines_and_phrases_that_nothing_runs_are_told(tmp_path: Path) -> None:
    text = """
scenario "A trick" covers TD-FIGHT-03
    given first is ana; phase fight.trade; ana's ring holds "Cub"; bo's ring holds "Cub"
    and bo's hand holds "Growl"
    when bo chooses "Use a trick" "Growl"; play runs to fight.strike
    then bo's champion's might is 170
"""
    report = covered(text, tmp_path)
    missed = {place.split("/")[-1] for place in report.missed}
    assert {"tiny.rules:43", "words.rules:11", "tiny.rules:78"} <= missed
    assert not {"tiny.rules:83", "tiny.rules:88", "words.rules:10", "words.rules:7"} & missed
    assert {"upright", "yours", "gain", "one"} == set(report.phrases_used)
