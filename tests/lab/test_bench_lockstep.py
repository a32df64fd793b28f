"""The engine written by hand in bench/ plays the shipped rules, choice by choice.

Both sides get the same seed and the same answers. Before each they must ask the same player,
offer the same cards in the same order and agree about every pile; at the end about the
result. A few games run here, with `pytest --full` 300.
"""

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

import pytest
from sampling import sampled

import playsheet.api as ps
from playsheet.bench.hyper_colosseum import Game, new_game
from playsheet.interpreter.backend.layout import OPTIONS, SEAT, SITE
from playsheet.interpreter.messages.values import meant_by
from playsheet.lab.benchmarks.playing import BY_HAND, others_of

GAMES = sampled(12, 300)
FORMAT = "hyper_colosseum"
DECKS = ("blue", "green", "red")
PAIRS = [*product(DECKS, repeat=2)]
TOLD = 5  # answers before a difference
PILES = {
    "net_ocean": "ocean",
    "dark_area": "dark",
    "gauge_box": "gauge",
    "digimon_box": "box",
    "hand": "hand",
    "slots": "slots",
    "evolution_box": "prepared",
    "requirements_box": "payment",
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
Found = dict[str, Any]  # what one side says, by topic


@dataclass(frozen=True)
class Rulebook:
    """The rules, and the codes of their cards by number."""

    rules: ps.Rules
    codes: dict[int, str]


@pytest.fixture(scope="module")
def book() -> Rulebook:
    rules = ps.load(FORMAT)
    return Rulebook(rules, {number: card.code for number, card in enumerate(rules.cards)})


def table_of(game: ps.Game, book: Rulebook) -> Found:
    """The piles, points and the result as the interpreter has them."""
    state, match = game._state, game._setup.match
    found: Found = {"result": game.result}
    for zone in PILES:
        places = [match.layout.zone_index(zone, seat) for seat in (0, 1)]
        found[zone] = [[book.codes[match.cards[card][0]] for card in state[i]] for i in places]
    points = match.layout.fields["points"].index
    return found | {"points": state[points : points + 2]}


def table_by_hand(game: Game, seats: tuple[str, ...]) -> Found:
    won = game.result
    found: Found = {"result": ("win", seats[won[1]]) if won is not None and len(won) == 2 else won}
    for zone, name in PILES.items():
        found[zone] = [
            [row[0].code if isinstance(row, tuple) else row.code for row in pile]
            for pile in getattr(game, name)
        ]
    return found | {"points": game.points}


def choice_of(game: ps.Game, book: Rulebook) -> Found:
    """Who is asked, and what is offered: the code of the card, and a label."""
    state, match, wording = game._state, game._setup.match, game._setup.wording()
    queue, offered = state[match.layout.queue], []
    for number in state[OPTIONS]:
        meant = meant_by(match.program.sites[state[SITE]], number)
        card = wording.card_of(meant, queue)
        code = book.codes[match.cards[card][0]] if card >= 0 else None
        offered.append((code, meant.label))
    return {"asked": state[SEAT], "number of options": len(offered), "options": offered}


def choice_by_hand(game: Game, labels: list[str]) -> Found:
    """Called as the rules call it where the verb is the right one."""
    offered: list[tuple[str | None, str]] = []
    for place, (verb, _, card) in enumerate(game.legal_actions()):
        name = verb.__qualname__
        label = labels[place] if place < len(labels) else "nothing"
        right = label in LABELS.get(name, {""})
        offered.append((card.code if card is not None else None, label if right else name))
    return {"asked": game.actor, "number of options": len(offered), "options": offered}


def compare(rules: Found, by_hand: Found, game: ps.Game, where: str) -> None:
    """Fails at the first difference and says what led to it."""
    different = [topic for topic in rules if rules[topic] != by_hand[topic]]
    if not different:
        return
    lines = [f"The engines differ: {where}", *history(game)]
    if game.choice is not None:
        lines.append(f"  now {game.choice.seat}: {game.choice.prompt} ({game.choice.clause})")
    for topic in different:
        lines += [f"{topic}", f"  rules    {rules[topic]}", f"  by hand  {by_hand[topic]}"]
    pytest.fail("\n".join(lines), pytrace=False)


def history(game: ps.Game) -> list[str]:
    """The last answers, as a reader sees them."""
    earlier = ps.load(FORMAT).new_game(game.seed, game.decks)
    lines: list[str] = []
    for answer in game.answers:
        choice = earlier.choice
        assert choice is not None
        lines.append(f"  {choice.seat}: {choice.prompt} -> {choice.options[answer]}")
        earlier.apply(answer)
    return lines[-TOLD:]


def play_both(book: Rulebook, decks: tuple[str, str], seed: int) -> int:
    """Plays one game on both sides; the number of its decisions."""
    chance = Random(seed)
    game, by_hand = book.rules.new_game(seed, decks), Game(decks, seed)
    step = 0
    while True:
        where = f"decks {decks[0]} and {decks[1]}, seed {seed}, decision {step}"
        compare(table_of(game, book), table_by_hand(by_hand, game.seats), game, where)
        if game.is_over():
            return step
        choice = choice_of(game, book)
        labels = [label for _, label in choice["options"]]
        compare(choice, choice_by_hand(by_hand, labels), game, where)
        index = int(chance.random() * len(labels))
        game.apply(index)
        if step % 16 == 0:
            by_hand = goes_its_own_way(by_hand, chance)
        by_hand.apply(by_hand.legal_actions()[index])
        step += 1


def goes_its_own_way(game: Game, chance: Random) -> Game:
    """Plays the game a little further; the copy made before, which must not notice."""
    copy = game.clone()
    before = table_by_hand(copy, ("0", "1")), [*copy.legal_actions()], copy.chance
    for _ in range(30):
        if not game.is_over():
            game.apply(chance.choice(game.legal_actions()))
    assert before == (table_by_hand(copy, ("0", "1")), copy.legal_actions(), copy.chance)
    return copy


@pytest.mark.parametrize("decks", PAIRS, ids="-".join)
def test_both_engines_play_the_same_game(book: Rulebook, decks: tuple[str, str]) -> None:
    assert {*DECKS} == {*book.rules.decks}
    place = PAIRS.index(decks)
    seeds = range(place, GAMES, len(PAIRS))
    decisions = sum(play_both(book, decks, seed) for seed in seeds)
    assert decisions >= 20 * len(seeds)


def test_a_difference_is_told_with_what_led_to_it(book: Rulebook) -> None:
    game = book.rules.new_game(1, ("red", "blue"))
    by_hand = Game(("red", "blue"), 1)
    for _ in range(2):
        game.apply(0)
        by_hand.apply(by_hand.legal_actions()[0])
    by_hand.hand[1].pop()
    found = table_by_hand(by_hand, game.seats)
    with pytest.raises(pytest.fail.Exception) as raised:
        compare(table_of(game, book), found, game, "seed 1")
    told = str(raised.value).splitlines()
    assert told[:2] == [
        "The engines differ: seed 1",
        "  ana: setup: Choose the level 3 you begin with -> Agumon",
    ]
    assert told[4] == "hand" and told[5].startswith("  rules    [[")
    assert len(told) == 7


def test_the_engine_by_hand_is_found() -> None:
    assert others_of(FORMAT) == {BY_HAND: new_game}
    assert others_of("no_such_format") == {}
    assert others_of("../rulesets") == {}
