"""What a decision costs as a game grows: with the cards in play, and towards its end."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from ...dsl.nodes.dataclass import dataclass
from ...interpreter.backend.layout import SEAT
from ...interpreter.knowledge.record import Recorder, recorder_of
from ...interpreter.runtime.faults import RuleFault
from ...interpreter.runtime.game import Game
from ...interpreter.runtime.game_setup import GameSetup
from ...interpreter.runtime.match import Match
from ...interpreter.runtime.rules import Rules
from ..bots.choosing import pick_any
from .playing import CAP
from .spread import Spread, ratio

CARDS = (0, 6, 12, 18, 24, 30)  # laid out before a game begins, in all
WATCHED = 12  # games of which is seen which cards come to lie where
OPENING = 40  # decisions that are timed with these cards in play
ROUNDS = 5
SHORTEST = 40  # decisions of a game that can be cut in parts
PARTS = 4
GAMES = 4  # of a round
SAVES = 3  # at the end of a part


@dataclass(frozen=True, slots=True)
class Step:
    """One size, and how many times longer something takes than at the first one."""

    size: int
    ratio: Spread


@dataclass(frozen=True, slots=True)
class CardsReport:
    """What a decision takes with so many cards more in a zone."""

    zone: str
    deciding: list[Step]


@dataclass(frozen=True, slots=True)
class LengthReport:
    """By part of a game, from 1: what a decision takes, the same recorded, and a save."""

    playing: list[Step]
    recording: list[Step]
    saving: list[Step]


def steps(sizes: Sequence[int], rounds: Sequence[Sequence[float]]) -> list[Step]:
    """By size the ratios to the first, of rounds in which each was measured."""
    first = [one[0] for one in rounds]
    return [Step(size, ratio([one[n] for one in rounds], first)) for n, size in enumerate(sizes)]


# ---- cards in play


def growth_with_cards(rules: Rules, seconds: float) -> CardsReport | None:
    """The time of a decision in the opening of random games that begin with so many cards more in
    the zone of play; None for a format that has none. All are measured in turns, so long in all.
    """
    lists = rules.deck_lists(len(rules.seats))
    setup = rules.new_setup(0, lists[0], None, None)
    found = zone_of_play(setup)
    if found is None:
        return None
    zone, definitions = found
    setups = [with_cards(setup, zone, definitions, count // len(setup.seats)) for count in CARDS]
    tried = [one for one in setups if one is not None]
    if len(tried) < 2:
        return None
    slice_s, rounds = seconds / ROUNDS / len(tried), list[list[float]]()
    for number in range(ROUNDS + 1):
        rounds.append([opening_microseconds(one, Random(number), slice_s) for one in tried])
    return CardsReport(zone, steps(CARDS[: len(tried)], rounds[1:]))  # the first one warms up


def zone_of_play(setup: GameSetup) -> tuple[str, set[int]] | None:
    """The zone of each player that all see, in no order, into which most cards come in games of
    random players; and which cards of the format do. None where no card says anything, or where
    there is no such zone.
    """
    program = setup.match.program
    open_zones = {
        name
        for name, spec in program.zones.items()
        if spec.per_player and spec.seen == "all" and spec.kind in ("group", "stack")
    } - {zone for zone, _ in setup.match.starts}
    came, definitions = Counter[str](), dict[str, set[int]]()
    for seed in range(WATCHED):
        for zone, definition in moves_in(replace(setup, seed=seed, _engines={})):
            if zone in open_zones:
                came[zone] += 1
                definitions.setdefault(zone, set()).add(definition)
    if not came or not program.bearers:
        return None
    zone = max(came, key=lambda one: (came[one], one))
    return zone, definitions[zone]


def moves_in(setup: GameSetup) -> Iterator[tuple[str, int]]:
    """The zone that each moved card comes to, and what is printed on it."""
    game, chance = Game(setup, setup.first_state(True)), Random(setup.seed)
    try:
        for _ in range(CAP):
            if game.is_over():
                break
            game.apply(int(chance.random() * len(game.legal_actions())))
    except RuleFault:
        return
    for event in recorder_of(game.whole()[1], Recorder).events:
        if event.kind == "move":
            yield str(event.values[3]), setup.match.cards[int(event.values[0])][0]


def with_cards(setup: GameSetup, zone: str, wanted: set[int], count: int) -> GameSetup | None:
    """The same with so many cards of each player in a zone from the start; None where there are
    not so many that come to lie there.
    """
    match = setup.match
    starts: Mapping[tuple[str, int], tuple[int, ...]] = match.starts
    changed = dict(starts)
    for seat in range(len(setup.seats)):
        left = count
        for place, members in starts.items():
            fit = [
                card
                for card in members
                if match.cards[card][1] == seat and match.cards[card][0] in wanted
            ][:left]
            left -= len(fit)
            changed[place] = tuple(card for card in changed[place] if card not in fit)
            changed[zone, seat] = (*changed.get((zone, seat), ()), *fit)
        if left:
            return None
    laid = Match(match.program, match.cards, changed, compile=setup.edition.compiled)
    return replace(setup, match=laid, _engines={}, _wordings={})


def opening_microseconds(setup: GameSetup, chance: Random, seconds: float) -> float:
    """What a decision takes at the beginning of games; the set-up of a game is not counted."""
    engine, decisions, spent = setup.engine(), 0, 0.0
    while spent < seconds:
        state = replace(setup, seed=chance.getrandbits(30)).unbegun_state()
        engine.begin(state)
        picks = 0
        started = time.thread_time()
        try:
            while state[SEAT] >= 0 and picks < OPENING:
                engine.apply(state, pick_any(state, chance))
                picks += 1
        except RuleFault:
            pass  # where the rules do not bear what was laid out
        spent += time.thread_time() - started
        decisions += picks
        if not picks:
            break
    return spent / max(decisions, 1) * 1e6


# ---- the length of a game


def growth_with_length(rules: Rules) -> LengthReport | None:
    """What a decision and a save take in each part of random games; None where games are short."""
    lists = rules.deck_lists(len(rules.seats))
    seeds = [seed for seed in range(5 * GAMES) if played(rules, lists, seed) >= SHORTEST][:GAMES]
    if len(seeds) < GAMES:
        return None
    rounds: dict[str, list[list[float]]] = {"playing": [], "recording": [], "saving": []}
    lengths = {seed: played(rules, lists, seed) for seed in seeds}
    for _ in range(ROUNDS):
        for record in (False, True):
            times, saves = [0.0] * PARTS, [0.0] * PARTS
            for seed in seeds:
                game = rules.new_game(seed, lists[seed % len(lists)], record=record)
                for part, (spent, save) in enumerate(parts(game, lengths[seed], seed)):
                    times[part] += spent / lengths[seed]
                    saves[part] += save
            rounds["recording" if record else "playing"].append(times)
            if record:
                rounds["saving"].append(saves)
    sizes = range(1, PARTS + 1)
    return LengthReport(**{what: steps(sizes, found) for what, found in rounds.items()})


def played(rules: Rules, lists: Sequence[tuple[str, ...]], seed: int) -> int:
    """How many decisions a random game has."""
    game, chance = rules.new_game(seed, lists[seed % len(lists)]), Random(seed)
    while not game.is_over() and len(game.answers) < CAP:
        game.apply(int(chance.random() * len(game.legal_actions())))
    return len(game.answers)


def parts(game: Game, length: int, seed: int) -> Iterator[tuple[float, float]]:
    """Plays a game in parts; the seconds of each, and those of a save at its end."""
    chance, done = Random(seed), 0
    for part in range(1, PARTS + 1):
        started = time.thread_time()
        while done < length * part // PARTS:
            game.apply(int(chance.random() * len(game.legal_actions())))
            done += 1
        spent = time.thread_time() - started
        game.to_json()
        started = time.thread_time()
        for _ in range(SAVES):
            game.to_json()
        yield spent, (time.thread_time() - started) / SAVES
