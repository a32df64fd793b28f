"""A card tried at a table, and what came of it as a scenario."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.concurrency import run_in_threadpool

from ..dsl.loading.library import WrongUse, sources_of
from ..dsl.problems.problem import RulesError
from ..interpreter.runtime.faults import RuleFault
from ..interpreter.runtime.game import Game
from ..interpreter.runtime.rules import Rules
from ..lab.positions.reached import Reached
from ..lab.positions.taken import NotSaid, source_of, take
from ..lab.simulation.carried import carried
from ..table.readers.playing import Playing
from ..table.server.chairs import HUMAN
from ..table.server.refusals import Refusal
from ..table.server.table import Table
from ..table.server.tables import Tables
from ..table.server.work import reached
from .balance import MOST_GAMES, MOST_SEATS, balanced

AGAINST = "random"  # plays the other seats where nobody else is wanted
LONGEST_TITLE = 200
CHANGED = "The rules have changed meanwhile: try the card again."


class Trying:
    """Tables that were opened at a position to try a card, of the format with a name."""

    def __init__(self, tables: Tables, format: str) -> None:
        self.tables, self.format = tables, format
        self.begun: dict[str, int] = {}  # by table: the answers that led to the position

    async def open(self, code: str, bot: str = AGAINST) -> dict[str, Any]:
        """A table at which a card can be chosen now, against bots. Raises `Refusal`."""
        await self.look_again()
        rules = await run_in_threadpool(self.tables.rules, self.format)
        try:
            found: Reached = await self.tables.work(reached, self.format, code)
        except WrongUse as wrong:
            raise Refusal("wrong", str(wrong)) from None
        playing = await run_in_threadpool(played, rules, found)
        return {**await self.sit(rules, playing, found.seat, bot), "offered": found.offered}

    async def look_again(self) -> None:
        """The rules are looked at anew if their files were written by another program meanwhile."""
        known = self.tables.known.get(self.format)
        if known is not None and await run_in_threadpool(has_changed, known):
            self.tables.forget()

    async def sit(self, rules: Rules, playing: Playing, seat: int, bot: str) -> dict[str, Any]:
        """A table for a game that has begun, where one seat is the author's. Raises `Refusal`."""
        await run_in_threadpool(self.tables.schema, self.tables.rules(self.format), None)
        seats = range(len(playing.setup.seats))
        plays = [HUMAN if one == seat else bot or AGAINST for one in seats]
        table = self.tables.seat(rules, playing, plays)
        self.begun = {id: count for id, count in self.begun.items() if id in self.tables.tables}
        self.begun[table.id] = len(playing.answers)
        self.tables.changed(table)
        chair = table.chairs[seat]
        return {"table": table.id, "seat": chair.name, "token": chair.token}

    async def balance(self, games: str, bot: str, seats: str = "") -> str:
        """The page of so many games between bots at so many seats (empty: the fewest), from the
        rules as they were saved. Raises `Refusal`.
        """
        if seats and (not seats.isdecimal() or not 0 < int(seats[:9]) <= MOST_SEATS):
            raise Refusal("wrong", f"So many play: 1 to {MOST_SEATS}.")
        if not games.isdecimal() or not 0 < int(games[:9]) <= MOST_GAMES:
            raise Refusal("wrong", f"So many games are played at once: 1 to {MOST_GAMES:,}.")
        await self.look_again()
        await run_in_threadpool(self.tables.rules, self.format)
        try:
            wanted = self.format, int(games), bot, int(seats or 0)
            page: str = await self.tables.work(balanced, *wanted)
        except WrongUse as wrong:
            raise Refusal("wrong", str(wrong)) from None
        return page

    async def scenario(self, id: str, title: str) -> dict[str, Any]:
        """The text of a scenario of what was done last at such a table. Raises `Refusal`."""
        table = self.tables.table(id)
        if id not in self.begun:
            raise Refusal("unknown", "That table was not opened to try a card.")
        if not title.strip() or len(title) > LONGEST_TITLE or not title.isprintable():
            raise Refusal("wrong", "A title is one line.")
        if '"' in title:
            raise Refusal("wrong", "A title has no quotation marks.")
        if self.tables.known.get(self.format) is not table.rules:
            raise Refusal("stale", CHANGED)
        first, last = span_of(table, self.begun[id])
        game = table.playing.game().after(last)
        given = table.rules, game, first, title.strip()
        return {"text": await run_in_threadpool(scenario_of, *given)}


def has_changed(rules: Rules) -> bool:
    """Whether the files of a format on the disk are others than those that were loaded."""
    try:
        return carried(sources_of(rules.name)) != carried(rules.edition.files)
    except (RulesError, WrongUse):  # one cannot be read: it is told to whoever plays by it
        return True


def played(rules: Rules, found: Reached) -> Playing:
    """The game at a position. Raises `Refusal`."""
    try:
        playing = Playing(rules.new_setup(found.seed, [*found.decks], None, None))
        playing.restart(found.answers)
    except (WrongUse, RulesError, RuleFault, IndexError):  # saved again meanwhile
        raise Refusal("stale", CHANGED) from None
    return playing


def span_of(table: Table, begun: int) -> tuple[int, int]:
    """The answers that a person gave last, one behind the other, since a table was opened: the
    first, and the one behind the last. Before any answer both are the end.
    """
    askers: Sequence[int] = table.playing.askers
    mine = [number for number in range(begun, len(askers)) if askers[number] in table.people]
    if not mine:
        return begun, begun
    last = first = mine[-1]
    while first - 1 in mine and askers[first - 1] == askers[last]:
        first -= 1
    return first, last + 1


def scenario_of(rules: Rules, game: Game, first: int, title: str) -> str:
    """The scenario of the position of a game behind its first answers, and of what those behind
    them brought. Raises `Refusal`.
    """
    decks = map(rules.deck, rules.decks)
    try:
        source = source_of(rules.edition.loaded(whole=True), game, decks)
        return take(source, first, title, deeds=len(game.answers) - first).text
    except NotSaid as reason:
        raise Refusal("wrong", f"No scenario can be made of it: {reason}.") from None
    except (WrongUse, RulesError):
        raise Refusal("stale", CHANGED) from None
