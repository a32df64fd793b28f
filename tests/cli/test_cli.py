"""The command line as its users meet it: what it prints, how it ends, what it never does."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from places import FORMATS, RULESETS
from running import data, edit, run
from sampling import sampled
from syrupy.assertion import SnapshotAssertion

from playsheet.cli.commands import formats
from playsheet.cli.group import COMMANDS
from playsheet.dsl.loading.library import shipped_formats, sources_of
from playsheet.dsl.ruleset.fingerprints import digest_of
from playsheet.interpreter.native.build import COMPILERS
from playsheet.lab.simulation import playing

RUN = [sys.executable, "-m", "playsheet"]


# ---- help


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help_with_examples_and_exit_codes(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert f"playsheet {name}" in result.output.partition("Examples:")[2]
    assert "Exit codes: 0" in result.output


def test_help_lists_every_command_and_loads_none() -> None:
    code = (
        "import sys; from playsheet.cli import main; main(['--help'], standalone_mode=False)\n"
        "assert not {'lark', 'pydantic', 'yaml'} & {*sys.modules}, 'too much was loaded'"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    assert all(f"  {name} " in told.stdout for name in COMMANDS)


# ---- wrong use


@pytest.mark.parametrize(
    "words, meant",
    [
        (["chek"], '"check"'),
        (["check", "my_gme"], "my_gme"),
        (["play", "my_game", "--decks", "plian"], '"plain"'),
        (["play", "my_game", "--seats", "humann,random"], '"human"'),
        (["play", "my_game", "--seats", "random,random,random"], "2 seats"),
        (["play", "my_game", "--option", "long"], "NAME=VALUE"),
        (["play", "my_game", "--option", "long=on"], '"long"'),
        (["play", "my_game", "--save", "no/such/folder/x.game"], "folder"),
        (["play", "my_game", "--lang", "xx"], "en"),
        (["simulate", "my_game", "--bots", "randm"], '"random"'),
        (["simulate", "my_game", "--games", "0"], "--games"),
        (["explain", "unknown-zon"], '"unknown-zone"'),
        (["explain", "Root Climbr", "--of", "my_game"], '"Root Climber"'),
        (["read", "my_game", "--holdout"], "FILE"),
        (["test", "my_game", "--sample", "3"], "--mutate"),
        (["new", "format", "Big Game"], "my_game"),
        (["new", "set", "winter"], "--of FORMAT"),
        (["fmt", "my_game/clauses.yaml"], ".rules"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_use_exits_2_and_says_what_would_be_right(
    here: Path, words: list[str], meant: str
) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert meant in result.stderr


# ---- new, check, fmt, test


def test_a_new_format_passes_everything(here: Path) -> None:
    assert run("check", "my_game", "--strict").exit_code == 0
    assert run("test", "my_game").exit_code == 0
    assert run("fmt", "--check", "my_game").exit_code == 0
    assert run("coverage", "my_game", "--at-least", "100").exit_code == 0


def test_a_new_set_and_a_new_scenario_pass_too(here: Path) -> None:
    assert run("new", "set", "winter", "--of", "my_game").exit_code == 0
    assert run("new", "scenario", "draw", "--of", "my_game").exit_code == 0
    assert run("check", "my_game").exit_code == 0
    assert run("test", "my_game/scenarios/draw.scenario").output == "1 scenario: 1 passed.\n"
    assert run("fmt", "--check", "my_game").exit_code == 0


def test_a_new_set_and_scenario_of_a_shipped_format_can_be_used(here: Path) -> None:
    shipped = min(shipped_formats(), key=size_of)
    assert run("new", "set", "winter", "--of", shipped).output == "winter.cards\n"
    words = ["simulate", shipped, "--cards", "winter.cards", "--games", "1"]
    assert run(*words).exit_code == 0
    assert run("new", "scenario", "draw", "--of", shipped).output == "draw.scenario\n"
    assert run("test", "draw.scenario").exit_code == 0


def size_of(name: str) -> int:
    return sum(len(source.text) for source in sources_of(name).every_cards())


def test_nothing_that_stands_there_is_overwritten(here: Path) -> None:
    assert run("new", "format", "my_game").exit_code == 1
    run("new", "set", "winter", "--of", "my_game")
    assert run("new", "set", "winter", "--of", "my_game").exit_code == 1


def test_check_tells_place_code_and_mend(here: Path) -> None:
    edit(here / "my_game/my_game.rules", "move spot to heap", "move spot to heep")
    result = run("check", "my_game")
    assert result.exit_code == 1
    assert 'error[unknown-name]: I know no name "heep" here. Did you mean "heap"?' in result.output
    assert "my_game.rules:58:" in result.output
    (problem,) = json.loads(run("check", "my_game", "--json").stdout)
    assert (problem["code"], problem["line"], problem["mend"]) == ("unknown-name", 58, "heap")
    assert run("play", "my_game", "--seats", "random,random").exit_code == 1
    assert run("check", "my_game/words.rules").exit_code == 0


def test_fmt_mends_the_layout_and_keeps_comments(here: Path) -> None:
    path = here / "my_game/words.rules"
    before = path.read_text(encoding="utf-8")
    edit(path, "label arrival", "label   arrival")
    assert run("fmt", "--check", "my_game").exit_code == 1
    assert run("fmt", "my_game").exit_code == 0
    assert path.read_text(encoding="utf-8") == before


def test_a_failing_scenario_is_told_with_its_line(here: Path) -> None:
    edit(here / "my_game/scenarios/first.scenario", "ana's score is 1", "ana's score is 2")
    result = run("test", "my_game", "-k", "higher walker")
    assert result.exit_code == 1
    assert "failed  The higher walker scores" in result.output
    traced = run("test", "my_game", "-k", "higher walker", "-v").output.splitlines()
    assert any("enter" in line or "climb" in line for line in traced), traced
    assert [line for line in traced if line.startswith("    Here ")] == [
        "    Here nobody is asked anything."
    ]
    report = data("test", "my_game", "--json")
    assert (report["scenarios"], report["passed"]) == (9, 8)
    assert report["failed"][0]["place"].endswith("first.scenario:2")  # pyright: ignore


def test_mutants_are_told_as_programs_read_them(here: Path) -> None:
    report = data("test", "my_game", "--mutate", "--sample", "6", "--json")
    assert {"mutants", "killed", "survived", "idle_scenarios"} <= {*report}


# ---- play and replay


def test_two_bots_play_a_whole_game(here: Path, snapshot: SnapshotAssertion) -> None:
    result = run("play", "my_game", "--seats", "random,random", "--seed", "7")
    assert result.exit_code == 0
    assert result.stdout == snapshot


def test_a_person_sees_the_table_and_plays_by_numbers(
    here: Path, snapshot: SnapshotAssertion
) -> None:
    given = "why\nshow root\nlog\n9\nhop\n1\nundo\n2\n"
    result = run("play", "my_game", "--seed", "5", given=given)
    assert result.exit_code == 0
    assert result.output == snapshot


def test_a_person_sees_no_card_of_the_other_hand(here: Path) -> None:
    result = run("play", "my_game", "--seats", "random,human", "--seed", "3", given="log\n")
    drawn = [line for line in result.output.splitlines() if " -> ana's fan" in line]
    assert drawn and all(" a card" in line for line in drawn)
    assert 'move "' in result.output  # bo's own cards have names


def test_a_saved_game_replays_and_a_changed_one_does_not(here: Path) -> None:
    words = ["--seats", "random,random", "--seed", "7", "--save", "x.game"]
    assert run("play", "my_game", *words).exit_code == 0
    assert run("replay", "x.game").exit_code == 0
    assert data("replay", "x.game", "--json")["finished"] is True
    path = here / "x.game"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if " move " in line)
    number = lines[at].split()[0]
    lines[at] = f"{number} move nothing\n"
    path.write_text("".join(lines), encoding="utf-8")
    result = run("replay", "x.game")
    assert result.exit_code == 1
    assert f"step {number}" in result.stderr and "move nothing" in result.stderr
    assert data("replay", "x.game", "--json")["step"] == int(number)


def test_replay_steps_and_tells_a_seat_what_it_knew(here: Path) -> None:
    words = ["--seats", "random,random", "--seed", "7", "--save", "x.game"]
    run("play", "my_game", *words)
    stepped = run("replay", "x.game", "--step", "--seat", "ana", given="\n\nq\n")
    assert stepped.exit_code == 0
    assert "The rest is not shown." in stepped.output
    told = run("replay", "x.game", "--seat", "bo").output
    assert "move a card ana's stock -> ana's fan" in told
    assert run("replay", "x.game", "--seat", "cleo").exit_code == 2


def test_replay_shows_the_table_at_a_step(here: Path) -> None:
    run("play", "my_game", "--seats", "random,random", "--seed", "7", "--save", "x.game")
    lines = (here / "x.game").read_text(encoding="utf-8").splitlines()
    number, line = next((row.split()[0], row) for row in lines if " ask bo " in row)
    shown = run("replay", "x.game", "--at", number)
    assert shown.exit_code == 0 and shown.stdout.startswith(line)
    assert "(you)" not in shown.stdout and "bo: " in shown.stdout
    hidden = run("replay", "x.game", "--at", number, "--seat", "ana").stdout
    assert "ana (you)" in hidden and "bo: " not in hidden
    view = data("replay", "x.game", "--at", number, "--json")
    assert f"{view['step']} {view['line']}" == line
    secret = data("replay", "x.game", "--at", number, "--seat", "ana", "--json")
    assert secret["line"].endswith(" a card") and secret["view"]["seat"] == "ana"
    assert view["view"]["choice"]["seat"] == "bo"
    wrong = run("replay", "x.game", "--at", "9999")
    assert wrong.exit_code == 2 and "There is no step 9999 here" in wrong.stderr


def test_replay_goes_forwards_backwards_and_where_one_wants(here: Path) -> None:
    run("play", "my_game", "--seats", "random,random", "--seed", "7", "--save", "x.game")
    lines = (here / "x.game").read_text(encoding="utf-8").splitlines()
    rows = {row.split()[0]: row for row in lines if row[0].isdigit()}
    typed = [
        "",
        "p",
        "p",
        "j 30",
        "p",
        "12",
        "turn 2",
        "j 9999",
        "turn 99",
        "clause nope",
        "?",
        "t",
    ]
    result = run("replay", "x.game", "--step", given="\n".join([*typed, "q"]))
    told = [row for row in result.stdout.splitlines() if row in rows.values()]
    second = next(row for row in rows.values() if " t2 " in row)
    assert told == [rows["1"], rows["2"], rows["1"], rows["30"], rows["29"], rows["12"], second]
    for said in ("This is the first line.", "There is no step 9999;", "There is no turn 99;"):
        assert said in result.stdout
    assert "No line here cites nope." in result.stdout and "clause ID" in result.stdout
    assert "The rest is not shown." in result.stdout
    cited = next(row for row in rows.values() if row.endswith("]"))
    clause = cited.rpartition("[")[2].rstrip("]").split(", ")[0]
    found = run("replay", "x.game", "--step", given=f"clause {clause.lower()}\nq\n")
    assert found.stdout.splitlines()[1].endswith("]") and clause in found.stdout.splitlines()[1]


def test_a_saved_game_goes_on_where_it_stood_and_from_any_step(here: Path) -> None:
    run("play", "my_game", "--seed", "7", "--save", "x.game", given="1\n1\nquit\n")
    half = (here / "x.game").read_text(encoding="utf-8").splitlines()
    assert half[-2] == "result unfinished"
    words = ("--seats", "random,random")
    assert run("play", "--from", "x.game", *words, "--save", "whole.game").exit_code == 0
    whole = (here / "whole.game").read_text(encoding="utf-8").splitlines()
    steps = [row for row in half if row[0].isdigit()]
    assert f'from "x.game" {len(steps)}' in whole and set(steps) <= {*whole}
    number, asked = next((row.split()[0], row) for row in steps if " ask " in row)
    result = run(
        "play", "--from", "whole.game", "--at", number, "--save", "y.game", given="2\nquit\n"
    )
    assert result.exit_code == 0
    other = (here / "y.game").read_text(encoding="utf-8").splitlines()
    assert f'from "whole.game" {int(number) - 1}' in other and asked not in other
    assert f'from "x.game" {len(steps)}' not in other  # that far they are not the same
    for file in ("whole.game", "y.game"):
        assert run("replay", file).exit_code == 0, file
    assert run("play", "--from", "x.game", *words, "--save", "x.game").exit_code == 0
    assert "from" not in (here / "x.game").read_text(encoding="utf-8")


def test_what_was_taken_back_is_told_and_held_against_the_rules(here: Path) -> None:
    run("play", "my_game", "--seed", "7", "--save", "x.game", given="1\nundo\n2\n1\nundo\nquit\n")
    text = (here / "x.game").read_text(encoding="utf-8")
    rows = text.splitlines()
    first = next(at for at, row in enumerate(rows) if row.startswith("undone ask ana"))
    assert (
        " 1 of " in rows[first] and " ask ana " in rows[first + 1] and " 2 of " in rows[first + 1]
    )
    assert rows[-3].startswith("undone ask ana") and rows[-2] == "result unfinished"
    assert run("replay", "x.game").exit_code == 0
    (here / "x.game").write_text(
        text.replace("undone ask ana", "undone ask bo", 1), encoding="utf-8"
    )
    wrong = run("replay", "x.game")
    assert wrong.exit_code == 1 and "undone ask bo" in wrong.stderr


def test_a_position_of_a_saved_game_becomes_a_scenario(here: Path) -> None:
    run("play", "my_game", "--seats", "random,random", "--seed", "7", "--save", "x.game")
    lines = (here / "x.game").read_text(encoding="utf-8").splitlines()
    step = [row.split()[0] for row in lines if " ask " in row][4]
    made = data("new", "scenario", "--from", "x.game", "--at", step, "--json")
    assert made["file"] == f"my_game/scenarios/x_{step}.scenario" and made["step"] == int(step)
    assert (here / made["file"]).read_text(encoding="utf-8") == made["text"]
    assert run("test", "my_game").exit_code == 0 and run("check", "my_game").exit_code == 0
    again = run("new", "scenario", "--from", "x.game", "--at", step)
    assert again.exit_code == 1 and "is there already" in again.stderr
    for words in (("--at", "3"), ("--from", "x.game"), ()):
        assert run("new", "scenario", *words).exit_code == 2
    wrong = run("new", "scenario", "--from", "x.game", "--at", "9999")
    assert wrong.exit_code == 2 and "There is no step 9999 here" in wrong.stderr


def test_a_game_of_older_rules_says_whether_it_still_stands(here: Path) -> None:
    run("play", "my_game", "--seats", "random,random", "--seed", "7", "--save", "x.game")
    text = (here / "x.game").read_text(encoding="utf-8")
    older = re.sub(r"^rules \w+$", "rules 123456789abc", text, flags=re.MULTILINE)
    lines = older.splitlines()
    lines[-1] = f"digest {digest_of(lines[:-1])}"
    (here / "old.game").write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = run("replay", "old.game")
    assert result.exit_code == 1 and "the game still stands" in result.stderr
    record = data("replay", "old.game", "--json")
    assert (record["step"], record["stands"], record["first"]) == ("rules", True, None)
    at = next(n for n, row in enumerate(lines) if row.endswith("]") and " change " in row)
    clause = lines[at].rpartition("[")[2].rstrip("]").partition(",")[0]
    number = lines[at].split()[0]
    lines[at] = f"{number} change nothing [{clause}]"
    (here / "old.game").write_text("\n".join(lines) + "\n", encoding="utf-8")
    wrong = run("replay", "old.game").stderr
    assert f"no longer stands from step {number} on, where {clause}" in wrong
    record = data("replay", "old.game", "--json")
    assert (record["stands"], record["first"]["step"]) == (False, int(number))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--from", "x.game", "--at", "9999"), "There is no step 9999 here; the steps are 1 to"),
        (("--from", "x.game", "--at", "0"), "There is no step 0 here"),
        (("--from", "x.game", "--seed", "2"), "A saved game has its seed already"),
        (("hearts", "--from", "x.game"), "The file is of a game of my_game, not of hearts"),
        (("--from", "no.game"), "no.game"),
        (("--from", "cut.game"), "The transcript ends inside its header."),
        (("--from", "changed.game"), "changed.game differs at"),
        (("my_game", "--at", "3"), "--at is a step of a file"),
        ((), "Which format? Say its name, or a saved game: --from FILE."),
    ],
)
def test_what_cannot_be_gone_on_with_is_said(here: Path, words: tuple[str, ...], said: str) -> None:
    run("play", "my_game", "--seed", "7", "--save", "x.game", given="1\n1\nquit\n")
    text = (here / "x.game").read_text(encoding="utf-8")
    (here / "cut.game").write_text(text[:40], encoding="utf-8")
    (here / "changed.game").write_text(text.replace("ask ana", "ask bo", 1), encoding="utf-8")
    result = run("play", *words)
    assert result.exit_code in (1, 2) and said in result.stderr


@pytest.mark.parametrize("text", ["", "game", "game my_game\n1 x\n", "\x00\x01", "seed 3\n"])
def test_a_file_that_is_no_transcript_is_refused_kindly(here: Path, text: str) -> None:
    (here / "x.game").write_text(text)
    assert run("replay", "x.game").exit_code == 1


def test_the_end_of_input_keeps_the_game_so_far(here: Path) -> None:
    result = run("play", "my_game", "--seed", "5", "--save", "x.game", given="1\n")
    assert result.exit_code == 0
    assert "The game stops here, unfinished." in result.output
    assert "as far as it was played" in run("replay", "x.game").output


def test_two_people_at_one_keyboard_each_see_their_own_cards(here: Path) -> None:
    words = ["--seats", "human,human", "--seed", "5"]
    result = run("play", "my_game", *words, given="1\n1\n")
    parts = result.output.split("---- ")
    assert [part.split("\n")[0] for part in parts[1:3]] in (["ana", "bo"], ["bo", "ana"])
    for part in parts[1:3]:
        me = part.split("\n")[0]
        other = "bo" if me == "ana" else "ana"
        fan = part.partition(f"\n{other}   ")[2].partition("fan")[2].partition("\n")[0]
        assert fan.strip() in ("3 cards", "2 cards")


def test_a_deck_is_told_every_rule_it_breaks(here: Path) -> None:
    (here / "bad.deck").write_text("7 Root Climber MG-2\n")
    result = run("play", "my_game", "--decks", "bad.deck")
    assert result.exit_code == 1
    assert "exactly 6 cards" in result.stderr and "at most 2 cards per name" in result.stderr


def test_a_rule_without_end_stops_the_game_at_its_place(here: Path) -> None:
    rules = here / "my_game/my_game.rules"
    clear = "            each player: move spot to heap  cites MG-TURN-02\n"
    edit(
        rules, clear, clear + "            repeat while leader is not none: set leader to leader\n"
    )
    words = ["--seats", "random,random", "--seed", "7", "--save", "x.game"]
    result = run("play", "my_game", *words)
    assert result.exit_code == 1
    assert "endless-rule" in result.stderr and "my_game.rules:59" in result.stderr
    assert run("replay", "x.game").exit_code == 0
    report = run("simulate", "my_game", "--games", "2", "--json")
    assert report.exit_code == 1
    assert json.loads(report.stdout)["faults"] == 2


# ---- measuring


def test_simulate_says_the_same_of_games_in_c(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of these games are played in C where there is a compiler; without one it is told."""
    words = ["simulate", "my_game", "--games", "210", "--bots", "eager,random", "--json"]
    monkeypatch.setattr(playing, "RECORDED", 5)
    monkeypatch.delenv("PLAYSHEET_CC", raising=False)
    expected = counted(run(*words, "--no-native").stdout)
    found = run(*words, "--native")
    assert counted(found.stdout) == expected
    assert bool(found.stderr) != any(map(shutil.which, COMPILERS))
    monkeypatch.setenv("PLAYSHEET_CC", "")
    found = run(*words, "--native")
    assert counted(found.stdout) == expected
    assert found.stderr == "Played in Python: there is no C compiler.\n"


