"""A person at the terminal: what is shown at any width, and what may be typed."""

from __future__ import annotations

import re
from random import Random

import pytest
from click.testing import CliRunner
from rich.cells import cell_len
from running import run
from sampling import sampled

from playsheet.cli.group import main

STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
WORD = re.compile(r"[^\s,;]+")
INNER = re.compile(r"\b[a-z]+_[a-z_]+\b")
WIDTHS = (60, 80, 120, 160)
WIDE = 4000
GAMES = [("hipercoliseo", 1), ("guilds", 2), ("dcg", 3)][: sampled(1, 3)]


def played(name: str, width: int, seed: int, lines: int = 3000) -> str:
    """What a person sees of a game that is played by typing small numbers."""
    chance = Random(seed)
    typed = "".join(f"{chance.choice('11112234')}\n" for _ in range(lines))
    env = {"TTY_COMPATIBLE": "1", "TERM": "xterm", "COLUMNS": str(width)}
    words = ["play", name, "--seed", str(seed)]
    return STYLE.sub("", CliRunner().invoke(main, words, input=typed, env=env).stdout)


@pytest.mark.parametrize("name, seed", GAMES)
def test_whole_games_are_shown_at_any_width_in_whole_words(name: str, seed: int) -> None:
    wide = played(name, WIDE, seed)
    assert re.search(r"\[[^\]]*:\d+\]\s*$", wide), "the game does not end"
    assert not INNER.findall(wide)
    words = {*WORD.findall(wide)}
    for width in WIDTHS[:: sampled(2, 1)]:
        shown = played(name, width, seed)
        assert {*WORD.findall(shown)} <= words
        assert max(map(cell_len, shown.split("\n"))) <= width


def said(*typed: str, name: str = "hyper_colosseum", seed: int = 3) -> list[str]:
    """What is shown behind each line that is typed."""
    shown = run("play", name, "--seed", str(seed), given="".join(f"{line}\n" for line in typed))
    return shown.output.split("ana> ")[1:]


def test_several_things_are_picked_by_their_numbers_at_once() -> None:
    picked = said("1", "2 4, 1")
    assert picked[0].count("Discard from your hand (1 of up to 6)") == 1
    moved = re.findall(r"^  ana: Discard from your hand -> (.*)$", picked[1], re.M)
    names = re.findall(r"^  \d  (.*)$", picked[0], re.M)
    assert moved == [names[1], names[3], names[0], "done"]
    assert "Discard" not in picked[1].rpartition("\nturn ")[2]  # it is over
    one_by_one = said("1", "2", "3", "1", "4")  # as numbers are without what was picked
    behind = [one[-1].rpartition("\nbo   points")[2] for one in (picked, one_by_one)]
    assert behind[0].replace("* ", "  ") == behind[1].replace("* ", "  ")
    assert "Net Ocean" not in one_by_one[1] and "(2 of up to 6)" in one_by_one[1]


def test_what_cannot_be_picked_together_changes_nothing() -> None:
    wrong = said("1 2", "1", "1 7", "1 1", "1 2 3 4 5 6 1", "1 99", "7", "log")
    told = (
        "Only one can be taken here.",
        "These cannot be picked together.",
        "These cannot be picked together.",
        "At most 6 can be picked.",
        "There is no option 99; the options are 1 to 7.",
    )
    assert [one.split("\n")[1] for one in (wrong[0], *wrong[2:6])] == [*told]
    assert "hand -> ana's Dark Area" not in wrong[-1]


def test_like_options_are_one_and_each_of_them_can_be_taken() -> None:
    shown = run("play", "hyper_colosseum", "--seed", "3", given="1\n").output
    assert "  1  Gomamon (3 alike)\n  2  Otamamon (2 alike)\n" in shown


def test_costs_and_figures_stand_where_one_decides() -> None:
    shown = run("play", "dcg", "--seed", "3", given="1\n" * 9).output
    option = re.search(r"^ *\d+  Play: .*  \[memory -(\d+)\]$", shown, re.M)
    assert option is not None and int(option[1]) > 0
    assert re.search(r"^. battle area +.*\w \d+000", shown, re.M)


def test_what_has_changed_is_marked_and_taken_back_with_an_answer() -> None:
    first, second, back = said("1", "2 4 1", "undo")[:3]
    mine = second.rpartition("ana (you)")[2]
    assert re.findall(r"^\* (.*?)  ", mine, re.M) == ["Net Ocean", "Dark Area", "hand"]
    assert "(1 of up to 6)" in back and back.count("\nana (you)") == 1
    assert first.rpartition("\n\n")[2] == back.rpartition("\n\n")[2]
