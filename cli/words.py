"""What the commands share: wrong names, problems, data for programs, counts."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

import click

from ..dsl.loading.source import MOST_BYTES, Source, decode_source
from ..dsl.nodes.base import NOWHERE
from ..dsl.problems.problem import Problem, unknown
from ..dsl.problems.similar import nearest
from ..dsl.problems.translation import told_in
from ..lab.work import Interrupted
from .language import chosen, language_of, said

R = TypeVar("R")
INTERRUPTED = 130  # the exit code of what somebody stopped


def unknown_name(what: str, word: str, known: Iterable[str]) -> str:
    """`I know no deck "rde". Did you mean "red"?`"""
    message = unknown("", what, word, NOWHERE, known).message
    return message.replace('" here.', '".', 1)


def value_said(message: str, param: click.Parameter | None) -> str:
    """What is wrong with the value of an option, with what was probably meant."""
    known = param.type.choices if param is not None and isinstance(param.type, click.Choice) else ()
    word = re.match(r"'(.*)' is not ", message)
    guess = nearest(word[1], map(str, known)) if word else None
    plain = re.sub("is not a valid (integer|float)( range)?", "is no number", message)
    return f"{plain} Did you mean '{guess}'?" if guess else plain


class Findings(click.ClickException):
    """Problems in somebody's files: shown each with its line, exit code 1."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = [*problems]
        self.language = chosen()
        super().__init__(f"{len(self.problems)} problems")

    def show(self, file: Any = None) -> None:
        """Writes them to stderr."""
        show_problems(self.problems, err=True, language=self.language)


def tell_in(context: click.Context, error: click.ClickException) -> None:
    """Puts the message of an error into the language of the run that it ends."""
    language = language_of(context)
    error.__dict__["message"] = told_in(language, error.message)
    if isinstance(error, Findings):
        error.language = language


def show_problems(
    problems: Iterable[Problem], err: bool = False, scenario: str = "", language: str = ""
) -> None:
    """Writes problems with the lines they stand on, in the language of this run unless another is
    given; those of a failed scenario below its name.
    """
    from . import screen  # late for start-up time: most often nothing is wrong

    screen.show_problems([*problems], err, scenario, language or chosen())


def print_json(value: Any, indent: int | None = 2) -> None:
    """Data for programs, on stdout; of a dataclass its fields by name."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=indent, default=asdict))


AS_JSON = click.option("--json", "as_json", is_flag=True, help="For programs.")


def until_stopped(work: Callable[[], R]) -> tuple[R, bool]:
    """What some work gives, and whether somebody stopped it before its end."""
    try:
        return work(), False
    except Interrupted as stop:
        return stop.done, True


def conclude(
    as_json: bool, record: Any, show: Callable[[], None], wrong: bool = False, stopped: bool = False
) -> None:
    """Ends a command: prints its record for programs or shows it to a reader. Exit code 1 where
    something is wrong, 130 where somebody stopped it.
    """
    if as_json:
        print_json({**record, "stopped": True} if stopped and isinstance(record, dict) else record)
    else:
        show()
    if stopped:
        click.echo(said("Stopped before the end: this is what was done until then."), err=True)
        raise SystemExit(INTERRUPTED)
    if wrong:
        raise SystemExit(1)


def text_of_file(file: str) -> str:
    """The text of a file, `-` for stdin; raises `Findings` if it cannot be read."""
    if file == "-":
        text, problems = decode_source(sys.stdin.buffer.read(MOST_BYTES + 1), file)
    else:
        text, problems = Source(Path(file)).decoded()
    if problems:
        raise Findings(problems)
    return text


def count_of(number: int, word: str) -> str:
    """`1 card`, `2 cards`, `2 branches`."""
    ending = "es" if word.endswith("ch") else "s"
    return f"{number:,} {word}{'' if number == 1 else ending}"
