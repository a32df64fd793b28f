"""Files that cost their reader more than they are long: each gives its message soon."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from places import TINY
from processes import IN_C
from workshop import in_time, play

import playsheet.api as ps
from playsheet.dsl.cards.cardfile import CardReader
from playsheet.dsl.loading.kept import loaded_of
from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.problems import problem, similar
from playsheet.dsl.problems.problem import MOST_PROBLEMS, Problem
from playsheet.lab.checking.worded import every_problem
from playsheet.lab.scenarios import scenario
from playsheet.lab.scenarios.scenario import run_scenarios

MANY = 1_500


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(TINY, tmp_path / "tiny")
    return tmp_path / "tiny"


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The words for which others were looked up that are nearly the same."""
    words: list[str] = []

    def counted(word: str, *given: object) -> str | None:
        words.append(word)
        return nearest(word, *given)

    nearest: Callable[..., str | None] = similar.nearest
    monkeypatch.setattr(problem, "nearest", counted)
    return words


def problems_in(folder: Path) -> list[Problem]:
    with in_time():
        return every_problem(sources_of(folder))


def rows(row: str) -> str:
    return "".join(f"{row.format(n)}\n" for n in range(MANY))


def scenario_with(fact: str) -> str:
    return f'scenario "Much"\n    given {fact}\n    then the deck is legal\n'


UNKNOWN = {
    "names": ("tiny.rules", rows("check c{0} when qq{0} is 1: raise points by 1"), "unknown-name"),
    "names in one rule": (
        "tiny.rules", f"to much by player\n{rows('    raise qq{0} by 1')}", "unknown-name",
    ),
    "names of properties": (
        "tiny.rules", rows("property zork{0} of player means qq{0}"), "unknown-name",
    ),
    "names of verbs": (
        "tiny.rules", rows("to zork{0} by player\n    raise qq{0} by 1\n"), "unknown-name",
    ),
    "names of phrases": (
        "words.rules", rows('phrase zork{0} act "zork {0}": raise qq{0} by 1'), "unknown-name",
    ),
    "cards of scenarios": (
        "scenarios/turn.scenario",
        rows(
            'scenario "Much {0}"\n    given ana\'s hand holds "Q{0}"\n    then the game goes on\n'
        ),
        "unknown-card",
    ),
    "texts of cards": (
        "cards/tiny.cards",
        rows('card "Much {0}" Zz-{0}\n    kind Trick\n    does Trade {0} poinks.\n'),
        "unread-text",
    ),
    "cards of a deck": ("decks/second.deck", rows("1 Nope Zz-{0}"), "unknown-card"),
    "fields": (
        "cards/tiny.cards", f'card "Much" Zz-0\n    kind Trick\n{rows("    much{0} 1")}',
        "unknown-field",
    ),
    "lines of clauses": (
        "clauses.yaml", f"- id: TD-MUCH-01\n{rows('  key{0}: x')}", "unknown-key",
    ),
    "clauses": ("clauses.yaml", rows("- identity: TD-{0}"), "unknown-key"),
    "cards of a scenario": (
        "scenarios/turn.scenario",
        'scenario "Much"\n    given round is 1\n'
        + rows('    and ana\'s hand also holds "Q{0}"')
        + "    when play runs to fight\n    then the game goes on\n",
        "unknown-card",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", UNKNOWN)
def test_of_very_many_unknown_names_the_first_are_told_and_compared(
    folder: Path, compared: list[str], name: str
) -> None:
    file, text, code = UNKNOWN[name]
    path = folder / file
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{text}", encoding="utf-8")
    found = [p for p in problems_in(folder) if p.file == str(path) and p.severity == "error"]
    codes = [p.code for p in found]
    assert code in codes and codes[-1] == "too-many-problems"
    assert len(found) == MOST_PROBLEMS + 1
    assert len(compared) <= 4 * MOST_PROBLEMS


@pytest.mark.parametrize(
    ("name", "where", "work"),
    [("texts of cards", CardReader, "read"), ("cards of scenarios", scenario, "script_of")],
)
def test_of_a_file_with_very_many_mistakes_the_rest_is_not_looked_at(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, where: object, work: str
) -> None:
    done: list[object] = []
    old: Callable[..., object] = getattr(where, work)

    def counted(*given: object) -> object:
        done.append(given)
        return old(*given)

    monkeypatch.setattr(where, work, counted)
    file, text, code = UNKNOWN[name]
    path = folder / file
    path.write_text(text, encoding="utf-8")
    assert code in [p.code for p in problems_in(folder) if p.file == str(path)]
    assert MOST_PROBLEMS < len(done) < 2 * MOST_PROBLEMS


def test_a_long_word_is_compared_with_nothing() -> None:
    long = "m" * (similar.LONGEST + 1)
    assert similar.nearest(long[:-1], [long]) == long
    assert similar.nearest(long, [long[:-1]]) is None
    assert similar.one_letter_from(long, [long[:-1]]) == []


def test_of_very_many_words_those_that_begin_alike_are_compared() -> None:
    known = [f"a{n}" for n in range(similar.MOST)]
    assert similar.nearest("hnd", [*known, "hand"]) == "hand"
    assert similar.nearest("and", [*known, "hand"]) is None
    assert similar.nearest("and", [*known[1:], "hand"]) == "hand"


@pytest.mark.parametrize(
    "fact",
    [
        'the deck holds 999999999 "Cub"',
        'ana\'s hand holds 999999999 "Cub"',
        "ana's hand holds 999999999 cards",
        "ana's hand holds 1999 cards; bo's hand holds 2 cards",
        'ana\'s hand holds 1001 "Cub" onto "Pup"',
    ],
)
def test_cards_of_a_scenario_have_a_bound(folder: Path, fact: str) -> None:
    path = folder / "scenarios" / "turn.scenario"
    path.write_text(scenario_with(fact), encoding="utf-8")
    assert "too-many-cards" in [p.code for p in problems_in(folder)]
    path.write_text(scenario_with("ana's hand holds 1999 cards; bo's hand holds 1 card"))
    assert "too-many-cards" not in [p.code for p in problems_in(folder)]


# ---- looks

INNER = "(Fighter{0} where count of (Fighter{0} where its rank is 77) is 3)"
IN_DECK = INNER.format(" in its owner's deck")
NEST = f"count of (Fighter in first's deck where count of {IN_DECK} is 4)"
IN_RULES = f"            if {NEST} is 1: raise round by 1\n"
ROUND = "            raise round by 1\n"
LARGE = "250 Cub Td-1\n250 Pup Td-2\n"


CHAIN = "".join(
    f"property q{i} of player means count of (cards in deck where its owner's q{i + 1} is 0)\n"
    for i in range(8)
)
LONG = f"{CHAIN}property q8 of player means 0\n"
IN_TURN = "            if first's q0 is 77: raise round by 1\n"


def large(folder: Path, looks: bool) -> None:
    """Decks of 500 cards; each turn looks through them, and through them for each of them."""
    path = folder / "tiny.rules"
    text = path.read_text(encoding="utf-8").replace("exactly 8 cards", "at least 8 cards")
    lines = [line for line in text.split("\n") if "at most 3 cards per name" not in line]
    text = "\n".join(lines)
    assert ROUND in text
    path.write_text(text.replace(ROUND, IN_RULES + ROUND) if looks else text, encoding="utf-8")
    (folder / "decks" / "plain.deck").write_text(LARGE, encoding="utf-8")
    shutil.rmtree(folder / "scenarios")


def test_a_look_through_large_decks_stops_the_game_at_the_rule(folder: Path) -> None:
    large(folder, looks=True)
    rules = ps.load(folder)
    with in_time(), pytest.raises(ps.RuleFault) as raised:
        play(rules.new_game(seed=1, decks="plain"), random.Random(1), 400)
    assert raised.value.problem.code == "too-much-work"
    assert raised.value.problem.file == str(folder / "tiny.rules")
    with in_time():
        play(rules.new_game(seed=1, decks="second"), random.Random(1), 400)


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=IN_C)])
def test_looks_that_are_long_together_pay_also_for_small_sets(folder: Path, native: bool) -> None:
    """Each property looks through a deck once; one that looks at the next one, and so on, may take
    for ever, or not, as the decks are: the format is not refused, and the game is stopped in time.
    """
    large(folder, looks=False)
    path = folder / "tiny.rules"
    text = path.read_text(encoding="utf-8").replace(ROUND, IN_TURN + ROUND)
    path.write_text(text.replace("property champion", f"{LONG}property champion", 1))
    (folder / "decks" / "plain.deck").write_text("9 Cub Td-1\n9 Pup Td-2\n", encoding="utf-8")
    assert [p for p in problems_in(folder) if p.severity == "error"] == []
    rules = ps.load(folder, native=native)
    with in_time(), pytest.raises(ps.RuleFault) as raised:
        play(rules.new_game(seed=1, decks="plain"), random.Random(1), 400)
    assert raised.value.problem.code == "too-much-work"
    assert raised.value.problem.file == str(path)
    with in_time():
        game = rules.new_game(seed=1, decks="second")
        play(game, random.Random(1), 400)
    assert game.is_native == native


