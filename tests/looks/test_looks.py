"""What a .looks file may say, and what is said of one that names what is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

import playsheet.api as ps
from playsheet.dsl.loading.library import shipped_formats, sources_of
from playsheet.dsl.looks.looks import Face, looks_of, looks_of_nodes
from playsheet.dsl.syntax.parse import parse_file
from playsheet.table.contract.formats import Schema
from playsheet.table.readers.describing import schema_of

RULES = """format "Den" seats 2

zone den "den" per player group face up
zone hand "hand" per player group seen by owner
zone pool "pool" pile face down seen by nobody
gauge luck "luck" shared 0..5
gauge lives "lives" per player 0..any starts 3
values hue = red "Red" | blue "Blue"

card Beast "Beast"
    bite number
    hue hue

deck of table
    exactly 2 cards
    starts in pool

turn "turn"
    phase act "act"
        end game ranked by most_lives

ranking most_lives
    by lives higher wins
"""

CARDS = """card "Wolf" D-1
    bite 3
    hue red
"""


@pytest.fixture
def den(tmp_path: Path) -> Path:
    folder = tmp_path / "den"
    folder.mkdir()
    (folder / "den.rules").write_text(RULES, encoding="utf-8")
    (folder / "den.cards").write_text(CARDS, encoding="utf-8")
    (folder / "pair.deck").write_text("2 Wolf D-1\n", encoding="utf-8")
    return folder


def codes(folder: Path, looks: str) -> list[tuple[str, int, int, str]]:
    """The problems in the looks of a format: code, line, column, mend."""
    (folder / "den.looks").write_text(looks, encoding="utf-8")
    found = ps.check(folder)
    return [(p.code, p.line, p.column, p.mend) for p in found if p.file.endswith(".looks")]


def test_lines_say_how_a_format_is_drawn() -> None:
    """Red if `add_line` forgets a word, or a form behind `as`."""
    text = """
row den as row, ., pool as pile
row hand
between luck as track, pool
beside lives
hide pool, luck
face Beast: corner bite; band hue, sort; figure bite; text says
colour red is orange
symbol red is "R"
"""
    nodes, problems = parse_file("looks", text, "den.looks")
    found = looks_of_nodes(nodes)
    assert problems == []
    assert found.rows == [("den", None, "pool"), ("hand",)]
    assert (found.between, found.beside) == (["luck", "pool"], ["lives"])
    assert found.forms == {"den": "row", "pool": "pile", "luck": "track"}
    assert found.hidden == ["pool", "luck"]
    assert found.faces == {"Beast": Face(("bite",), ("hue", "sort"), ("bite",), ("says",))}
    assert (found.colours, found.symbols) == ({"red": "orange"}, {"red": "R"})


@pytest.mark.parametrize(
    ("looks", "expected"),
    [
        ("row dne\n", ("unknown-zone", 1, 5, "den")),
        ("row pool\n", ("looks-misplaced", 1, 5, "")),
        ("between lives\n", ("looks-misplaced", 1, 9, "")),
        ("between luk\n", ("unknown-name", 1, 9, "luck")),
        ("beside luck\n", ("unknown-name", 1, 8, "")),
        ("hide nothing_known\n", ("unknown-name", 1, 6, "")),
        ("row den\nrow hand, den\n", ("placed-twice", 2, 11, "")),
        ("row den as track\n", ("looks-form", 1, 12, "")),
        ("between luck as fan\n", ("looks-form", 1, 17, "")),
        ("beside lives as track\n", ("looks-form", 1, 17, "")),
        ("face Best: corner bite\n", ("unknown-kind", 1, 6, "Beast")),
        ("face Beast: corner bit\n", ("unknown-field", 1, 20, "bite")),
        ("colour rde is red\n", ("unknown-value", 1, 8, "red")),
        ("colour red is rred\n", ("unknown-colour", 1, 15, "red")),
        ('symbol red is "a", red is "b"\n', ("placed-twice", 1, 20, "")),
        ('goal "A"\ngoal "B"\n', ("placed-twice", 2, 6, "")),
        ('goal "A"\ngoal en "B"\n', ("placed-twice", 2, 9, "")),
        ('goal fr "A"\n', ("unknown-language", 1, 6, "")),
        ("row den as heap\n", ("word-unexpected", 1, 12, "")),
        ("rwo den\n", ("keyword-misspelt", 1, 1, "row")),
    ],
)
def test_what_is_not_there_is_told_with_its_place(
    den: Path, looks: str, expected: tuple[str, int, int, str]
) -> None:
    """Red if a line of `Checker` is taken out."""
    assert codes(den, looks) == [expected]


def test_the_goal_is_said_in_each_language(den: Path) -> None:
    """Red if a language is not looked for, or one that has titles may do without."""
    rules = den / "den.rules"
    spoken = RULES.replace("seats 2", "seats 2 language en, es, pt", 1)
    rules.write_text(f'{spoken}titles es\n    zone hand "mano"\n', encoding="utf-8")
    assert codes(den, 'goal "Win."\n') == [("words-missing", 1, 6, "")]
    assert codes(den, 'goal "Win."\ngoal es "Gana."\n') == []
    loaded = ps.load(den)
    goals = {one: schema_of(loaded, one)["looks"]["goal"] for one in loaded.languages}
    assert goals == {"en": "Win.", "es": "Gana.", "pt": "Win."}


def test_a_format_has_one_file_of_looks(den: Path) -> None:
    """Red if the second file is read, or said nothing of."""
    (den / "more.looks").write_text("row dne\n", encoding="utf-8")
    assert codes(den, "row den\n") == [("looks-twice", 1, 1, "")]


def test_looks_are_no_part_of_the_rules(den: Path) -> None:
    """Red if the bytes of the looks come into the fingerprint of the rules."""
    before = ps.load(den).new_game(seed=1).transcript()
    (den / "den.looks").write_text("row den\n", encoding="utf-8")
    assert ps.load(den).new_game(seed=1).transcript() == before


def test_a_format_without_its_own_is_drawn_as_the_one_it_extends(den: Path) -> None:
    """Red if `source_of_looks` does not ask the parent."""
    (den / "den.looks").write_text("row hand\n", encoding="utf-8")
    child = den.parent / "cave"
    child.mkdir()
    (child / "cave.rules").write_text('format "Cave" extends den\n', encoding="utf-8")
    found = looks_of(sources_of(child))
    assert found is not None
    assert found.rows == [("hand",)]


@pytest.mark.parametrize("name", shipped_formats())
def test_every_shipped_format_says_how_it_is_drawn(name: str) -> None:
    """Red without a .looks file in its folder."""
    found = looks_of(sources_of(name))
    assert found is not None
    assert found.rows
    assert found.faces


def test_the_contract_tells_colours_by_the_words_of_cards() -> None:
    """Red if colours go by the ids of values, or by the words of another language."""
    rules = ps.load("hipercoliseo")
    found = {one: schema_of(rules, one)["looks"]["colours"] for one in rules.languages}
    assert found == {"en": {"blue": "blue", "red": "red"}, "es": {"azul": "blue", "rojo": "red"}}


@pytest.mark.parametrize("name", shipped_formats())
def test_every_schema_with_looks_keeps_the_contract(name: str) -> None:
    """Red if a form or a field is named that the model does not have."""
    assert Schema.model_validate(schema_of(ps.load(name))).looks is not None
