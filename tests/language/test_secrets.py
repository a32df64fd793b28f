"""Whatever decides what a seat is asked, a card that it cannot see is no part of it."""

import shutil
from itertools import product
from pathlib import Path

import pytest

from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.problems.problem import Problem
from playsheet.lab.checking.worded import every_problem

BASE = Path(__file__).parent / "base"
DECLARED = """
format "Secrets" extends base
redefine window acting alone many actions each offers hit, use, peek
extend card Paper
    marks list of name optional
card Seal "Seal"
    size number
zone box "box" per player pile face down seen by nobody
keyword Sealed "Sealed"
    raise this card's worth by 1
property worth of Paper
    starts as its size
    order raise
property weight of player means total size of (Paper in hand)
property heavy of player means weight is at least 3
property most_weight of game means highest weight of players
property next_size of player means top of (Paper in deck)'s size
property bulk of Paper means its worth
phrase big filter "big" means its size is 2
"""
# Each is a truth about the cards of W, a player; all but the last two are no secret of their owner.
LEAKS = {
    "a field": "there is (Paper in W's hand) where its size is 2",
    "a name": 'there is (cards in W\'s hand) where its name is "Big"',
    "has a name": 'W\'s hand has "Big"',
    "a kind": "there is Paper in W's hand",
    "has a kind": "W's hand has Paper",
    "a count": "count of (Paper in W's hand) is at least 2",
    "a total": "total size of (Paper in W's hand) is at least 2",
    "an extreme": "highest size of (Paper in W's hand) is at least 2",
    "a property of cards": "there is (Paper in W's hand) where its bulk is 2",
    "a property of players": "W's weight is 3",
    "a property through another": "W's heavy",
    "a list": 'there is (Paper in W\'s hand) where its marks has "Big"',
    "a keyword": "there is (Paper in W's hand) where it has Sealed",
    "the top of a deck": "W's next_size is 2",
    "the end of a hidden zone": "top of (Paper in W's box)'s size is 2",
}
NEVER_SEEN = ("the top of a deck", "the end of a hidden zone")
# Each asks a player something that depends on T.
PLACES = {
    "offers": 'action peek "Peek" offers (Paper in spot) where T as one: raise points by 1',
    "needs": 'action peek "Peek" needs T: raise points by 1',
    "choose": """action peek "Peek"
    choose up to 1 (Paper in spot) where T as one
    move one to bin""",
    "offer": """action peek "Peek"
    offer player "Peek" when T: raise points by 1""",
    "option": """action peek "Peek"
    choose one asking "Which?"
        option "Peek" when T: raise points by 1
        option "Leave it": raise points by 2""",
    "any order": """action peek "Peek"
    each ((Paper in spot) where T) as one any order: move one to bin""",
    "forbidden": """forbid use where T
action peek "Peek": raise points by 1""",
    "forbidden to pass": """forbid pass where T
action peek "Peek": raise points by 1""",
    "a property of the asked": """property allowed of player means T
action peek "Peek" needs player's allowed: raise points by 1""",
}
CHOOSE_SOME = """action peek "Peek"
    choose exactly (W's weight) cards in spot as some
    move some to bin"""


def leaks_in(folder: Path, action: str) -> list[Problem]:
    """The errors of the small format with an action, which are all of that code."""
    shutil.copytree(BASE, folder / "base")
    (folder / "child").mkdir()
    (folder / "child" / "child.rules").write_text(f"{DECLARED}\n{action}\n", encoding="utf-8")
    found = [p for p in every_problem(sources_of(folder / "child")) if p.severity == "error"]
    assert {problem.code for problem in found} <= {"secret-leak"}, found
    return found


@pytest.mark.parametrize(("place", "leak"), [*product(PLACES, LEAKS)])
def test_nothing_asked_depends_on_what_is_not_seen(tmp_path: Path, place: str, leak: str) -> None:
    theirs, own = (LEAKS[leak].replace("W", whose) for whose in ("opponent", "player"))
    assert leaks_in(tmp_path / "theirs", PLACES[place].replace("T", theirs))
    seen = not leaks_in(tmp_path / "own", PLACES[place].replace("T", own))
    assert seen == (leak not in NEVER_SEEN)


def test_how_many_may_be_chosen_depends_on_nothing_unseen(tmp_path: Path) -> None:
    assert leaks_in(tmp_path, CHOOSE_SOME.replace("W", "opponent"))


def test_what_was_shown_is_no_secret(tmp_path: Path) -> None:
    shown = 'action peek "Peek"\n    show opponent\'s hand to player\n'
    offer = '    offer player "Peek" when opponent\'s heavy: raise points by 1'
    assert not leaks_in(tmp_path, f"{shown}{offer}")
