"""Pages that are followed step by step: their fenced blocks, and what each of them is to do."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner
from places import ROOT

from playsheet.cli import main
from playsheet.dsl.syntax.parse import parse_file

DOCS = ROOT / "docs"
TUTORIAL = DOCS / "tutorial.md"
WALKS = (TUTORIAL, *sorted((DOCS / "guides").glob("*.md")))
CLUSTER = "cluster"  # behind the kind of a block: commands for several machines
FENCE = re.compile(r"^```\s*(.*)$")
PIPED = re.compile(r'^echo "([^"]*)" \| (.*)$')


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its kind, what stands behind the kind, its text, and what is said below
    it.
    """

    path: Path
    line: int
    section: str
    kind: str
    argument: str
    text: str
    quote: str

    @property
    def title(self) -> str:
        return f"{self.path.stem}:{self.line}"


def blocks_of(path: Path) -> Iterator[Block]:
    """The fenced blocks of a chapter, in order."""
    lines = path.read_text(encoding="utf-8").splitlines()
    section, open_at, kind, argument = "", 0, "", ""
    for number, row in enumerate(lines, 1):
        found = FENCE.match(row)
        if found is None:
            if not open_at and row.startswith("#"):
                section = row.lstrip("#").strip()
        elif open_at:
            text = "\n".join(lines[open_at : number - 1]) + "\n"
            quote = quote_below(lines[number:])
            yield Block(path, open_at, section, kind, argument, text, quote)
            open_at = 0
        else:
            open_at = number
            kind, _, argument = found[1].strip().partition(" ")
    assert not open_at, f"{path.name}: the block of line {open_at} is not closed"


def quote_below(lines: list[str]) -> str:
    """The quotation directly below a block: the message it shows."""
    found: list[str] = []
    for row in lines:
        if row.startswith("> "):
            found.append(row[2:].strip())
        elif row.strip() or found:
            break
    return " ".join(found)


def run_command(row: str) -> str:
    """What a command prints; `echo "..." |` in front is what it reads."""
    piped = PIPED.match(row)
    given, row = (f"{piped[1]}\n", piped[2]) if piped else ("", row)
    name, *arguments = shlex.split(row)
    assert name == "playsheet"
    result = CliRunner().invoke(main, arguments, input=given)
    assert result.exception is None or isinstance(result.exception, SystemExit), row
    assert result.exit_code in (0, 1), result.output
    return result.output


def do_step(block: Block, home: Path) -> None:
    """A step of a guide: a text put behind a file, a line changed, commands or a program run. What
    needs a cluster is run where there is one.
    """
    if block.argument == CLUSTER:
        return
    if block.kind == "append":
        path = home / block.argument
        path.parent.mkdir(exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(block.text)
    elif block.kind == "edit":
        path = home / block.argument
        old, new = block.text.splitlines()
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{block.title}: the line to change"
        path.write_text(text.replace(old, new), encoding="utf-8")
    elif block.kind == "console":
        output = ""
        for row in block.text.splitlines():
            if row.startswith("$ "):
                output = run_command(row.removeprefix("$ "))
            else:
                assert row.strip() in output, f"{block.title}: {row}\n{output}"
    elif block.kind == "python":
        exec(compile(block.text, block.title, "exec"), {})
    else:
        assert block.kind == "rules-parse", block.title
        assert not parse_file("rules", block.text, block.title)[1]
