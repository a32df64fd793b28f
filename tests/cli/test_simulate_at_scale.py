"""Runs of many games: the same lines for any number of processes, and nothing finished is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from processes import lines_in, until
from running import run

from playsheet.lab.simulation import parts, results
from playsheet.lab.simulation.parts import Chunks, Part, missing

RUN = [sys.executable, "-m", "playsheet"]
PLAIN = ["simulate", "my_game", "--no-native"]
posix = pytest.mark.skipif(os.name != "posix", reason="needs signals and /proc")


def lines_of(*words: str) -> list[str]:
    """The lines that a run writes."""
    path = Path(f"lines-{time.monotonic_ns()}.jsonl")
    assert run(*words, "--write", str(path)).exit_code == 0
    return path.read_text().splitlines()


def children(pid: int) -> list[int]:
    """The processes below one that play games: those that multiprocessing spawned."""
    found = [
        int(one)
        for thread in Path(f"/proc/{pid}/task").iterdir()
        for one in (thread / "children").read_text().split()
    ]
    return [one for one in found if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes()]


def is_running(pid: int) -> bool:
    command = Path(f"/proc/{pid}/cmdline")
    return command.exists() and bool(command.read_bytes())


def started(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*RUN, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_lines_are_the_same_for_any_number_of_processes(here: Path) -> None:
    words = [*PLAIN, "--games", "120", "--seed", "7", "--bots", "random,eager", "--rotate"]
    one = lines_of(*words)
    assert len(one) == 121 and len({*one}) == 121
    assert [json.loads(line)["game"] for line in one[1:]] == [*range(120)]
    assert lines_of(*words, "--jobs", "2") == one
    assert lines_of(*words, "--jobs", "5") == one


def test_a_game_is_the_same_alone_and_in_a_longer_run(here: Path) -> None:
    """Also those whose events are looked at: they are not chosen by the length of the run."""
    long = lines_of(*PLAIN, "--games", "130")
    assert lines_of(*PLAIN, "--games", "9")[1:] == long[1:10]
    looked_at = [json.loads(line)["turns"] >= 0 for line in long[1:]]
    assert looked_at == [True] * 100 + [False] * 30


def test_a_run_goes_on_where_it_was_cut_off(here: Path) -> None:
    words = [*PLAIN, "--games", "60"]
    whole = lines_of(*words)
    path = here / "cut.jsonl"
    text = "\n".join(whole) + "\n"
    for kept in (0, 5, len(whole[0]) + 1, 2000, len(text) // 2, len(text) - 1, len(text)):
        path.write_text(text[:kept])
        found = run(*words, "--write", "cut.jsonl", "--resume", "--json")
        assert found.exit_code == 0 and json.loads(found.stdout)["games"] == 60
        torn = kept > len(whole[0]) + 1 and text[kept - 1] != "\n"
        assert ("was cut off" in found.stderr) == (torn or 0 < kept < len(whole[0])), kept
        assert path.read_text() == text


def test_a_run_may_be_made_longer_and_parts_stand_in_any_order(here: Path) -> None:
    whole = lines_of(*PLAIN, "--games", "80")
    path = here / "parts.jsonl"
    path.write_text("\n".join([whole[0], *whole[41:61], *whole[1:11], *whole[11:21]]) + "\n")
    assert run(*PLAIN, "--games", "80", "--write", "parts.jsonl", "--resume").exit_code == 0
    assert path.read_text().splitlines() == whole


OTHER = [
    (["--seed", "4"], "another seed: 0, not 4."),
    (["--bots", "eager"], "another bots."),
    (["--cap", "77"], "another cap: 20000, not 77."),
    (["--games", "3"], "has game 4 already, which is more than --games."),
]


@pytest.mark.parametrize(("words", "told"), OTHER)
def test_a_file_of_another_run_is_refused(here: Path, words: list[str], told: str) -> None:
    assert run(*PLAIN, "--games", "10", "--write", "x.jsonl").exit_code == 0
    before = Path("x.jsonl").read_bytes()
    found = run(*PLAIN, "--games", "10", *words, "--write", "x.jsonl", "--resume")
    assert found.exit_code == 2 and told in found.stderr
    assert Path("x.jsonl").read_bytes() == before


def test_files_of_other_rules_and_versions_are_refused(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [*PLAIN, "--games", "5", "--write", "x.jsonl"]
    assert run(*words).exit_code == 0
    again = run(*words)
    assert again.exit_code == 2 and "x.jsonl is there already." in again.stderr
    with monkeypatch.context() as patch:
        patch.setattr(results, "program_version", lambda: "9.9")
        found = run(*words, "--resume")
    assert found.exit_code == 2 and "version of this program: 0.2.0, not 9.9" in found.stderr
    rules = here / "my_game/my_game.rules"
    rules.write_text(rules.read_text() + "\n# another\n")
    found = run(*words, "--resume")
    assert found.exit_code == 2 and "another files of the format or deck." in found.stderr


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", None),
        ("[]\n", "It holds no results"),
        ("{}\n", "It holds no results"),
        ("not JSON\n", "It holds no results"),
        ("my notes, without an end", "It holds no results"),
        ('{"playsheet_results": 99}\n', "another version"),
        ("HEAD\n[1]\n", "Line 2 of x.jsonl tells of no game."),
        ('HEAD\n{"game": "1"}\n', "Line 2 of x.jsonl tells of no game."),
        ("HEAD\nFIRST\nFIRST\n", "tells of game 0 twice."),
    ],
)
def test_what_is_no_results_file_is_refused_and_stays(
    here: Path, text: str, told: str | None
) -> None:
    lines = lines_of(*PLAIN, "--games", "3")
    text = text.replace("HEAD", lines[0]).replace("FIRST", lines[1])
    Path("x.jsonl").write_text(text)
    found = run(*PLAIN, "--games", "3", "--write", "x.jsonl", "--resume")
    if told is None:
        assert found.exit_code == 0
        return
    assert found.exit_code == 2 and told in found.stderr
    assert Path("x.jsonl").read_text() == text


def test_wrong_uses_are_told(here: Path) -> None:
    found = run(*PLAIN, "--games", "1", "--resume")
    assert found.exit_code == 2 and "--write FILE" in found.stderr
    found = run(*PLAIN, "--games", "1", "--write", "no/such/folder/x.jsonl")
    assert found.exit_code == 1 and "no/such/folder/x.jsonl: No such file" in found.stderr
    os.mkfifo("pipe")
    found = run(*PLAIN, "--games", "1", "--write", "pipe", "--resume")
    assert found.exit_code == 2 and "pipe is no ordinary file." in found.stderr


def test_a_table_has_what_the_lines_have(here: Path) -> None:
    duckdb: Any = pytest.importorskip("duckdb", reason="needs duckdb")
    lines = lines_of(*PLAIN, "--games", "30")
    words = [*PLAIN, "--games", "30", "--write", "x.parquet"]
    assert run(*words).exit_code == 0
    assert not Path("x.parquet.lines").exists()
    rows = duckdb.sql("SELECT game, decisions, winners, ended_by FROM 'x.parquet'").fetchall()
    keys = ("game", "decisions", "winners", "ended_by")
    assert rows == [tuple(json.loads(line)[key] for key in keys) for line in lines[1:]]
    assert run(*words).exit_code == 2
    longer = [*PLAIN, "--games", "50", "--write", "x.parquet", "--resume"]
    assert run(*longer).exit_code == 0
    assert duckdb.sql("SELECT count(*), max(game) FROM 'x.parquet'").fetchall() == [(50, 49)]
    found = run(*PLAIN, "--games", "50", "--seed", "1", "--write", "x.parquet", "--resume")
    assert found.exit_code == 2 and "another seed" in found.stderr
    Path("y.parquet").write_text("no table")
    found = run(*PLAIN, "--games", "5", "--write", "y.parquet", "--resume")
    assert found.exit_code == 2 and "y.parquet holds no results" in found.stderr


@posix
def test_a_killed_worker_costs_no_finished_game(here: Path) -> None:
    words = [*PLAIN, "--games", "2500"]
    path = here / "k.jsonl"
    with started(*words, "--jobs", "2", "--write", "k.jsonl") as command:
        until(lambda: lines_in(path) > 50)
        before = {*path.read_text().splitlines()[:-1]}
        os.kill(children(command.pid)[0], signal.SIGKILL)
        output, errors = command.communicate()
    assert command.returncode == 0, errors
    assert "2,500 of 2,500 games finished." in output and not errors
    lines = path.read_text().splitlines()
    assert before <= {*lines}
    assert lines == lines_of(*words)


@posix
def test_a_killed_run_goes_on_and_gives_the_same_lines(here: Path) -> None:
    words = [*PLAIN, "--games", "2500"]
    path = here / "k.jsonl"
    with started(*words, "--jobs", "2", "--write", "k.jsonl") as command:
        until(lambda: lines_in(path) > 50)
        workers = children(command.pid)
        command.kill()
        command.wait()
    for worker in workers:  # they see that nobody asks them any more
        until(lambda worker=worker: not is_running(worker))
    before = {*path.read_text().splitlines()[:-1]}
    assert 50 <= len(before) < 2500
    found = run(*words, "--jobs", "2", "--write", "k.jsonl", "--resume")
    assert found.exit_code == 0, found.output
    lines = path.read_text().splitlines()
    assert before <= {*lines}
    assert lines == lines_of(*words)


@posix
def test_an_interrupt_keeps_what_was_played(here: Path) -> None:
    words = [*PLAIN, "--games", "20000", "--write", "k.jsonl"]
    with started(*words, "--jobs", "2") as command:
        until(lambda: lines_in(here / "k.jsonl") > 50)
        command.send_signal(signal.SIGINT)
        output, errors = command.communicate()
    assert command.returncode == 130 and "Stopped before the end" in errors
    played = lines_in(here / "k.jsonl") - 1
    assert f"{played:,} of {played:,} games finished." in output


@posix
def test_two_runs_cannot_write_to_one_file(here: Path) -> None:
    words = [*PLAIN, "--games", "20000", "--write", "k.jsonl"]
    with started(*words) as command:
        until(lambda: lines_in(here / "k.jsonl") > 5)
        found = run(*words, "--resume")
        command.kill()
    assert found.exit_code == 2 and "Another run is writing to k.jsonl." in found.stderr


def test_parts_grow_until_they_take_long_enough_and_shrink_near_the_end() -> None:
    chunks = Chunks([(0, 100_000)], 2, 0.5)
    first, stop = chunks.next()
    assert (first, stop) == (0, parts.FIRST)
    for _ in range(12):
        chunks.learn(Part(first, stop, seconds=(stop - first) * 0.001))
        first, stop = chunks.next()
    assert stop - first == 500
    chunks.left = [(99_990, 100_000)]
    assert chunks.next() == (99_990, 99_993)


def test_what_is_missing_lies_between_what_is_there() -> None:
    assert missing([], 5) == [(0, 5)]
    assert missing([(0, 2), (3, 4)], 6) == [(2, 3), (4, 6)]
    assert missing([(0, 6)], 6) == []
