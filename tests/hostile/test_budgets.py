"""Files that cost their reader more than they are long: each gives its message soon."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from places import TINY
from workshop import in_time

from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.problems import problem, similar
from playsheet.dsl.problems.problem import MOST_PROBLEMS, Problem
from playsheet.lab.scenarios.worded import every_problem

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


def scenario(fact: str) -> str:
    return f'scenario "Much"\n    given {fact}\n    then the deck is legal\n'


UNKNOWN = {
    "names": ("tiny.rules", rows("check c{0} when qq{0} is 1: raise points by 1"), "unknown-name"),
    "names in one rule": (
        "tiny.rules", f"to much by player\n{rows('    raise qq{0} by 1')}", "unknown-name",
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
        + rows('    and ana\'s hand holds "Q{0}"')
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
    assert len(compared) <= 3 * MOST_PROBLEMS


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
    path.write_text(scenario(fact), encoding="utf-8")
    assert "too-many-cards" in [p.code for p in problems_in(folder)]
    path.write_text(scenario("ana's hand holds 1999 cards; bo's hand holds 1 cards"))
    assert "too-many-cards" not in [p.code for p in problems_in(folder)]
