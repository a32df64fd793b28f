"""Games look for what must not be, and say what never happens; what they find is made small and
written down so that it fails again.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest
from places import CLANS, FORMATS, MASKS, SKIRMISH, TINY

from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.load import load
from playsheet.dsl.syntax.print_files import print_node
from playsheet.interpreter.runtime.match import Match
from playsheet.interpreter.transcript.replay import replay
from playsheet.lab.exploration import invariants
from playsheet.lab.exploration.fewest import FRAME, facts_of, parts_of
from playsheet.lab.exploration.games import Tables, play
from playsheet.lab.exploration.report import Exploration, explore
from playsheet.lab.exploration.shrink import Shrinking, until_wrong
from playsheet.lab.positions.taken import scenario_in
from playsheet.lab.scenarios.scenario import run_scenarios

SMALL_HAND = 'invariant "Small hands": each player: count of hand is at most 3\nturn\n'
ROUND = "            raise round by 1\n"


def changed(folder: Path, *pairs: tuple[str, str]) -> Path:
    """The small format with other rules, and without scenarios."""
    gone = shutil.ignore_patterns("scenarios", "clauses.yaml")
    place = shutil.copytree(TINY, folder / "tiny", ignore=gone)
    path = place / "tiny.rules"
    text = path.read_text(encoding="utf-8")
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return place


def explored(place: Path, games: int = 24) -> Exploration:
    return explore(sources_of(place), games, 0)


def errors(found: Exploration) -> list[str]:
    return [one.code for one in found.problems() if one.severity == "error"]


@pytest.mark.parametrize("place", [TINY, MASKS, SKIRMISH, CLANS], ids=lambda path: path.name)
def test_nothing_is_wrong_in_formats_that_are_right(place: Path) -> None:
    assert not errors(explored(place))


def test_a_broken_invariant_is_shown_by_a_small_scenario_that_fails_by_it(tmp_path: Path) -> None:
    refill = ("move top (hand_size - count of hand) of deck", "move top 2 of deck")
    place = changed(tmp_path, ("turn\n    phase", f"{SMALL_HAND}    phase"), refill)
    found = explored(place)
    assert errors(found) == ["invariant-broken"]
    (example,), (written,) = found.examples.values(), found.written
    assert len(example.answers) <= 2
    assert written.suffix == ".scenario"
    assert '"Small hands" does not hold for' in written.message
    (tmp_path / "shown.scenario").write_text(written.text, encoding="utf-8")
    results = run_scenarios(load(sources_of(place)), [tmp_path / "shown.scenario"])
    assert [one.code for result in results for one in result.problems] == ["invariant-broken"]
    no_part_is_idle(place, tmp_path / "shown.scenario", written.text)


def no_part_is_idle(place: Path, path: Path, text: str) -> None:
    """Without any card or fact that is left the scenario fails no more, or fails undone."""
    facts, loaded = scenario_in(text).facts, load(sources_of(place))
    parts = [*parts_of(facts)]
    done = text[text.index("    when ") :]
    assert "decks " not in text and len(parts) < 12
    for number, part in enumerate(parts):
        if isinstance(facts[part.fact], FRAME):
            continue
        rest = facts_of(facts, [*parts[:number], *parts[number + 1 :]])
        rows = [f"    {'and' if k else 'given'} {print_node(one)}" for k, one in enumerate(rest)]
        wrong = list[list[str]]()
        for end in (done, "    then the game goes on\n"):
            path.write_text("\n".join(['scenario "Less"', *rows, end]), encoding="utf-8")
            results = run_scenarios(loaded, [path])
            wrong.append([one.code for result in results for one in result.problems])
        assert "invariant-broken" not in wrong[0] or "invariant-broken" in wrong[1], part


def test_a_game_is_made_smaller_only_while_the_same_is_wrong(tmp_path: Path) -> None:
    rules = 'invariant "Short games": round is at most 3\nturn\n'
    place = changed(tmp_path, ("turn\n    phase", f"{rules}    phase"))
    (example,) = explored(place, 1).examples.values()
    again = until_wrong(example.setup, example.answers, ("invariant-broken", "Short games"))
    assert again == example
    assert until_wrong(example.setup, example.answers, ("invariant-broken", "Others")) is None
    assert Shrinking(example).run().answers == example.answers
    assert example.setup.state_after(example.answers)


def test_a_fault_is_shown_by_a_scenario(tmp_path: Path) -> None:
    fault = (ROUND, f"            lower first's points by 1 / (first's points - 5)\n{ROUND}")
    found = explored(changed(tmp_path, fault), 4)
    assert errors(found) == ["division-by-zero"]
    (written,) = found.written
    assert written.suffix == ".scenario"


def test_what_depends_on_hidden_cards_and_shows_is_found(tmp_path: Path) -> None:
    line = "                if top of deck is Trick: raise points by 1\n"
    leak = ("            step swap\n", f"            step swap\n{line}")
    found = explored(changed(tmp_path, leak))
    assert errors(found) == ["hidden-shows"]
    (written,) = found.written
    assert written.suffix == ".game"
    game = replay(written.text)
    assert game.answers == next(iter(found.examples.values())).answers


def test_a_copy_that_is_not_apart_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = Tables(load(sources_of(TINY)), 0)
    table = tables.table(0)
    setup, answers = table.setup, play(table).answers
    state = setup.state_after(answers[:3])
    assert not [*invariants.shared_by_copy(setup.match, state, Random(0))]
    monkeypatch.setattr(Match, "clone", lambda _, state: state)
    (found,) = invariants.shared_by_copy(setup.match, state, Random(0))
    assert found.code == "copy-not-apart"


def test_another_game_for_the_same_answers_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = Tables(load(sources_of(TINY)), 0)
    table = tables.table(0)
    setup, answers = table.setup, play(table).answers
    assert not [*invariants.replayed_otherwise(setup, answers)]
    plain = setup.match.to_plain
    monkeypatch.setattr(Match, "to_plain", lambda _, state: plain(setup.state_after(answers[:2])))
    (found,) = invariants.replayed_otherwise(setup, answers)
    assert found.code == "replay-differs"


def test_lost_cards_and_numbers_out_of_range_are_found() -> None:
    tables = Tables(load(sources_of(TINY)), 0)
    match = tables.table(0).setup.match
    state = tables.table(0).setup.first_state()
    assert not [*invariants.unsound(match, state)]
    match.set_field(state, "points", 100, 0)
    assert [one.about for one in invariants.unsound(match, state)] == ["points"]
    lost = tables.table(0).setup.first_state()
    lost[match.layout.zone_index("deck", 0)].pop()
    assert [one.code for one in invariants.unsound(match, lost)] == ["cards-not-kept"]


def test_a_game_without_an_end_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in ("games", "report"):
        monkeypatch.setattr(f"playsheet.lab.exploration.{file}.CAP", 400)
    ends = ("if round is more than 20", "if round is more than 9000")
    hurt = ("    lower points by amount", "    raise points by 0")
    back = ("each player: move ring to bin", "each player: move (ring + bin) to deck")
    found = explored(changed(tmp_path, ends, hurt, back), 1)
    assert errors(found) == ["game-without-end"]


TRADE, OFFERS, OFFER = "step trade: open trading", "offers enter  ", "when hand is not empty  "
NO_TRADE = "step trade\n            if round is 0: open trading"
NOTHING = "            if first's points is 77: do hurt with 1 by first\n"
YIELD = """
action give_up "Give up" needs round is 0
    set round to 1
