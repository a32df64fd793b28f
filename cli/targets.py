"""Which formats and files a command is about, from what was typed behind it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from ..dsl.ir.wordbook import span_said
from ..dsl.loading.library import FormatFiles, files_below, root, shipped_formats, sources_of
from ..dsl.loading.parsed import parse_source
from ..dsl.loading.source import Source
from ..dsl.nodes.dataclass import dataclass
from ..dsl.nodes.files import Scenario
from ..dsl.problems.translation import languages
from ..interpreter.runtime.rules import Edition, Rules
from .language import keep
from .words import unknown_name


class FormatName(click.ParamType[str]):
    """The name of a shipped format or a folder with rules; completes names."""

    name = "format"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Formats that begin so, then folders."""
        names = [name for name in shipped_formats() if name.startswith(incomplete)]
        return [CompletionItem(name) for name in names] or [CompletionItem(incomplete, type="dir")]


FORMAT = FormatName()
CARDS = click.option(
    "--cards",
    metavar="PATH",
    help="Further cards: a .cards file, records of printed cards, or a folder of them.",
)
DECKS = click.option(
    "--decks", metavar="PATH", help="Further decks: a .deck file or a folder of them."
)

PLAY = click.option(
    "--play",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="Look at N random games too: which effects of cards never happen.",
)
SEED = click.option("--seed", type=int, default=0, show_default=True, help="Of the first game.")


def keep_known(context: click.Context, option: click.Parameter, language: str | None) -> str | None:
    """The value of a `--lang` that is of messages alone, kept for them."""
    if language is not None:
        known_name("language", language, languages())
    return keep(context, option, language)


TOLD_IN = click.option(
    "--lang",
    metavar="LANGUAGE",
    callback=keep_known,
    expose_value=False,
    is_eager=True,
    help="Tell what is wrong in this language: en, es.",
)


def split_names(text: str) -> list[str]:
    """`red,blue` as two names."""
    return [name.strip() for name in text.split(",")]


def number_of_seats(rules: Rules, *given: list[str] | None) -> int:
    """As many as there are of what is given for each, else the smallest number."""
    known = rules.seat_numbers
    counts = [len(one) for one in given if one is not None and len(one) > 1]
    if counts and counts[0] not in known and len(known) > 1:
        text = f"There are {span_said(known)} seats, and {counts[0]} are given."
        raise click.UsageError(text)
    return next((count for count in counts if count in known), known[0])


def decks_of_players(rules: Rules, given: list[str] | None) -> list[str] | None:
    """Those of some decks that are not the table's."""
    if given is None:
        return None
    return [name for name in given if not rules.is_tables(rules.deck(name))]


def for_all_seats(what: str, given: list[str], count: int) -> list[str]:
    """One for each seat; a single one is for all."""
    found = given * count if len(given) == 1 else given
    if len(found) != count:
        text = f"There are {count} seats, and {len(found)} {what} are given."
        raise click.UsageError(text)
    return found


def rules_with(name: str, cards: str | None, decks: Iterable[str] | None) -> Rules:
    """A format with further cards; of many records, those that the deck files name are there."""
    files = sources_of(name, cards)
    lists = (source for deck in decks or () for source in deck_files(deck))
    files.wanted = frozenset(word.lower() for one in lists for word in one.text.split())
    return Rules(Edition(files))


def deck_files(deck: str) -> list[Source]:
    """A deck that is given as a file; what is wrong with it is told where it is read."""
    path = Path(deck)
    return files_below(path, "deck") if path.suffix == ".deck" and path.is_file() else []


def switches(given: Iterable[str]) -> dict[str, str]:
    """`name=on` as a name and its value."""
    found: dict[str, str] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign:
            raise click.UsageError(f'"{text}" is no switch; say NAME=VALUE, like {text}=on.')
        found[name.strip()] = value.strip()
    return found


@dataclass(slots=True)
class Target:
    """A format, and which of its scenario files are meant; None: all."""

    files: FormatFiles
    scenarios: list[Path] | None = field(default=None)


def targets_of(names: Iterable[str], cards: str | None = None) -> list[Target]:
    """What was typed, one target a format; nothing typed means all that ship. `cards` are
    further ones.
    """
    found: dict[str, Target] = {}
    for name in [*names] or shipped_formats():
        path = Path(name)
        if path.suffix != ".scenario" or not path.is_file():
            format_files = sources_of(name, cards)
            found[format_files.name] = Target(format_files)
            continue
        format_files = sources_of(format_of_scenarios(path), cards)
        target = found.setdefault(format_files.name, Target(format_files, []))
        if target.scenarios is not None:
            target.scenarios.append(path)
    return [*found.values()]


def format_of_scenarios(path: Path) -> str:
    """What format a file of scenarios is for: the one it names, else the folder it lies in."""
    for node in parse_source("scenario", Source(path))[0]:
        if isinstance(node, Scenario) and node.format is not None:
            if str(node.format) in shipped_formats():
                return str(node.format)
            break
    home = home_of(path)
    if home is None:
        raise click.UsageError(
            f"{path} lies in no format's folder. Say in each scenario which it is for: "
            f'"format NAME" in a line below its title.'
        )
    return home


def home_of(path: Path) -> str | None:
    """The nearest folder around a file that has rules in it."""
    for folder in path.resolve().parents:
        if any(folder.glob("*.rules")):
            shipped = folder.parent == (root() / "rulesets").resolve()
            return folder.name if shipped else str(folder)
    return None


def wanted_format(name: str | None) -> str:
    """The format that was typed, else the folder one stands in."""
    if name is not None:
        return name
    if any(Path().glob("*.rules")):
        return "."
    raise click.UsageError("Which format? Say --of FORMAT, or go to a folder with rules.")


def known_name(what: str, word: str, known: Iterable[str]) -> str:
    """The name itself, or a wrong use that says what was probably meant."""
    names = [*known]
    if word not in names:
        raise click.UsageError(unknown_name(what, word, names))
    return word
