"""What pages tell people to type can be typed: each command and option is one that there is."""

from __future__ import annotations

import ast
import inspect
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from places import ROOT, TINY

from playsheet import api
from playsheet.cli.group import main

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
BLOCK = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`playsheet ([^`]+)`")
TYPED = re.compile(r"^(?:- run: |\$ )?(?:.*&& )?playsheet (.+)$", re.MULTILINE)
SHELLS = ("sh", "console", "yaml")
END = re.compile(r"\s(?:&&|\||>|#)\s.*$|\s\s+.*$")


def typed(path: Path) -> Iterator[str]:
    """What stands behind `playsheet` where a page shows it."""
    text = path.read_text(encoding="utf-8")
    for kind, block in BLOCK.findall(text):
        if kind in SHELLS:
            yield from (END.sub("", line) for line in TYPED.findall(block))
    if path.name != "CHANGELOG.md":  # which tells of what there was
        yield from (END.sub("", line) for line in INLINE.findall(BLOCK.sub("", text)))


def wrong_in(line: str) -> str:
    """What cannot be typed in a line; empty if all can."""
    words = shlex.split(line.replace("[", " ").replace("]", " "))
    found: click.Command | None = main
    context = click.Context(main)
    while isinstance(found, click.Group) and words and not words[0].startswith("-"):
        found, name = found.get_command(context, words[0]), words.pop(0)
        if found is None:
            return f"no command {name}"
    assert found is not None
    options = {name for one in found.get_params(context) for name in (*one.opts, "-h", "--help")}
    options |= {name for one in found.get_params(context) for name in one.secondary_opts}
    given = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
    return ", ".join(sorted(given - options))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_is_shown_can_be_typed(path: Path) -> None:
    assert not [(line, wrong_in(line)) for line in typed(path) if wrong_in(line)]


def test_the_pages_show_what_is_typed() -> None:
    assert sum(1 for path in PAGES for _ in typed(path)) > 80
    assert wrong_in("chekc x") == "no command chekc"
    assert wrong_in("check x --plya 3") == "--plya"


def test_python_on_pages_is_python() -> None:
    blocks = [
        block
        for path in PAGES
        for kind, block in BLOCK.findall(path.read_text(encoding="utf-8"))
        if kind == "python"
    ]
    assert blocks
    for block in blocks:
        ast.parse(block)


def test_the_first_program_of_the_reference_runs(capsys: pytest.CaptureFixture[str]) -> None:
    doc = inspect.getdoc(api) or ""
    lines = [line[4:] for line in doc.splitlines() if line.startswith("    ")]
    program = "\n".join(lines).replace('"my_game"', repr(str(TINY)))
    exec(compile(program, "the reference", "exec"), {})
    assert capsys.readouterr().out.startswith("('")
