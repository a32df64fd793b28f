"""Measures a format: all that is compared in one run, in turns, so that whatever else the machine
does slows all of it.
"""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from ...dsl.nodes.dataclass import dataclass
from ...interpreter.runtime.rules import Rules, load
from ..work import Progress, silent
from .edits import EditReport, measure_edits
from .growth import CardsReport, LengthReport, growth_with_cards, growth_with_length
from .playing import Runner, dealer, decisions_per_second, in_steps, others_of, playouts_of
from .pool import PoolStep, growth_with_pool
from .processes import LoadReport, MemoryReport, measure_loading, measure_memory
from .spread import Spread, ratio, spread

PLAY, LOAD, EDIT, MEMORY = "play", "load", "edit", "memory"
CARDS, LENGTH, POOL = "cards", "length", "pool"
PARTS = (PLAY, LOAD, EDIT, MEMORY, CARDS, LENGTH, POOL)
ROUNDS = 10


@dataclass(frozen=True, slots=True)
class Beside:
    """Ours beside another engine: ratios of decisions a second (larger is faster), of the times of
    a copy and of a save (smaller is faster). `native`: whole games in C, `native_steps`: games in C
    an answer at a time. None where there is nothing to compare.
    """

    engine: str
    decisions_per_s: Spread
    playing: Spread
    recording: Spread
    native: Spread | None
    native_steps: Spread | None
    copying: Spread | None
    saving: Spread | None


@dataclass(frozen=True, slots=True)
class PlayReport:
    """Decisions a second, the ratio of recording to not recording, and of whole games in C and of
    those played in C an answer at a time to generated Python (None: `native_reason` says why),
    microseconds of a copy and a save.
    """

    decisions_per_s: Spread
    recording: Spread
    native: Spread | None
    native_reason: str
    native_decisions_per_s: Spread | None
    native_steps: Spread | None
    native_steps_per_s: Spread | None
    copy_us: Spread | None
    save_us: Spread | None
    beside: list[Beside]


@dataclass(frozen=True, slots=True)
class BenchReport:
    """What was measured of a format. What was not asked for is None, as is what there is none of:
    edits of a format without scenarios, the parts of short games.
    """

    format: str
    play: PlayReport | None
    load: LoadReport | None
    edit: EditReport | None
    memory: MemoryReport | None
    cards: CardsReport | None
    length: LengthReport | None
    pool: list[PoolStep]


def bench(
    name: str,
    seconds: float = 6.0,
    parts: Collection[str] = PARTS,
    progress: Progress = silent,
    rounds: int = ROUNDS,
) -> BenchReport:
    """Measures some parts of a format; `seconds` is what playing takes of the processor in all."""
    rules = load(name)
    work = {
        PLAY: lambda: measure_play(rules, name, seconds, rounds),
        LOAD: lambda: measure_loading(name),
        EDIT: lambda: measure_edits(name),
        MEMORY: lambda: measure_memory(name),
        CARDS: lambda: growth_with_cards(rules, seconds),
        LENGTH: lambda: growth_with_length(rules),
        POOL: lambda: growth_with_pool(name),
    }
    found = dict[str, object]()
    for number, part in enumerate(PARTS):
        found[part] = work[part]() if part in parts else [] if part == POOL else None
        progress(number + 1, len(PARTS))
    return BenchReport(format=name, **found)  # pyright: ignore[reportArgumentType]


def measure_play(rules: Rules, name: str, seconds: float, rounds: int) -> PlayReport:
    """Plays all that is compared, in turns."""
    ours, recording = Runner(dealer(rules)), Runner(dealer(rules, record=True))
    others = {whose: Runner(new_game) for whose, new_game in others_of(name).items()}
    in_c, reason = playouts_of(rules)
    steps = None if in_c is None else in_steps(rules)
    runners = [ours, recording, *([] if steps is None else [steps]), *others.values()]
    fast: list[float] = []
    slice_s = seconds / (rounds * (len(runners) + (in_c is not None)))
    for one in runners:
        decisions_per_second(one.new_game, Random(0), slice_s / 4)  # warms up
    for number in range(rounds):
        for one in runners:
            one.run(number, slice_s)
        if in_c is not None:
            fast.append(in_c.decisions_per_second(Random(number), slice_s))
    slow = [] if steps is None else steps.speeds
    return PlayReport(
        decisions_per_s=spread(ours.speeds),
        recording=ratio(recording.speeds, ours.speeds),
        native=ratio(fast, ours.speeds) if fast else None,
        native_reason=reason,
        native_decisions_per_s=spread(fast) if fast else None,
        native_steps=ratio(slow, ours.speeds) if slow else None,
        native_steps_per_s=spread(slow) if slow else None,
        copy_us=spread(ours.copies) if ours.copies else None,
        save_us=spread(ours.saves) if ours.saves else None,
        beside=[beside(whose, one, ours, recording, fast, slow) for whose, one in others.items()],
    )


def beside(
    whose: str, other: Runner, ours: Runner, recording: Runner, fast: list[float], slow: list[float]
) -> Beside:
    """Ours beside one other engine."""
    return Beside(
        engine=whose,
        decisions_per_s=spread(other.speeds),
        playing=ratio(ours.speeds, other.speeds),
        recording=ratio(recording.speeds, other.speeds),
        native=ratio(fast, other.speeds) if fast else None,
        native_steps=ratio(slow, other.speeds) if slow else None,
        copying=ratio(ours.copies, other.copies) if other.copies and ours.copies else None,
        saving=ratio(ours.saves, other.saves) if other.saves and ours.saves else None,
    )
