"""`playsheet cards`: the cards of a format as a sheet, out and in; lists of them as decks."""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path

import click

from ...desk.sheet.edits import SheetError, edited
from ...desk.sheet.rows import file_of, sheet_of
from ...dsl.loading.library import WrongUse, ships, sources_of
from ...table.decks.shapes import SHAPES
from ..decking import look_at_deck
from ..saving import write_whole
from ..targets import FORMAT
from ..words import AS_JSON, Findings, count_of

MOST = 50_000_000  # bytes of a sheet


@click.command("cards")
@click.argument("format_name", metavar="FORMAT", type=FORMAT)
@click.option("--csv", "out", metavar="FILE", help="Write the cards there; - shows them.")
@click.option(
    "--from",
    "given",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Take the edited rows of a sheet back into the .cards files.",
)
@click.option("--list", "listed", metavar="FILE", help="A list of cards in any shape; - reads it.")
@click.option("--deck", metavar="NAME", help="A deck of the format.")
@click.option("--as", "shape", type=click.Choice([*SHAPES]), help="Write that deck in a shape ..")
@click.option("--out", "file", metavar="FILE", help=".. there; else it is shown.")
@AS_JSON
def command(
    format_name: str,
    out: str | None,
    given: Path | None,
    listed: str | None,
    deck: str | None,
    shape: str | None,
    file: str | None,
    as_json: bool,
) -> None:
    """Write the cards of a format as a sheet (CSV), or take an edited sheet back; read a list of
    cards as a deck, and say whether it is legal or which rules it breaks.

    A row is a card, a column a field. Of an edited row only the fields that were edited
    change; comments, order and all other lines stay. A row with a new code is a new card; a
    card without a row stays as it is. Nothing is written unless all rows can be.

    A list names cards by name, by code or by both, one a line; what cannot be read is reported
    with its line, and the rest is taken.
    """
    of_deck = listed is not None or deck is not None
    if of_deck and (out is not None or given is not None):
        raise click.UsageError("Say a sheet, --csv or --from, or a deck, --list or --deck.")
    if of_deck:
        look_at_deck(format_name, deck, listed, shape, file, as_json)
        return
    if shape is not None or file is not None or as_json:
        raise click.UsageError("Say which deck: --deck NAME or --list FILE.")
    if (out is None) == (given is None):
        raise click.UsageError("Say where the sheet is written, --csv FILE, or read, --from FILE.")
    sources = [one for one in sources_of(format_name).cards if one.path.suffix == ".cards"]
    sheet = sheet_of(sources)
    if sheet.problems:
        raise Findings(sheet.problems)
    if given is None:
        write(out or "-", sheet.table())
        return
    if Path(format_name).name == format_name and any(ships(one.path) for one in sources):
        raise WrongUse(
            f"{format_name} came with the program: copy its folders, or say the path of its rules."
        )
    try:
        texts = edited(sources, read(given))
    except SheetError as error:
        raise click.ClickException(f"{given}:{error.line}: {error}") from None
    for source in sources:
        if file_of(source) in texts:
            write_whole(source.path, texts[file_of(source)])
            click.echo(f"changed {source.path}")
    click.echo(
        f"{count_of(len(texts), 'file')} changed." if texts else "Nothing changed.", err=True
    )


def write(out: str, table: list[list[str]]) -> None:
    """A sheet as CSV; a file begins with the mark by which spreadsheets know UTF-8."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(table)
    if out == "-":
        sys.stdout.write(text.getvalue())
    else:
        write_whole(Path(out), "\ufeff" + text.getvalue())


def read(given: Path) -> list[list[str]]:
    """The cells of a CSV file, parted by commas or, as some spreadsheets do, semicolons."""
    if given.stat().st_size > MOST:
        raise SheetError(1, f"The sheet is too large; {MOST:,} bytes are allowed.")
    try:
        text = given.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SheetError(1, "The sheet is not UTF-8; save it as CSV UTF-8.") from None
    first = text.partition("\n")[0]
    sign = ";" if first.count(";") > first.count(",") else ","
    try:
        return [*csv.reader(io.StringIO(text, newline=""), delimiter=sign, strict=True)]
    except csv.Error as error:
        raise SheetError(1, f"This is no CSV: {error}.") from None