triggers
"""


@pytest.mark.parametrize(
    ("pairs", "told"),
    [
        ([(TRADE, NO_TRADE)], 'No game opens the window "trading".'),
        (
            [(OFFERS, "offers enter, give_up  "), ("\ntriggers\n", YIELD)],
            'No game offers the action "give_up".',
        ),
        ([(ROUND, NOTHING + ROUND)], "In no game `first's points is 77` is true."),
        ([(OFFER, "when round is 0  ")], 'In no game anybody chooses "Change your hand".'),
    ],
    ids=["a window", "an action", "a condition", "an offer"],
)
def test_what_never_happens_is_told(
    tmp_path: Path, pairs: list[tuple[str, str]], told: str
) -> None:
    def said(place: Path) -> set[str]:
        return {one.message.partition(" No scenario")[0] for one in explored(place).problems()}

    assert told in said(changed(tmp_path, *pairs))
    assert told not in said(changed(tmp_path / "plain"))


def test_what_a_scenario_does_is_not_missed(tmp_path: Path) -> None:
    place = changed(tmp_path)
    assert any(one.code == "never-true" for one in explored(place, 0).problems())
    whole = [one.message for one in explored(FORMATS / "tiny", 0).problems()]
    assert not any("long_game" in text for text in whole)


def test_those_who_take_what_was_taken_least_take_all_there_is() -> None:
    tables = Tables(load(sources_of(TINY)), 0)
    for number in range(6):
        play(tables.table(number))
    often = tables.least.taken
    by_site = {site: [n for (at, *_), n in often.items() if at == site] for site, *_ in often}
    assert len(often) > 10
    assert all(min(counts) >= 1 for counts in by_site.values())
