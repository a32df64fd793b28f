"""Lists of cards: every shape out and in, names and codes as people write them, nothing lost."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from places import FORMATS
from sampling import sampled

import playsheet.api as ps
from playsheet.dsl.cards.deckfile import MOST_CARDS, DeckEntry
from playsheet.table.decks.legality import broken_by, deck_list
from playsheet.table.decks.lists import CardList, ListReader, words_in
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


def test_a_deck_file_that_is_written_is_one(tmp_path: Path) -> None:
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
    eggs = "SB: 1 Muchomon\n// Digi-Eggs (4)\n4 Koromon\n\n"
    rest = "// Main Deck\n2 Muchomon\n# a remark\n// and none of them lays any eggs\n"
    found = read(f"{eggs}{rest}1 Muchomon\nSideboard\n1 Koromon")
    assert plain(found.entries) == [
        (4, "ST1-01", "eggs"),
        (2, "BT1-013", "main"),
        (1, "BT1-013", "main"),
    ]
    assert plain(found.beside) == [(1, "BT1-013"), (1, "ST1-01")]
    assert found.notes == ["a remark", "and none of them lays any eggs"] and not found.told


@pytest.mark.parametrize("head", ["eggs:", "[Eggs]", "== Egg Deck ==", "Eggs", "// Egg Deck: 4"])
def test_a_part_has_many_headings(head: str) -> None:
    assert plain(read(f"{head}\n4 Koromon").entries) == [(4, "ST1-01", "eggs")]


def test_a_heading_that_names_a_kind_of_card_names_no_part() -> None:
    """Red if cards below `Tamers:` are told, or put beside the deck."""
    found = read("Tamers:\n2 Tai Kamiya\n// Digimon\n4 Muchomon")
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
        ["ST1-02", "", "Biyomon", "2"],
        ["", "Digi-Eggs", "Koromon", "4"],
        ["", "", "Nobody", "1"],
        ["BT1-013", "side", "", ""],
    ]
    found = read("\n".join(sign.join(row) for row in rows))
    assert plain(found.entries) == [(3, "BT1-013"), (2, "ST1-02"), (4, "ST1-01", "eggs")]
    assert plain(found.beside) == [(1, "BT1-013")]
    assert [(one.what, one.line) for one in found.told] == [("unknown-card", 5)]


OWN = """format "Own" seats 2 language en
zone stock "stock" per player pile
card Walker "Walker"
    serial number
deck
    at least 1 card
    starts in stock
turn
    step over "over"
        each player: end game won by player
"""


def own_rules(folder: Path, *names: str) -> ps.Rules:
    """A format with cards of these names, O-1 and so on, and the numbers 7, 14 .. on them."""
    (folder / "own.rules").write_text(OWN)
    cards = (
        f'card "{name}" O-{n}\n    kind Walker\n    serial {7 * n}\n'
        for n, name in enumerate(names, 1)
    )
    (folder / "own.cards").write_text("".join(cards))
    return ps.load(folder)


def test_a_number_that_is_printed_names_its_card(tmp_path: Path) -> None:
    """Red without the fields in which every card has another number."""
    reader = ListReader(own_rules(tmp_path, "Ant", "Bee"))
    assert plain(reader.read("3 007\n14 x2").entries) == [(3, "O-1"), (2, "O-2")]


def test_names_that_look_like_something_else_are_written_so_that_they_are_read(
    tmp_path: Path,
) -> None:
    """Red if a name is taken for a remark, a count, a heading or a card beside the deck."""
    names = ("/1 Fan", "; Ant", "SB: Bee", "7 Up", "Best (2)", "Nine x9", "X Ray", "Ray", "[Eel]")
    names += ("Main:", "Stock", "Side", "Agent 007", "Agent 7", "Walker", "4", "Count", "*", "a, b")
    rules = own_rules(tmp_path, *names)
    reader = ListReader(rules)
    entries = [DeckEntry(3, card.code, n) for n, card in enumerate(rules.cards)]
    for shape in SHAPES:
        found = reader.read(written(reader, entries, shape))
        assert plain(found.entries) == plain(entries), shape
        assert not (found.told or found.beside or found.notes)
    assert [one.what for one in reader.read("3 X Ray").told] == ["ambiguous-card"]


def test_what_a_list_calls_cards_by_is_known_before_any_card_is() -> None:
    """Red if a name of several words, or a code beside one, is not asked for."""
    words = words_in("4x Tai Kamiya\nShadow Wing (2)\n3 Biyomon (ST1-02)\n1,Nail Bone,ST6-16")
    assert {"tai kamiya", "shadow wing", "biyomon", "st1-02", "nail bone", "st6-16"} <= words


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