def counted(report: str) -> dict[str, object]:
    """What a simulation counts, without how long it took."""
    return {**json.loads(report), "decisions_per_s": 0}


def test_simulate_counts_and_is_the_same_for_any_number_of_processes(here: Path) -> None:
    words = ["simulate", "my_game", "--games", "40", "--seed", "3", "--json"]
    report = data(*words)
    assert report["games"] == report["finished"] == 40
    assert report["faults"] == report["capped"] == 0
    assert sum(report["victory"].values()) == 40  # pyright: ignore
    assert 0 <= report["first_player_win_share"] <= 1  # pyright: ignore
    assert report["mean_turns"] > 0 and report["decisions_per_s"] > 0  # pyright: ignore
    other = data(*words, "--jobs", "2")
    assert {**other, "decisions_per_s": 0} == {**report, "decisions_per_s": 0}


def test_coverage_tells_what_programs_read(here: Path) -> None:
    report = data("coverage", "my_game", "--json")
    assert {"format", "clauses", "rule_lines", "phrases"} <= {*report}


def test_formats_lists_what_ships(monkeypatch: pytest.MonkeyPatch) -> None:
    """The smallest, with --full all: it reads every scenario."""
    assert shipped_formats() == sorted(path.name for path in RULESETS.iterdir())
    some = sorted(shipped_formats(), key=size_of)[: sampled(1, 100)]
    monkeypatch.setattr(formats, "shipped_formats", lambda: some)
    records = json.loads(run("formats", "--json").stdout)
    assert [record["format"] for record in records] == some
    assert all(record["decks"] and record["cards"] for record in records)


