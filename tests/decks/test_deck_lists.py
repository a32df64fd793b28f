"""Lists of cards: every shape out and in, names and codes as people write them, nothing lost."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from places import FORMATS
from sampling import sampled

import playsheet.api as ps
from playsheet.dsl.cards.deckfile import MOST_CARDS, DeckEntry
from playsheet.table.decks.legality import broken_by, deck_list
from playsheet.table.decks.lists import CardList, ListReader
from playsheet.table.decks.shapes import SHAPES, written

SMALL = sorted(path.parent.name for path in FORMATS.glob("*/decks"))
NAMES = [*ps.formats(), *SMALL]


@cache
def rules_of(name: str) -> ps.Rules:
    return ps.load(FORMATS / name if name in SMALL else name)


@cache
def reader_of(name: str) -> ListReader:
    return ListReader(rules_of(name))


def plain(entries: list[DeckEntry]) -> list[Any]:
    return [entry.plain for entry in entries]


def read(text: str, name: str = "dcg") -> CardList:
    return reader_of(name).read(text)


@pytest.mark.parametrize("name", NAMES)
def test_every_deck_is_read_back_in_every_shape(name: str) -> None:
    """Red if a shape is written that is read as another deck: a name that two cards have, one that
    begins with a sign of another shape, a part without its heading.
    """
    rules = rules_of(name)
    for deck in map(rules.deck, rules.decks):
        for shape in SHAPES:
            text = written(reader_of(name), deck.entries, shape)
            found = reader_of(name).read(text)
            assert plain(found.entries) == plain([*deck.entries]), (deck.name, shape)
            assert not (found.told or found.beside or found.notes)


def test_a_deck_file_that_is_written_is_one(tmp_path: Any) -> None:
    """Red if a header or line is none to the parser of .deck files."""
    for name in NAMES:
        rules = rules_of(name)
        for one in map(rules.deck, rules.decks):
            path = tmp_path / f"{one.name}.deck"
            path.write_text(written(reader_of(name), one.entries, "deck", ["Of mine"]))
            assert plain([*rules.deck(path).entries]) == plain([*one.entries])


@pytest.mark.parametrize(
    "line",
    [
        "4 Muchomon",
        "4x Muchomon",
        "4X muchomon",
        "4 \u00d7 Muchomon",
        "(4) Muchomon",
        "Muchomon x4",
        "Muchomon (4)",
        "Muchomon [x4]",
        "Muchomon: 4",
        "BT1-013 4",
        "4 BT1-13",
        "4 bt1-013 Muchomon",
        "4 Muchomon (BT1-013)",
        "4 Muchomon BT1-013  # good",
        "\ufeff4\tMuchomon\r",
    ],
)
def test_a_line_can_be_written_in_many_ways(line: str) -> None:
    found = read(line)
    assert plain(found.entries) == [(4, "BT1-013")] and not found.told


def test_a_name_that_begins_with_a_sign_for_times_is_a_name() -> None:
    """Red if `3 Xvmon` is three of "vmon"."""
    assert plain(read("3 Xvmon\n2xXvmon", "hipercoliseo").entries) == [(3, "Bo-203"), (2, "Bo-203")]


def test_sections_are_parts_of_the_deck_or_beside_it() -> None:
    text = (
        "// Digi-Eggs (4)\n4 Koromon\n\n// Main Deck\n2 Muchomon\n# a remark\nSideboard\n1 Muchomon"
    )
    found = read(f"{text}\nSB: 1 Koromon")
    assert plain(found.entries) == [(4, "ST1-01", "eggs"), (2, "BT1-013", "main")]
    assert plain(found.beside) == [(1, "BT1-013"), (1, "ST1-01")]
    assert found.notes == ["a remark"] and not found.told


@pytest.mark.parametrize("head", ["eggs:", "[Eggs]", "== Egg Deck ==", "Eggs", "// Egg Deck: 4"])
def test_a_part_has_many_headings(head: str) -> None:
    assert plain(read(f"{head}\n4 Koromon").entries) == [(4, "ST1-01", "eggs")]


def test_a_heading_that_names_a_kind_of_card_names_no_part() -> None:
    """Red if cards below `Tamers:` are told, or put beside the deck."""
    found = read("Tamer:\n2 Tai Kamiya\n// Digimon\n4 Muchomon")
    assert plain(found.entries) == [(2, "ST1-12"), (4, "BT1-013")] and not found.told


def test_what_cannot_be_read_is_told_with_its_line_and_what_is_near() -> None:
    found = read("4 Muchomom\n2 Biyomon\n0 Muchomon\nCreatures:\n1 Muchomon")
    assert plain(found.entries) == [(1, "BT1-013")]
    told = [(one.what, one.line, one.text, one.offers) for one in found.told]
    assert told == [
        ("unknown-card", 1, "4 Muchomom", ("Muchomon",)),
        ("ambiguous-card", 2, "2 Biyomon", ("Biyomon BT1-012", "Biyomon ST1-02")),
        ("wrong-count", 3, "0 Muchomon", ("BT1-013",)),
        ("unknown-section", 4, "Creatures:", ()),
    ]


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_a_sheet_has_headings_in_any_order(sign: str) -> None:
    rows = [["Card No", "Section", "Name", "Qty"], ["BT1-013", "", "Muchomon", "3"]]
    rows += [
        ["", "Digi-Eggs", "Koromon", "4"],
        ["", "", "Nobody", "1"],
        ["BT1-013", "side", "", ""],
    ]
    found = read("\n".join(sign.join(row) for row in rows))
    assert plain(found.entries) == [(3, "BT1-013"), (4, "ST1-01", "eggs")]
    assert plain(found.beside) == [(1, "BT1-013")]
    assert [(one.what, one.line) for one in found.told] == [("unknown-card", 4)]


def test_a_number_that_is_printed_names_its_card(tmp_path: Any) -> None:
    """Red without the fields in which every card has another number."""
    (tmp_path / "own.rules").write_text(
        'format "Own" seats 2 language en\nzone stock "stock" per player pile\n'
        'card Walker "Walker"\n    serial number\n'
        "deck\n    at least 1 card\n    starts in stock\n"
        'turn\n    step over "over"\n        each player: end game won by player\n'
    )
    (tmp_path / "own.cards").write_text(
        'card "Ant" O-1\n    kind Walker\n    serial 7\n'
        'card "Bee" O-2\n    kind Walker\n    serial 12\n'
    )
    rules = ps.load(tmp_path)
    assert plain(ListReader(rules).read("3 007\n12 x2").entries) == [(3, "O-1"), (2, "O-2")]


def test_more_than_a_deck_can_have_is_cut_and_told() -> None:
    found = read(f"{MOST_CARDS} Muchomon\n1 Koromon\n99999999999999 Koromon")
    assert plain(found.entries) == [(MOST_CARDS, "BT1-013")]
    assert [one.what for one in found.told] == ["wrong-count", "too-many"]
    assert [one.what for one in read("4 Muchomon\n" * 2001).told] == ["too-many", "too-many"]


SIGNS = "4 0 x ( ) [ ] // # : ; , == SB: Sideboard eggs Muchomon BT1-013 Biyomon Count,Name"
WORDS = st.sampled_from([*SIGNS.split(), '"', "\0", "\ufeff"])
LINES = st.lists(WORDS, max_size=8).map(" ".join) | st.text(max_size=30)


@settings(max_examples=sampled(150, 2000))
@given(st.lists(LINES, max_size=12))
def test_nothing_of_any_text_is_lost(lines: list[str]) -> None:
    """Every line that is no heading is a card, a remark, or told; what was taken is read back."""
    text = "\n".join(lines)
    found = read(text)
    taken = {entry.span.line for entry in (*found.entries, *found.beside)}
    taken |= {one.line for one in found.told}
    for number, line in enumerate(text.splitlines(), 1):
        if "BT1-013" in line and "#" not in text and "//" not in text and "," not in text:
            assert number in taken, (line, found)
    for shape in SHAPES:
        again = read(written(reader_of("dcg"), found.entries, shape, found.notes))
        assert sorted(map(str, plain(again.entries))) == sorted(map(str, plain(found.entries)))


@settings(max_examples=sampled(30, 300))
@given(
    st.lists(
        st.tuples(st.integers(1, 60), st.integers(0, 147), st.sampled_from(("", "main", "eggs"))),
        max_size=20,
    )
)
def test_whatever_is_no_legal_deck_breaks_a_rule_by_name(rows: list[tuple[int, int, str]]) -> None:
    rules = rules_of("dcg")
    entries = [DeckEntry(n, rules.cards[card].code, card, part=part) for n, card, part in rows]
    deck = deck_list("own", entries)
    broken = broken_by(rules, deck)
    try:
        rules.new_setup(1, [deck, deck], None, None)
        assert not broken
    except ps.RulesError as error:
        assert {one.message.partition("breaks a rule: ")[2] for one in error.problems} == {
            f"{one.text}." for one in broken
        }
