"""Running a transcript again: every line has to come out as it stands in the file."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Any, NamedTuple

from ...dsl.cards.deckfile import DeckList, deck_of_data
from ...dsl.loading.library import WrongUse, text_in, wrong_type
from ...dsl.nodes.dataclass import dataclass
from ...dsl.ruleset.fingerprints import digest_of
from ...dsl.syntax.gamefile import PICKED, GameFile, Header, Seat, Step, read_game
from ..backend.layout import OPTIONS, SEAT, State
from ..knowledge.record import GameRecorder, recorder_of
from ..knowledge.turns import TurnCounter
from ..questions.answer import Answer
from ..questions.asking import Asking
from ..runtime.fault_report import located
from ..runtime.faults import ReplayDiverged, RuleFault
from ..runtime.game import Answers, Game
from ..runtime.game_setup import GameSetup, cards_fingerprint
from ..runtime.rules import Rules, load
from .history import Forfeit, History, Origin, Undone, forfeit_said
from .moments import view_behind
from .transcript import LineWriter, lines_for, result_line, undone_row


@dataclass(frozen=True, slots=True)
class Line:
    """A numbered line of a transcript: the answers that were given before it, and the events that
    have happened with it. `asks`: it is an answer.
    """

    text: str
    answers: int
    events: int
    asks: bool


class Row(NamedTuple):
    """A line as a reader is shown it: the step, its text, the turn and the clauses it cites."""

    step: int
    text: str
    turn: int
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """A transcript that was run again. `complete`: it was not cut short; `finished`: the game
    came to its end.
    """

    game: Game
    lines: tuple[Line, ...]
    complete: bool

    @property
    def steps(self) -> int:
        return len(self.lines)

    @property
    def finished(self) -> bool:
        return self.complete and self.game.is_over()

    def line(self, step: int) -> Line:
        """The line of a number, from 1."""
        if not 1 <= step <= self.steps:
            raise WrongUse(f"There is no step {step} here; the steps are 1 to {self.steps}.")
        return self.lines[step - 1]

    def at(self, step: int) -> Game:
        """The game at the choice that a step answers or follows from; at the first one, where it
        comes before every choice.
        """
        line = self.line(step)
        return self.game.after(max(line.answers - (not line.asks), 0))

    def rows(self, seat: str | None, compact: bool, language: str | None) -> Iterator[Row]:
        """The lines as a seat may know them, or as they stand in the file, under its numbers."""
        setup, state = self.game.whole()
        viewer = -1 if seat is None else self.game.number_of(seat)
        words = "" if language is None else setup.wording(language).language
        places, steps = setup.match.program.places, [line.events for line in self.lines]
        turns, events = TurnCounter(setup.words.phases), recorder_of(state, GameRecorder).events
        told: Iterator[tuple[int, str]] = lines_for(setup, state, viewer, compact, words)
        if seat is None and language is None and not compact:
            told = ((line.events, line.text.partition(" ")[2]) for line in self.lines)
        before = 0
        for done, text in told:
            for event in events[before:done]:
                if event.kind == "enter":
                    turns.enter(str(event.values[0]), int(event.values[1]))
            before, place = done, events[done - 1].place
            clauses = places[place].clauses if place > 0 else ()
            yield Row(bisect_left(steps, done) + 1, text, turns.turn, clauses)

    def why(
        self,
        step: int,
        subject: str | None = None,
        seat: str | None = None,
        language: str | None = None,
    ) -> Answer:
        """Why what a step says happened, or why a value was what it was with it; see `Game.why`."""
        line = self.line(step)
        reader = -1 if seat is None else self.game.number_of(seat)
        game, event = self.game.after(line.answers + line.asks), line.events - 1
        asked = Asking(*game.whole(), game.answers, reader, language, event, by_file=True)
        if subject is not None:
            return asked.why(subject)
        if event not in asked.past.lines:
            raise WrongUse(f"{seat} learns nothing at step {step}.")
        return asked.of_event(event)

    def why_not(
        self, step: int, text: str, seat: str | None = None, language: str | None = None
    ) -> Answer:
        """Why something was not offered in the choice that a step answers or follows from; see
        `Game.why_not`.
        """
        return self.at(step).why_not(text, seat, language)

    def branch(self, step: int | None, file: str) -> Game:
        """A game that goes on from the choice of a step, or from where this one stands, and says
        which file it was taken from.
        """
        found = self.game.clone() if step is None else self.at(step)
        answers = len(found.answers)
        asks = (n for n, line in enumerate(self.lines) if line.asks and line.answers == answers)
        steps = next(asks, self.steps)
        found.history = self.game.history.taken_from(file, answers + (step is None), steps)
        return found

    def view(self, step: int, seat: str | None, language: str | None = None) -> dict[str, Any]:
        """The table with what a step brought, in the middle of an effect too; None sees all."""
        line = self.line(step)
        if line.asks:
            return self.at(step).view(seat, language)
        return view_behind(self.game, line.answers, line.events, seat, language)


def replay(text: str, rules: Rules | None = None) -> Game:
    """The game of a transcript, every line of it checked; raises `ReplayDiverged`.

    `rules` are needed when the format is not where the transcript says. A transcript cut
    short gives the game as far as it goes.
    """
    return run_again(text, rules).game


def run_again(text: str, rules: Rules | None = None, changed: bool = False) -> Replay:
    """The same, with whether the transcript was whole. `changed`: under rules and cards that need
    not be those that it names.
    """
    file = read_game(text_in("A transcript", text))
    rules = load(file.header.game) if rules is None else rules_in(rules)
    setup = setup_of(file.header, rules, changed)
    runner = Runner(setup, file)
    recorded = runner.run()
    state = setup.state_after(runner.picked)
    recording = runner.answers, recorded
    game = Game(setup, state, runner.answers, recording, runner.history())
    return Replay(game, tuple(runner.lines), runner.complete)


def rules_in(given: object) -> Rules:
    if not isinstance(given, Rules):
        raise wrong_type("What a game is replayed with", "a loaded format", given)
    return given


# ---- the header


def setup_of(header: Header, rules: Rules, changed: bool = False) -> GameSetup:
    """What the game was played with; if `changed`, with what the rules and cards are now."""
    if not changed:
        compare("rules", header.rules, rules.edition.contents.wordbook.rules)
    players = [*header.seats, *([header.table] if header.table is not None else [])]
    holders = [one for one in players if one.deck]
    decks = [deck_of(one, rules) for one in holders]
    names = [seat.name for seat in header.seats]
    known = rules.languages
    if header.language and header.language not in known:
        raise ReplayDiverged("language", header.language, f"one of {', '.join(known)}")
    for one, deck in zip(holders, decks, strict=True):
        compare(f"seat {one.name}", one.fingerprint, deck.fingerprint)
    if not changed:
        compare("cards", header.cards, cards_fingerprint(rules.edition, decks))
    try:
        return rules.new_setup(header.seed, decks, header.options, names)
    except WrongUse as error:
        raise ReplayDiverged("header", str(error), "what the format has") from None


def deck_of(seat: Seat, rules: Rules) -> DeckList:
    """The deck of a seat: by its name, or the list that the transcript holds."""
    try:
        if seat.holds:
            words = rules.edition.contents.wordbook
            numbers, parts = words.card_numbers(), words.part_names
            return deck_of_data(seat.deck, [*seat.holds], numbers, parts)
        return rules.deck(seat.deck)
    except WrongUse as error:
        raise ReplayDiverged(f"seat {seat.name}", seat.deck, str(error)) from None


def compare(step: str, expected: str, found: str) -> None:
    if expected != found:
        raise ReplayDiverged(step, f"{step} {expected}", f"{step} {found}")


# ---- the lines


class Runner:
    """Plays the answers of a file and holds every line against it."""

    def __init__(self, setup: GameSetup, file: GameFile) -> None:
        self.setup = setup
        self.file = file
        self.writer = LineWriter(setup, file.header.language)
        self.picked: list[int] = []
        self.told = 0  # answers that have their line
        self.answers: Answers | None = None
        self.lines: list[Line] = []
        self.undone: list[Undone] = []
        self.forfeit: Forfeit | None = None
        self.complete = bool(file.digest)

    @property
    def count(self) -> int:
        """The lines that came out as they stand in the file."""
        return len(self.lines)

    def run(self) -> State:
        """The recorded state behind the last line."""
        try:
            state = self.setup.first_state(True)
            self.check(state)
            while self.count < len(self.file.steps) and state[SEAT] >= 0:
                self.check_undone(state)
                index = self.answer(self.file.steps[self.count], state)
                self.picked.append(index)
                self.answers = (self.answers, index)
                self.setup.engine(True).apply(state, index)
                self.check(state)
            self.check_undone(state)
        except RuleFault as fault:
            raise located(self.setup, fault, self.picked) from None
        self.check_end(state)
        return state

    def answer(self, step: Step, state: State) -> int:
        """The option that the next line says was taken."""
        if 0 <= step.picked < len(state[OPTIONS]):
            return step.picked
        seat = self.setup.seats[int(state[SEAT])]
        found = f"{self.count + 1} ask {seat} .. 1 to {len(state[OPTIONS])}"
        raise ReplayDiverged(self.count + 1, step.text, found)

    def check(self, state: State) -> None:
        """Holds what has happened against the file."""
        for line in self.writer.lines(state):
            if self.count >= len(self.file.steps):
                if self.file.digest or self.file.result:
                    raise ReplayDiverged(self.count + 1, self.file.result, line)
                return  # cut in the middle of what an answer set off
            step, before = self.file.steps[self.count], len(self.picked)
            asks = before > self.told
            self.told = before
            events = self.writer.messages.done
            self.lines.append(Line(step.text, before - asks, events, asks))
            if step.text != line:
                raise ReplayDiverged(self.count, step.text, line)

    def check_undone(self, state: State) -> None:
        """Holds what the file says was taken back at the open choice against what the answer would
        have been.
        """
        for before, text in self.file.undone:
            if before != self.count:
                continue
            found = PICKED.match(text.partition(" ")[2])
            undone = Undone(len(self.picked), int(found[1]) - 1 if found else -1)
            now = "no answer that was taken back"
            if 0 <= undone.picked < len(state[OPTIONS]):
                other = self.setup.engine().clone(state)
                now = undone_row(self.setup, other, undone, self.file.header.language)
            if text != now:
                raise ReplayDiverged(self.count + 1, text, now)
            self.undone.append(undone)

    def history(self) -> History:
        """What the file tells besides the game."""
        origins = tuple(Origin(one.file, one.step) for one in self.file.header.origins)
        for one in origins:
            if one.step > self.count and self.complete:
                raise ReplayDiverged("from", one.row, f"{self.count} steps in all")
        return History(origins, tuple(self.undone), self.forfeit)

    def check_forfeit(self, state: State) -> None:
        """Holds against the game what the file says of giving up, or of time."""
        row = self.file.forfeit
        if row:
            self.forfeit = forfeit_said(row, self.setup.seats, len(self.picked))
        if row and (self.forfeit is None or state[SEAT] < 0):
            raise ReplayDiverged(self.count + 1, row, result_line(self.setup, state))

    def check_end(self, state: State) -> None:
        if self.count < len(self.file.steps):
            left, last = self.file.steps[self.count :], result_line(self.setup, state)
            behind = int(left[0].text == last and len(left) > 1)  # what follows the result
            found = "nothing more" if left[behind].text == last or behind else last
            raise ReplayDiverged(self.count + 1 + behind, left[behind].text, found)
        self.check_forfeit(state)
        last = result_line(self.setup, state, forfeit=self.forfeit)
        if not self.file.result:
            self.complete = False
            if self.file.digest:
                raise ReplayDiverged("result", "digest", last)
            return
        if self.file.result != last:
            raise ReplayDiverged("result", self.file.result, last)
        found = f"digest {digest_of(self.file.lines)}"
        if self.file.digest and self.file.digest != found:
            raise ReplayDiverged("digest", self.file.digest, found)
