"""Plays one game between bots to its end: in C where that can be done, else in Python."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from ...dsl.ir.ir import Place, Program
from ...dsl.nodes.dataclass import dataclass
from ...interpreter.backend.layout import RECORDER, RESULT, SEAT, State
from ...interpreter.backend.writer import Variant
from ...interpreter.knowledge.record import Recorder, recorder_of
from ...interpreter.knowledge.turns import turns_in
from ...interpreter.native.emit.figures import OPENING
from ...interpreter.runtime.faults import RuleFault
from ...interpreter.runtime.game import Game
from ...interpreter.runtime.game_setup import GameSetup, winners_of
from ...interpreter.runtime.match import Engine
from ..bots.bots import bot
from ..bots.choosing import BOTS, CAP, pick_any
from ..bots.search import Search
from .ahead import Positions, positions_of
from .native import GamesInC, Open
from .observing import Observed, observed, seen_in
from .tally import Outcome

RECORDED = 100  # games, the first, of which every event is looked at


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played. Game number k has seed `seed + k`, alone as among others. `rotate`:
    each bot sits one seat further in each game. `native`: in C, for which a library may be built
    first; None: when it is there or worth building. `observed`: what cards do is looked at in
    every game.
    """

    games: int
    seed: int
    bots: tuple[str, ...]
    lists: tuple[tuple[str, ...], ...]
    cap: int = CAP
    rotate: bool = False
    native: bool | None = None
    observed: bool = False

    def decks_of(self, number: int) -> tuple[str, ...]:
        """All combinations of decks in rotation."""
        return self.lists[(self.seed + number) % len(self.lists)]

    def bots_of(self, number: int) -> tuple[str, ...]:
        """Who plays, by seat."""
        shift = -number % len(self.bots) if self.rotate else 0
        return (*self.bots[shift:], *self.bots[:shift])

    def is_recorded(self, number: int) -> bool:
        """The first hundred games, or all that are observed: the same in any longer run."""
        return self.observed or number < RECORDED


class Series:
    """The games of a plan; loads the format once."""

    def __init__(self, plan: Plan, opened: Open) -> None:
        self.plan = plan
        self.new_setup = opened()
        self.in_c = GamesInC(plan)
        self.looks: dict[int, Observed] = {}

    def play(self, number: int) -> Outcome:
        """Plays one game to its end, a fault or the cap."""
        plan, recorded = self.plan, self.plan.is_recorded(number)
        outcome = Outcome(number, plan.seed + number, plan.decks_of(number), plan.bots_of(number))
        setup = self.new_setup(outcome.seed, outcome.decks)
        program = setup.match.program
        outcome.owners = program.deck.owners(program.seats)
        if not recorded and self.played_in_c(setup, outcome):
            return outcome
        self.in_c.clock.stop()
        counting, started = Counting(setup), time.thread_time()
        state, look = setup.unbegun_state(True), self.look_at(setup)
        positions = Positions()
        if look is not None:
            positions = positions_of(setup, look.values, outcome.bots, number)
        try:
            self.run(state, counting, outcome, positions)
        except RuleFault as fault:
            outcome.fault = f"{fault.code} at {place_text(program.places, fault.place)}"
        outcome.seconds = time.thread_time() - started
        result, recorder = state[RESULT], recorder_of(state, Recorder)
        if outcome.fault:
            return outcome
        if outcome.first < 0:
            outcome.first = first_seat(recorder)
        outcome.capped = result is None
        if outcome.capped:
            outcome.asks = place_text(program.places, setup.match.why(state)[-1].place)
        if result is not None:
            outcome.winners = winners_of(state) or ()
            outcome.reason = reason_text(program, result[-1])
            outcome.keywords = counting.keywords()
            if recorded:
                outcome.turns = turns_in(setup.words.phases, recorder.events)
            if look is not None:
                leads = positions.leads(outcome.decisions)
                outcome.seen = seen_in(setup, look, recorder.events, leads)
        return outcome

    def look_at(self, setup: GameSetup) -> Observed | None:
        """What is looked at in a game, if it is observed."""
        if not self.plan.observed:
            return None
        match = setup.match
        if id(match) not in self.looks:
            self.looks[id(match)] = observed(match)
        return self.looks[id(match)]

    def played_in_c(self, setup: GameSetup, outcome: Outcome) -> bool:
        """Plays a game in C, if that can be done."""
        found = self.in_c.play(setup, outcome.bots)
        if found is None:
            return False
        native, cells, played = found
        outcome.seconds = self.in_c.clock.seconds()
        outcome.decisions, outcome.first = played.decisions, played.first
        result, program = native.result_of(cells), setup.match.program
        outcome.capped = result is None
        if result is None:
            why = setup.match.why(native.state_of(cells))
            outcome.asks = place_text(program.places, why[-1].place)
            return True
        outcome.winners = tuple(seat for seat, place in enumerate(result[0]) if place == 1)
        outcome.reason = reason_text(program, result[1])
        lines = dict(zip(native.source.counted, played.lines, strict=True))
        outcome.keywords = keyword_counts(setup.edition.contents.wordbook.keywords, lines)
        return True

    def run(self, state: State, counting: Counting, outcome: Outcome, positions: Positions) -> None:
        """Lets the bots play; the record tells who begins."""
        chance, bots = Random(outcome.seed), [BOTS.get(name, pick_any) for name in outcome.bots]
        recorded = self.plan.is_recorded(outcome.number)
        cap, decisions, watching = self.plan.cap, 0, True
        observing = self.plan.observed
        counting.engine(True).begin(state)
        if not {*self.plan.bots} <= {*BOTS}:
            self.run_seats(state, counting, outcome, chance, positions)
            return
        apply = counting.engine(True).apply
        try:
            while state[SEAT] >= 0 and decisions < cap:
                if watching and (outcome.first >= 0 or decisions >= OPENING):
                    watching = False
                    if not recorded:  # the rest without a record: much faster
                        apply = counting.engine(False).apply
                elif watching:
                    outcome.first = first_seat(state[RECORDER])
                if observing:
                    positions.look(state, decisions)
                seat: int = state[SEAT]
                apply(state, bots[seat](state, chance))
                decisions += 1
        finally:
            outcome.decisions = decisions

    def run_seats(
        self,
        state: State,
        counting: Counting,
        outcome: Outcome,
        chance: Random,
        positions: Positions,
    ) -> None:
        """The same for bots that hold their seat's handle."""
        game = Game(counting.counted(), state)
        seats = [game.at(seat) for seat in game.seats]
        bots = [bot(name) for name in outcome.bots]
        for one in bots if self.plan.native is False else ():
            if isinstance(one, Search):
                one.libraries.forbidden = True
        while not game.is_over() and outcome.decisions < self.plan.cap:
            positions.look(game.live()[1], outcome.decisions)
            seat = game.asked
            game.apply(bots[seat](seats[seat], chance))
            outcome.decisions += 1


