"""What reaches a terminal and a pipe: widths, styles, progress, an author's own text."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from places import ROOT
from rich.cells import cell_len

from playsheet.cli.group import main
from playsheet.cli.screen import columns, show_table

RUN = [sys.executable, "-m", "playsheet"]
TERMINAL = {"TTY_COMPATIBLE": "1", "TERM": "xterm-256color", "COLUMNS": "60"}
STYLE = re.compile(r"\x1b\[[0-9;]*m")
MARKED = "[red]x[/red] :smile:"  # what rich would take for colours, were it asked to
WIDE = "山札の王"


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLAYSHEET_CACHE", str(tmp_path_factory.mktemp("cache") / "c"))
        for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
            patch.delenv(name, raising=False)
        yield


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a format in which cards are called as no library would like it."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert CliRunner().invoke(main, ["new", "format", "my_game"]).exit_code == 0
    names = {"Root Climber": MARKED, "Ridge Strider": WIDE}
    for path in (folder / "my_game").rglob("*.*"):
        text = path.read_text(encoding="utf-8")
        for old, new in names.items():
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
    (folder / "my_game/decks/plain.deck").rename(folder / "my_game/decks/[b]plain.deck")
    return folder


def shown(home: Path, *words: str, given: str = "", **env: str) -> str:
    """What a command prints on stdout, in a terminal if `env` says so."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(home)
        return CliRunner().invoke(main, [*words], input=given, env=env).stdout


def check(cards: Path) -> list[str]:
    return ["check", "my_game", "--cards", str(cards)]


PLAY = ["play", "my_game", "--seed", "5", "--decks", "[b]plain"]


