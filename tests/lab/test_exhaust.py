"""Every state is visited that a walk over copies comes to, and no other."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from places import FORMATS

from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.load import load
from playsheet.interpreter.backend.layout import OPTIONS, RNG, SEAT, State
from playsheet.interpreter.backend.writer import Variant
from playsheet.interpreter.runtime.rng import start
from playsheet.lab.exploration.exhaust import Walk, exhaust
from playsheet.lab.scenarios.position import Position
from playsheet.lab.scenarios.scenario import Suite, run_scenarios, script_of, suite_of

SEEKING = Variant(record=True, seek=True)
TINY, SKIRMISH = FORMATS / "tiny", FORMATS / "skirmish"
# The seeds are as many as bring all that chance may bring.
POSITIONS = [
    (Path("kuhn_poker"), "Two checks, and the higher card takes the pot", 6, 1),
    (Path("leduc_poker"), "A pair with the board beats a king", 4, 1),
    (Path("leduc_poker"), "Two raises a round, and no more", 4, 60),
    (Path("goofspiel"), "The higher bid takes the prize", 4, 1),
    (Path("goofspiel"), "Nobody sees a bid before both are made", 4, 1),
    (Path("blackjack"), "The dealer stands on seventeen", 4, 1),
    (TINY, "A spyglass shows the hand to the one who uses it", 3, 1),
    (TINY, "Two cards are thrown away", 3, 1),
    (TINY, "Whose cards are thrown away is said or left out", 3, 1),
    (TINY, "A champion is tired after its ability", 3, 1),
    (SKIRMISH, "A mirror takes over what the other blow can do", 2, 1),
    (SKIRMISH, "One more kin for good", 2, 1),
]


def suite(place: Path) -> Suite:
    return suite_of(load(sources_of(place if place.is_absolute() else place.name)))


def position(given: Suite, title: str) -> Position:
    (case,) = (case for case in given.cases if case.title == title)
    script = script_of(given.prepared(), case)
    assert not isinstance(script, list), script
    return script[0].position


def walked(position: Position, depth: int, seeds: int) -> set[tuple[object, ...]]:
    """What a plain walk over copies comes to."""
    match, found = position.match, set[tuple[object, ...]]()

    def walk(state: State, left: int) -> None:
        key = [*state]
        key[RNG] = 0
        found.add(match.state_key(key))
        for index in range(len(state[OPTIONS])) if state[SEAT] >= 0 and left else ():
            copy = match.engine(SEEKING).clone(state)
            match.apply(copy, index, SEEKING)
            walk(copy, left - 1)

    for seed in range(seeds):
        state = position.new_state()
        state[RNG] = start(seed)
        if position.step:
            match.begin_at(state, position.step, position.player, SEEKING)
        else:
            match.begin(state, SEEKING)
        walk(state, depth)
    return found


@pytest.mark.parametrize(("place", "title", "depth", "seeds"), POSITIONS)
def test_every_state_is_visited_once(place: Path, title: str, depth: int, seeds: int) -> None:
    given = suite(place)
    wanted = walked(position(given, title), depth, seeds)
    found = Walk(position(given, title), depth).run()
    assert found.states == len(wanted) > 2
    assert not found.too_many and not found.too_much_chance and not found.wrong


def test_a_shuffle_brings_every_order_and_says_where_it_is_too_many(tmp_path: Path) -> None:
    text = 'scenario "One"\n    given decks second, second\n    then the game goes on\n'
    (tmp_path / "one.scenario").write_text(text, encoding="utf-8")
    given = suite_of(load(sources_of(TINY)), [tmp_path / "one.scenario"])
    found = exhaust(given.prepared(), given.cases[0], 0)
    assert found.too_much_chance == 1 and not found.is_whole
    assert found.by_depth == [found.states] and found.states > 100


def test_what_is_cut_is_said() -> None:
    title = "A spyglass shows the hand to the one who uses it"
    given = suite(TINY)
    shallow = Walk(position(given, title), 1).run()
    assert shallow.too_deep == shallow.by_depth[-1] and not shallow.is_whole
    few = Walk(position(given, title), 3, most=4).run()
    assert few.too_many and few.states == 4


def test_what_must_not_be_is_shown_by_the_shortest_way(tmp_path: Path) -> None:
    place = shutil.copytree(TINY, tmp_path / "tiny")
    rules = place / "tiny.rules"
    said = 'invariant "Few tricks": each player: bin has no Trick\n'
    rules.write_text(rules.read_text(encoding="utf-8") + said, encoding="utf-8")
    given = suite(place)
    case = next(one for one in given.cases if one.title.startswith("A spyglass"))
    found = exhaust(given.prepared(), case, 3)
    (problem,), (example,) = found.problems, found.examples
    assert problem.code == "invariant-broken"
    assert example.count("chooses") == 1 and 'ana chooses "Use a trick" "Spyglass"' in example
    (tmp_path / "shown.scenario").write_text(example, encoding="utf-8")
    (result,) = run_scenarios(given.loaded, [tmp_path / "shown.scenario"])
    assert [one.code for one in result.problems] == ["invariant-broken"]
