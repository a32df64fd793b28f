"""What the tests of questions share: games at some decision, and what could be asked of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import playsheet.api as ps
from playsheet.interpreter.backend.layout import OPTIONS, SEAT, SITE
from playsheet.interpreter.messages.values import meant_by
from playsheet.interpreter.questions.asking import Asking
from playsheet.interpreter.questions.denials import Denials
from playsheet.interpreter.questions.subjects import Act, Subject, Subjects, Use

CARD_GAMES = ("hyper_colosseum", "dbe", "dcg", "digi_battle", "hipercoliseo")


@cache
def loaded(name: str) -> ps.Rules:
    """A format that ships, once for all tests."""
    return ps.load(name)


def played(name: str, seed: int, decisions: int) -> ps.Game:
    """A game at random, at one of its decisions."""
    game, chance = loaded(name).new_game(seed), Random(seed)
    for _ in range(decisions):
        before = game.clone()
        game.apply(chance.choice(game.legal_actions()))
        if game.is_over():
            return before
    return game


def asking(game: ps.Game, seat: int) -> Asking:
    """Questions of a seat, or (-1) of somebody who sees all."""
    return Asking(*game.whole(), game.answers, seat)


def denials_of(asked: Asking, seat: int) -> Denials:
    """Why-nots of a seat."""
    return Denials(asked.reasons, Subjects(asked.telling), seat)


def could_be(denials: Denials) -> Iterator[Subject]:
    """Every action with every element, and every sentence that some window offers."""
    found = (one.subject for one in denials.subjects.entries)
    for subject in dict.fromkeys(found):
        no_element = isinstance(subject, Act) and subject.element < 0
        if isinstance(subject, Use) or (
            isinstance(subject, Act) and (not no_element or subject.action.offers is None)
        ):
            yield subject


def offered(game: ps.Game, denials: Denials) -> set[tuple[str, int]]:
    """What the open window offers: labels of actions with their elements, and sentences."""
    _, state = game.whole()
    site = denials.meaning.program.sites[state[SITE]]
    found: set[tuple[str, int]] = set()
    for option in state[OPTIONS]:
        meant = meant_by(site, option)
        found.add((meant.label, meant.thing))
    return found


def is_offered(subject: Subject, options: set[tuple[str, int]], abilities: int) -> bool:
    """Whether a subject is among them."""
    if isinstance(subject, Use):
        thing = (subject.card + 1) * abilities + subject.ability
        return any(found == thing for label, found in options)
    assert isinstance(subject, Act)
    node = subject.action.node
    return (str(node.label or node.name), subject.element) in options


def asker(game: ps.Game) -> int:
    """The seat that decides."""
    return int(game.whole()[1][SEAT])
