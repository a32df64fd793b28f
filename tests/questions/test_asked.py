"""Questions as they are asked: in commands, while playing, by programs, in two languages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from askings import loaded, played
from click.testing import CliRunner
from places import ROOT

import playsheet.api as ps
from playsheet.cli import main

NAME = "hyper_colosseum"
CHAPTER = ROOT / "docs" / "language" / "questions.md"


def run(*words: str, given: str = "") -> str:
    """What a command prints."""
    result = CliRunner().invoke(main, [*words], input=given, prog_name="playsheet")
    assert result.exception is None or isinstance(result.exception, SystemExit), result
    return result.output


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A saved game in which something was modified."""
    path = tmp_path_factory.mktemp("saved") / "today.game"
    path.write_text(played(NAME, 3, 90).transcript(), "utf-8")
    return path


def step_with(path: Path, text: str) -> int:
    """The step of the first line with a text."""
    lines = (line for line in path.read_text("utf-8").splitlines() if text in line)
    return int(next(line for line in lines if line[0].isdecimal()).partition(" ")[0])


def test_replay_tells_why_a_step_happened(saved: Path) -> None:
    step = step_with(saved, "modify ")
    told = run("replay", str(saved), "--at", str(step), "--why")
    assert told.startswith(f"step {step}: modify ")
    assert re.search(r"^  step \d+: ask .*hyper_colosseum\.rules:\d+$", told, re.MULTILINE)


def test_replay_tells_what_a_value_comes_from_as_it_was_then(saved: Path) -> None:
    step = step_with(saved, "change turn_number 1 -> 2")
    before = run("replay", str(saved), "--at", str(step - 1), "--why", "turn_number")
    behind = run("replay", str(saved), "--at", str(step), "--why", "turn_number")
    assert before == "turn_number: 1\n  as at the start\n"
    assert behind.startswith(f"turn_number: 2\n  step {step}: change turn_number 1 -> 2")
    assert "[HC-POINT-18]" in behind


def test_replay_tells_why_not_to_programs_too(saved: Path) -> None:
    step = step_with(saved, '"Prepare evolutions"')
    words = ("replay", str(saved), "--at", str(step), "--why-not", "use a suport digimon")
    found = json.loads(run(*words, "--json"))
    told = found["answers"][0]
    assert told["text"].startswith("Use a support Digimon: bo is not offered it")
    assert told["clauses"] and told["line"] and told["file"].endswith(".rules")
    assert told["children"][0]["text"].startswith("now bo is asked: preparation phase")


def test_a_player_asks_why_and_why_not_while_playing() -> None:
    typed = "1\nwhy\nwhy points of ana\nwhy 999\nwhy not Evolve\nquit\n"
    told = run("play", NAME, "--seed", "3", given=typed)
    assert "HC-PREP-03: " in told
    assert "points of ana: 100\n  as at the start" in told
    assert "There is no step 999 so far." in told
    assert "Evolve: ana is not offered it" in told


def test_what_is_typed_in_spanish_is_answered_in_spanish() -> None:
    typed = "1\nporqué no pasar\nquit\n"
    told = run("play", "hipercoliseo", "--seed", "3", "--lang", "es", given=typed)
    assert "pasar: ana lo puede elegir ahora" in told or "listo: ana lo puede" in told


def test_a_program_gets_a_tree() -> None:
    game = loaded(NAME).new_game(3)
    now = game.why()
    assert now.text == "now ana is asked: setup: Choose the level 3 you begin with"
    assert now.children[0].span.line > 0
    event = game.why(2, seat="ana")
    assert event.text.startswith("step 2: ask ") or event.text.startswith("step 2: reveal ")
    assert game.why_not("nothing of the sort").text.startswith("no rule offers ")
    with pytest.raises(ps.WrongUse, match="no step 999"):
        game.why(999)


def test_a_card_is_never_taken_for_another() -> None:
    """The mend of a text changes what is done, not with what."""
    told = loaded(NAME).new_game(3).why_not("Use a support Digimon: Winning Percentage: 60%!")
    assert "40%" not in "\n".join(told.lines())


def test_answers_in_the_manual_are_those_that_are_given() -> None:
    kept = (Path(__file__).parent / "__snapshots__" / "test_answers.ambr").read_text("utf-8")
    answers = {
        re.sub(r"(?m)^  ", "", text) for text in re.findall(r"'''\n(.*?)\n  '''", kept, re.S)
    }
    shown = re.findall(r"```text\n(.*?)\n```", CHAPTER.read_text("utf-8"), re.S)
    assert len(shown) == 2
    assert {*shown} <= answers
