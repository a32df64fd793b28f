"""What a seat is answered follows from what it knows: other hidden cards, the same answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from askings import CARD_GAMES, asking, could_be, denials_of, played
from sampling import sampled

import playsheet.api as ps
from playsheet.dsl.ir import ir
from playsheet.interpreter.questions.asking import Asking
from playsheet.interpreter.runtime.match import Match


def exchanged(game: ps.Game, asked: Asking, chance: Random) -> Asking | None:
    """The same questions of a seat where the cards of a player that it has never known are others
    than they are: what is printed on them is shuffled. None where there is nothing to shuffle.
    """
    setup, state = game.whole()
    cards = [*setup.match.cards]
    by_owner: dict[int, list[int]] = {}
    knowledge = asked.past.course.recorder.knowledge
    for card in sorted(asked.telling.sight.unknown):
        if not any(known[card] >> asked.seat & 1 for known in knowledge):
            by_owner.setdefault(cards[card][1], []).append(card)
    for unknown in by_owner.values():
        printed = [cards[card] for card in unknown]
        chance.shuffle(printed)
        for card, definition in zip(unknown, printed, strict=True):
            cards[card] = definition
    if cards == [*setup.match.cards]:
        return None
    match = Match(setup.match.program, cards, setup.match.starts, compile=setup.edition.compiled)
    if "deck part" in match.tables:  # a fact of the card, whatever is printed on it
        match.tables["deck part"] = setup.match.tables["deck part"]
    other = Asking(
        replace(setup, match=match, _wordings={}, _engines={}), state, game.answers, asked.seat
    )
    other.past.__dict__["course"] = asked.past.course  # it has been played with the true cards
    return other


def questions(asked: Asking, chance: Random) -> Iterator[tuple[str, object]]:
    """Some of what a seat could ask."""
    denials = denials_of(asked, asked.seat)
    texts = [denials.subjects.text(one) for one in could_be(denials)]
    cards = [c for c in range(len(asked.setup.match.cards)) if asked.telling.knows(c)]
    owners = [*asked.setup.seats, *(asked.telling.mention(card) for card in cards)]
    values = [known.id.name for known in asked.meaning.format.properties.values()]
    values += [name for name in asked.meaning.program.fields if ":" not in name]
    for text in chance.sample(texts, min(len(texts), sampled(8, 60))):
        yield "why not", text
    for value in chance.sample(values, min(len(values), sampled(8, 60))):
        yield "why", f"{value} of {chance.choice(owners)}"
        yield "why", value
    lines = [number for number, _ in asked.past.lines.values()]
    yield from (("why", line) for line in chance.sample(lines, min(len(lines), 8)))


def answered(asked: Asking, kind: str, what: object) -> list[str]:
    """The answer to one of them."""
    if kind == "why":
        return asked.why(what).lines()
    return asked.why_not(str(what), asked.seat).lines()


@pytest.mark.parametrize("name", CARD_GAMES)
def test_other_hidden_cards_are_answered_the_same(name: str) -> None:
    chance, compared = Random(name), 0
    for decisions in islice((20, 55, 90, 140, 200), sampled(2, 5)):
        game = played(name, decisions, decisions)
        for seat in (0, 1):
            asked = asking(game, seat)
            other = exchanged(game, asked, chance)
            if other is None:
                continue
            for kind, what in questions(asked, chance):
                fresh = asking(game, seat)
                fresh.past.__dict__["course"] = asked.past.course
                here, there = answered(fresh, kind, what), answered(other, kind, what)
                assert here == there, (name, decisions, seat, kind, what)
                other.reasons.left = fresh.reasons.left
                compared += 1
    assert compared


def test_the_exchange_changes_what_somebody_who_sees_all_is_told() -> None:
    """Else the test above would not notice anything."""
    game = played("hyper_colosseum", 20, 20)
    asked = asking(game, 0)
    other = exchanged(game, asked, Random(1))
    assert other is not None
    told = [
        [one.setup.wording().card(card) for card in asked.telling.sight.unknown]
        for one in (asked, other)
    ]
    assert told[0] != told[1]


def test_whether_a_match_has_some_cards_hides_no_answer() -> None:
    """What stands behind that question is the same where the match has none of them."""
    asked = asking(played("dcg", 1, 4), 0)
    sight = asked.telling.sight
    groups = range(len(asked.meaning.program.bearers))
    some = [ir.Exists("it", ir.Bearers(group), ir.Int(1)) for group in groups]
    assert sight.unknown and all(sight.truth(one, {}) for one in some)
    fits = ir.Compare(">=", ir.Local("it"), ir.Int(0))
    assert not all(sight.truth(replace(one, condition=fits), {}) for one in some)