# ---- reading and explaining


def test_explain_tells_of_a_code_a_clause_and_a_card(
    here: Path, snapshot: SnapshotAssertion
) -> None:
    assert "Mend:" in run("explain", "unknown-zone").output
    told = [run("explain", thing, "--of", "my_game").output for thing in ("MG-CARD-01", "MG-2")]
    assert "\n".join(told) == snapshot


def test_explain_finds_a_card_in_a_table() -> None:
    result = run("explain", "Bear", "--of", str(FORMATS / "gear"), "--json")
    assert result.exit_code == 0
    assert json.loads(result.output)["code"] == "Ge-2"


def test_read_gives_a_record_a_line(here: Path) -> None:
    given = "Draw 2 cards.\nDrow 2 cards.\n"
    result = run("read", "my_game", "-", "--json", given=given)
    assert result.exit_code == 1
    good, bad = (json.loads(line) for line in result.stdout.splitlines())
    assert (good["status"], good["canonical"]) == ("read", "draw 2 cards.")
    assert bad["status"] == "unread" and "Drow" in bad["problem"]
    assert run("read", "my_game").exit_code == 0
    given = "Draw 1 card.\nDraw 2 cards.\nDraw 2 cards.\nOn arrival: draw 3 cards.\n"
    held = run("read", "my_game", "-", "--holdout", given=given)
    assert "first half with the words of the second: 1 of 2" in held.output
    assert "Held out: 66.7 %." in held.output