def test_a_deck_rule_that_looks_through_large_decks_is_told(folder: Path) -> None:
    large(folder, looks=False)
    path = folder / "tiny.rules"
    text = path.read_text(encoding="utf-8")
    rule = f"    at most 3 Fighter where count of {IN_DECK} is 4\n"
    path.write_text(text.replace("    starts in deck\n", f"{rule}    starts in deck\n"))
    found = [p for p in problems_in(folder) if p.severity == "error"]
    assert [(p.code, p.file) for p in found] == [
        ("too-much-work", str(folder / "decks" / "plain.deck"))
    ]
    with in_time(), pytest.raises(ps.RulesError) as raised:
        ps.load(folder).new_game(seed=1, decks="plain")
    assert [p.code for p in raised.value.problems] == ["too-much-work"]


def test_a_claim_of_a_scenario_that_looks_at_too_much_is_told(folder: Path) -> None:
    path = folder / "scenarios" / "turn.scenario"
    inner = "there is (cards in ana's hand + cards in ana's deck) where "
    path.write_text(
        "scenario \"Much\"\n    given ana's hand holds 150 cards; ana's deck holds 150 cards\n"
        "    and phase muster; first is ana\n"
        f"    then {inner * 6} round is 99\n"
    )
    with in_time():
        (result,) = run_scenarios(loaded_of(sources_of(folder)), [path])
    assert "too often" in result.problems[0].message