class Counting:
    """The engines of one game. Where a format has keywords with rules, they count lines."""

    def __init__(self, setup: GameSetup) -> None:
        self.setup = setup
        self.places = setup.edition.contents.wordbook.keywords
        self.before = {record: self.lines(record) for record in (True, False)}

    def engine(self, record: bool) -> Engine:
        """What plays, recording or not."""
        if not self.places:
            return self.setup.engine(record)
        return self.setup.match.engine(Variant(record=record, lines=True))

    def counted(self) -> GameSetup:
        """The setup whose recorded games count."""
        return replace(self.setup, _engines={True: self.engine(True)})

    def lines(self, record: bool) -> list[int]:
        return [*self.engine(record).lines] if self.places else []

    def keywords(self) -> tuple[tuple[str, int], ...]:
        """How often each keyword happened since the beginning."""
        runs = Counter[int]()
        for record, before in self.before.items():
            after = self.lines(record)
            for place in {place for places in self.places.values() for place in places}:
                runs[place] += after[place] - before[place]
        return keyword_counts(self.places, runs)


def keyword_counts(
    keywords: Mapping[str, Collection[int]], runs: Mapping[int, int]
) -> tuple[tuple[str, int], ...]:
    """How often each keyword happened, of how often the lines at its places ran."""
    return tuple((name, sum(runs[at] for at in places)) for name, places in keywords.items())


def first_seat(recorder: Recorder) -> int:
    """Whose step comes first; -1 if no player's step has come yet."""
    for event in recorder.events:
        if event.kind == "enter" and int(event.values[1]) >= 0:
            return int(event.values[1])
    return -1


def place_text(places: Sequence[Place], number: int) -> str:
    """`cards.rules:12`; place 0 is that of what the language does of its own accord."""
    if not 0 < number < len(places):
        return "the rules"
    place = places[number]
    return f"{Path(place.file).name}:{place.line}"


def reason_text(program: Program, number: int) -> str:
    """The clauses that the rule behind an end cites; where it stands, if it cites none."""
    if not 0 <= number < len(program.places):
        return place_text(program.places, number)
    clauses = nearest_clauses(program.places, program.places[number])
    return ", ".join(clauses) or place_text(program.places, number)


def nearest_clauses(places: Sequence[Place], inner: Place) -> tuple[str, ...]:
    """What is cited by the narrowest rule around a place."""
    around = [
        place
        for place in places
        if place.clauses
        and place.file == inner.file
        and (place.line, place.column) <= (inner.line, inner.column)
        and (inner.end_line, inner.end_column) <= (place.end_line, place.end_column)
    ]
    around.sort(key=lambda p: (p.end_line - p.line, p.end_column - p.column))
    return around[0].clauses if around else ()
