"""Many games between bots: how they end, how long they are, who wins, how fast they run."""

from __future__ import annotations

import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from random import Random

from ...dsl.ir.ir import Place, Program
from ...interpreter.backend.layout import RECORDER, RESULT, SEAT, State
from ...interpreter.backend.writer import Variant
from ...interpreter.knowledge.record import Recorder, turns_in
from ...interpreter.runtime.faults import RuleFault
from ...interpreter.runtime.game_setup import GameSetup
from ...interpreter.runtime.match import Engine
from ..progress import Progress, silent
from .bots import BOTS

CAP = 20_000  # decisions; a game that has more is stopped
RECORDED = 100  # games of which every event is looked at, for what only events tell
OPENING = 200  # decisions within which somebody's first step has come
CHUNK = 25


NewSetup = Callable[
    [int, tuple[str, ...]], GameSetup
]  # of a seed and the names of the decks
Open = Callable[[], NewSetup]  # loads a format; can be sent to another process


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played. Game number k has seed `seed + k`, alone as among others."""

    games: int
    seed: int
    bots: tuple[str, ...]
    lists: tuple[tuple[str, ...], ...]
    cap: int = CAP

    def decks_of(self, number: int) -> tuple[str, ...]:
        """All combinations of decks in rotation."""
        return self.lists[(self.seed + number) % len(self.lists)]

    def is_recorded(self, number: int) -> bool:
        """A hundred games, evenly spread."""
        return number % max(1, self.games // RECORDED) == 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one game went. `first` is the seat that began, -1 if nobody did; `turns` -1: not
    looked at.
    """

    seed: int
    decks: tuple[str, ...]
    decisions: int
    seconds: float
    winner: int = -1
    reason: str = ""
    fault: str = ""
    capped: bool = False
    first: int = -1
    turns: int = -1
    keywords: tuple[tuple[str, int], ...] = ()


@dataclass(slots=True)
class SimulationReport:
    """The sums of many games."""

    jobs: int = 1
    outcomes: list[Outcome] = field(default_factory=list[Outcome])

    @property
    def finished(self) -> list[Outcome]:
        """Games that came to an end of their own."""
        return [one for one in self.outcomes if not one.fault and not one.capped]

    @property
    def faults(self) -> list[Outcome]:
        """Games that a rule stopped."""
        return [one for one in self.outcomes if one.fault]

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
            "capped": sum(one.capped for one in self.outcomes),
            "mean_decisions": mean([one.decisions for one in finished]),
            "mean_turns": mean(turns),
            "first_player_win_share": mean(
                [int(one.winner == one.first) for one in led], 4
            ),
            "victory": dict(reasons.most_common()),
            "decisions_per_s": round(self.speed),
            "keywords": self.by_keyword(),
            "draws": sum(one.winner < 0 for one in finished),
            "decks": self.by_deck(),
            "fault_list": [
                {"seed": one.seed, "decks": [*one.decks], "fault": one.fault}
                for one in self.faults
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

    def by_deck(self) -> dict[str, dict[str, int]]:
        """How often each deck was played, and how often it won."""
        found: dict[str, dict[str, int]] = {}
        for one in self.finished:
            for seat, deck in enumerate(one.decks):
                counts = found.setdefault(deck, {"played": 0, "won": 0})
                counts["played"] += 1
                counts["won"] += one.winner == seat
        return dict(sorted(found.items()))


def mean(values: Sequence[int], digits: int = 1) -> float | None:
    """The mean of some numbers; None if there are none."""
    return round(sum(values) / len(values), digits) if values else None


# ---- running


def simulate(
    plan: Plan, opened: Open, jobs: int = 1, progress: Progress = silent
) -> SimulationReport:
    """Plays the games of a plan. The result but for the times is the same for any `jobs`."""
    report = SimulationReport(jobs)
    numbers = range(plan.games)
    if jobs > 1:
        chunks = [numbers[k : k + CHUNK] for k in range(0, plan.games, CHUNK)]
        outcomes = played_elsewhere(plan, opened, chunks, min(jobs, len(chunks)))
    else:
        outcomes = played(plan, opened(), numbers)
    for outcome in outcomes:
        report.outcomes.append(outcome)
        progress(len(report.outcomes), plan.games)
    return report


def played(plan: Plan, new_setup: NewSetup, numbers: Sequence[int]) -> Iterator[Outcome]:
    for number in numbers:
        yield play_game(plan, new_setup, number)


_worker: list[tuple[Plan, NewSetup]] = []


def start_worker(plan: Plan, opened: Open) -> None:
    """Loads the format once in a process; an interrupt is for the parent to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker.append((plan, opened()))


def play_chunk(numbers: Sequence[int]) -> list[Outcome]:
    plan, new_setup = _worker[0]
    return [*played(plan, new_setup, numbers)]


def played_elsewhere(
    plan: Plan, opened: Open, chunks: Sequence[Sequence[int]], jobs: int
) -> Iterator[Outcome]:
    """The same by several processes, in the same order."""
    pool = ProcessPoolExecutor(
        jobs, get_context("spawn"), initializer=start_worker, initargs=(plan, opened)
    )
    try:
        for outcomes in pool.map(play_chunk, chunks):
            yield from outcomes
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


# ---- one game


def play_game(plan: Plan, new_setup: NewSetup, number: int) -> Outcome:
    """Plays one game to its end, a fault or the cap."""
    seed, decks = plan.seed + number, plan.decks_of(number)
    setup = new_setup(seed, decks)
    program = setup.match.program
    bots = [BOTS[name] for name in plan.bots]
    chance = Random(seed)
    decisions, first = 0, -1
    recorded, watching = plan.is_recorded(number), True
    counting = Counting(setup)
    started = time.thread_time()
    try:
        state: State = setup.unbegun_state(True)
        counting.engine(True).begin(state)
        apply = counting.engine(True).apply
        while state[SEAT] >= 0 and decisions < plan.cap:
            if watching and (first >= 0 or decisions > OPENING):
                watching = False
                if not recorded:  # the rest without a record: much faster
                    apply = counting.engine(False).apply
            elif watching:
                first = first_seat(state[RECORDER])
            seat: int = state[SEAT]
            apply(state, bots[seat](state, chance))
            decisions += 1
    except RuleFault as fault:
        text = f"{fault.code} at {place_text(program.places, fault.place)}"
        seconds = time.thread_time() - started
        return Outcome(seed, decks, decisions, seconds, fault=text)
    seconds = time.thread_time() - started
    result = state[RESULT]
    first = first_seat(state[RECORDER]) if first < 0 else first
    phases = setup.edition.contents.wordbook.phases
    turns = turns_in(phases, state[RECORDER].events) if recorded else -1
    if result is None:
        return Outcome(seed, decks, decisions, seconds, capped=True, first=first)
    winner = result[1] if result[0] == "win" else -1
    reason = reason_text(program, result[-1])
    return Outcome(
        seed,
        decks,
        decisions,
        seconds,
        winner,
        reason,
        first=first,
        turns=turns,
        keywords=counting.keywords(),
    )


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

    def lines(self, record: bool) -> list[int]:
        return [*self.engine(record).lines] if self.places else []

    def keywords(self) -> tuple[tuple[str, int], ...]:
        """How often each keyword happened since the beginning."""
        runs = Counter[str]()
        for record, before in self.before.items():
            after = self.lines(record)
            for name, places in self.places.items():
                runs[name] += sum(after[place] - before[place] for place in places)
        return tuple(runs.items())


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
