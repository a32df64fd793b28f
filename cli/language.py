"""In which language a command tells what is wrong: that of its `--lang`, else English."""

from __future__ import annotations

import click

from ..dsl.problems.translation import ENGLISH, told_in

KEPT = f"{__name__}.chosen"  # where the commands of one run keep it


def chosen() -> str:
    """The language of this run."""
    context = click.get_current_context(silent=True)
    return ENGLISH if context is None else language_of(context)


def language_of(context: click.Context) -> str:
    """The language of the run that a context is of."""
    return str(context.meta.get(KEPT, ENGLISH))


def choose(language: str) -> None:
    """From here on messages of this run are in a language."""
    click.get_current_context().meta[KEPT] = language


def said(text: str) -> str:
    """A text of the program in the language of this run."""
    return told_in(chosen(), text)


def keep(context: click.Context, _: click.Parameter, language: str | None) -> str | None:
    """The value of `--lang`, kept for messages."""
    if language is not None:
        context.meta[KEPT] = language
    return language
