"""A game at the terminal: who is asked, what each player is shown, what may be typed."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from itertools import groupby
from pathlib import Path
from types import FrameType
from typing import Any

import click

from ...dsl.loading.library import WrongUse
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.translation import told_in
from ...interpreter.backend.layout import OPTIONS
from ...interpreter.messages.wording import say
from ...interpreter.runtime.choice import Choice
from ...interpreter.runtime.game import Game
from ...lab.bots.choosing import CAP
from ..saving import write_whole
from ..screen import screen, show_line, show_lines, show_table, wrapped
from ..words import unknown_name
from .tabletop import Rows, Tabletop, option_list
from .telling import Offered, Telling

HUMAN = "human"
PAGE = 92  # columns, where the table is not shown on a terminal
STREAMED = 64  # decisions of bots after which the first news are shown, then after twice as many
Pick = Callable[[Game], int]  # what a bot does


class Left(Exception):
    """Somebody stopped the game."""


class Interrupts:
    """Ctrl-C during play. It stops where nothing is half done: while input is awaited, or at
    `check`; when it comes at another time it is kept until then.
    """

    def __init__(self) -> None:
        self.kept = False
        self.awaiting = False

    @contextmanager
    def held(self) -> Generator[None]:
        """Keeps what comes meanwhile, unless the process does not listen to it at all."""
        before = signal.getsignal(signal.SIGINT)
        main = threading.current_thread() is threading.main_thread()
        if not main or before is not signal.default_int_handler:
            yield
            return
        signal.signal(signal.SIGINT, self._arrive)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    @contextmanager
    def awaited(self) -> Generator[None]:
        """Around a wait for input, which an interrupt ends at once."""
        self.awaiting = True
        try:
            self.check()
            yield
        finally:
            self.awaiting = False

    def check(self) -> None:
        """Raises KeyboardInterrupt if one came."""
        if self.kept:
            self.kept = self.awaiting = False
            raise KeyboardInterrupt

    def _arrive(self, _: int, __: FrameType | None) -> None:
        self.kept = True
        if self.awaiting:
            self.check()


@dataclass(slots=True)
class Session:
    """`bots` has a bot for each seat, None for a human one. `card_text` finds what is printed on
    a card, `reasons` says why a question is asked. `live`: somebody sits at a terminal.
    `cap`: so many decisions of bots in a row, with nobody else asked, stop the game.
    """

    game: Game
    telling: Telling
    bots: tuple[Pick | None, ...]
    card_text: Callable[[str], str]
    reasons: Callable[[Game], str]
    save: Path | None = None
    live: bool = False
    language: str = "en"
    cap: int = CAP
    viewer: str | None = None
    table_shown: Mapping[str, Any] | None = None
    rows_shown: dict[str, Rows] = field(default_factory=dict[str, Rows])
    offered: list[Offered] = field(default_factory=list[Offered])
    past: list[int] = field(default_factory=list[int])  # answers given before each of their own
    interrupts: Interrupts = field(default_factory=Interrupts)

    @property
    def humans(self) -> list[str]:
        """The seats at this terminal."""
        pairs = zip(self.game.seats, self.bots, strict=True)
        return [seat for seat, bot in pairs if bot is None]

    def run(self) -> bool:
        """Plays to the end, or until somebody leaves; False where the cap came before. What was
        played is saved either way.
        """
        with self.interrupts.held():
            return self.play_and_save()

    def play_and_save(self) -> bool:
        ends = True
        try:
            ends = self.play()
        except (Left, EOFError, KeyboardInterrupt) as stop:
            click.echo("" if isinstance(stop, Left) else "\n", nl=False)
            show_lines(self.words("stops"))
        except Exception:  # whatever stops play, nothing that was played is lost
            if self.save is not None and self.try_to_save(self.save):
                show_lines(self.words("saved", file=self.save))
            self.show_news(self.viewer)
            raise
        if self.save is not None:
            write_whole(self.save, self.game.transcript())
            show_lines(self.words("saved", file=self.save))
        return ends

    def play(self) -> bool:
        """Plays on; False where the cap came before the end."""
        in_a_row = 0
        while not self.game.is_over():
            self.interrupts.check()
            choice = self.game.choice_in(self.language)
            assert choice is not None
            bot = self.bots[self.game.seats.index(choice.seat)]
            if bot is None:
                in_a_row = 0
                self.turn_to(choice.seat)
                self.ask(choice)
            elif in_a_row < self.cap:
                self.game.apply(bot(self.game))
                in_a_row += 1
                if not self.humans and in_a_row % STREAMED == 0 and is_power(in_a_row // STREAMED):
                    self.show_news(None)
            else:
                self.show_news(self.viewer or next(iter(self.humans), None))
                self.warn(self.endless(choice, in_a_row))
                return False
        self.show_end()
        return True

    def endless(self, choice: Choice, count: int) -> str:
        """What is said of a game that nothing ends: which rule asked last."""
        reason = self.game.reasons[-1]
        place = f"{Path(reason.file).name}:{reason.line}"
        asks = {"who": choice.seat, "prompt": choice.prompt, "place": place}
        return self.words("endless", count=f"{count:,}", **asks)

    # ---- showing

    def turn_to(self, seat: str) -> None:
        """Hands the keyboard over, and shows what the seat has missed."""
        if self.viewer not in (None, seat) and self.live:
            clear_screen()
            self.typed(f"{self.said(f'Pass the keyboard to {seat}, then press Enter.')} ")
            clear_screen()
        elif len(self.humans) > 1 and self.viewer != seat:
            click.echo(f"---- {seat}")
        if self.viewer != seat:
            self.table_shown = None
        self.viewer = seat
        self.show_news(seat)

    def show_news(self, seat: str | None) -> None:
        """What happened since this seat last looked; None: for somebody who may see all."""
        for line in merged(self.telling.news(self.game, seat), self.language):
            show_line(line, 2)

    def words(self, key: str, **parts: object) -> str:
        """What the program itself says."""
        return say(self.language, key, **parts)

    def show_table(self, seat: str, told: Mapping[str, Any], again: bool = True) -> None:
        """The table as a seat sees it; without `again` only if it looks otherwise than before,
        with what has changed since then marked.
        """
        view = self.telling.table(self.game.view(seat, self.language), told)
        if again or view != self.table_shown:
            before = self.rows_shown.get(seat)
            tabletop = Tabletop(view, self.language, None if again else before)
            show_table(tabletop.layout(), PAGE)
            for line in self.telling.around(told):
                show_line((line, "italic"), 2)
            self.rows_shown[seat] = tabletop.rows
        self.table_shown = view

    def told(self, seat: str) -> Mapping[str, Any]:
        """What a seat is told now."""
        return self.telling.told(self.game, seat)

    def show_end(self) -> None:
        """The last lines, the table and the result."""
        viewer = self.viewer or next(iter(self.humans), None)
        self.show_news(viewer)
        if viewer is not None:
            self.show_table(viewer, self.told(viewer))
        show_line((result_text(self.game, self.language), "bold"))

    # ---- asking

    def ask(self, choice: Choice) -> None:
        """Shows the table and the question, and does what is typed until it is answered. Between
        things picked for one question the table stays as it is.
        """
        told = self.told(choice.seat)
        if choice.picked is None or not choice.picked[0]:
            self.show_table(choice.seat, told, again=False)
        self.offered = self.telling.offered(told)
        click.echo()
        show_line((choice.prompt or self.words("Your choice"), "bold"))
        asks = self.telling.asks(told)
        if asks:
            show_line((asks, "italic"), 2)
        show_table(option_list(one.text for one in self.offered), PAGE)
        while True:
            line = self.read_line(f"{choice.seat}> ").strip()
            if self.obey(line, choice):
                return

    def read_line(self, prompt: str) -> str:
        """A line of input; raises EOFError at its end."""
        if self.live:
            return self.typed(prompt)
        click.echo(prompt, nl=False)
        with self.interrupts.awaited():
            line = sys.stdin.readline()
        if not line:
            raise EOFError
        click.echo(line.rstrip("\n"))
        return line

    def typed(self, prompt: str) -> str:
        """A line typed at a terminal."""
        with self.interrupts.awaited():
            return input(prompt)

    def obey(self, line: str, choice: Choice) -> bool:
        """Does what a line says; whether the question is then settled."""
        word, _, rest = line.partition(" ")
        numbers = line.replace(",", " ").split()
        if numbers and all(one.isdecimal() for one in numbers):
            return self.answer([int(one) if len(one) < 9 else 0 for one in numbers], choice)
        if not word:
            return False
        commands = self.commands(choice.seat, rest.strip())
        begun = [name for name in commands if name.startswith(word.lower())]
        found = list({commands[name]: name for name in begun}.values())
        if word in ("?", "h"):
            found = ["help"]
        if len(found) == 1 or word.lower() in found:
            asked = self.game
            commands[word.lower() if word.lower() in found else found[0]]()
            return self.game is not asked
        self.warn(unknown_name("command", word, commands) + " Type ? for help.")
        return False

    def commands(self, seat: str, rest: str) -> dict[str, Callable[[], None]]:
        """What may be typed besides numbers: in English, and in the language of the game."""
        commands: dict[str, Callable[[], None]] = {
            "help": lambda: show_lines(self.words("help")),
            "why": lambda: self.why(seat, rest),
            "show": lambda: show_lines(self.card_text(rest)),
            "table": lambda: self.show_table(seat, self.told(seat)),
            "log": lambda: self.page(self.log(seat)),
            "undo": self.undo,
            "save": lambda: self.save_to(rest),
            "quit": self.quit,
        }
        names = self.words("typed").split()
        translated = dict(zip(names, commands.values(), strict=True))
        return {**commands, "exit": self.quit, **translated}

    def why(self, seat: str, rest: str) -> None:
        """What is behind the open question, a line of the log or a value; or `not` an option."""
        word, _, behind = rest.partition(" ")
        try:
            if not rest:
                show_lines(self.reasons(self.game))
            elif behind and word.lower() in ("not", self.words("why not")):
                show_lines(str(self.game.why_not(behind, seat, self.language)))
            else:
                subject = int(rest) if rest.isdecimal() and len(rest) < 9 else rest
                show_lines(str(self.game.why(subject, seat, self.language)))
        except WrongUse as wrong:
            self.warn(str(wrong))

    def log(self, seat: str) -> str:
        """All that happened, as far as a seat may know."""
        return self.game.transcript(seat, language=self.language).rstrip("\n")

    def page(self, text: str) -> None:
        """Shows a long text: at a terminal page by page."""
        if self.live:
            click.echo_via_pager(wrapped(text, screen().width))
        else:
            click.echo(text)

    def warn(self, text: str) -> None:
        """Says what is wrong."""
        show_lines(self.said(text), err=self.live)

    def said(self, text: str) -> str:
        """A text of the program in the language of the game."""
        return told_in(self.language, text)

    # ---- doing

    def answer(self, numbers: list[int], choice: Choice) -> bool:
        """Takes an option; or picks several things for a question that asks for several, which
        ends it as soon as it may end.
        """
        offered = self.offered
        wrong = next((one for one in numbers if not 1 <= one <= len(offered)), None)
        if wrong is not None:
            self.warn(f"There is no option {wrong}; the options are 1 to {len(offered)}.")
            return False
        before = len(self.game.answers)
        if len(numbers) == 1:
            self.game.apply(offered[numbers[0] - 1].numbers[0])
        else:
            try:
                self.game = picked(self.game, choice, [offered[one - 1] for one in numbers])
            except WrongUse as wrong_use:
                self.warn(str(wrong_use))
                return False
        self.past.append(before)
        if self.save is not None:
            self.try_to_save(self.save)
        return True

    def undo(self) -> None:
        """Back to the last answer of somebody at this terminal."""
        if not self.past:
            self.warn("There is nothing to undo.")
            return
        self.game = self.game.back_to(self.past.pop())
        self.table_shown = None

    def quit(self) -> None:
        """Stops; at a terminal it asks whether to save a game that is saved nowhere."""
        if self.save is None and self.live:
            asks = self.said("Save the game to which file? (Enter: to none)")
            name = self.typed(f"{asks} ").strip()
            if name and not self.try_to_save(Path(name)):
                return
        raise Left

    def save_to(self, name: str) -> None:
        if not name:
            self.warn("Save to which file? save FILE")
        elif self.try_to_save(Path(name)):
            show_lines(self.words("saved", file=name))

    def try_to_save(self, path: Path) -> bool:
        """Saves; a file that cannot be written is reported, and play goes on."""
        try:
            write_whole(path, self.game.transcript())
        except OSError as error:
            self.warn(f"The game is not saved: {path}: {error.strerror or error}.")
            return False
        return True


def picked(game: Game, choice: Choice, wanted: Sequence[Offered]) -> Game:
    """A game behind several things that were picked for one question, which ends if it may; the
    same again means another thing like it. Raises `WrongUse` where they cannot be picked together.
    """
    if choice.picked is None:
        raise WrongUse("Only one can be taken here.")
    before, _, most = choice.picked
    if before + len(wanted) > most:
        raise WrongUse(f"At most {most - before} can be picked.")
    values = game.live()[1][OPTIONS]
    alike = {one: [values[number] for number in one.numbers] for one in wanted}
    found = game.clone()
    for one in wanted:
        value = alike[one].pop(0) if alike[one] else -1
        options = found.live()[1][OPTIONS]
        if value < 0 or value not in options:
            raise WrongUse("These cannot be picked together.")
        found.apply(options.index(value))
    now = found.choice
    is_open = now is not None and now.picked is not None and now.picked[0] == before + len(wanted)
    if now is not None and is_open and now.may_pass:
        found.apply(len(now.actions) - 1)
    return found


def merged(lines: Iterable[str], language: str) -> Iterator[str]:
    """The lines that say something; the same line several times over only once."""
    for line, same in groupby(filter(None, lines)):
        count = sum(1 for _ in same)
        yield say(language, "times", line=line, count=count) if count > 1 else line


def is_power(number: int) -> bool:
    """Whether a number is a power of two."""
    return number & (number - 1) == 0


def clear_screen() -> None:
    """Clears the screen, and what could be scrolled back to."""
    click.clear()
    click.echo("\x1b[3J", nl=False)


def result_text(game: Game, language: str = "en") -> str:
    """`ana has won. [MG-END-01, my_game.rules:12]`: how it ended, and which rule says so."""
    result, forfeit = game.result, game.forfeit
    text = say(language, "unfinished" if result is None else "drawn")
    if result is not None and result[0] == "win":
        key = "won" if len(result) == 2 else "won together"
        text = say(language, key, who=", ".join(result[1:]))
    if forfeit is not None:
        text = f"{say(language, forfeit.how, who=game.seats[forfeit.seat])}. {text}"
    reason = game.reason
    if reason is not None:
        place = f"{Path(reason.file).name}:{reason.line}"
        text += f" [{', '.join([*reason.clauses, place])}]"
    return text
