"""A table carried over to the rules as they were saved: its answers are given again by what they
mean, up to the first that is no longer offered.
"""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool

from ..dsl.nodes.dataclass import dataclass
from ..dsl.syntax.gamefile import GameFile, read_game
from ..interpreter.runtime.game import Game
from ..interpreter.runtime.rules import Rules
from ..lab.branches.followed import Followed, follow
from ..lab.branches.kept import text_of
from ..table.readers.playing import Playing
from ..table.server.refusals import Refusal
from ..table.server.table import Table
from ..table.server.yields import Yields
from .branching import Branching, loaded_whole, refusing

TRIES = 5  # while others play on at the table


@dataclass(frozen=True, slots=True)
class Again:
    """A game played again by other rules. `exact`: up to the first line that is not as it was;
    `found`: with all answers that can be given.
    """

    file: GameFile
    exact: Followed
    found: Followed
    playing: Playing


class Carrying:
    """Tables of the format of one folder that follow what its author saves."""

    def __init__(self, branching: Branching) -> None:
        self.branching, self.trying = branching, branching.trying

    async def carry(self, id: str) -> dict[str, Any]:
        """Takes a table to the rules as they were saved; `""`: only looks whether they changed.
        Answers what of the game could be played again, and what differs by which change. Raises
        `Refusal`: the table is then as it was.
        """
        tables = self.trying.tables
        rules = await self.branching.rules()
        if not id:
            return {}
        table = tables.table(id)
        if table.rules.name != rules.name:
            raise Refusal("unknown", "That table is of another format.")
        before = table.rules
        await run_in_threadpool(tables.schema, rules, None)
        for _ in range(TRIES):
            playing, answers = table.playing, [*table.playing.answers]
            if table.rules is rules:
                return {"kept": len(answers), **told(len(answers), None, None, [])}
            given = playing.game(), before, rules
            again = await run_in_threadpool(refusing, lambda: play_again(*given))  # noqa: B023
            if table.playing is playing and playing.answers == answers:
                break
        else:
            raise Refusal(
                "stale", "Others play on at that table: it stays with the rules of before."
            )
        put(table, rules, again.playing, len(answers))
        begun = self.trying.begun.get(id)
        if begun is not None:
            self.trying.begun[id] = min(begun, len(again.playing.answers))
        table.each(table.now)  # which says that another description is to be asked for
        tables.changed(table, whole=True)
        return await run_in_threadpool(self.report, again, before, rules, len(answers))

    def report(self, again: Again, before: Rules, rules: Rules, answers: int) -> dict[str, Any]:
        """What the author is told of it."""
        changes = list[dict[str, Any]]()
        if again.exact.how != "same":
            old, new = loaded_whole(before), loaded_whole(rules)
            changes = self.branching.changes(again.file, old, new)
        first, last = self.row(again.exact), self.row(again.found)
        return {"kept": len(again.found.answers), **told(answers, first, last, changes)}

    def row(self, followed: Followed) -> dict[str, Any] | None:
        """Where a game is not as it was; None where it is."""
        return None if followed.how == "same" else self.branching.row_of(followed)


def told(
    answers: int,
    first: dict[str, Any] | None,
    last: dict[str, Any] | None,
    changes: list[dict[str, Any]],
) -> dict[str, Any]:
    """`first`: the first line that is not as it was; `last`: the answer that could not be given."""
    return {"of": answers, "first": first, "last": last, "changes": changes}


def play_again(game: Game, before: Rules, rules: Rules) -> Again:
    """A game by other rules, as far as its answers are offered. Raises `Refusal`."""
    file = read_game(text_of(game, before.name))
    exact = follow(file, rules)
    found = exact if exact.how == "same" else follow(file, rules, strict=False)
    if found.game is None:
        raise Refusal("stale", f"The table stays with the rules of before: {found.found}.")
    playing = Playing(found.game.live()[0])
    playing.restart(found.answers)
    return Again(file, exact, found, playing)


def put(table: Table, rules: Rules, playing: Playing, answers: int) -> None:
    """A table goes on with a game by other rules; if answers were lost, the one of before is kept
    beside it.
    """
    forfeit = table.playing.forfeit
    if len(playing.answers) < answers:
        table.store.archive(table.id, table.games)
        table.games += 1
    elif forfeit is not None:
        playing.lose(forfeit.seat, forfeit.how)
    number = 1 if table.carried is None else table.carried["number"] + 1
    table.rules, table.playing, table.outdated = rules, playing, False
    table.carried = {"number": number, "kept": len(playing.answers), "of": answers}
    table.requests.clear()
    table.yields = Yields()
    table.renew()
