"""What `check` writes for other programs: SARIF, annotations of GitHub, what a save changed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import pytest
from running import edit, run
from sarif_kit.validate import validation_errors

from playsheet.dsl.nodes.base import Span
from playsheet.dsl.problems.annotations import annotation_lines
from playsheet.dsl.problems.catalog import entries
from playsheet.dsl.problems.problem import Label, Problem
from playsheet.dsl.problems.sarif import sarif_log

RUN = [sys.executable, "-m", "playsheet"]
posix = pytest.mark.skipif(os.name != "posix", reason="needs signals and a shell")


def sarif(*words: str) -> dict[str, Any]:
    """The one run of a log that is as the standard wants it."""
    log = json.loads(run("check", *words, "--sarif").stdout)
    assert validation_errors(log) == []
    (found,) = log["runs"]
    return found


def region_of(result: dict[str, Any]) -> dict[str, int]:
    (location,) = result["locations"]
    return location["physicalLocation"]["region"]


def with_fix(text: str, result: dict[str, Any]) -> str:
    """A text with the fix of a result in it, as an editor puts it there."""
    (fix,) = result["fixes"]
    (change,) = fix["artifactChanges"]
    (replacement,) = change["replacements"]
    place, lines = replacement["deletedRegion"], text.split("\n")
    assert place["startLine"] == place["endLine"]
    line = lines[place["startLine"] - 1]
    start, end = place["startColumn"] - 1, place["endColumn"] - 1
    new = line[:start] + replacement["insertedContent"]["text"] + line[end:]
    return "\n".join([*lines[: place["startLine"] - 1], new, *lines[place["startLine"] :]])


# ---- SARIF


def test_a_log_of_a_sound_format_is_empty(here: Path) -> None:
    found = sarif("my_game")
    assert found["results"] == [] and found["invocations"] == [{"executionSuccessful": True}]
    base = found["originalUriBaseIds"]["%SRCROOT%"]["uri"]
    assert unquote(urlparse(base).path) == f"{here}/"


@pytest.mark.parametrize(
    ("right", "wrong", "code"),
    [
        ("move spot to heap", "move spot to heep", "unknown-name"),
        ("move spot to heap", "mvoe spot to heap", "keyword-misspelt"),
        ("each player: move spot", "each player move spot", "colon-missing"),
    ],
)
def test_a_fix_in_its_place_leaves_nothing_wrong(
    here: Path, right: str, wrong: str, code: str
) -> None:
    path = here / "my_game/my_game.rules"
    edit(path, right, wrong)
    (result,) = sarif("my_game")["results"]
    assert result["ruleId"] == code and result["level"] == "error"
    path.write_text(with_fix(path.read_text(encoding="utf-8"), result), encoding="utf-8")
    assert sarif("my_game")["results"] == []


def test_places_are_told_from_the_working_directory_on(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "my_game").rename(here / "a gäme")
    path = here / "a gäme/my_game.rules"
    edit(path, "move spot to heap", "move spot to heep")
    (result,) = sarif("a gäme")["results"]
    (location,) = result["locations"]
    artifact = location["physicalLocation"]["artifactLocation"]
    assert artifact["uriBaseId"] == "%SRCROOT%"
    assert unquote(artifact["uri"]) == "a gäme/my_game.rules" and artifact["uri"].isascii()
    line = path.read_text(encoding="utf-8").split("\n")[region_of(result)["startLine"] - 1]
    assert line[slice(*(region_of(result)[k] - 1 for k in ("startColumn", "endColumn")))] == "heep"
    whole = run("check", str(here / "a gäme"))
    assert "at a gäme/my_game.rules:" in whole.output and str(here) not in whole.output
    monkeypatch.chdir("a gäme")
    assert "at my_game.rules:" in run("check", str(here / "a gäme")).output
    (here / "elsewhere").mkdir()
    monkeypatch.chdir(here / "elsewhere")
    (result,) = sarif(str(here / "a gäme"))["results"]
    (location,) = result["locations"]
    artifact = location["physicalLocation"]["artifactLocation"]
    assert unquote(urlparse(artifact["uri"]).path) == str(path) and "uriBaseId" not in artifact


def test_every_code_has_its_rule_and_every_place_its_line() -> None:
    span, other = Span("a.rules", 3, 5, 3, 9), Span("b.rules", 1, 1, 2, 1)
    problems = [
        Problem(code, "It is wrong.", span, "Write it.", "warning", (Label(other, "the other"),))
        for code in entries()
    ]
    problems += [Problem("no-turn", "Nothing is there."), Problem("no-turn", "x", Span("a.rules"))]
    log: Any = sarif_log(problems, "1.0", Path("/home/me"))
    assert validation_errors(log) == []
    (found,) = log["runs"]
    rules = found["tool"]["driver"]["rules"]
    assert {rule["id"] for rule in rules} == {*entries()}
    assert all(rule["fullDescription"]["text"] in rule["help"]["text"] for rule in rules)
    for result in found["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert "fixes" not in result  # `Write it.` is for a person
    first = found["results"][2]
    assert first["message"]["text"] == "It is wrong.\nMend: Write it."
    (related,) = first["relatedLocations"]
    assert related["message"]["text"] == "the other"
    assert related["physicalLocation"]["region"]["endLine"] == 2


def test_what_shows_a_problem_is_data_too(here: Path) -> None:
    path = here / "my_game/my_game.rules"
    case = "    if its height is at least 2: starts as 3\n"
    edit(path, "    starts as its height", f"{case}{case}    starts as its height")
    (record,) = json.loads(run("check", "my_game", "--json").stdout)
    (result,) = sarif("my_game")["results"]
    assert record["example"] == result["properties"]["example"]
    assert record["example"]["cards"] and "fit both" in record["example"]["text"]
    assert f"for example: {record['example']['text']}\n" in run("check", "my_game").output


def test_games_that_somebody_stopped_are_no_whole_run() -> None:
    log: Any = sarif_log([], "1.0", Path("/home/me"), whole=False)
    assert log["runs"][0]["invocations"] == [{"executionSuccessful": False}]


# ---- annotations


def test_annotations_stand_at_their_lines(here: Path) -> None:
    assert run("check", "my_game", "--output-format", "github").output == ""
    edit(here / "my_game/my_game.rules", "move spot to heap", "move spot to heep")
    result = run("check", str(here / "my_game"), "--output-format=github")
    assert result.exit_code == 1
    assert result.output == (
        "::error title=playsheet (unknown-name),file=my_game/my_game.rules,line=58,col=39,"
        "endLine=58,endColumn=43::my_game/my_game.rules:58:39: unknown-name "
        'I know no name "heep" here. Did you mean "heap"?%0AMend: heap\n'
    )


def test_nothing_in_a_text_ends_an_annotation() -> None:
    wrong = Problem("no-turn", "100 %\nof: it, ::error", Span("a,b:c.rules", 1, 1, 1, 2))
    (line,) = annotation_lines([wrong], Path("/home/me"))
    head, _, told = line.removeprefix("::").partition("::")
    assert "file=a%2Cb%3Ac.rules," in head and told.endswith("no-turn 100 %25%0Aof: it, ::error")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--impact", "old", "--sarif"), "sarif is for problems of the files and of --play."),
        (("--watch", "--output-format", "github"), "github is for problems of the files"),
        (("--watch", "--play", "3"), "--watch looks at files, and plays no games."),
        (("--output-format", "xml"), "'xml' is not one of 'text', 'json', 'sarif', 'github'"),
    ],
)
def test_what_cannot_be_written_so_is_said(here: Path, words: tuple[str, ...], said: str) -> None:
    result = run("check", "my_game", *words)
    assert result.exit_code == 2 and said in result.stderr


# ---- watching


@contextmanager
def watching(*words: str) -> Iterator[subprocess.Popen[str]]:
    """`check --watch`; it is stopped at the end, whatever happens."""
    pipe = subprocess.PIPE
    run = [*RUN, "check", *words, "--watch"]
    with subprocess.Popen(run, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def line_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def changes_told(process: subprocess.Popen[str]) -> tuple[list[str], list[str]]:
    told = json.loads(line_of(process))
    new, gone = ([one["code"] for one in told[key]] for key in ("new", "gone"))
    return new, gone


@posix
def test_only_what_is_new_or_gone_is_told(here: Path) -> None:
    rules = here / "my_game/my_game.rules"
    with watching("my_game", "--json") as process:
        assert changes_told(process) == ([], [])
        edit(rules, "move spot to heap", "move spot to heep")
        assert changes_told(process) == (["unknown-name"], [])
        text = rules.read_text(encoding="utf-8")
        rules.write_text(f"# all moves down\n{text}", encoding="utf-8")  # changes nothing
        (here / "my_game/new.carsd").write_text("", encoding="utf-8")
        assert changes_told(process) == (["file-not-read"], [])
        (here / "my_game/new.carsd").unlink()
        assert changes_told(process) == ([], ["file-not-read"])
        edit(rules, "move spot to heep", "move spot to heap")
        assert changes_told(process) == ([], ["unknown-name"])
        process.send_signal(signal.SIGINT)
        told, errors = process.communicate(timeout=20)
    assert (process.returncode, told, errors) == (130, "", "Stopped.\n")


@posix
def test_a_reader_sees_what_is_gone_in_a_line(here: Path) -> None:
    rules = here / "my_game/my_game.rules"
    with watching("my_game/my_game.rules") as process:
        assert line_of(process) == "No mistakes in my_game/my_game.rules.\n"
        (here / "my_game").rename(here / "away")
        assert process.stderr is not None
        assert 'my_game".' in process.stderr.readline()
        (here / "away").rename(here / "my_game")
        edit(here / "my_game/words.rules", "label", "lable")  # not of this file
        edit(rules, "move spot to heap", "move spot to heep")
        edit(here / "my_game/words.rules", "lable", "label")
        assert line_of(process).startswith("error[unknown-name]: I know no name")
        while "1 error" not in line_of(process):
            pass
        edit(rules, "move spot to heep", "move spot to heap")
        assert line_of(process).startswith("gone: my_game/my_game.rules:58:39: unknown-name: ")
        assert line_of(process) == "No mistakes in my_game/my_game.rules.\n"


@posix
def test_it_ends_when_nobody_reads_any_more(here: Path) -> None:
    words = " ".join([*RUN, "check my_game --watch"])
    done = subprocess.run(f"{words} | head -1", shell=True, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("No mistakes in my_game.\n", "")
