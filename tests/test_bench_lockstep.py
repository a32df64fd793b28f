"""The engines written by hand in bench/ play the shipped rules, choice by choice.

Both sides get the same seed and the same answers. Before each they must offer the same cards
in the same order and agree about every pile; at the end about the result. A few games run
here; `PLAYSHEET_LOCKSTEP=300 pytest tests/test_bench_lockstep.py` runs that many.
"""

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, product
from random import Random
from typing import Any

import pytest

import playsheet.api as ps
from playsheet.interpreter.layout import OPTIONS, SEAT, SITE
from playsheet.lab.benchmark import baseline_of

GAMES = int(os.environ.get("PLAYSHEET_LOCKSTEP", "27"))
FORMAT = "hyper_colosseum"
PILES = {
    "net_ocean": "ocean",
    "dark_area": "dark",
    "gauge_box": "gauge",
    "digimon_box": "box",
    "hand": "hand",
}
LABELS = {  # what the rules call a verb of the engine; other verbs name a card only
    "prepare_evolution": {"Prepare an evolution"},
    "activate": {"Activate a set option", "Activate an option set just now"},
    "use_support": {"Use a support Digimon"},
    "declare": {"Use an ability"},
    "carry_out_swap": {"Carry out the swap"},
    "evolve": {"Evolve"},
    "give_up": {"Give up the evolution"},
    "appear": {"Let a Digimon appear"},
    "choose_newcomer": {"Swap your level 3"},
    "discard_instead": {"Discard a card instead"},
    "put_under": {"Pay for the effect"},
    "take_back": {"Use the effect"},
    "power.<locals>.effect": {"The first effect"},
    "draw.<locals>.<lambda>": {"The second effect"},
    "go_on": {"pass", "decline"},
    "fight_on": {"pass"},
    "hand_on": {"pass"},
    "hand_done": {"done"},
    "refill": {"done"},
    "lay_all": {"done"},
    "nothing": {"done", "decline"},
    "lose_points": {"decline"},
}
Offered = list[tuple[str | None, str]]  # the code of the card, and a label


@dataclass(frozen=True)
class Tables:
    """Both sides, ready to deal."""

    rules: ps.Rules
    codes: dict[int, str]
    by_hand: Callable[[tuple[str, str], int], Any]


@pytest.fixture(scope="module")
def tables() -> Tables:
    rules = ps.load(FORMAT)
    assert baseline_of(FORMAT) is not None
    engine = sys.modules[f"baseline_{FORMAT}"]
    codes = {number: card.code for number, card in enumerate(rules.cards)}
    return Tables(rules, codes, engine.Game)


def theirs(game: ps.Game, codes: dict[int, str]) -> Offered:
    """What the interpreter offers."""
    state, match, speech = game._state, game._sitting.match, game._sitting.speech
    queue, found = state[match.layout.queue], []
    for number in state[OPTIONS]:
        meant = speech.meant(state[SITE], number)
        card = speech.card_of(meant, queue)
        found.append((codes[match.cards[card][0]] if card >= 0 else None, meant.label))
    return found


def ours(game: Any, offered: Offered) -> Offered:
    """What the engine offers; called as the rules call it where the verb is the right one."""
    found: Offered = []
    for (verb, _, card), (_, label) in zip(game.legal_actions(), offered, strict=True):
        name = verb.__qualname__
        right = label in LABELS.get(name, {""})
        found.append((card.code if card is not None else None, label if right else name))
    return found


def piles(game: ps.Game, codes: dict[int, str]) -> dict[str, Any]:
    state, match = game._state, game._sitting.match
    found: dict[str, Any] = {}
    for zone, name in PILES.items():
        places = [match.layout.zone_index(zone, seat) for seat in (0, 1)]
        found[name] = [[codes[match.cards[card][0]] for card in state[i]] for i in places]
    points = match.layout.fields["points"].index
    return found | {"points": state[points : points + 2]}


def piles_by_hand(game: Any) -> dict[str, Any]:
    found = {
        name: [[card.code for card in cards] for cards in getattr(game, name)]
        for name in PILES.values()
    }
    return found | {"points": game.points}


def play_both(tables: Tables, decks: tuple[str, str], seed: int) -> int:
    """Plays one game on both sides; the number of its decisions."""
    chance = Random(seed)
    game, by_hand = tables.rules.new_game(seed, decks), tables.by_hand(decks, seed)
    for step in count():
        where = f"decks {decks}, seed {seed}, decision {step}"
        assert game.is_over() == by_hand.is_over(), where
        assert piles(game, tables.codes) == piles_by_hand(by_hand), where
        if game.is_over():
            won = by_hand.result
            named = ("win", game.seats[won[1]]) if won[0] == "win" else won
            assert game.result == named, where
            return step
        offered = theirs(game, tables.codes)
        assert game._state[SEAT] == by_hand.actor, where
        assert len(offered) == len(by_hand.legal_actions()), where
        assert ours(by_hand, offered) == offered, where
        index = int(chance.random() * len(offered))
        game.apply(index)
        if step % 16 == 0:
            by_hand = goes_its_own_way(by_hand, chance)
        by_hand.apply(by_hand.legal_actions()[index])
    return 0


def goes_its_own_way(game: Any, chance: Random) -> Any:
    """Plays the game a little further; the copy made before, which must not notice."""
    copy = game.clone()
    before = piles_by_hand(copy), copy.legal_actions(), copy.chance
    for _ in range(30):
        if not game.is_over():
            game.apply(chance.choice(game.legal_actions()))
    assert before == (piles_by_hand(copy), copy.legal_actions(), copy.chance)
    return copy


def pairs() -> Iterator[tuple[str, str]]:
    while True:
        yield from product(("blue", "green", "red"), repeat=2)


def test_lockstep(tables: Tables) -> None:
    assert {"blue", "green", "red"} == set(tables.rules.decks)
    decisions = 0
    for seed, decks in zip(range(GAMES), pairs(), strict=False):
        decisions += play_both(tables, decks, seed)
    assert decisions > 100 * GAMES
