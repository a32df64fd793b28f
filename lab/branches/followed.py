"""A branch played again by other rules: its answers are given by what they mean, and each line is
held against what happened.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from ...dsl.nodes.dataclass import dataclass
from ...dsl.syntax.gamefile import GameFile, Step
from ...interpreter.backend.layout import OPTIONS, SEAT, SITE, State
from ...interpreter.knowledge.record import GameRecorder, recorder_of
from ...interpreter.messages.message import marked, shown
from ...interpreter.messages.values import meant_by
from ...interpreter.runtime.faults import ReplayDiverged, RuleFault, what_happened
from ...interpreter.runtime.game import Game, linked
from ...interpreter.runtime.game_setup import GameSetup
from ...interpreter.runtime.rules import Rules
from ...interpreter.transcript.history import forfeit_said
from ...interpreter.transcript.replay import setup_of
from ...interpreter.transcript.transcript import LineWriter, result_line

How = Literal["same", "differs", "not offered", "stopped"]
CITED = re.compile(r" \[[A-Z0-9, -]+\]$")
PICK = re.compile(
    r'^(?P<asked>\w+ (?:"[^"]*"|[^"\s]+) t\d+ [^"]+ "[^"]*" )\d+ \w+ \d+: (?P<said>.*)$'
)
BEHIND = " ("  # begins what may stand behind the words of an option
NUMBERS = re.compile(r"#\d+ ")
NOTHING = "nothing more"
OVER = "the game is over"


@dataclass(frozen=True, slots=True)
class Followed:
    """How far a branch came by some rules. `step` is the first line that is not as it was (from 1;
    0: none, or it does not begin), `file` and `line` what the rules of now carry out there;
    `answers` those that were given until then, by their numbers of now.
    """

    how: How
    step: int
    expected: str
    found: str
    file: str
    line: int
    answers: tuple[int, ...]
    steps: tuple[int, ...]  # by answer: its line
    game: Game | None = None


class Unlike(Exception):
    """A line is not as it was."""

    def __init__(self, how: How, expected: str, found: str, place: int) -> None:
        super().__init__(found)
        self.how: How = how
        self.expected, self.found, self.place = expected, found, place


def plain(row: str) -> str:
    """What happens in a line: without the clauses it cites, and how many options there were."""
    bare = CITED.sub("", row)
    found = PICK.match(bare)
    return f"{found['asked']}{found['said']}" if found else bare


def follow(file: GameFile, rules: Rules, strict: bool = True) -> Followed:
    """Plays a branch as far as it goes as it went; a rule that cannot go on is told, not raised.
    Not `strict`: as far as its answers can be given, whatever else happens.
    """
    try:
        setup = setup_of(file.header, rules, changed=True)
    except ReplayDiverged as other:
        return Followed("differs", 0, other.expected, other.found, "", 0, (), ())
    following = Following(file, setup, strict)
    state, unlike = setup.unbegun_state(True), None
    try:
        following.play(state)
    except Unlike as found:
        unlike = found
    except RuleFault as fault:
        text = f"the rules stop: {what_happened(fault.code)}"
        unlike = Unlike("stopped", following.expected(), text, fault.place)
    answers, steps = tuple(following.answers), tuple(following.steps)
    game = Game(setup, setup.state_after(answers), linked(answers)) if following.begun else None
    if unlike is None:
        return Followed("same", 0, "", "", "", 0, answers, steps, game)
    place = setup.match.program.places[max(unlike.place, 0)]
    told = unlike.how, following.count + 1, unlike.expected, unlike.found
    return Followed(*told, place.file, place.line, answers, steps, game)


def to_its_end(file: GameFile, rules: Rules) -> Game | None:
    """The game of a branch as some rules have it, with all its answers; None: they do not let them
    be given.
    """
    found = follow(file, rules, strict=False)
    asked = sum(step.picked >= 0 for step in file.steps)
    return found.game if len(found.answers) == asked else None


class Following:
    """Gives the answers of a file and holds each line against it."""

    def __init__(self, file: GameFile, setup: GameSetup, strict: bool) -> None:
        self.file, self.setup, self.strict = file, setup, strict
        self.writer = LineWriter(setup, file.header.language)
        self.answers: list[int] = []
        self.steps: list[int] = []
        self.begun = False
        self.count = 0  # lines that came out as they were

    def play(self, state: State) -> None:
        """Up to the last line. Raises `Unlike`, `RuleFault`."""
        steps = self.file.steps
        self.setup.begin(state, True)
        self.begun = True
        self.check(state)
        while self.count < len(steps):
            if not self.strict and steps[self.count].picked < 0:
                self.count += 1
                continue
            if state[SEAT] < 0:
                raise Unlike("differs", self.expected(), OVER, 0)
            index = self.option(steps[self.count], state)
            self.setup.engine(True).apply(state, index)
            self.answers.append(index)
            self.steps.append(self.count + 1)
            self.count += not self.strict
            self.check(state)
        forfeit = forfeit_said(self.file.forfeit, self.setup.seats, len(self.answers))
        last = result_line(self.setup, state, forfeit=forfeit if state[SEAT] >= 0 else None)
        if self.strict and self.file.result not in ("", last):
            raise Unlike("differs", self.file.result, last, 0)

    def expected(self) -> str:
        """The line of the file that comes next."""
        steps = self.file.steps
        return (
            plain(steps[self.count].text.partition(" ")[2]) if self.count < len(steps) else NOTHING
        )

    def check(self, state: State) -> None:
        """Holds what has happened against the file."""
        events, messages = recorder_of(state, GameRecorder).events, self.writer.messages
        for row in self.writer.lines(state):
            if not self.strict:
                continue
            found, expected = plain(row.partition(" ")[2]), self.expected()
            if found != expected:
                raise Unlike("differs", expected, found, events[messages.done - 1].place)
            self.count += 1

    def option(self, step: Step, state: State) -> int:
        """The option that means what was answered; of several such the one in its place."""
        site = self.setup.match.program.sites[int(state[SITE])]
        row = CITED.sub("", step.text.partition(" ")[2])
        said, texts = PICK.match(row), [*self.offered(state)]
        who = self.setup.seats[int(state[SEAT])]
        now = f"{who} is asked: {', '.join(texts)}"
        if said is None or not said["asked"].partition(" ")[2].startswith((f"{who} ", f'"{who}" ')):
            raise Unlike("differs", plain(row), now, site.place)
        for bare in (str, without_numbers):
            text = bare(said["said"])
            alike = [n for n, one in enumerate(texts) if is_said(bare(one), text)]
            if alike:
                return step.picked if step.picked in alike else alike[0]
        raise Unlike("not offered", plain(row), now, site.place)

    def offered(self, state: State) -> Iterator[str]:
        """The options of the open choice, in the words of the file."""
        messages, site = self.writer.messages, self.setup.match.program.sites[int(state[SITE])]
        for option in state[OPTIONS]:
            text = messages.wording.option(meant_by(site, option), messages.waiting, marked)
            yield shown(text, messages.wording.card, True)


def is_said(option: str, text: str) -> bool:
    """Whether the text of an answer is that of an option, with who saw it behind."""
    return text == option or text.startswith(option + BEHIND)


def without_numbers(text: str) -> str:
    """Without the numbers of cards, which are others in another deck."""
    return NUMBERS.sub("", text)
