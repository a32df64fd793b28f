"""Branches that were played at the table are followed by what their answers mean."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from places import TINY

import playsheet.api as ps
from playsheet.cli import main
from playsheet.cli.saving import write_whole
from playsheet.dsl.loading.kept import loaded_of
from playsheet.dsl.loading.library import FormatFiles, sources_of
from playsheet.dsl.loading.load import Loaded
from playsheet.dsl.syntax.gamefile import read_game
from playsheet.lab.branches.blame import causes_of
from playsheet.lab.branches.followed import follow
from playsheet.lab.branches.kept import Branches
from playsheet.lab.branches.tree import Node, tree_of
from playsheet.lab.changes.past import past_of

FIELDS = ("kind Fighter", "colour red", "rank 1", "strikes red 1, blue 1")
MORE = "".join(f"{row}\n" for row in ('card "Lynx" Td-99', *(f"    {one}" for one in FIELDS)))
RULES, CARDS = "tiny.rules", "cards/tiny.cards"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return Path(shutil.copytree(TINY, tmp_path / "tiny"))


def played(home: Path, seed: int = 3, chance: int = 1, answers: int = 40) -> ps.Game:
    game, dice = ps.load(home).new_game(seed), Random(chance)
    while not game.is_over() and len(game.answers) < answers:
        game.apply(dice.choice(game.legal_actions()))
    return game


def changes(home: Path, name: str, old: str, new: str) -> None:
    path = home / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("seed", range(8))
def test_a_branch_is_the_same_by_the_same_rules(home: Path, seed: int) -> None:
    game = played(home, seed, seed)
    found = follow(read_game(game.transcript()), ps.load(home))
    assert (found.how, found.answers) == ("same", game.answers)


def test_an_answer_is_found_by_what_it_means_and_not_by_its_number(home: Path) -> None:
    """Red if the number of an option counts: each picks another one."""
    text = played(home).transcript()
    assert '2 of 4: #4 "Bear"' in text
    other = text.replace('2 of 4: #4 "Bear"', '1 of 9: #4 "Bear"')
    found = follow(read_game(other), ps.load(home))
    assert found.how == "same" and found.answers == played(home).answers


def test_what_differs_is_told_at_its_first_step_with_the_rule(home: Path) -> None:
    text = played(home).transcript()
    changes(home, RULES, "never below 0", "never below 200")
    found = follow(read_game(text), ps.load(home))
    assert found.how != "same" and found.step > 0
    row = text.splitlines()[text.splitlines().index("1 t0 setup") + found.step - 1]
    assert row.startswith(f"{found.step} ") and found.expected in row
    assert found.expected != found.found and found.file.endswith(".rules") and found.line


def test_an_answer_that_is_no_longer_offered_is_red_where_it_was_given(home: Path) -> None:
    text = played(home).transcript()
    gone = text.replace('2 of 4: #4 "Bear"', '2 of 4: #99 "Unicorn"')
    found = follow(read_game(gone), ps.load(home))
    assert found.how == "not offered" and found.step == 14 and found.answers == ()
    assert "Unicorn" in found.expected and '"Bear"' in found.found and "done" in found.found


def test_the_change_that_does_it_is_found_among_others(home: Path, tmp_path: Path) -> None:
    file = read_game(played(home).transcript())
    old = Path(shutil.copytree(home, tmp_path / "old" / "tiny"))

    def found() -> list[str]:
        now = sources_of(home)
        with past_of(now, str(old)) as past:
            return [one.title for one in causes_of(file, *map(whole, (past, now)))]

    assert found() == []
    (home / "cards" / "more.cards").write_text(MORE, encoding="utf-8")
    changes(home, CARDS, "gains 70 might", "gains 80 might")
    changes(home, RULES, "never below 0", "never below 200")
    assert found() == ["Growl"]
    changes(home, CARDS, "gains 80 might", "gains 70 might")
    assert found() == ["might"]


def whole(files: FormatFiles) -> Loaded:
    return loaded_of(files, whole=True)


def test_what_branches_share_is_said_once(home: Path) -> None:
    branches = Branches(home, write_whole)
    for chance, answers in ((1, 12), (1, 20), (1, 16)):
        branches.keep(played(home, 3, chance, answers), f"Branch {chance} {answers}")
    branches.keep(played(home, 4, 1, 5), "Elsewhere")
    (one, other) = tree_of(branches.all())

    def ends(node: Node) -> list[str]:
        return [*node.ends, *(name for below in node.behind for name in ends(below))]

    def count(node: Node) -> int:
        return len(node.deeds) + sum(map(count, node.behind))

    assert sorted(ends(one)) == ["branch_1_12", "branch_1_16", "branch_1_20"]
    assert ends(other) == ["elsewhere"] and count(other) == 5
    assert count(one) == 20 and len(one.deeds) == 12


def ran(home: Path) -> tuple[int, dict[str, object], str]:
    """`playsheet test` of a folder."""
    words = ["test", str(home), "-k", "mine"]
    plain, data = (CliRunner().invoke(main, [*words, *more]) for more in ((), ("--json",)))
    return plain.exit_code, json.loads(data.stdout), plain.stdout


def test_a_blessed_branch_is_green_red_and_green_again_and_others_only_differ(home: Path) -> None:
    branches = Branches(home, write_whole)
    game = played(home)
    name = branches.keep(game, "Mine!")
    assert name == "mine" and branches.keep(game, "Another title") == "mine"
    changes(home, RULES, "never below 0", "never below 200")
    code, record, said = ran(home)
    assert code == 0 and "not blessed; it differs at step" in said
    assert record["branches"]["others_differ"][0]["name"] == "mine"  # type: ignore[index]
    changes(home, RULES, "never below 200", "never below 0")
    branches.bless(name, game)
    code, _, said = ran(home)
    assert code == 0 and "1 blessed branch: 1 passed." in said
    changes(home, RULES, "never below 0", "never below 200")
    code, record, said = ran(home)
    (failed,) = record["branches"]["failed"]  # type: ignore[index]
    assert code == 1 and f"at step {failed['step']}:" in said and failed["expected"] in said
    assert ".rules:" in failed["rule"]
    changes(home, RULES, "never below 200", "never below 0")
    assert ran(home)[0] == 0


def test_a_branch_that_was_altered_is_not_blessed_any_more(home: Path) -> None:
    branches = Branches(home, write_whole)
    branches.bless(branches.keep(played(home), "Mine"), played(home))
    path = branches.named("mine").path
    assert branches.named("mine").blessed
    assert f"{home}" not in path.read_text(encoding="utf-8")
    path.write_text(
        path.read_text(encoding="utf-8").replace("round 1 -> 2", "round 1 -> 3"), "utf-8"
    )
    assert not branches.named("mine").blessed
    branches.remove("mine")
    assert branches.all() == [] and branches.blessed() == {}
