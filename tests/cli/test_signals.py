"""What stops a command: Ctrl-C at any moment, a full disk, a reader that goes away."""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from click.testing import Result
from running import run
from sampling import sampled

from playsheet.cli.saving import write_whole
from playsheet.cli.terminal.session import Session
from playsheet.dsl.resolve import resolve
from playsheet.lab.exploration import games
from playsheet.lab.mutation import mutation
from playsheet.lab.scenarios import scenario
from playsheet.lab.simulation import playing

TraceFunction = Callable[[FrameType, str, Any], Any]
RUN = [sys.executable, "-m", "playsheet"]


def test_a_save_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "x.game"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "new \ud800")
    assert path.read_text() == "old"
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_a_full_disk_is_told_and_nothing_is_lost(here: Path) -> None:
    result = run("play", "my_game", "--save", "/dev/full", given="1\nsave x.game\n")
    assert result.exit_code == 1
    assert "The game is not saved: /dev/full: No space left on device." in result.output
    assert run("replay", "x.game").exit_code == 0


# Where an interrupt that stops at once would lose a part of the game.
DELICATE = ("game.py", "game_recorder.py", "record.py", "saving.py", "session.py")


def play_by_lines(
    monkeypatch: pytest.MonkeyPatch, words: list[str], interrupt_at: int = -1
) -> tuple[Result, int]:
    """Plays, with Ctrl-C at a line of the delicate files; also how many lines were run."""
    lines = 0

    def line(_: FrameType, event: str, __: object) -> TraceFunction:
        nonlocal lines
        lines += event == "line"
        if event == "line" and lines == interrupt_at:
            signal.raise_signal(signal.SIGINT)
        return line

    def frame(frame: FrameType, _: str, __: object) -> TraceFunction | None:
        return line if frame.f_code.co_filename.endswith(DELICATE) else None

    def play(self: Session) -> None:
        sys.settrace(frame)
        try:
            whole(self)
        finally:
            sys.settrace(None)

    whole = Session.play
    with monkeypatch.context() as patch:
        patch.setattr(Session, "play", play)
        return run(*words, given="1\n1\n"), lines


def test_an_interrupt_at_any_moment_keeps_a_game_that_replays(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["play", "my_game", "--seed", "5", "--save", "x.game"]
    _, lines = play_by_lines(monkeypatch, words)
    moments = random.Random(1).sample(range(1, lines), sampled(20, 400))
    for moment in sorted(moments):
        (here / "x.game").unlink(missing_ok=True)
        result, _ = play_by_lines(monkeypatch, words, moment)
        assert "unfinished" in result.output, moment
        assert run("replay", "x.game").exit_code == 0, moment


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_an_interrupt_from_outside_keeps_the_game_so_far(here: Path) -> None:
    words = [*RUN, "play", "my_game", "--seed", "5", "--save", "x.game"]
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as play:
        assert play.stdin is not None and play.stdout is not None
        play.stdin.write(b"1\n")
        play.stdin.flush()
        told = b""
        while told.count(b"> ") < 2:  # it waits for the second answer
            read = os.read(play.stdout.fileno(), 4096)
            assert read, told
            told += read
        play.send_signal(signal.SIGINT)
        more, errors = play.communicate()
    assert b"unfinished" in told + more and b"Traceback" not in errors
    assert run("replay", "x.game").exit_code == 0


class Stopping:
    """Does what a function does, until somebody presses Ctrl-C at a call of it."""

    def __init__(self, function: Callable[..., Any], number: int) -> None:
        self.function = function
        self.number = number
        self.calls = 0

    def __call__(self, *given: Any) -> Any:
        self.calls += 1
        if self.calls == self.number:
            signal.raise_signal(signal.SIGINT)
        return self.function(*given)


@pytest.mark.parametrize(
    ("words", "where", "call", "told"),
    [
        ("simulate my_game --games 9", (playing, "first_seat"), 3, "2 of 2 games finished."),
        ("simulate my_game --games 9 --json", (playing, "first_seat"), 3, '"games": 2,'),
        ("test my_game", (scenario, "run_case"), 3, "2 scenarios: 2 passed."),
        ("test my_game --mutate", (mutation, "mutant_outcome"), 3, "(a sample)"),
        ("test my_game --idle", (mutation, "is_idle"), 1, ""),
        ("check my_game", (resolve, "zone_limits"), 1, ""),
        ("check my_game --play 9", (games, "GameSetup"), 3, "No mistakes"),
        ("check my_game --play 9 --json", (games, "GameSetup"), 3, '"play-stopped"'),
    ],
)
def test_what_is_stopped_says_how_far_it_came(
    here: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: str,
    where: tuple[Any, str],
    call: int,
    told: str,
) -> None:
    monkeypatch.setattr(*where, Stopping(getattr(*where), call))
    monkeypatch.setenv("PLAYSHEET_CACHE", "")
    result = run(*words.split())
    assert result.exit_code == 130, result.output
    assert told in result.stdout
    assert result.stderr.startswith("Stopped")


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_a_reader_that_stops_early_makes_no_noise(here: Path) -> None:
    words = " ".join([*RUN, "play my_game --seats random,random"])
    told = subprocess.run(f"{words} | head -1", shell=True, capture_output=True, text=True)
    assert told.stderr == ""
    assert told.stdout.startswith("My Game: ana (random, deck plain)")
