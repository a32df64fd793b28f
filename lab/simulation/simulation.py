"""Many games between bots, by one process or many: played in parts, counted and written as they
come.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait

from ...dsl.loading.library import WrongUse
from ...dsl.nodes.dataclass import dataclass
from ..bots.bots import SEARCH
from ..work import Interrupted, Progress, silent
from .carried import Work
from .native import Building, GamesInC, build_for
from .parts import Chunks, Part, Playing, missing
from .playing import Series
from .pools import Pool, PoolLost, Processes
from .results import Results
from .tally import Tally

WAITS = 2  # parts for each process that wait or are played
LOOK_S = 0.5  # how often it is asked whether anybody is still there
GRACE_S = 3.0  # that processes have to end the game they play when somebody stops a run
MOST_LOSSES = 5  # of processes, without a part that was played meanwhile

NewPool = Callable[[], Pool]


@dataclass(slots=True)
class SimulationReport:
    """The sums of a run. `in_python`: why it was not played in C although it was wanted."""

    jobs: int
    tally: Tally
    in_python: str = ""
    lost: int = 0  # processes
    cut: str = ""  # why it came to no end

    def as_json(self, name: str) -> dict[str, object]:
        """The report as programs read it."""
        return self.tally.as_json(name, self.jobs)


class Run:
    """A run that goes on: what is left to play, and where what was played goes."""

    def __init__(self, work: Work, results: Results | None, tick: Progress) -> None:
        self.work, self.results, self.tick = work, results, tick
        self.total = work.plan.games
        self.tally = results.tally if results is not None else Tally()
        self.left = missing(sorted(results.runs) if results is not None else [], self.total)
        self.lost = 0
        plan = work.plan
        searches = plan.native is not False and any(map(SEARCH.fullmatch, plan.bots))
        possible = searches or (GamesInC(plan).possible and not plan.observed)
        self.building = Building(possible, work.opened, plan.seed, plan.decks_of(0))
        self.began_with = self.tally.games
        tick(self.tally.games, self.total)

    def take(self, part: Part) -> None:
        """Counts and writes what was played."""
        if self.results is not None:
            self.results.add(part)
        if part.tally is not None:
            self.tally.merge(part.tally)
        self.tick(self.tally.games, self.total)

    def look(self) -> None:
        """Time has passed."""
        if self.tally.games > self.began_with:
            done = self.tally.games - self.began_with
            self.building.look(done, self.total - self.began_with)

    # ---- in this process

    def play(self) -> None:
        """Plays what is left in this process."""
        series = Series(self.work.plan, self.work.opened)
        for first, stop in self.left:
            chunks = Chunks([(first, stop)], 1, 1.0)
            while chunks:
                self.play_part(series, chunks)

    def play_part(self, series: Series, chunks: Chunks) -> None:
        playing = Playing(series, *chunks.next(), self.results is not None)
        done = self.tally.games

        def after(games: int) -> bool:
            self.tick(done + games, self.total)
            return False

        try:
            part = playing.run(after)
        except KeyboardInterrupt:
            self.take(playing.so_far())
            raise
        chunks.learn(part)
        self.take(part)
        self.look()

    # ---- in others

    def play_in(self, pool: Pool) -> None:
        """Has what is left played. Raises `PoolLost`."""
        chunks = Chunks(self.left, pool.slots, pool.seconds)
        running: dict[Future[Part], tuple[int, int]] = {}
        try:
            while chunks or running:
                while chunks and len(running) < pool.slots * WAITS:
                    first, stop = chunks.next()
                    running[pool.submit(first, stop, False)] = (first, stop)
                done, _ = wait(running, LOOK_S, FIRST_COMPLETED)
                if not done:
                    pool.look()
                self.gather(pool, chunks, running, done)
                self.look()
        except (KeyboardInterrupt, PoolLost):
            pool.ask_to_stop()
            done, _ = wait(running, GRACE_S)
            for future in done:
                if not future.cancelled() and future.exception() is None:
                    self.take(future.result())
            pool.close(True)
            raise
        except BaseException:
            pool.close(True)
            raise
        pool.close(False)

    def gather(
        self,
        pool: Pool,
        chunks: Chunks,
        running: dict[Future[Part], tuple[int, int]],
        done: set[Future[Part]],
    ) -> None:
        """Takes what is done; what was lost with a process is played again."""
        any_lost = False
        if pool.together and any(is_lost(pool, one) for one in done):
            done = {*running}
            wait(done)
        for future in done:
            first, stop = running.pop(future)
            try:
                part = future.result()
            except pool.lost:
                any_lost = True
                chunks.put_again(first, stop)
                continue
            except ImportError as error:
                raise WrongUse(f"A process that should play cannot: {error}.") from None
            if part.lacking:
                running[pool.submit(first, stop, True)] = (first, stop)
                continue
            self.lost = 0
            chunks.learn(part)
            self.take(part)
            chunks.put_again(part.stop, stop)
        if any_lost:
            self.lost += 1
            if self.lost > MOST_LOSSES:
                raise PoolLost("The processes that play were lost again and again.")
            pool.renew()


def is_lost(pool: Pool, future: Future[Part]) -> bool:
    """Whether a part that is done was lost with its process."""
    return future.cancelled() or isinstance(future.exception(), pool.lost)


def simulate(
    work: Work,
    jobs: int = 1,
    progress: Progress = silent,
    results: Results | None = None,
    new_pool: NewPool | None = None,
) -> SimulationReport:
    """Plays the games of a plan. The result but for the times is the same for any `jobs`, and for
    any pool. Raises `Interrupted` with the report so far; `cut` in it says if the pool was lost.
    """
    plan = work.plan
    run = Run(work, results, progress)
    report = SimulationReport(jobs, run.tally)
    if plan.native and plan.observed:
        report.in_python = "what cards do is read from events, which C does not record"
    elif plan.native and new_pool is None:
        report.in_python = build_for(work.opened()(plan.seed, plan.decks_of(0)))
    try:
        if new_pool is not None:
            run.play_in(new_pool())
        elif jobs > 1 and run.left:
            run.play_in(Processes(jobs, work, results is not None))
        else:
            run.play()
    except PoolLost as lost:
        report.cut = str(lost)
        return report
    except KeyboardInterrupt:
        raise Interrupted(report) from None
    finally:
        run.building.end()
    if results is not None:
        results.complete()
    return report
