"""The command `playsheet`: its sub-commands by name, and the one place where errors end."""

from __future__ import annotations

import errno
import os
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from ..dsl.loading.garbage import look_rarely
from ..dsl.loading.library import WrongUse, program_version
from ..dsl.problems.problem import RulesError
from ..interpreter.runtime.fault_report import LocatedFault

# What a command is for, so that `--help` need not load it.
SECTIONS = {
    "Play": {
        "formats": "What ships: seats, cards, decks, clauses covered.",
        "play": "Play a format at the terminal.",
        "serve": "Play in the browser: people, bots, watchers.",
        "replay": "Run a saved game again and verify every event.",
        "simulate": "Let bots play many games and count.",
    },
    "Write": {
        "new": "Start a format, a set of cards or a scenario.",
        "cards": "The cards of a format as a sheet, and lists of them as decks.",
        "check": "Every mistake, with its place and its mend.",
        "fmt": "Lay files out the usual way.",
        "lsp": "What editors speak with: mistakes and words as one types.",
        "read": "How effect texts are understood.",
        "explain": "A diagnostic, a card or a clause of the rulebook.",
        "diff": "What differs in meaning between two formats.",
    },
    "Measure": {
        "test": "Run scenarios; with --mutate, test them.",
        "coverage": "Which clauses, rule lines and phrases are tested.",
        "faults": "Make typical mistakes: what finds each?",
        "bench": "Speed beside an engine written by hand.",
    },
}
COMMANDS = {name: text for group in SECTIONS.values() for name, text in group.items()}
EXTRAS = {"serve": "web"}  # of commands that need more than the program
TRACE = "PLAYSHEET_TRACE"  # set: faults of our own show where they happened


class Lazy(click.Group):
    """Loads a command when it is used, and turns whatever stops it into one clear message."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the help."""
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name; its file is called the same, and so are its examples."""
        if cmd_name not in COMMANDS:
            return None
        package = __name__.rpartition(".")[0]
        try:
            module = import_module(f".commands.{cmd_name}", package)
        except ModuleNotFoundError as missing:
            if cmd_name not in EXTRAS or str(missing.name).startswith(package):
                raise
            whole = f"{package.partition('.')[0]}[{EXTRAS[cmd_name]}]"
            text = f"This needs {missing.name}, which is not installed: pip install '{whole}'"
            raise click.ClickException(text) from None
        command: click.Command = module.command
        text = Path(__file__).with_name("commands") / f"{cmd_name}.txt"
        paragraphs = text.read_text(encoding="utf-8").split("\n\n")
        command.epilog = "\n\n".join(f"\b\n{part}" for part in paragraphs)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The same, saying what was probably meant by a wrong name."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from .words import unknown_name

            raise click.UsageError(unknown_name("command", args[0], COMMANDS), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table of commands, in sections."""
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([*commands.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command; what stops it is told in the language of its `--lang`."""
        look_rarely()
        try:
            return self.run(ctx)
        except click.ClickException as error:
            from .words import tell_in

            tell_in(ctx, error)
            raise

    def run(self, ctx: click.Context) -> Any:
        """Runs a command; whatever it raises becomes a message and an exit code."""
        try:
            return super().invoke(ctx)
        except click.BadParameter as error:
            from .words import value_said

            if type(error) is not click.BadParameter:
                raise
            said = value_said(error.message, error.param)
            raise click.BadParameter(said, error.ctx, error.param, error.param_hint) from None
        except (click.ClickException, click.Abort, click.exceptions.Exit):
            raise
        except KeyboardInterrupt:
            from .words import INTERRUPTED

            click.echo("Stopped.", err=True)
            raise click.exceptions.Exit(INTERRUPTED) from None
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise
            reason = error.strerror or str(error) or "it cannot be used"
            file = f"{os.fspath(error.filename)}: " if error.filename is not None else ""
            raise click.ClickException(f"{file}{reason}.") from error
        except Exception as error:
            if os.environ.get(TRACE):
                raise
            raise stopped(error) from error


def stopped(error: Exception) -> click.ClickException:
    """The message for an exception that no command expected."""
    from .words import Findings

    if isinstance(error, RulesError):
        return Findings(error.problems)
    if isinstance(error, LocatedFault):
        return Findings([error.problem])
    if isinstance(error, WrongUse):
        return click.UsageError(str(error))
    if isinstance(error, RecursionError):
        return click.ClickException("Something is nested too deeply to be worked out.")
    return click.ClickException(
        f"This is a fault of the program, not yours: {type(error).__name__}: {error}\n"
        f"Set {TRACE}=1 and run it again to see where it happened."
    )


def show_version(ctx: click.Context, param: click.Parameter, asked: bool) -> None:
    """Prints the version."""
    if not asked or ctx.resilient_parsing:
        return
    click.echo(f"{__name__.partition('.')[0]}, version {program_version()}")
    ctx.exit()


@click.group(
    cls=Lazy,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 92},
    epilog="""\b
Exit codes: 0 all is well, 1 something was found, 2 the command was used wrongly,
130 somebody stopped it.
Each command has examples: playsheet play --help
FORMAT is the name of a shipped format or a folder with .rules files in it.""",
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=show_version,
    help="Show the version and exit.",
)
def main() -> None:
    """Rules and cards of trading-card games as text, and the table that runs them."""