@pytest.mark.parametrize(
    "words, given, text",
    [
        (PLAY, "show [red]x\n1\n", f"  1  {MARKED}"),
        (["explain", "MG-2", "--of", "my_game"], "", f'card "{MARKED}" MG-2'),
        (["simulate", "my_game", "--games", "2"], "", "deck [b]plain"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_nothing_an_author_writes_is_markup(
    home: Path, words: list[str], given: str, text: str
) -> None:
    assert text in STYLE.sub("", shown(home, *words, given=given, **TERMINAL))


def test_problems_show_what_an_author_wrote(home: Path, tmp_path: Path) -> None:
    cards = tmp_path / "more.cards"
    cards.write_text(f'card "{MARKED} {WIDE}" MG-9\n    knd Walker\n', encoding="utf-8")
    told = STYLE.sub("", shown(home, *check(cards), **TERMINAL))
    assert "    2 |     knd Walker\n" in told and "error[" in told
    scenario = home / "my_game/scenarios/later.scenario"
    scenario.write_text(f'scenario "{MARKED}"\n    then ana\'s score is 1\n', encoding="utf-8")
    failed = STYLE.sub("", shown(home, "test", str(scenario), **TERMINAL))
    scenario.unlink()
    assert failed.startswith(f"failed  {MARKED}\n") and failed.endswith(", 1 failed.\n")


ROWS = [("my_game", f"{WIDE} {number} [b]long[/b] :smile: title", number) for number in (9, 10)]


def test_a_pipe_gets_plain_lines_without_blanks_at_their_ends(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    show_table(columns([*ROWS, ("x", "y", None)], ["format", "title", "seats"]))
    assert capsys.readouterr().out == (
        "format   title                                  seats\n"
        "my_game  山札の王 9 [b]long[/b] :smile: title       9\n"
        "my_game  山札の王 10 [b]long[/b] :smile: title     10\n"
        "x        y                                          -\n"
    )
    lines = shown(home, *PLAY, given="1\n").replace("ana> ", "").split("\n")
    assert not [line for line in lines[:-1] if "\x1b" in line or line != line.rstrip()]


def test_a_table_is_as_wide_as_the_terminal_and_no_wider(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played = STYLE.sub("", shown(home, *PLAY, given="1\n", **TERMINAL))
    table = played.rpartition("turn 2, walk")[2].partition("ana> ")[0]
    assert "score" in table and "  3  " in table
    for name, value in (TERMINAL | {"COLUMNS": "30"}).items():
        monkeypatch.setenv(name, value)
    show_table(columns(ROWS, ["format", "title", "seats"]))
    narrow = STYLE.sub("", capsys.readouterr().out)
    for text, width in ((table, 60), (narrow, 30)):
        assert max(map(cell_len, text.split("\n"))) <= width
        assert "…" not in text  # nothing is cut


def test_columns_line_up_behind_wide_letters(home: Path) -> None:
    text = (home / "my_game/my_game.rules").read_text(encoding="utf-8")
    changed = text.replace('zone heap "heap"', f'zone heap "{WIDE}"')
    assert changed != text
    (home / "my_game/my_game.rules").write_text(changed, encoding="utf-8")
    told = shown(home, *PLAY, given="1\n")
    (home / "my_game/my_game.rules").write_text(text, encoding="utf-8")
    heap = next(row for row in told.split("\n") if row[2:].startswith(f"{WIDE}  "))
    fan = next(row for row in told.split("\n") if row[2:].startswith("fan"))
    left = fan.partition("3 cards")[0]
    assert cell_len(left) == cell_len(f"  {WIDE}  ") and not heap[len(left) :].isspace()


def test_colours_are_left_out_where_they_are_not_wanted(home: Path, tmp_path: Path) -> None:
    cards = tmp_path / "more.cards"
    cards.write_text('card "A" MG-9\n    knd Walker\n', encoding="utf-8")
    assert "\x1b[31m" in shown(home, *check(cards), **TERMINAL)
    assert "\x1b[31m" not in shown(home, *check(cards), **TERMINAL, NO_COLOR="1")
    assert "\x1b[31m" not in shown(home, *check(cards), **{**TERMINAL, "TERM": "dumb"})


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_progress_goes_to_the_terminal_and_nowhere_else(home: Path) -> None:
    words = [*RUN, "simulate", "my_game", "--games", "60", "--json"]
    ours, theirs = os.openpty()
    with subprocess.Popen(
        words, cwd=home, stdout=subprocess.PIPE, stderr=theirs, text=True
    ) as command:
        os.close(theirs)
        drawn = b""
        try:
            while piece := os.read(ours, 4096):
                drawn += piece
        except OSError:  # the other side is closed
            pass
        assert command.stdout is not None
        assert command.stdout.read().startswith("{") and command.wait() == 0
    os.close(ours)
    line = STYLE.sub("", drawn.decode())
    assert "games" in line and "/60" in line and "left" in line
    piped = subprocess.run(words, cwd=home, capture_output=True, text=True)
    assert piped.stderr == ""


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_a_check_that_takes_long_says_what_it_does(home: Path) -> None:
    """On a terminal alone, and only after a while."""
    code = (
        "import time, sys\nfrom playsheet.cli import progress\n"
        "from playsheet.cli.commands import check\n"
        "progress.PATIENCE = float(sys.argv[1]); plain = check.check_files\n"
        "check.check_files = lambda files: (time.sleep(1.5), plain(files))[1]\n"
        "from playsheet.cli.group import main; main(['check', 'my_game'])"
    )
    assert "checking my_game" in drawn_by(home, code, "0.2")
    assert drawn_by(home, code, "60") == ""


def drawn_by(home: Path, code: str, *words: str) -> str:
    """What a program writes on a terminal behind stderr."""
    ours, theirs = os.openpty()
    run = [sys.executable, "-c", code, *words]
    with subprocess.Popen(run, cwd=home, stdout=subprocess.DEVNULL, stderr=theirs) as command:
        os.close(theirs)
        drawn = b""
        try:
            while piece := os.read(ours, 4096):
                drawn += piece
        except OSError:  # the other side is closed
            pass
        assert command.wait() == 0
    os.close(ours)
    return STYLE.sub("", drawn.decode())


def test_rich_is_loaded_only_for_what_it_shows() -> None:
    names = ["check", "test", "read", "explain", "coverage", "fmt", "bench"]
    code = (
        "import sys; from playsheet.cli.group import main\n"
        f"for name in {names}: main.get_command(None, name)\n"
        "assert not {'rich', 'rapidfuzz'} & {*sys.modules}, 'too much was loaded'"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True)
    assert told.returncode == 0, told.stderr


@pytest.mark.parametrize("flag", ["-V", "--version"])
def test_the_version_is_that_of_the_project(flag: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    result = CliRunner().invoke(main, [flag])
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"playsheet, version {project['project']['version']}\n"
