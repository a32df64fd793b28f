"""What a format says must always hold fails the scenarios in which it does not, and only those."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing import changed_format

from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.load import Loaded, load
from playsheet.dsl.problems.problem import Problem
from playsheet.lab.mutation.mutants import mutants_of
from playsheet.lab.scenarios.scenario import run_scenarios

TURN = "\nturn\n"
SMALL_HAND = 'invariant "Small hands": each player: count of hand is at most 3\n'
STEP = "step refill\n"
# Two cards too many are drawn, and discarded again: by the step, or in a verb.
IN_STEP = """step refill
                move top 2 of deck to hand
                choose exactly 2 cards in hand as unwanted asking "Discard"
                move unwanted to bin
"""
IN_VERB = "step refill: do overdraw by player\n            step other\n"
VERB = """
to overdraw by player
    move top 2 of deck to hand
    choose exactly 2 cards in hand as unwanted asking "Discard"
    move unwanted to bin
turn
"""
DRAWN = """scenario "One card is drawn"
    given first is ana; phase muster.refill of ana; ana's hand holds "Pup", "Owl"
    and ana's deck holds "Cub", "Growl", "Pup", "Owl"
    and bo's deck holds 3 cards; bo's hand holds 1 card
    when ana passes
    then count of ana's hand is {0}
"""


def changed(folder: Path, scenario: str, *changes: tuple[str, str]) -> Loaded:
    place = changed_format(folder, *changes)
    (place / "clauses.yaml").unlink(missing_ok=True)
    (place / "scenarios").mkdir(exist_ok=True)
    (place / "scenarios" / "one.scenario").write_text(scenario, encoding="utf-8")
    return load(sources_of(place))


def problems(loaded: Loaded) -> list[Problem]:
    """What fails in the scenarios."""
    return [problem for result in run_scenarios(loaded) for problem in result.problems]


def test_a_scenario_in_which_it_does_not_hold_fails_with_the_values(tmp_path: Path) -> None:
    refill = ("move top (hand_size - count of hand) of deck", "move top 2 of deck")
    loaded = changed(tmp_path, DRAWN.format(4), (TURN, f"\n{SMALL_HAND}{TURN}"), refill)
    (found,) = problems(loaded)
    assert found.code == "invariant-broken"
    assert found.message == '"Small hands" does not hold for ana: count of hand is 4.'
    assert [label.span.line for label in found.labels] == [56]


def test_it_holds_where_the_rules_are_right(tmp_path: Path) -> None:
    loaded = changed(tmp_path, DRAWN.format(3), (TURN, f"\n{SMALL_HAND}{TURN}"))
    assert not problems(loaded)


@pytest.mark.parametrize(("change", "is_broken"), [(IN_STEP, True), (IN_VERB, False)])
def test_it_is_not_asked_in_the_middle_of_a_verb(
    tmp_path: Path, change: str, is_broken: bool
) -> None:
    rules = VERB if change == IN_VERB else TURN
    text = DRAWN.format(4).replace("    when ana passes\n", "")
    changes = ((TURN, f"\n{SMALL_HAND}{rules}"), (STEP, change))
    found = [one.code for one in problems(changed(tmp_path, text, *changes))]
    assert ("invariant-broken" in found) == is_broken


def test_what_the_position_itself_breaks_is_not_asked(tmp_path: Path) -> None:
    text = """scenario "Four cards in hand"
    given first is ana; phase fight.trade; ana's hand holds "Cub", "Pup", "Owl", "Owl"
    and bo's hand holds "Growl"
    then bo may "Use a trick" "Growl"
"""
    assert not problems(changed(tmp_path, text, (TURN, f"\n{SMALL_HAND}{TURN}")))


def test_nobody_who_plays_pays_for_it(tmp_path: Path) -> None:
    plain = changed(tmp_path / "plain", DRAWN.format(3)).program
    more = changed(tmp_path / "more", DRAWN.format(3), (TURN, f"\n{SMALL_HAND}{TURN}")).program
    assert plain is not None and more is not None
    assert plain.procedures.keys() == more.procedures.keys()
    assert not plain.settled and more.settled
    assert more.functions.keys() - plain.functions.keys() == {"invariant:small_hands"}


def test_it_is_a_claim_that_no_mutant_weakens(tmp_path: Path) -> None:
    """Nothing could notice a weaker one."""
    loaded = changed(tmp_path, DRAWN.format(3), (TURN, f"\n{SMALL_HAND}{TURN}"))
    assert loaded.ruleset is not None
    mutants = mutants_of(loaded.ruleset)
    assert mutants and not any("invariant" in one.change or one.span.line == 56 for one in mutants)


def test_a_child_may_do_without_it(tmp_path: Path) -> None:
    place = changed_format(tmp_path, (TURN, f"\n{SMALL_HAND}{TURN}"))
    child = tmp_path / "child"
    child.mkdir()
    head = 'format "Child" extends changed\nremove small_hands\n'
    (child / "child.rules").write_text(head, encoding="utf-8")
    parent, own = load(sources_of(place)), load(sources_of(child))
    assert parent.program is not None and len(parent.program.invariants) == 1
    assert own.program is not None and not own.program.invariants, own.problems
