"""A game at the terminal: who is asked, what is told to whom, what may be typed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import click

from ...interpreter.messages.wording import say
from ...interpreter.runtime.choice import Choice
from ...interpreter.runtime.game import Game
from ..saving import write_whole
from ..words import unknown_name
from .messages import gathered
from .tabletop import option_rows, table_text

HUMAN = "human"
Pick = Callable[[Game], int]  # what a bot does


class Left(Exception):
    """Somebody stopped the game."""


@dataclass(slots=True)
class Session:
    """`bots` has a bot for each seat, None for a human one. `show` finds the text of a card.
    `spoken`: things are called by what the language calls them in the log too, not by ids.
    """

    game: Game
    bots: tuple[Pick | None, ...]
    show: Callable[[str], str]
    why: Callable[[Game], str]
    paint: Callable[[str], str] = str
    save: Path | None = None
    live: bool = False
    language: str = "en"
    spoken: bool = False
    viewer: str | None = None
    told: dict[str, int] = field(default_factory=dict[str, int])
    seen: str = ""
    past: list[Game] = field(default_factory=list[Game])

    @property
    def humans(self) -> list[str]:
        """The seats at this terminal."""
        pairs = zip(self.game.seats, self.bots, strict=True)
        return [seat for seat, bot in pairs if bot is None]

    def run(self) -> None:
        """Plays to the end, or until somebody leaves. What was played is saved either way."""
        try:
            self.play()
        except (Left, EOFError, KeyboardInterrupt) as stop:
            click.echo("" if isinstance(stop, Left) else "\n", nl=False)
            click.echo(self.words("stops"))
        except Exception:  # whatever stops play, nothing that was played is lost
            if self.save is not None and self.try_to_save(self.save):
                click.echo(self.words("saved", file=self.save))
            self.tell(self.viewer)
            raise
        if self.save is not None:
            write_whole(self.save, self.game.transcript())
            click.echo(self.words("saved", file=self.save))

    def play(self) -> None:
        while not self.game.is_over():
            choice = self.game.choice_in(self.language)
            assert choice is not None
            bot = self.bots[self.game.seats.index(choice.seat)]
            if bot is None:
                self.turn_to(choice.seat)
                self.ask(choice)
            else:
                self.game.apply(bot(self.game))
        self.tell_the_end()

    # ---- telling

    def turn_to(self, seat: str) -> None:
        """Hands the keyboard over, and tells what the seat has missed."""
        if self.viewer not in (None, seat) and self.live:
            clear_screen()
            input(f"Pass the keyboard to {seat}, then press Enter ")
            clear_screen()
        elif len(self.humans) > 1 and self.viewer != seat:
            click.echo(f"---- {seat}")
        if self.viewer != seat:
            self.seen = ""
        self.viewer = seat
        self.tell(seat)

    def tell(self, seat: str | None) -> None:
        """What happened since this seat was last told; None: to somebody who may see all."""
        lines = self.lines_for(seat)
        known = self.told.get(seat or "", 0)
        for line in gathered(lines[known:], self.language):
            click.echo(f"  {line}")
        self.told[seat or ""] = len(lines)

    def lines_for(self, seat: str | None) -> list[str]:
        """The whole game as a player is told it, or in the compact form for a reader."""
        if seat is None:
            text = self.game.transcript(compact=True, language=self.language)
            return text.splitlines()[:-1]
        return self.game.story(seat, self.language)

    def words(self, key: str, **parts: object) -> str:
        """What the program itself says."""
        return say(self.language, key, **parts)

    def table(self, seat: str) -> str:
        """The table as a seat sees it."""
        view = self.game.view(seat, self.language)
        return table_text(view, self.paint, self.language)

    def tell_the_end(self) -> None:
        """The last lines, the table and the result."""
        humans = self.humans
        if humans:
            self.tell(self.viewer or humans[0])
            click.echo(self.table(self.viewer or humans[0]))
        else:
            self.tell(None)
        click.echo(self.paint(result_text(self.game, self.language)))

    # ---- asking

    def ask(self, choice: Choice) -> None:
        """Shows the table and the question, and obeys what is typed until it is answered."""
        table = self.table(choice.seat)
        if table != self.seen:
            click.echo(table)
            self.seen = table
        self.show_question(choice)
        while True:
            line = self.read_line(f"{choice.seat}> ").strip()
            if self.obey(line, choice):
                return

    def show_question(self, choice: Choice) -> None:
        click.echo()
        click.echo(self.paint(choice.prompt or self.words("Your choice")))
        click.echo("\n".join(option_rows(choice.options)))

    def read_line(self, prompt: str) -> str:
        """A line of input; raises EOFError at its end."""
        if self.live:
            return input(prompt)
        click.echo(prompt, nl=False)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        click.echo(line.rstrip("\n"))
        return line

    def obey(self, line: str, choice: Choice) -> bool:
        """Does what a line says; whether the question is settled."""
        word, _, rest = line.partition(" ")
        if word.isdecimal() and not rest:
            return self.answer(int(word) if len(word) < 9 else 0, len(choice.options))
        if not word:
            return False
        commands = self.commands(choice, rest.strip())
        begun = [name for name in commands if name.startswith(word.lower())]
        found = list({commands[name]: name for name in begun}.values())
        if word in ("?", "h"):
            found = ["help"]
        if len(found) == 1 or word.lower() in found:
            return commands[word.lower() if word.lower() in found else found[0]]()
        self.complain(unknown_name("command", word, commands) + " Type ? for help.")
        return False

    def commands(self, choice: Choice, rest: str) -> dict[str, Callable[[], bool]]:
        """What may be typed besides numbers; each says whether the question is settled."""
        deeds: dict[str, Callable[[], bool]] = {
            "help": lambda: self.say(self.words("help")),
            "why": lambda: self.say(self.why(self.game)),
            "show": lambda: self.say(self.show(rest)),
            "table": lambda: self.say(self.table(choice.seat)),
            "log": lambda: self.say(self.log(choice.seat)),
            "undo": self.undo,
            "save": lambda: self.save_to(rest),
            "quit": self.quit,
        }
        typed = self.words("typed").split()
        spoken = dict(zip(typed, deeds.values(), strict=True))
        return {**deeds, "exit": self.quit, **spoken}

    def log(self, seat: str) -> str:
        """All that happened, as far as a seat may know."""
        language = self.language if self.spoken else None
        return self.game.transcript(seat, language=language).rstrip("\n")

    def say(self, text: str) -> bool:
        click.echo(text)
        return False

    def complain(self, text: str) -> None:
        click.echo(text, err=self.live)

    # ---- doing

    def answer(self, number: int, count: int) -> bool:
        if not 1 <= number <= count:
            self.complain(f"There is no option {number}; the options are 1 to {count}.")
            return False
        before = self.game.clone()
        self.game.apply(number - 1)
        self.past.append(before)
        if self.save is not None:
            self.try_to_save(self.save)
        return True

    def undo(self) -> bool:
        """Back to the last answer of somebody at this terminal."""
        if not self.past:
            self.complain("There is nothing to undo.")
            return False
        self.game = self.past.pop()
        self.seen = ""
        for seat in self.told:
            self.told[seat] = min(self.told[seat], len(self.lines_for(seat or None)))
        return True

    def quit(self) -> bool:
        """Stops; at a terminal it asks whether to save a game that is saved nowhere."""
        if self.save is None and self.live:
            name = input("Save the game to which file? (Enter: to none) ").strip()
            if name and not self.try_to_save(Path(name)):
                return False
        raise Left

    def save_to(self, name: str) -> bool:
        if not name:
            self.complain("Save to which file? save FILE")
        elif self.try_to_save(Path(name)):
            click.echo(self.words("saved", file=name))
        return False

    def try_to_save(self, path: Path) -> bool:
        """Saves; a file that cannot be written is told, and play goes on."""
        try:
            write_whole(path, self.game.transcript())
        except OSError as error:
            self.complain(f"The game is not saved: {path}: {error.strerror or error}.")
            return False
        return True


def clear_screen() -> None:
    """Clears the screen, and what could be scrolled back to."""
    click.clear()
    click.echo("\x1b[3J", nl=False)


def result_text(game: Game, language: str = "en") -> str:
    """`ana has won.` and which rule says so."""
    result = game.result
    text = say(language, "unfinished" if result is None else "drawn")
    if result is not None and result[0] == "win":
        text = say(language, "won", who=result[1])
    reason = game.reason
    if reason is not None:
        text += f" {reason_text(reason.clauses, reason.file, reason.line)}"
    return text


def reason_text(clauses: tuple[str, ...], file: str, line: int) -> str:
    """`[HC-END-01, rules.rules:12]`."""
    return f"[{', '.join([*clauses, f'{Path(file).name}:{line}'])}]"
