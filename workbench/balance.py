"""Many games of the format as it was saved, and the page of what came of them."""

from __future__ import annotations

from ..dsl.ir.wordbook import span_said
from ..dsl.loading.library import WrongUse
from ..dsl.problems.problem import RulesError
from ..lab.bots.bots import bot as bot_called
from ..lab.report.page import page_of
from ..lab.simulation.carried import Work
from ..lab.simulation.playing import Plan
from ..lab.simulation.simulation import simulate
from ..table.server.work import format_of

MOST_GAMES = 1_000
MOST_SEATS = 12


def balanced(format: str, games: int, bot: str, seats: int = 0) -> str:
    """The page of `simulate --report`, at so many seats (0: the fewest); runs in a worker. Raises
    `WrongUse`.
    """
    try:
        rules = format_of(format)
        bot_called(bot)
        numbers = rules.seat_numbers
        seats = seats or numbers[0]
        if seats not in numbers:
            raise WrongUse(f"There are {span_said(numbers)} seats, not {seats}.")
        lists = rules.deck_lists(seats)
        plan = Plan(games, 0, (bot,) * seats, lists, observed=True)
        work = Work(rules, dict.fromkeys(deck for one in lists for deck in one), {}, seats, plan)
        return page_of(rules, work, simulate(work).tally)
    except RulesError as error:
        raise WrongUse(str(error)) from None  # that can be told to another process
