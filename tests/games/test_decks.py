"""Decks in parts and cards that come along: as files, as data, in saves and transcripts."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import playing
import pytest
from places import FORMATS

import playsheet.api as ps
from playsheet.dsl.cards.deckfile import deck_of_data, read_deck
from playsheet.dsl.ir.names import field_table
from playsheet.dsl.loading.library import WrongUse
from playsheet.dsl.loading.source import Source
from playsheet.dsl.ruleset.fingerprints import digest_of
from playsheet.interpreter.transcript.save import canonical

MAIN = {"Ms-1": 2, "Ms-2": 1, "Ms-3": 3, "Ms-7": 1, "Ms-8": 1}
CHEST = {"Ms-5": 1, "Ms-4": 1}
WHOLE = {"main": MAIN, "chest": CHEST}
PARTS = ("main", "chest")


def names_in(game: ps.Game, zone: str, seat: int = 0) -> list[str]:
    match = game._setup.match
    cards = game._setup.edition.contents.wordbook.cards
    return sorted(cards[match.cards[card][0]].name for card in match.starts.get((zone, seat), ()))


def written(folder: Path, text: str) -> Path:
    path = folder / "own.deck"
    path.write_text(text, encoding="utf-8")
    return path


def changed(folder: Path, file: str, old: str, new: str) -> Path:
    """A copy of the format with another text in a file."""
    place = folder / "masks"
    shutil.copytree(playing.FORMATS / "masks", place)
    text = (place / file).read_text(encoding="utf-8")
    assert old in text
    (place / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return place


def numbers() -> dict[str, tuple[int, str]]:
    return playing.masks().edition.contents.wordbook.card_numbers()


# ---- lists


def test_a_header_of_no_part_is_a_problem_where_it_stands(tmp_path: Path) -> None:
    path = written(tmp_path, "3 Sun Ms-1\n\nchess:  # a slip\n1 King Ms-5\n")
    deck, problems = read_deck(Source(path), numbers(), parts=PARTS)
    assert [(p.code, p.line, p.column, p.mend) for p in problems] == [
        ("unknown-part", 3, 1, "chest")
    ]
    assert [entry.code for entry in deck.entries] == ["Ms-1", "Ms-5"]


def test_a_format_without_parts_knows_no_header(tmp_path: Path) -> None:
    path = written(tmp_path, "side:\n3 Cub Td-1\n")
    with pytest.raises(ps.RulesError) as error:
        playing.tiny().new_game(decks=str(path))
    assert [(p.code, p.line) for p in error.value.problems] == [("unknown-part", 1)]


def test_the_fingerprint_tells_the_parts_and_without_them_is_as_before() -> None:
    plain = deck_of_data("a", {"Ms-1": 2, "Ms-5": 1}, numbers())
    parted = deck_of_data("a", {"main": {"Ms-1": 2}, "chest": ["Ms-5"]}, numbers(), PARTS)
    other = deck_of_data("a", {"main": {"Ms-1": 2, "Ms-5": 1}}, numbers(), PARTS)
    assert plain.cards == parted.cards == other.cards
    assert len({plain.fingerprint, parted.fingerprint, other.fingerprint}) == 3
    assert [entry.plain for entry in plain.entries] == [(2, "Ms-1"), (1, "Ms-5")]


@pytest.mark.parametrize(
    "given",
    [
        WHOLE,
        {"main": [[n, code] for code, n in MAIN.items()], "chest": ["Ms-5", "Ms-4"]},
        [[n, code, "main"] for code, n in MAIN.items()]
        + [[1, "Ms-5", "chest"], [1, "Ms-4", "chest"]],
    ],
    ids=["numbers", "lists", "rows"],
)
def test_a_deck_is_given_as_data_in_parts(given: Any) -> None:
    game = playing.masks().new_game(seed=1, decks=[given, "parts"])
    assert names_in(game, "chest") == ["King", "Owl"]
    assert len(names_in(game, "deck")) == 8


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"mian": MAIN}, 'Did you mean "main"?'),
        ({"main": MAIN, "Ms-5": 1}, "A deck is a list of codes"),
        ({"main": {"chest": CHEST}}, "A deck is a list of codes"),
        ([[1, "Ms-5", "trunk"]], 'part of a deck "trunk"'),
        ([[1, "Ms-5", "chest", "more"]], "A deck is a list of codes"),
        ({"chest": 4}, 'card "chest"'),
        ({"chest": ["Ms-99"]}, 'card "Ms-99"'),
    ],
)
def test_a_wrong_part_is_told_in_a_sentence(given: Any, says: str) -> None:
    with pytest.raises(WrongUse) as error:
        playing.masks().new_game(decks=[given])
    assert says in str(error.value)


# ---- where cards start


def test_what_the_list_does_not_say_is_of_the_first_part() -> None:
    deck = [[n, code] for code, n in MAIN.items()] + [[1, "Ms-5"], [1, "Ms-4", "chest"]]
    with pytest.raises(ps.RulesError, match="main: only"):  # a King is not for the first part
        playing.masks().new_game(decks=[deck])
    named = playing.masks().new_game(decks="parts")
    assert names_in(named, "chest") == ["King", "Owl"]


def test_a_list_that_says_no_part_is_sorted_by_what_may_be_where() -> None:
    game = playing.masks().new_game(decks="unsaid")
    assert names_in(game, "chest") == ["King"]
    assert "Owl" in names_in(game, "deck")


def test_a_broken_rule_names_its_part() -> None:
    cards = {"main": {**MAIN, "Ms-6": 1}, "chest": {"Ms-6": 1}}
    with pytest.raises(ps.RulesError) as error:
        playing.masks().new_game(decks=[cards])
    text = " ".join(problem.message for problem in error.value.problems)
    assert "main: only (cards where it is not Key" in text


# ---- cards that come along


def test_each_copy_has_its_own_other_side() -> None:
    match = playing.masks().new_game(decks="parts")._setup.match
    other = match.tables[field_table("other")]
    pairs = {(card, other[card]) for card in range(len(match.cards)) if other[card] >= 0}
    assert len(pairs) == 16  # Sun, Sun, Moon and King of both seats, there and back
    assert all((two, one) in pairs for one, two in pairs)
    assert all(match.cards[one][1] == match.cards[two][1] for one, two in pairs)


def test_what_comes_along_is_in_no_list() -> None:
    game = playing.masks().new_game(seed=2, decks="parts", record=True)
    saved = json.loads(game.to_json())
    assert sum(number for number, *_ in saved["decks"][0]["cards"]) == 10
    assert len(game._setup.match.cards) == 2 * (10 + 7)
    assert names_in(game, "sides") == ["Fool", "Moon", "Moon", "Sun"]
    assert names_in(game, "purse") == ["Penny"] * 3


def test_a_seat_sees_what_came_along() -> None:
    game = playing.masks().new_game(seed=2, decks="parts", record=True)
    view = json.dumps(game.view("bo"))
    assert "Fool" in view and "Penny" in view


# ---- saves and transcripts


def test_a_save_keeps_the_parts() -> None:
    rules = playing.masks()
    game = playing.play(rules.new_game(seed=5, decks=[WHOLE]), 5, 6)
    back = rules.game_from_json(game.to_json())
    assert back == game
    assert names_in(back, "chest") == names_in(game, "chest") == ["King", "Owl"]
    assert playing.play(back, 6) == playing.play(game, 6)


def test_a_save_with_an_unknown_part_is_refused() -> None:
    rules = playing.masks()
    text = rules.new_game(seed=5, decks=[WHOLE]).to_json()
    parts = json.loads(text.replace('"chest"]', '"trunk"]'))
    del parts["digest"]
    parts["digest"] = digest_of([canonical(parts)])
    with pytest.raises(ps.SaveMismatch, match="a part trunk"):
        rules.game_from_json(json.dumps(parts))


def test_a_transcript_tells_the_parts_of_a_deck_of_ones_own() -> None:
    game = playing.play(playing.masks().new_game(seed=5, decks=[WHOLE, "parts"]), 5)
    text = game.transcript()
    assert "holds 2 Ms-1 in main\n" in text and "holds 1 Ms-5 in chest\n" in text
    again = ps.replay(text)
    assert again == game and again.transcript() == text
    moved = text.replace("holds 1 Ms-4 in chest", "holds 1 Ms-4 in main")
    with pytest.raises(ps.ReplayDiverged):
        ps.replay(moved)


def test_turning_a_card_over_runs_again() -> None:
    rules = playing.masks()
    for seed in range(40):
        game = playing.play(rules.new_game(seed=seed), seed)
        text = game.transcript()
        if "Turn over" in text and "ana's sides -> ana's stage onto" in text:
            assert ps.replay(text).transcript() == text
            return
    raise AssertionError("nobody ever turned a card over")


def test_a_change_of_the_other_side_changes_the_fingerprint(tmp_path: Path) -> None:
    place = changed(tmp_path, "cards/masks.cards", "worth         1", "worth         2")
    old = playing.masks().new_game(decks="parts")._setup.cards_fingerprint
    assert ps.load(place).new_game(decks="parts")._setup.cards_fingerprint != old


CARDS, RULES = "cards/masks.cards", "masks.rules"


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "line"),
    [
        (CARDS, "other         Ms-2", "other         Ms-22", "unknown-card", 6),
        (CARDS, "other         Ms-2", "other         Ms-1", "wrong-twin", 6),
        (CARDS, "other         Ms-2", "other         Ms-6", "wrong-twin", 6),
        (CARDS, "pays_out      Ms-9", "pays_out      Ms-4", "wrong-twin", 18),
        (RULES, "brings its other to sides", "brings its othr to sides", "unknown-field", 44),
        (RULES, "brings its other to sides", "brings its other to side", "unknown-zone", 44),
        (RULES, "    brings its pays_out to purse\n", "", "never-brought", 26),
        (RULES, "deck chest\n", "deck cards\n", "reserved-name", 53),
        (RULES, "deck chest\n", "deck main\n", "declared-twice", 53),
        (RULES, "per print_number", "per printnumber", "unknown-word", 42),
        (RULES, "per print_number", "per also_called", "cannot-count-by", 42),
    ],
)
def test_a_mistake_is_told_where_it_stands(
    file: str, old: str, new: str, code: str, line: int, tmp_path: Path
) -> None:
    place = changed(tmp_path, file, old, new)
    found = {(p.code, p.line, Path(p.file).name) for p in ps.check(str(place))}
    assert (code, line, Path(file).name) in found


# ---- decks of the formats that are extended


def test_a_child_plays_the_decks_of_its_parents_that_its_rules_allow(tmp_path: Path) -> None:
    for name in ("tiny", "tinier"):
        shutil.copytree(FORMATS / name, tmp_path / name)
    child = tmp_path / "tinier"
    rules = ps.load(child)
    assert rules.decks == ps.load(tmp_path / "tiny").decks == ("plain", "second")
    assert rules.new_game(seed=1).decks == ("plain", "second")
    own = child / "decks" / "second.deck"
    own.parent.mkdir()
    own.write_text("8 Cub Td-1\n", encoding="utf-8")
    again = ps.load(child)
    assert again.decks == ("second", "plain")
    assert [entry.number for entry in again.deck("second").entries] == [8]
    text = (child / "tinier.rules").read_text(encoding="utf-8")
    more = "extend deck\n    at most 2 Fighter where its rank is 1\n"
    (child / "tinier.rules").write_text(f"{text}{more}", encoding="utf-8")
    assert ps.load(child).decks == ("second",)  # plain has three
    own.unlink()
    with pytest.raises(ps.WrongUse, match="This format has no deck"):
        ps.load(child).new_game()
