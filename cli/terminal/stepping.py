"""A saved game line by line, forwards and backwards."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import click

from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.translation import ENGLISH, told_in
from ...interpreter.messages.wording import say
from ...interpreter.transcript.replay import Replay, Row
from ..screen import show, show_lines, show_table
from .session import PAGE
from .tabletop import Tabletop, option_list

HELP = """\
  Enter, n    the next line            j STEP      a step by its number
  p           the line before          turn N      where a turn begins
  t           the table here           clause ID   the next line that cites a clause
  q           stop"""


def show_at(found: Replay, step: int, seat: str | None, language: str | None) -> None:
    """The table as it is with what a step says, and what is asked there."""
    view, words = found.view(step, seat, language), language or found.game.languages[0]
    show_table(Tabletop(view, words).layout(), PAGE)
    asked = view["choice"]
    if asked is not None and "options" in asked:
        show((f"{asked['seat']}: {asked['prompt'] or say(words, 'Your choice')}", "bold"))
        show_table(option_list(asked["options"]), PAGE)


@dataclass(slots=True)
class Stepping:
    """Shows one row at a time and does what is typed behind it. Input may come from a file, whose
    end goes on to the last row.
    """

    found: Replay
    rows: Sequence[Row]
    seat: str | None
    language: str | None
    place: int = 0

    def run(self) -> None:
        """Until the last row was passed, or somebody stops."""
        live = sys.stdin.isatty()
        shown = -1
        while self.place < len(self.rows):
            row = self.rows[self.place]
            if shown != self.place:
                click.echo(f"{row.step} {row.text}", nl=not live)
            shown = self.place
            line = input(" ") if live else sys.stdin.readline()
            if line.strip().lower() in ("q", "quit"):
                show_lines(self.told("The rest is not shown."))
                return
            said = self.obey(line.strip())
            if said:
                show_lines(self.told(said))
                shown = -1 if live else shown

    def told(self, text: str) -> str:
        """A text of the program in the language of the rows."""
        return told_in(self.language or ENGLISH, text)

    def obey(self, line: str) -> str:
        """Does what a line says; what there is to say to that."""
        word, _, rest = line.partition(" ")
        if word.isdecimal() and not rest:
            word, rest = "j", word
        commands: dict[str, Callable[[str], str]] = {
            "": lambda _: self.go(self.place + 1),
            "n": lambda _: self.go(self.place + 1),
            "p": lambda _: self.go(self.place - 1),
            "j": lambda rest: self.jump("step", rest, lambda row, number: row.step >= number),
            "turn": lambda rest: self.jump("turn", rest, lambda row, number: row.turn == number),
            "clause": self.clause,
            "t": self.table,
        }
        return commands[word.lower()](rest.strip()) if word.lower() in commands else HELP

    def go(self, place: int) -> str:
        """To another row."""
        if place < 0:
            return "This is the first line."
        self.place = place
        return ""

    def jump(self, what: str, text: str, fits: Callable[[Row, int], bool]) -> str:
        """To the first row that fits a number."""
        if not text.isdecimal() or len(text) > 9:
            return f"Which {what}? Type its number."
        found = (place for place, row in enumerate(self.rows) if fits(row, int(text)))
        place = next(found, -1)
        last = self.rows[-1].step if what == "step" else self.rows[-1].turn
        return (
            f"There is no {what} {text}; the last one is {last}." if place < 0 else self.go(place)
        )

    def clause(self, name: str) -> str:
        """To the next row that cites a clause, then from the beginning."""
        count = len(self.rows)
        order = [*range(self.place + 1, count), *range(min(self.place + 1, count))]
        wanted = name.upper()
        for place in order:
            if any(clause.upper() == wanted for clause in self.rows[place].clauses):
                return self.go(place)
        return f"No line here cites {name}." if name else "Which clause? Type its name."

    def table(self, _: str) -> str:
        """Shows the table behind this row."""
        show_at(self.found, self.rows[self.place].step, self.seat, self.language)
        return ""
