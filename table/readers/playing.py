"""A game as a table plays it: recorded as it goes, with what is being carried out, and with how far
answers can be taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...interpreter.backend.layout import OPTIONS, RECORDER, SEAT, SITE, State
from ...interpreter.knowledge.carried import CarriedLog, watch
from ...interpreter.knowledge.record import GameRecorder, recorder_of
from ...interpreter.questions.printed import FormatPrint, printed_of
from ...interpreter.runtime.faults import RuleFault
from ...interpreter.runtime.game import Game, linked
from ...interpreter.runtime.game_setup import GameSetup
from ...interpreter.runtime.match import Rest
from ...interpreter.transcript.history import NOTHING, Forfeit, History, How

CHANCE = frozenset(("random", "shuffle", "reveal"))  # events behind which nothing is taken back


class Playing:
    """One game from its beginning on. `state` is at a choice, or over; `answers` led to it.

    The rules make a choice with one option by themselves. So that nobody who reads the game can
    tell it from another one, the game stops there, too: who follows it takes that in, then the
    choice is made. With `pauses` it is not made before `step` is called (`is_forced`).
    """

    def __init__(
        self, setup: GameSetup, printed: FormatPrint | None = None, pauses: bool = False
    ) -> None:
        self.setup, self.pauses = setup, pauses
        self.printed = printed_of(setup.edition) if printed is None else printed
        self.answers: list[int] = []
        self.history: History = NOTHING
        self.state: State = setup.unbegun_state(True)
        self.places: list[int] = [*recorder_of(self.state, GameRecorder).places]
        self.log: CarriedLog = watch(setup, self.state)
        self.rest: Rest | None = None  # of the budget, for choices with one option
        if setup.base is None:
            self.rest = setup.engine(True).begin_stopping(self.state)
        self.stepped = 0  # choices with one option that were made behind the last answer
        self.fixed = 0  # answers that cannot be taken back freely
        self.askers: list[int] = []  # by answer: who gave it
        self.seen = 0  # events that have been looked at for that
        self.made: dict[tuple[str, int, str, int], tuple[int, int]] = {}  # by change: what made it
        self.followers: list[Callable[[], object]] = []  # called behind each choice
        self.note_events()
        if not pauses:
            self.settle()

    @property
    def recorder(self) -> GameRecorder:
        """What happened so far."""
        return recorder_of(self.state, GameRecorder).read()

    @property
    def asked(self) -> int:
        """The number of the seat that is asked; -1 when the game is over."""
        return int(self.state[SEAT]) if self.forfeit is None else -1

    @property
    def forfeit(self) -> Forfeit | None:
        """How a seat has lost by giving up or by time."""
        found = self.history.forfeit
        return found if found is not None and found.answers == len(self.answers) else None

    def lose(self, seat: int, how: How) -> None:
        """A seat of two has lost, whatever the rules ask now; choices with one option are made."""
        self.settle()
        if self.asked < 0:
            return
        self.history = self.history.forfeited(Forfeit(how, seat, len(self.answers)))

    @property
    def is_forced(self) -> bool:
        """Whether it stands at a choice with one option, which nobody is to answer."""
        return len(self.state[OPTIONS]) == 1

    def apply(self, index: int) -> None:
        """Answers the open choice. A `RuleFault` leaves the game at the choice before."""
        asker, followers = self.asked, self.followers
        try:
            self.rest = self.setup.engine(True).apply_stopping(self.state, index)
            if self.is_forced:
                self.check()
        except RuleFault:
            self.restart(self.answers)
            self.followers = followers  # who have taken in all of that
            raise
        if self.answered_by(len(self.answers) - 1) not in (asker, -1):
            self.fixed = len(self.answers)
        self.answers.append(index)
        self.stepped = 0
        self.take_in()
        if not self.pauses:
            self.settle()

    def check(self) -> None:
        """Raises the `RuleFault` that the choices lead to that have one option, if any, before
        anything is told of what they follow from: it is one answer with them, by its budget, too.
        """
        engine, state = self.setup.engine(True), self.state.copy()
        state[RECORDER] = None
        state, rest = engine.clone(state), self.rest
        while len(state[OPTIONS]) == 1:
            rest = engine.apply_stopping(state, 0, rest)

    def go_on(self, index: int) -> None:
        """Answers the open choice; or makes it, where it has one option."""
        if self.is_forced:
            self.step()
        else:
            self.apply(index)

    def step(self) -> None:
        """Makes the open choice, which has one option."""
        seat = int(self.state[SEAT])
        self.rest = self.setup.engine(True).apply_stopping(self.state, 0, self.rest)
        self.stepped += 1
        if self.answered_by(len(self.answers) - 1) not in (seat, -1):
            self.fixed = len(self.answers)
        self.take_in()

    def settle(self) -> None:
        """Makes the choices that have one option, up to the next that somebody is to answer."""
        while self.is_forced:
            self.step()

    def take_in(self) -> None:
        """Looks at what happened, and lets those who follow do so."""
        self.note_events()
        for follow in self.followers:
            follow()

    def restart(self, answers: Sequence[int]) -> None:
        """The same game behind these answers alone; nobody follows it any more."""
        history, pauses = self.history, self.pauses
        self.__init__(self.setup, self.printed)
        self.history = history
        for index in answers:
            self.apply(index)
        self.pauses = pauses

    def answered_by(self, number: int) -> int:
        """The seat that gave an answer; -1 for none."""
        return self.askers[number] if number >= 0 else -1

    def again(self) -> Playing:
        """The same game from its beginning, followed by nobody."""
        return Playing(self.setup, self.printed)

    # ---- taking back

    def note_events(self) -> None:
        """After chance, a show, or as soon as a seat has learned a card, nothing goes back."""
        recorder = self.recorder
        carried = self.log.of_events()
        events, knowledge = recorder.events, recorder.knowledge
        for number in range(self.seen, len(events)):
            before = knowledge[number - 1] if number else None
            if events[number].kind == "ask":
                self.askers.append(int(events[number].values[0]))
            if events[number].kind in CHANCE or learned(before, knowledge[number]):
                self.fixed = len(self.answers)
            if number in recorder.targets and carried[number]:
                values = events[number].values
                change = (*recorder.targets[number][0], str(values[2]), int(values[3]))
                self.made[change] = carried[number][-1]
        self.seen = len(events)

    def free_back(self, seat: int) -> int:
        """How many of its last answers a seat may take back without asking anybody."""
        if not self.answers or self.answered_by(len(self.answers) - 1) != seat:
            return 0
        return len(self.answers) - self.fixed

    # ---- as others have it

    def game(self) -> Game:
        """The same as a game of its own."""
        return Game(
            self.setup,
            self.setup.state_after(self.answers),
            linked(self.answers),
            history=self.history,
        )

    def options(self) -> list[int]:
        """The options of the open choice as the program has them."""
        return [] if self.asked < 0 else [*self.state[OPTIONS]]

    def turn(self) -> int:
        """The number of the turn."""
        return self.setup.turn_of(self.state)

    def question(self) -> tuple[int, int]:
        """The seat and the site that ask now."""
        return self.asked, int(self.state[SITE])


def learned(before: Sequence[int] | None, after: Sequence[int]) -> bool:
    """Whether a seat knows a card that it did not know."""
    if before is None or before is after:
        return False
    return any(new & ~old for old, new in zip(before, after, strict=True))
