"""`playsheet cards`: an edited row changes its own fields, and nothing beside."""

from __future__ import annotations

import csv
import difflib
from collections.abc import Callable
from pathlib import Path

import pytest
from running import run

CARDS = """\
# All cards.
card "Imp" X-1  # the first
    kind      Fighter  # hm
    hit[low]  2, "a # b"  # in quotes
    text      One.  # behind
    # between
    text      Two.

cards Fighter | might | tint
    "Ace" X-2 | 1     | red # note
    "Bee" X-3 |       | blue
"""
Sheet = list[dict[str, str]]


@pytest.fixture
def cards(here: Path) -> Path:
    """A file of cards of a format with a comment wherever one may stand."""
    for old in (here / "my_game").rglob("*.cards"):
        old.unlink()
    path = here / "my_game" / "cards" / "all.cards"
    path.write_text(CARDS, encoding="utf-8")
    return path


def sheet_out(path: Path) -> Sheet:
    assert run("cards", "my_game", "--csv", str(path)).exit_code == 0
    with path.open(encoding="utf-8-sig", newline="") as file:
        return [*csv.DictReader(file)]


def taken(cards: Path, edit: Callable[[Sheet], object], sign: str = ",") -> list[str]:
    """The lines that differ once a sheet has been edited and taken back."""
    before, sheet = cards.read_bytes(), cards.with_suffix(".csv")
    rows = sheet_out(sheet)
    edit(rows)
    with sheet.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [*rows[0]], delimiter=sign, restval="")
        writer.writeheader()
        writer.writerows(rows)
    result = run("cards", "my_game", "--from", str(sheet))
    if result.exit_code:
        assert cards.read_bytes() == before
        return [result.stderr.strip()]
    old, new = before.decode().split("\n"), cards.read_bytes().decode().split("\n")
    return [line for line in difflib.ndiff(old, new) if line[0] in "+-"]


def put(row: int, **cells: str) -> Callable[[Sheet], object]:
    return lambda rows: rows[row].update(
        {name.replace("__", "[low]"): cells[name] for name in cells}
    )


def test_a_sheet_has_all_fields_and_no_comment(cards: Path, here: Path) -> None:
    imp, ace, bee = sheet_out(here / "out.csv")
    assert imp["text"] == "One.\nTwo." and imp["hit[low]"] == '2, "a # b"'
    assert (imp["Code"], imp["Name"], imp["kind"], imp["File"]) == (
        ("X-1", "Imp", "Fighter", "cards/all.cards")
    )
    assert ace["tint"] == "red" and bee["might"] == ""


def test_a_sheet_that_was_not_edited_changes_nothing(cards: Path) -> None:
    assert taken(cards, lambda rows: None) == []


@pytest.mark.parametrize(
    "edit, wanted",
    [
        (put(0, kind="Mage"), "    kind      Mage  # hm"),
        (put(0, hit__="3"), "    hit[low]  3  # in quotes"),
        (put(0, text="One!\nTwo."), "    text      One!  # behind"),
        (put(0, Name="Ogre"), 'card "Ogre" X-1  # the first'),
        (put(1, tint="jade"), '    "Ace" X-2 | 1     | jade # note'),
        (put(1, might="20"), '    "Ace" X-2 | 20    | red # note'),
        (put(2, might="7"), '    "Bee" X-3 | 7     | blue'),
        (put(2, tint="green"), '    "Bee" X-3 |       | green'),
    ],
)
def test_an_edited_cell_changes_one_line(
    cards: Path, edit: Callable[[Sheet], object], wanted: str
) -> None:
    minus, plus = taken(cards, edit)
    assert plus == f"+ {wanted}" and minus.startswith("- ")


def test_lines_are_added_and_taken_away_and_comments_stay(cards: Path) -> None:
    assert taken(cards, put(0, text="One.\nTwo.\nThree.")) == ["+     text      Three."]
    assert taken(cards, put(0, text="One.")) == ["-     text      Two.", "-     text      Three."]
    assert taken(cards, put(0, text="")) == ["-     text      One.  # behind", "+     # behind"]
    assert taken(cards, put(0, might="4")) == ["+     might     4"]


def test_a_new_row_is_a_new_card(cards: Path) -> None:
    new = {"Code": "X-9", "Name": "Cat", "kind": "Fighter", "text": "One.\nTwo."}
    assert taken(cards, lambda rows: rows.append(new)) == [
        '+ card "Cat" X-9',
        "+     kind Fighter",
        "+     text One.",
        "+     text Two.",
    ]


def test_ends_of_lines_and_semicolons_are_kept(cards: Path) -> None:
    cards.write_bytes(CARDS.replace("\n", "\r\n").encode())
    lines = taken(cards, put(0, kind="Mage"), ";")
    assert lines[1] == "+     kind      Mage  # hm\r" and len(lines) == 2


@pytest.mark.parametrize(
    "edit, told",
    [
        (put(0, text="One. # two"), 'all.csv:2: "One. # two" cannot stand as text of X-1.'),
        (put(1, tint="a|b"), 'all.csv:3: "a|b" cannot stand in a table; write X-2 as a card.'),
        (put(1, text="One."), "all.csv:3: X-2 stands in a table that has no column for text."),
        (put(1, kind="Mage"), "all.csv:3: X-2 stands in a table that has no column for kind."),
        (put(0, Name='A"B'), "all.csv:2: "),
        (put(1, Code="X-1"), 'all.csv:3: Another row has the code "X-1" too.'),
        (put(1, Code="no code"), 'all.csv:3: A card cannot be written with the code "no code"'),
        (put(1, File="other.cards"), 'all.csv:3: "other.cards" cannot stand as File of X-2.'),
    ],
)
def test_what_cannot_be_taken_is_told_with_its_row(
    cards: Path, edit: Callable[[Sheet], object], told: str
) -> None:
    (message,) = taken(cards, edit)
    assert told in message


def test_files_that_are_no_sheet(cards: Path, here: Path) -> None:
    sheet = here / "bad.csv"
    for raw, told in [
        (b"", 'no column "Code"'),
        (b"Code,Name,Name\n", 'Two columns are called "Name"'),
        (b"Code,Name\nX-1\n", "bad.csv:2: The row has 1 cells"),
        (b"Code,Name\n\xff,a\n", "not UTF-8"),
        (b'Code,Name\n"X-1"x,a\n', "This is no CSV"),
    ]:
        sheet.write_bytes(raw)
        result = run("cards", "my_game", "--from", str(sheet))
        assert result.exit_code == 1 and told in result.stderr, result.stderr
    assert run("cards", "my_game").exit_code == 2
    assert cards.read_text(encoding="utf-8") == CARDS


def test_what_came_with_the_program_is_not_changed_by_its_name(here: Path) -> None:
    """Red if a sheet is written into the folder that the program was put in."""
    assert run("cards", "blackjack", "--csv", "sheet.csv").exit_code == 0
    result = run("cards", "blackjack", "--from", "sheet.csv")
    assert result.exit_code == 2
    assert "blackjack came with the program: " in result.stderr
