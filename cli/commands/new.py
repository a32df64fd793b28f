"""`playsheet new`: a format, a set of cards or a scenario to begin with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files as resources
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template

import click

from ...dsl.cards.table import cards_in
from ...dsl.loading.library import FormatFiles, shipped_formats, sources_of
from ...dsl.loading.parsed import parse_all
from ...dsl.nodes import declarations as d
from ...dsl.nodes import files
from ...dsl.nodes.base import Word
from ...dsl.syntax.formatter import format_text
from ...dsl.syntax.print_files import INDENT
from ...dsl.syntax.print_forms import rows_of
from ...lab.positions.taken import NotSaid, taken_at, titles_at
from ..saving import write_whole
from ..targets import CARDS, FORMAT, wanted_format
from ..transcripts import opened
from ..words import AS_JSON, print_json

NAME = re.compile(r"[a-z][a-z0-9_]*")


@click.command("new")
@click.argument("what", type=click.Choice(["format", "set", "scenario"]))
@click.argument("name", required=False)
@click.option("--of", "home", metavar="FORMAT", type=FORMAT, help="Of a set or a scenario.")
@click.option("--title", help="As it is printed; else the name in capitals.")
@click.option("--from", "file", metavar="FILE", help="A scenario of a position of a saved game.")
@click.option("--at", type=int, metavar="STEP", help="With --from: the step of the position.")
@CARDS
@AS_JSON
def command(
    what: str,
    name: str | None,
    home: str | None,
    title: str | None,
    file: str | None,
    at: int | None,
    cards: str | None,
    as_json: bool,
) -> None:
    """Start a format, a set of cards or a scenario."""
    if file is not None or at is not None:
        if what != "scenario" or file is None or at is None:
            raise click.UsageError("Say `new scenario --from FILE --at STEP`.")
        made = scenario_taken(file, at, name, title, home, cards)
        if as_json:
            print_json(made)
        else:
            click.echo(made["file"])
        return
    if name is None:
        raise click.UsageError(f"What is the {what} called? Say `new {what} NAME`.")
    if not NAME.fullmatch(name):
        raise click.BadParameter(
            f'"{name}": small letters, digits and _ make a name, like my_game.'
        )
    title = title or name.replace("_", " ").title()
    if '"' in title or "\n" in title:
        raise click.BadParameter("A title is one line without quotation marks.")
    if what == "format":
        if home is not None:
            raise click.UsageError("A format is of no other format.")
        made = new_format(name, title)
    else:
        format_files = sources_of(wanted_format(home))
        make = new_set if what == "set" else new_scenario
        made = make(format_files, name, title)
    for path in made:
        click.echo(path)


def write_new(path: Path, text: str) -> Path:
    """Writes a file that is not there yet."""
    if path.exists():
        raise click.ClickException(f"{path} is there already; I leave it alone.")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text)
    return path


# ---- a format


def new_format(name: str, title: str) -> list[Path]:
    """A folder with a game of its own."""
    if name in shipped_formats():
        raise click.UsageError(f'A format called "{name}" ships; take another name.')
    home = Path(name)
    if home.exists():
        raise click.ClickException(f"{home} is there already; I leave it alone.")
    words = {"title": title, "code": code_of(name), "name": name}
    made: list[Path] = []
    for inside, text in template_files(templates() / "format"):
        inside = inside.replace("format.rules", f"{name}.rules")
        made.append(write_new(home / inside, Template(text).substitute(words)))
    return made


def templates() -> Traversable:
    return resources(__name__.rpartition(".")[0].rpartition(".")[0]) / "templates"


def template_files(folder: Traversable, above: str = "") -> Iterator[tuple[str, str]]:
    """The files below a folder of templates: where they go, and their text."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from template_files(entry, f"{above}{entry.name}/")
        else:
            yield above + entry.name, entry.read_text(encoding="utf-8")


def code_of(name: str) -> str:
    """The letters in front of the codes: `my_game` gives MG, `duel` gives DU."""
    parts = [part for part in name.split("_") if part]
    letters = "".join(part[0] for part in parts) if len(parts) > 1 else name[:2]
    return letters.upper()[:4]


