"""What is refused names a condition; once the conditions named are so, the rules offer it."""

from __future__ import annotations

from random import Random

import pytest
from askings import CARD_GAMES, asker, asking, could_be, denials_of, is_offered, offered, played
from forced import offered_then
from sampling import sampled

from playsheet.interpreter.questions.denials import Denials
from playsheet.interpreter.questions.hurdles import Hurdle
from playsheet.interpreter.questions.subjects import Subject

DECISIONS = (4, 40, 75, 130)


@pytest.mark.parametrize("name", CARD_GAMES)
def test_what_has_no_failing_condition_is_what_is_offered(name: str) -> None:
    """For all actions with all elements, and all sentences that windows offer."""
    seen = 0
    for seed in range(sampled(1, 6)):
        for decisions in DECISIONS[: sampled(3, 4)]:
            game = played(name, seed, decisions)
            me = asker(game)
            denials = denials_of(asking(game, me), me)
            if denials.open_window is None:
                continue
            options = offered(game, denials)
            abilities = len(denials.meaning.format.abilities)
            for subject in could_be(denials):
                free = all(one.holds is True for one in denials.hurdles(subject))
                told = denials.subjects.text(subject)
                assert free == is_offered(subject, options, abilities), (seed, decisions, told)
                seen += free
    assert seen


@pytest.mark.parametrize("name", CARD_GAMES)
def test_once_the_conditions_that_are_named_hold_the_option_is_there(name: str) -> None:
    """Options of both seats, whoever is asked: one condition after the other is named and made
    true, and as long as one is left the rules do not offer it.
    """
    left, chance = sampled(12, 200), Random(name)
    while left:
        game = played(name, chance.randrange(20), chance.randrange(4, 140))
        for seat in (0, 1):
            denials = denials_of(asking(game, -1), seat)
            subjects = [*could_be(denials)]
            for subject in chance.sample(subjects, min(3, len(subjects), left)):
                check_made_true(denials, subject)
                left -= 1


def check_made_true(denials: Denials, subject: Subject) -> None:
    """Grants what is named until nothing is."""
    hurdles = [one for one in denials.hurdles(subject) if one.about != "asked"]
    failing = [one for one in hurdles if one.holds is not True]
    told = denials.subjects.text(subject)
    assert not any(isinstance(one.about, tuple) and one.about[0] == "speaks" for one in failing[1:])
    granted: list[Hurdle] = []
    for one in failing:
        assert one.holds is False, told
        if isinstance(one.about, tuple) and one.about[0] == "speaks":
            return  # whose card it is cannot be otherwise
        assert not offered_then(denials, subject, granted), told
        granted.append(one)
    assert offered_then(denials, subject, granted), (told, [one.answer().text for one in granted])
