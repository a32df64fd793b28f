"""`playsheet fmt`: files laid out the usual way, every comment kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from ...dsl.loading.source import Source
from ...dsl.problems.problem import Problem, has_errors
from ...dsl.syntax.formatter import format_text
from ..saving import write_whole
from ..words import Findings, count_of

KINDS = {f".{kind}": kind for kind in ("rules", "cards", "deck", "scenario", "looks")}


@click.command("fmt")
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--check", is_flag=True, help="Change nothing; say which files would change.")
@click.option("--upgrade", is_flag=True, help="Rewrite what was written in other words before.")
def command(paths: tuple[Path, ...], check: bool, upgrade: bool) -> None:
    """Lay .rules, .cards, .deck, .scenario and .looks files out the usual way.

    PATH is a file or a folder; without one, the current folder. Nothing but white space
    changes, comments stay, and a second run changes nothing. With --upgrade, forms of
    earlier versions are rewritten as well; without it they are told.
    """
    problems: list[Problem] = []
    changed, seen = 0, 0
    for source in files_of(paths or (Path("."),)):
        seen += 1
        path, (text, found) = source.path, source.decoded()
        laid = text
        if not has_errors(found):
            laid, found = format_text(KINDS[path.suffix], text, str(path), upgrade)
        problems += [problem for problem in found if problem.severity == "error"]
        if laid != text:
            changed += 1
            click.echo(f"{'would change' if check else 'changed'} {path}")
            if not check:
                write_whole(path, laid)
    verb = "would change" if check else "changed"
    click.echo(f"{count_of(seen, 'file')}, {changed or 'none'} {verb}.", err=True)
    if problems:
        raise Findings(problems)
    if check and changed:
        raise SystemExit(1)


def files_of(paths: tuple[Path, ...]) -> Iterator[Source]:
    """The files that can be laid out, each once; hidden folders are left alone."""
    seen: set[Path] = set()
    for path in paths:
        if path.is_file() and path.suffix not in KINDS:
            known = ", ".join(KINDS)
            raise click.BadParameter(f"{path} is no file I lay out; those end in {known}.")
        found = [path] if path.is_file() else sorted(path.rglob("*"))
        for file in found:
            inside = file.relative_to(path).parts
            if any(part.startswith(".") for part in inside) or file.suffix not in KINDS:
                continue
            if file.is_file() and file.resolve() not in seen:
                seen.add(file.resolve())
                yield Source(file, None if file == path else path)