# ---- a set of cards


def new_set(format_files: FormatFiles, name: str, title: str) -> list[Path]:
    """A file with the plainest card of each kind under a new name, and what a kind's fields are."""
    rules, _ = parse_all("rules", format_files.rules)
    cards, _ = parse_all("cards", format_files.cards)
    printed = [*cards_in(cards)]
    kinds = [kind for kind in rules if isinstance(kind, d.CardDeclaration)]
    head = free_code(code_of(name), {str(card.code) for card in printed}, len(kinds))
    rows = [f"# {title}: a card of each kind. Change them, and add more."]
    for number, kind in enumerate(kinds, 1):
        rows += ["", *(f"# {INDENT * depth}{text}" for depth, text in rows_of(kind))]
        same = [card for card in printed if kind_of(card, kinds) == str(kind.name)]
        if same:
            plain = min(same, key=lambda card: (len(card.fields), str(card.code)))
            rows += card_rows(plain, f"{title} {number}", f"{head}-{number}")
    text = "".join(f"{row}\n" for row in rows)
    path = place_of(format_files, "cards", f"{name}.cards")
    return [write_new(path, format_text("cards", text, str(path))[0])]


def kind_of(card: files.Card, kinds: list[d.CardDeclaration]) -> str:
    """The kind a card says it is, by id or title; the only one if it says none."""
    said = next((str(line.value).lower() for line in card.fields if line.name == "kind"), "")
    for kind in kinds:
        titles = kind.titles.names if kind.titles is not None else ()
        if said in (str(text).lower() for text in (kind.name, *titles)):
            return str(kind.name)
    return str(kinds[0].name) if len(kinds) == 1 else ""


def card_rows(card: files.Card, name: str, code: str) -> list[str]:
    """A card's lines under another name and code."""
    span = card.span
    new = files.Card(Word(name, span), Word(code, span), card.fields, span=span)
    return [f"{INDENT * depth}{text}" for depth, text in rows_of(new)]


def free_code(head: str, taken: set[str], count: int) -> str:
    """Letters whose first codes no card has."""
    letters, number = head, 1
    while any(f"{letters}-{n}" in taken for n in range(1, count + 1)):
        number += 1
        letters = f"{head}{number}"
    return letters


# ---- a scenario


def scenario_taken(
    file: str, at: int, name: str | None, title: str | None, home: str | None, cards: str | None
) -> dict[str, object]:
    """A file with the position of a saved game at a step, and what followed."""
    found, rules = opened(file, home, cards, None)
    usual, called = titles_at(Path(file).name, at)
    path = place_of(rules.edition.files, "scenarios", f"{name or usual}.scenario")
    if path.exists():
        raise click.ClickException(f"{path} is there already; I leave it alone.")
    try:
        taken = taken_at(rules, found, at, title or called)
    except NotSaid as reason:
        raise click.ClickException(f"{file}: step {at}: {reason}.") from None
    write_new(path, taken.text)
    return {
        "file": str(path),
        "step": at,
        "begins": taken.begins or None,
        "way": taken.answers,
        "why": taken.reasons,
        "text": taken.text,
    }


def new_scenario(format_files: FormatFiles, name: str, title: str) -> list[Path]:
    """A file with one scenario: the game begins."""
    path = place_of(format_files, "scenarios", f"{name}.scenario")
    titles = {
        str(node.title)
        for node in parse_all("scenario", format_files.scenarios)[0]
        if isinstance(node, files.Scenario)
    }
    text, number = title, 1
    while text in titles:
        number += 1
        text = f"{title} {number}"
    shipped = format_files.name in shipped_formats()
    words = {"title": text, "format": f"    format {format_files.name}\n" if shipped else ""}
    template = (templates() / "scenario" / "first.scenario").read_text(encoding="utf-8")
    return [write_new(path, Template(template).substitute(words))]


def place_of(format_files: FormatFiles, folder: str, name: str) -> Path:
    """Below the format's own folder; the current folder for a format that ships."""
    if format_files.name in shipped_formats():
        return Path(name)
    return Path(format_files.name) / folder / name
