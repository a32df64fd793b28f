"""One game being played: a state, the answers that led to it, and what may be seen of them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, SupportsIndex, cast

from ...dsl.loading.library import WrongUse, text_in, wrong_name, wrong_type
from ..backend.layout import OPTIONS, RECORDER, RESULT, SEAT, State
from ..knowledge.belief import Trail
from ..knowledge.redeal import Redealing
from ..knowledge.view import View
from ..questions.answer import Answer
from ..transcript.history import NOTHING, Forfeit, History
from ..transcript.transcript import story_of, transcript_of
from .choice import Choice, Reason
from .fault_report import located
from .faults import RuleFault
from .game_setup import GameSetup
from .match import Match

Answers = tuple[Any, int]  # (the answers before, the last one); None before the first
Recorded = tuple[Answers | None, State]  # the same game as the recording variant plays it


def listed(answers: Answers | None, since: Answers | None = None) -> list[int] | None:
    """The answers behind `since`, oldest first; None if `since` did not lead here."""
    found: list[int] = []
    while answers is not since:
        if answers is None:
            return None
        answers, index = answers
        found.append(index)
    found.reverse()
    return found


class Late:
    """The engine of a game that was dealt anew, made ready when it is played: many never are."""

    __slots__ = ("recorded", "setup")

    def __init__(self, setup: GameSetup, recorded: bool) -> None:
        self.setup, self.recorded = setup, recorded

    def apply(self, state: State, index: int) -> None:
        """See `Engine`."""
        self.setup.engine(self.recorded).apply(state, index)

    def clone(self, state: State) -> State:
        """See `Engine`."""
        return self.setup.match.layout.clone(state)


class Game:
    """A game. Actions are small ints that mean something for the open choice only.

    `apply` and `clone` are the hot path: they touch nothing that only a reader needs.
    """

    __slots__ = ("_answers", "_engine", "_recording", "_run", "_setup", "_state", "history")

    def __init__(
        self,
        setup: GameSetup,
        state: State,
        answers: Answers | None = None,
        recording: Recorded | None = None,
        history: History = NOTHING,
    ) -> None:
        self._setup = setup
        self._state = state
        self._answers = answers
        self._recording = recording
        self.history = history
        recorded = state[RECORDER] is not None
        self._engine = Late(setup, recorded) if setup.is_dealt else setup.engine(recorded)
        self._run = self._engine.apply

    # ---- playing

    def is_over(self) -> bool:
        """Whether there is nothing left to decide."""
        return self._state[SEAT] < 0 or (self.history.forfeit is not None and bool(self.forfeit))

    @property
    def is_native(self) -> bool:
        """Whether it is played in C."""
        return False

    @property
    def forfeit(self) -> Forfeit | None:
        """How a seat has lost where the rules still asked something: by giving up, or by time."""
        found = self.history.forfeit
        return found if found is not None and found.answers == len(self.answers) else None

    @property
    def asked(self) -> int:
        """The number of the seat that is to choose; -1 when the game is over."""
        return self._state[SEAT]

    def legal_actions(self) -> range:
        """0, 1, .. for the options of the open choice; empty when the game is over."""
        return range(len(self._state[OPTIONS]))

    def apply(self, index: int) -> None:
        """Takes an action. A `RuleFault` leaves the game as it was before."""
        state = self._state
        if index.__class__ is not int or not 0 <= index < len(state[OPTIONS]):
            index = self._checked(index)
        try:
            self._run(state, index)
        except BaseException as error:
            self._recover(error, index)
            raise
        self._answers = (self._answers, index)

    def clone(self) -> Game:
        """An independent copy of the game."""
        copy = new(Game)
        engine = self._engine
        copy._setup = self._setup
        copy._state = engine.clone(self._state)
        copy._answers = self._answers
        copy._recording = self._recording
        copy.history = self.history
        copy._engine = engine
        copy._run = self._run
        return copy

    def __copy__(self) -> Game:
        return self.clone()

    def __deepcopy__(self, _: object) -> Game:
        return self.clone()

    def _flat(self) -> State:
        """The state it is in; for whoever looks."""
        return self._state

    def _checked(self, given: object) -> int:
        """What stands for an action, such as a number of numpy, as an int."""
        if self.is_over():
            raise WrongUse("The game is over; there is nothing to apply.")
        if isinstance(given, bool) or not isinstance(given, SupportsIndex):
            raise wrong_type("An action", "a whole number", given)
        index, count = given.__index__(), len(self.legal_actions())
        if 0 <= index < count:
            return index
        raise WrongUse(f"There is no action {index} here; the actions are 0 to {count - 1}.")

    def _recover(self, error: BaseException, index: int) -> None:
        """Puts the state back; a fault of a rule is raised with its place in the rules."""
        records = self._state[RECORDER] is not None
        self._state = self._setup.state_after(self.answers, records)
        if isinstance(error, RuleFault):
            raise located(self._setup, error, [*self.answers, index]) from None

    # ---- what is asked, and why

    @property
    def choice(self) -> Choice | None:
        """The choice that is open, None when the game is over."""
        return self.choice_in(None)

    def choice_in(self, language: str | None) -> Choice | None:
        """The same in one of the languages of the format."""
        state = self._flat()
        if state[SEAT] < 0:
            return None
        answers, setup = self._answers, self._setup

        def look(recorded: bool) -> State:
            if self._answers is answers:
                return self._recorded() if recorded else self._flat()
            return setup.state_after(listed(answers) or (), recorded)

        return Choice(setup, look, state, language)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The rules that wait for the answer, outermost first."""
        pauses = self._setup.match.why(self._flat())
        return tuple(self._reason(pause.procedure, pause.place) for pause in pauses)

    def _reason(self, rule: str, place: int) -> Reason:
        found = self._setup.match.program.places[place]
        return Reason(rule, found.file, found.line, found.clauses)

    def why(
        self, subject: int | str | None = None, seat: str | None = None, language: str | None = None
    ) -> Answer:
        """Why something is so: the event of a line of the transcript (of the `seat`, if one is
        named) by its number, a value by its name (`power of Wolf`, `ana's points`), or the open
        question. Of a seat only what it may know.
        """
        reader = -1 if seat is None else self.number_of(seat)
        return self._asking(reader, language).why(subject)

    def why_not(self, text: str, seat: str | None = None, language: str | None = None) -> Answer:
        """Why a seat (else the one that is asked) is not offered what a text names: `Attack`,
        `Attack: Wolf`; or why what a card says did not happen. Only what the seat may know.
        """
        text_in("What is not offered", text)
        number = max(self.asked, 0) if seat is None else self.number_of(seat)
        return self._asking(number, language).why_not(text, number)

    def _asking(self, reader: int, language: str | None) -> Any:
        from ..questions.asking import Asking

        self._setup.wording(language)  # there is such a language
        return Asking(self._setup, self._recorded(), self.answers, reader, language)

    # ---- the outcome

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages in which it can be shown."""
        return self._setup.edition.contents.wordbook.languages

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the players, in order of their seats."""
        return self._setup.seats

    @property
    def result(self) -> tuple[str, ...] | None:
        """("win", seat ..) or ("draw",); None while the game goes on."""
        forfeit = self.forfeit
        if forfeit is None:
            return self._setup.result_of(self._flat())
        return ("win", *(one for k, one in enumerate(self.seats) if k != forfeit.seat))

    @property
    def places(self) -> dict[str, int]:
        """Who came first, second, ..: by seat, once the game is over; all are first in a draw."""
        forfeit = self.forfeit
        if forfeit is not None:
            return {one: 1 + (k == forfeit.seat) for k, one in enumerate(self.seats)}
        return self._setup.places_of(self._flat())

    @property
    def reason(self) -> Reason | None:
        """The rule that ended the game."""
        found = self._flat()[RESULT]
        return None if found is None or found[-1] < 0 else self._reason("end", found[-1])

    # ---- how it was played

    @property
    def seed(self) -> int:
        """What chance came from."""
        return self._setup.seed

    @property
    def answers(self) -> tuple[int, ...]:
        """Every action so far."""
        return tuple(listed(self._answers) or ())

    @property
    def options(self) -> dict[str, int]:
        """The switches of the format as this game has them."""
        return dict(self._setup.options)

    @property
    def decks(self) -> tuple[str, ...]:
        """The names of the decks: of each seat, then of the table, where they have one."""
        return tuple(deck.name for deck in self._setup.decks)

    @property
    def turn(self) -> int:
        """The number of the turn, from 1; 0 during set-up."""
        return self._setup.turn_of(self._recorded())

    def whole(self) -> tuple[GameSetup, State]:
        """What it is played with, and its recorded state; for those who look at all of it."""
        return self._setup, self._recorded()

    def live(self) -> tuple[GameSetup, State]:
        """What it is played with, and the state it is in, not recorded; for searches."""
        return self._setup, self._flat()

    def _recorded(self) -> State:
        """This state as the recording variant came to it."""
        state = self._flat()
        if state[RECORDER] is not None:
            return state
        if self._recording is None or self._recording[0] is not self._answers:
            self._recording = (self._answers, self._play_recording())
        return self._recording[1]

    def _play_recording(self) -> State:
        setup = self._setup
        since = listed(self._answers, self._recording[0]) if self._recording is not None else None
        if since is None or self._recording is None:
            found = setup.state_after(self.answers, True)
        else:
            found = setup.engine().clone(self._recording[1])
            for index in since:
                setup.engine(True).apply(found, index)
        if not setup.match.same(found, self._flat()):
            raise WrongUse("The answers of this game do not lead to its state.")
        return found

    def after(self, count: int) -> Game:
        """This game as it was behind so many answers."""
        answers = self.answers[:count]
        return Game(self._setup, self._setup.state_after(answers), linked(answers))

    def back_to(self, count: int) -> Game:
        """The same with all answers behind so many taken back, which its transcript tells."""
        found = self.after(count)
        found.history = self.history.without(count, self.answers[count])
        return found

    def view(self, seat: str | None, language: str | None = None) -> dict[str, Any]:
        """What a seat may know, as plain data; for None everything that a format does not keep to
        itself.
        """
        number = -1 if seat is None else self.number_of(seat)
        return View(self._setup, self._recorded(), number, language).whole()

    def transcript(
        self, seat: str | None = None, *, compact: bool = False, language: str | None = None
    ) -> str:
        """The text of the .game file; for a `seat` only what that seat knew, which cannot be
        run again. `compact`: one line a choice. `language`: in the words of a language, else
        things are called by their ids.
        """
        reader = None if seat is None else self.number_of(seat)
        setup, history = self._setup, self.history
        return transcript_of(setup, self._recorded(), reader, compact, language, history)

    def story(self, seat: str, language: str | None = None) -> list[str]:
        """What a seat learns while it plays, a line an event; "" where it learns nothing."""
        number = self.number_of(seat)
        return [*story_of(self._setup, self._recorded(), number, language)]

    def number_of(self, seat: str) -> int:
        """The number of a seat by its name."""
        if seat not in self.seats:
            raise wrong_name("seat", seat, self.seats)
        return self.seats.index(seat)

    def at(self, seat: str) -> Seat:
        """What a player on this seat may hold of the game."""
        return Seat(self, self.number_of(seat))

    def dealt_match(self) -> Match:
        """The match of a game that was dealt anew."""
        if not self._setup.is_dealt:
            raise WrongUse("Only a game that was dealt anew can be dealt over.")
        return self._setup.match

    def trail_of(self, seat: int) -> Trail:
        """What a seat can follow of the cards, of which nothing is read."""
        return Trail(self._setup, seat)

    @property
    def last_answer(self) -> Answers | None:
        """The answers as they are kept: another object behind each."""
        return self._answers

    def redealing(self, trail: Trail) -> Redealing:
        """What deals the game anew as a seat could be in it; see `Seat.redeal`."""
        return Redealing(self._setup, self._recorded(), self.answers, trail)

    # ---- saving and comparing

    def to_json(self) -> str:
        """A save that `rules.game_from_json` loads again."""
        from ..transcript.save import saved

        if self._setup.is_dealt:
            raise WrongUse("A game that was dealt anew cannot be saved.")
        return saved(self._setup, self._flat(), self.answers)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        mine, theirs = self._setup, other._setup
        if mine is not theirs and mine.key != theirs.key:
            return False
        return mine.match.same(self._flat(), other._flat())

    def __hash__(self) -> int:
        return self._setup.match.hash(self._flat())

    def __repr__(self) -> str:
        name, choice = self._setup.edition.name, self.choice
        now = f"result={self.result}" if choice is None else f"asks={choice.seat!r}"
        return f"Game({name!r}, seats={self.seats}, decisions={len(self.answers)}, {now})"


