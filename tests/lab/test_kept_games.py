"""Random games kept as blessed branches: which are taken, and what they notice."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from places import TINY

from playsheet.cli import main
from playsheet.cli.branching import run_branches
from playsheet.dsl.loading.kept import load_usable, loaded_of
from playsheet.dsl.loading.library import shipped_formats, sources_of
from playsheet.lab.branches.gathering import SHARES, legal, played, telling
from playsheet.lab.branches.kept import branches_of
from playsheet.lab.exploration.games import Tables
from playsheet.lab.mutation.mutation import run_mutation
from playsheet.lab.seeding.fault import faults_of
from playsheet.lab.seeding.finders import Finders

KEPT = [name for name in shipped_formats() if branches_of(sources_of(name)).paths()]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A format without scenarios: whatever notices something, it is a branch."""
    found = Path(shutil.copytree(TINY, tmp_path / "tiny"))
    shutil.rmtree(found / "scenarios")
    return found


def ran(*words: object) -> tuple[int, str]:
    found = CliRunner().invoke(main, ["test", *map(str, words)])
    return found.exit_code, found.output


def data(*words: object) -> Any:
    return json.loads(CliRunner().invoke(main, ["test", *map(str, words), "--json"]).stdout)


def changes(home: Path, old: str, new: str) -> None:
    path = home / "tiny.rules"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_those_games_are_kept_that_together_pass_most(home: Path) -> None:
    """Red where games are taken in order: the first three of twelve pass less."""
    loaded = loaded_of(sources_of(home), whole=True)
    shown = [*played(Tables(loaded, 0), 12, lambda done, total: None)]
    places = {one.answers: one.places for one in shown}
    kept = [places[game.answers] for game in telling(loaded, 3, 12, 0)]
    first = [one.places for one in shown[:3]]
    assert len(set().union(*kept)) > len(set().union(*first))
    assert len(kept[0]) == max(len(one.places) for one in shown)


def test_decks_have_other_cards_of_their_kind_and_stay_legal() -> None:
    """Red if exchanged decks are played unasked: some break the rules of decks."""
    others = 0
    for name in ("hyper_colosseum", "digi_battle"):
        tables = Tables(loaded_of(sources_of(name), whole=True), 0)
        for number in range(8):
            table = tables.table(2 * number)
            setup = legal(tables, table, SHARES)
            assert setup is not None
            tables.rules.new_setup(0, [*setup.decks], setup.options, setup.seats)
            for old, new in zip(table.setup.decks, setup.decks, strict=True):
                kinds = [[tables.kinds[card] for card in deck.cards] for deck in (old, new)]
                assert kinds[0] == kinds[1] and old.parts == new.parts
                others += old.cards != new.cards
    assert others > 8


def test_what_shows_nothing_new_is_not_kept(home: Path) -> None:
    loaded = loaded_of(sources_of(home), whole=True)
    assert 0 < len(telling(loaded, 50, 12, 0)) < 12


def test_kept_games_are_played_again_and_notice_a_change(home: Path) -> None:
    (name,) = data(home, "--keep", 1, "--games", 6)["kept"]
    assert ran(home) == (0, "0 scenarios: 0 passed.\n1 blessed branch: 1 passed.\n")
    assert data(home, "--keep", 1, "--games", 6)["kept"] == [name]  # the same again
    changes(home, "never below 0", "never below 200")
    assert ran(home)[0] == 1


def test_after_a_change_that_is_meant_a_branch_is_blessed_anew(home: Path) -> None:
    (name,) = data(home, "--keep", 1, "--games", 6)["kept"]
    assert ran(home, "--bless") == (0, "0 branches blessed anew.\n")
    changes(home, "never below 0", "never below 200")
    assert ran(home)[0] == 1
    assert ran(home, "--bless") == (0, f"blessed   {name}\n1 branch blessed anew.\n")
    assert ran(home)[0] == 0


def test_a_branch_whose_answers_can_no_longer_be_given_is_left_as_it_is(home: Path) -> None:
    (name,) = data(home, "--keep", 1, "--games", 6)["kept"]
    before = (home / "branches" / f"{name}.game").read_bytes()
    for path in home.glob("*/*"):
        text = path.read_text(encoding="utf-8")
        if path.suffix in {".cards", ".deck"}:
            path.write_text(text.replace("Bear", "Grizzly"), encoding="utf-8")
    left = f"left      {name}: not all of its answers can be given any more"
    assert ran(home, "--bless") == (1, f"{left}\n0 branches blessed anew.\n")
    assert (home / "branches" / f"{name}.game").read_bytes() == before


def test_branches_notice_mutants_that_no_scenario_does(home: Path) -> None:
    def report() -> Any:
        return run_mutation(loaded_of(sources_of(home), whole=True), sample=24, seed=3)

    before = report()
    assert (before.killed, before.by_branches) == (0, 0)
    data(home, "--keep", 2, "--games", 12)
    after = report()
    assert after.mutants == before.mutants
    assert 0 < after.by_branches == after.killed == after.mutants - len(after.survived)
    assert "of them only by branches" in ran(home, "--mutate", "--sample", 24, "--seed", 3)[1]


def test_branches_find_faults_that_nothing_else_does(home: Path) -> None:
    data(home, "--keep", 2, "--games", 12)
    finders = Finders(sources_of(home), 0)
    (name, _) = (one.name for one in finders.branches)
    every = faults_of(finders.files, finders.facts)
    found = [finders.found(one) for one in (*every["off_by_one"], *every["lost_optional"])]
    by_branches = [text for one in found for text in one.scenarios if text.startswith("random")]
    assert name in by_branches


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["dcg", "--keep", "1"], "Say the folder of the format whose branches are written."),
        (["--bless"], "Say the folder of the format whose branches are written."),
        (["rulesets/dcg", "--keep", "0"], "0 is not in the range"),
        (["rulesets/dcg", "--keep", "2", "--bless"], "--keep is about whole formats"),
        (["rulesets/dcg", "--keep", "2", "-k", "x"], "--keep is about whole formats"),
    ],
)
def test_what_makes_no_sense_is_refused(words: list[str], message: str) -> None:
    code, said = ran(*words)
    assert code == 2 and message in said


@pytest.mark.parametrize("name", KEPT)
def test_branches_that_ship_are_blessed_and_as_they_were(name: str) -> None:
    files = sources_of(name)
    tested = run_branches(files, load_usable(files), "")
    assert len(tested) == len(branches_of(files).paths())
    assert all(one.branch.blessed and one.is_same for one in tested)


def test_that_nothing_is_kept_is_told(home: Path) -> None:
    said = "0 of 2 kept: no other game came to its end and showed more.\n"
    assert ran(home, "--keep", 2, "--games", 0) == (1, said)
    assert not (home / "branches").exists()
