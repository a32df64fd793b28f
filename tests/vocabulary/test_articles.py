"""An article in a message agrees with the word behind it."""

import pytest

from playsheet.dsl.problems.articles import an
from playsheet.dsl.typed.types import CARDS, Type


@pytest.mark.parametrize(
    ("thing", "said"),
    [
        ("Order", "an Order"), ("Ship", "a Ship"), ("effect", "an effect"), ("unit", "a unit"),
        ("Ukrainian", "a Ukrainian"), ("hour", "an hour"), ("one-shot", "a one-shot"),
        ("umbrella", "an umbrella"), ("none", "none"), (CARDS, "cards"),
        (Type("card", "Order"), "an Order"),
    ],
)  # fmt: skip
def test_it_agrees(thing: object, said: str) -> None:
    assert an(thing) == said
    assert an(thing, True) == said[:1].upper() + said[1:]
