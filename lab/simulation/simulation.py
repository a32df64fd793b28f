"""Many games between bots: how they end, how long they are, who wins, how fast they run."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from random import Random

from ...dsl.ir.ir import Place, Program
from ...dsl.nodes.dataclass import dataclass
from ...interpreter.backend.layout import RECORDER, RESULT, SEAT, State
from ...interpreter.backend.writer import Variant
from ...interpreter.knowledge.record import Recorder, recorder_of
from ...interpreter.knowledge.turns import turns_in
from ...interpreter.runtime.faults import RuleFault
from ...interpreter.runtime.game import Game
from ...interpreter.runtime.game_setup import GameSetup, winners_of
from ...interpreter.runtime.match import Engine
from ..bots.bots import bot
from ..bots.choosing import BOTS, CAP, pick_any
from ..work import Interrupted, Progress, Workers, silent
from .native import Building, GamesInC, Open, build_for

RECORDED = 100  # games of which every event is looked at, for what only events tell
OPENING = 200  # decisions within which somebody's first step has come
CHUNK = 25


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played. Game number k has seed `seed + k`, alone as among others. `rotate`:
    each bot sits one seat further in each game. `native`: in C, for which a library may be built
    first; None: when it is there or worth building.
    """

    games: int
    seed: int
    bots: tuple[str, ...]
    lists: tuple[tuple[str, ...], ...]
    cap: int = CAP
    rotate: bool = False
    native: bool | None = None

    def decks_of(self, number: int) -> tuple[str, ...]:
        """All combinations of decks in rotation."""
        return self.lists[(self.seed + number) % len(self.lists)]

    def bots_of(self, number: int) -> tuple[str, ...]:
        """Who plays, by seat."""
        shift = -number % len(self.bots) if self.rotate else 0
        return (*self.bots[shift:], *self.bots[:shift])

    def is_recorded(self, number: int) -> bool:
        """A hundred games, evenly spread."""
        return number % max(1, self.games // RECORDED) == 0


@dataclass(slots=True)
class Outcome:
    """How one game went. `owners`: whose the decks are, -1 the table's; `first`: the seat that
    began, -1: nobody; `turns` -1: not looked at; `asks`: the rule that asked when the cap came.
    """

    seed: int
    decks: tuple[str, ...]
    bots: tuple[str, ...] = ()
    owners: tuple[int, ...] = ()
    decisions: int = 0
    seconds: float = 0.0
    winners: tuple[int, ...] = ()
    reason: str = ""
    fault: str = ""
    capped: bool = False
    asks: str = ""
    first: int = -1
    turns: int = -1
    keywords: tuple[tuple[str, int], ...] = ()


@dataclass(slots=True)
class SimulationReport:
    """The sums of many games. `in_python`: why they were not played in C although it was wanted."""

    jobs: int = 1
    in_python: str = ""
    outcomes: list[Outcome] = field(default_factory=list[Outcome])

    @property
    def finished(self) -> list[Outcome]:
        """Games that came to an end of their own."""
        return [one for one in self.outcomes if not one.fault and not one.capped]

    @property
    def faults(self) -> list[Outcome]:
        """Games that a rule stopped."""
        return [one for one in self.outcomes if one.fault]

    @property
    def capped(self) -> list[Outcome]:
        """Games that nothing had ended when the cap came."""
        return [one for one in self.outcomes if one.capped]

    def as_json(self, name: str) -> dict[str, object]:
        """The report as programs read it."""
        finished = self.finished
        turns = [one.turns for one in finished if one.turns >= 0]
        led = [one for one in finished if one.first >= 0]
        reasons = Counter(one.reason for one in finished)
        return {
            "format": name,
            "games": len(self.outcomes),
            "finished": len(finished),
            "faults": len(self.faults),
            "capped": len(self.capped),
            "mean_decisions": mean([one.decisions for one in finished]),
            "mean_turns": mean(turns),
            "first_player_win_share": mean([one.first in one.winners for one in led], 4),
            "victory": dict(reasons.most_common()),
            "decisions_per_s": round(self.speed),
            "keywords": self.by_keyword(),
            "draws": sum(not one.winners for one in finished),
            "shared": sum(len(one.winners) > 1 for one in finished),
            "decks": self.by_deck(),
            "bots": self.by_bot(),
            "fault_list": [
                {"seed": one.seed, "decks": [*one.decks], "fault": one.fault} for one in self.faults
            ],
            "capped_list": [
                {"seed": one.seed, "decks": [*one.decks], "asks": one.asks} for one in self.capped
            ],
        }

    @property
    def speed(self) -> float:
        """Decisions in a second of processor time, by all processes together.

        Games played for the record of their events count only if there are no others.
        """
        timed = [one for one in self.outcomes if one.turns < 0] or self.outcomes
        seconds = sum(one.seconds for one in timed) / self.jobs
        return sum(one.decisions for one in timed) / max(seconds, 1e-9)

    def by_keyword(self) -> dict[str, int]:
        """How often the rules of each keyword happened, of those that have rules."""
        counts: Counter[str] = Counter()
        for one in self.outcomes:
            for name, times in one.keywords:
                counts[name] += times
        return dict(sorted(counts.items()))

    def by_bot(self) -> dict[str, dict[str, int]]:
        """How often each bot played a seat, won, and was part of a draw."""
        found: dict[str, dict[str, int]] = {}
        for one in self.finished:
            for seat, name in enumerate(one.bots):
                counts = found.setdefault(name, {"played": 0, "won": 0, "drawn": 0})
                counts["played"] += 1
                counts["won"] += seat in one.winners
                counts["drawn"] += not one.winners
        return found

    def by_deck(self) -> dict[str, dict[str, int]]:
        """How often each deck was played by a seat, and how often it won."""
        found: dict[str, dict[str, int]] = {}
        for one in self.finished:
            for seat, deck in zip(one.owners, one.decks, strict=True):
                if seat < 0:
                    continue
                counts = found.setdefault(deck, {"played": 0, "won": 0})
                counts["played"] += 1
                counts["won"] += seat in one.winners
        return dict(sorted(found.items()))


def mean(values: Sequence[int], digits: int = 1) -> float | None:
    """The mean of some numbers; None if there are none."""
    return round(sum(values) / len(values), digits) if values else None


# ---- running


def simulate(
    plan: Plan, opened: Open, jobs: int = 1, progress: Progress = silent
) -> SimulationReport:
    """Plays the games of a plan. The result but for the times is the same for any `jobs`. Raises
    `Interrupted` with the report so far.
    """
    jobs = max(1, min(jobs, -(-plan.games // CHUNK)))
    report, numbers = SimulationReport(jobs), range(plan.games)
    if plan.native:
        report.in_python = build_for(opened()(plan.seed, plan.decks_of(0)))
    building = Building(GamesInC(plan).possible, opened, plan.seed, plan.decks_of(0))
    with Workers(jobs, lambda: Series(plan, opened), Series, plan, opened) as workers:
        try:
            for outcome in workers.each(Series.play, numbers, CHUNK):
                report.outcomes.append(outcome)
                progress(len(report.outcomes), plan.games)
                building.look(len(report.outcomes), plan.games)
        except KeyboardInterrupt:
            raise Interrupted(report) from None
        finally:
            building.end()
    return report


# ---- one game


class Series:
    """The games of a plan; loads the format once."""

    def __init__(self, plan: Plan, opened: Open) -> None:
        self.plan = plan
        self.new_setup = opened()
        self.in_c = GamesInC(plan)

    def play(self, number: int) -> Outcome:
        """Plays one game to its end, a fault or the cap."""
        plan, recorded = self.plan, self.plan.is_recorded(number)
        outcome = Outcome(plan.seed + number, plan.decks_of(number), plan.bots_of(number))
        setup = self.new_setup(outcome.seed, outcome.decks)
        program = setup.match.program
        outcome.owners = program.deck.owners(program.seats)
        if not recorded and self.played_in_c(setup, outcome):
            return outcome
        self.in_c.clock.stop()
        counting, started = Counting(setup), time.thread_time()
        state = setup.unbegun_state(True)
        try:
            self.run(state, counting, outcome, recorded)
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
                phases = setup.edition.contents.wordbook.phases
                outcome.turns = turns_in(phases, recorder.events)
        return outcome

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

    def run(self, state: State, counting: Counting, outcome: Outcome, recorded: bool) -> None:
        """Lets the bots play; the record tells who begins."""
        chance, bots = Random(outcome.seed), [BOTS.get(name, pick_any) for name in outcome.bots]
        cap, decisions, watching = self.plan.cap, 0, True
        counting.engine(True).begin(state)
        if not {*self.plan.bots} <= {*BOTS}:
            self.run_seats(state, counting, outcome, chance)
            return
        apply = counting.engine(True).apply
        try:
            while state[SEAT] >= 0 and decisions < cap:
                if watching and (outcome.first >= 0 or decisions > OPENING):
                    watching = False
                    if not recorded:  # the rest without a record: much faster
                        apply = counting.engine(False).apply
                elif watching:
                    outcome.first = first_seat(state[RECORDER])
                seat: int = state[SEAT]
                apply(state, bots[seat](state, chance))
                decisions += 1
        finally:
            outcome.decisions = decisions

    def run_seats(self, state: State, counting: Counting, outcome: Outcome, chance: Random) -> None:
        """The same for bots that hold their seat's handle."""
        game = Game(counting.counted(), state)
        seats = [game.at(seat) for seat in game.seats]
        bots = [bot(name) for name in outcome.bots]
        while not game.is_over() and outcome.decisions < self.plan.cap:
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
