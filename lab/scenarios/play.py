"""Play of one scenario: its state, the choice that is open, and how far it has come."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ...dsl.ir import ir
from ...dsl.nodes.base import Span
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Label, Problem
from ...interpreter.backend.layout import OPTIONS, RESULT, SEAT, SITE, State
from ...interpreter.knowledge.record import Event, Recorder, recorder_of
from ...interpreter.runtime.fault_report import again_and_again, last_recorded, span_at
from ...interpreter.runtime.faults import RuleFault, StepNotReached, what_happened
from ...interpreter.runtime.match import Engine
from .naming import Naming, Option, Values, listing, said_of
from .position import Position
from .prepared import PreparedRules
from .recorder import Failed, Moment, StepReached, await_step

LONGEST = 2_000  # choices that `play runs to` answers before it is given up


@dataclass(frozen=True, slots=True)
class Question:
    """The choice that is open."""

    seat: int
    name: str
    number: int
    site: ir.Site
    options: list[Option]

    @property
    def passing(self) -> int:
        """The index of the option that passes; -1 when there is none."""
        return next((option.index for option in self.options if option.passes), -1)

    @property
    def asks(self) -> str:
        """`bo is asked "fighting" and may take "Activate" "Card", "pass"`"""
        prompt = self.site.prompt or "to choose"
        return f'{self.name} is asked "{prompt}" and may take {listing(self.options)}'


@dataclass(slots=True)
class Pending:
    """A piece of play that has not run: from which state (None: a new one), what, and for
    which action.
    """

    before: State | None
    run: Callable[[State], None]
    span: Span


class Play:
    """A state that actions change and claims look at.

    What an action sets off runs when something needs to know. Where an action stopped at the
    beginning or the end of a step, `state` is that moment; `live` is what comes after, with the
    next choice.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.rules: PreparedRules = position.rules
        self.match = position.match
        self.doing: Span = position.case.scenario.title.span
        self.forced = set[int]()  # events that were named by a pick
        self.is_trial = False  # something is only tried, on a copy
        self._broken = list[Problem]()  # invariants, until somebody takes note
        self._acted = 0  # how many events there were before the last action
        self._state: State | None = None
        self._stopped: State | None = None
        self._pending: Pending | None = Pending(None, self._begin, self.doing)

    @property
    def engine(self) -> Engine:
        """What plays; made when something is played."""
        return self.match.engine(self.position.variant)

    # ---- states

    @property
    def state(self) -> State:
        """What claims about the table look at."""
        return self._stopped if self._stopped is not None else self.live

    @property
    def live(self) -> State:
        """The state that waits for the next answer."""
        if self._pending is not None:
            pending, self._pending = self._pending, None
            doing, self.doing = self.doing, pending.span  # what a fault is blamed on
            self._state = pending.before or self.position.new_state()
            pending.run(self._state)
            self._ask_invariants(self._state)
            self.doing = doing
        assert self._state is not None
        return self._state

    def _begin(self, state: State) -> None:
        position = self.position
        if position.step:
            self.match.begin_at(state, position.step, position.player, position.variant)
        else:
            self.engine.begin(state)

    def _ask_invariants(self, state: State) -> None:
        """Notes what does not hold in a settled state. What the position of a scenario itself
        breaks, before anything is done, is not asked in it.
        """
        match, position = self.match, self.position
        if self.is_trial or not match.is_at_rest(state):
            return
        broken = match.broken(state, position.variant)
        before = position.new_state() if broken else state
        excused = {one.title for one, _ in match.broken(before, position.variant) if broken}
        for one, members in broken:
            if one.title not in excused:
                place = self.rules.program.places[one.place].span
                text = said_of(self.rules, match, state, one.title, members)
                labels = (Label(place, "must hold"),)
                self._broken.append(Problem("invariant-broken", text, self.doing, labels=labels))

    def newly_broken(self) -> list[Problem]:
        """The invariants that were found not to hold since this was last asked."""
        found, self._broken = self._broken, []
        return found

    def clone(self) -> Play:
        """A play of its own from the same choice, to try something."""
        copy = object.__new__(Play)
        copy.position, copy.rules, copy.match = self.position, self.rules, self.match
        copy.doing = self.doing
        copy.forced, copy._acted = {*self.forced}, self._acted
        copy.is_trial, copy._broken = True, []
        copy._state, copy._stopped, copy._pending = self.engine.clone(self.live), None, None
        return copy

    # ---- going on

    def answer(self, index: int) -> None:
        """Picks an option of the open choice."""
        before = self.live
        self._stopped = None
        self._pending = Pending(before, lambda state: self.engine.apply(state, index), self.doing)

    def reach(self, moment: Moment) -> bool:
        """Runs what has not run yet, and stops at a moment; whether it came."""
        pending = self._pending
        if pending is None:
            return False
        since, before = 0 if self._stopped is None else len(self.events), pending.before
        state = self.engine.clone(before) if before else self.position.new_state()
        recorder = recorder_of(state, Recorder)
        await_step(recorder, moment, since)
        self.doing = pending.span
        try:
            pending.run(state)
        except StepReached:
            self._stopped = state
            return True
        except RuleFault:
            self._state, self._stopped, self._pending = state, None, None
            raise
        recorder.log = recorder.log[:]  # goes on
        self._state, self._stopped, self._pending = state, None, None
        self._ask_invariants(state)
        return False

    def next_action(self) -> int:
        """An action begins; how many events there were before the one before it."""
        before, self._acted = self._acted, len(self.live_events)
        return before

    def look_on(self) -> None:
        """Claims look at the open choice again, not at the step where play stopped."""
        self._stopped = None

    # ---- what is open

    def question(self) -> Question | None:
        """The choice that is open, None when there is none."""
        state = self.live
        if state[SEAT] < 0:
            return None
        number = int(state[SITE])
        site = self.rules.program.sites[number]
        options = self.naming(state).options(site, state[OPTIONS])
        seat: int = state[SEAT]
        return Question(seat, self.rules.players[seat], number, site, options)

    def question_here(self) -> Question | None:
        """The same, but None when play stopped at a step in which nothing is asked."""
        if self._stopped is not None:
            events = recorder_of(self._stopped, Recorder).events
            last, later = events[-1], self.live_events[len(events) :]
            left = (event.values for event in (last, *later) if event.kind == "leave")
            if last.values in left:
                return None
        return self.question()

    def naming(self, state: State | None = None) -> Naming:
        return Naming(self.rules, self.match, self.state if state is None else state)

    def value(self, code: ir.Expression) -> Any:
        """The value of an expression of a claim: an int, or a sequence of ints."""
        return self.rules.evaluator.evaluate(self.match, self.state, code)

    @property
    def values(self) -> Values:
        """What messages say of the state that claims look at."""
        return Values(self.rules, self.match, self.state)

    @property
    def events(self) -> list[Event]:
        return self.recorder.events

    @property
    def live_events(self) -> list[Event]:
        return recorder_of(self.live, Recorder).events

    @property
    def recorder(self) -> Recorder:
        return recorder_of(self.state, Recorder)

    def chance_left(self) -> list[Problem]:
        """What was laid out and did not come, as far as play has gone."""
        if not self.position.chance:
            return []
        events = self.events if self._stopped and self._pending else self.live_events
        return [*self.position.chance.left(self.match, events)]

    @property
    def result(self) -> tuple[tuple[int, ...], ...] | None:
        """Who came first, second .. once the game is over, nobody in a draw."""
        found = self.state[RESULT]
        if found is None:
            return None
        seats = range(len(found[0]))
        order = sorted({*found[0]})
        return tuple(tuple(s for s in seats if found[0][s] == place) for place in order)


Check = Callable[[Play], Iterable[Problem]]  # a claim, looked at


def failed(message: str, span: Span) -> Problem:
    """A claim that does not hold."""
    return Problem("claim-fails", message, span)


def stopped_by(play: Play, fault: RuleFault) -> Failed:
    """A rule could not go on, in the action that set it off."""
    what = what_happened(fault.code)
    place = fault.place or last_recorded(play.state)
    places = play.rules.program.places
    again = again_and_again(RuleFault(fault.code, place), places, play.state)
    message = f"The rules could not go on: {what}."
    return Failed(
        "rule-fault", message, play.doing, "", Label(span_at(places, place), what), *again
    )


def step_text(rules: PreparedRules, path: str, seat: int) -> str:
    """A step, and of whom, if it is somebody's."""
    return f"{path} of {rules.players[seat]}" if seat >= 0 else path


def not_reached(position: Position, error: StepNotReached) -> Failed:
    """Play never comes to the step of the scenario."""
    fact = position.case.starts_at
    span = fact.span if fact is not None else position.case.scenario.title.span
    step = step_text(position.rules, error.path, error.player)
    message = f"Play never comes to {step} in the first turn."
    return Failed("step-not-reached", message, span)