class Seat:
    """A game as one seat has it: no seed, no card that it does not know, no other's choice."""

    __slots__ = ("_game", "_number", "_redealing", "_trail")

    def __init__(self, game: Game, number: int) -> None:
        self._game, self._number = game, number
        self._trail: Trail | None = None  # until the first deal
        self._redealing: tuple[Answers | None, Redealing] | None = None

    @property
    def name(self) -> str:
        """The name of the seat."""
        return self._game.seats[self._number]

    @property
    def number(self) -> int:
        """Its number, from 0."""
        return self._number

    def is_over(self) -> bool:
        """Whether there is nothing left to decide."""
        return self._game.is_over()

    def is_asked(self) -> bool:
        """Whether this seat is to choose."""
        return self._game.asked == self._number

    @property
    def choice(self) -> Choice | None:
        """What this seat is asked now; None while others are asked, or if the game is over."""
        return self._game.choice if self.is_asked() else None

    def view(self, language: str | None = None) -> dict[str, Any]:
        """What the seat may know, as plain data."""
        return self._game.view(self.name, language)

    def apply(self, index: int) -> None:
        """Answers what the seat is asked."""
        self._check_asked()
        self._game.apply(index)

    def redeal(self, chance: Random, instead_of: Game | None = None) -> Game:
        """A game that the seat could be in, and is asked the same in: each card that it does not
        know lies in one of the places where it may be, all deals alike likely; what chance will
        bring is drawn anew, and so are others' secret choices. It is told from here on alone: what
        was before is in no transcript of it, and it cannot be saved. `instead_of`: one dealt
        before by this seat, which is over with that; this is much faster. Raises `WrongUse` if no
        such game is found among very many.
        """
        self._check_asked()
        game = self._game
        if self._redealing is None or self._redealing[0] is not game.last_answer:
            trail = self._trail = self._trail or game.trail_of(self._number)
            self._redealing = game.last_answer, game.redealing(trail)
        into = None if instead_of is None else instead_of.dealt_match()
        return Game(*self._redealing[1].dealt(chance, into))

    def _check_asked(self) -> None:
        if not self.is_asked():
            raise WrongUse(f"It is not {self.name} who is asked now.")

    def __repr__(self) -> str:
        return f"Seat({self.name!r})"


new = cast(Any, object.__new__)


def linked(answers: Sequence[int]) -> Answers | None:
    """Answers as games keep them."""
    found: Answers | None = None
    for index in answers:
        found = (found, index)
    return found
