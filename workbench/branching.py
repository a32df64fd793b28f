"""The branches of the folder: kept from tables, played again, blessed, opened where they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool

from ..dsl.loading.library import WrongUse
from ..dsl.loading.load import Loaded
from ..dsl.problems.problem import RulesError
from ..dsl.syntax.gamefile import GameFile
from ..interpreter.runtime.game import Game
from ..interpreter.runtime.rules import Rules
from ..lab.branches.blame import causes_of
from ..lab.branches.followed import Followed, follow, to_its_end
from ..lab.branches.kept import Branch, Branches
from ..lab.branches.tree import deeds_of, tree_of
from ..table.readers.playing import Playing
from ..table.server.refusals import Refusal
from .folder import Folder
from .trying import LONGEST_TITLE, Trying, scenario_of

MOST_BRANCHES = 200


class Branching:
    """The branches of one folder; they are played by the format as it was saved."""

    def __init__(self, folder: Folder, trying: Trying) -> None:
        self.folder, self.trying = folder, trying
        self.branches = Branches(folder.home, folder.write)
        self.green: dict[str, Loaded] = {}  # by branch: the format by which it was the same

    async def rules(self) -> Rules:
        """The format as it was saved. Raises `Refusal`."""
        await self.trying.look_again()
        return await run_in_threadpool(self.trying.tables.rules, self.trying.format)

    async def all(self) -> dict[str, Any]:
        """Every branch played again, and what they share."""
        rules = await self.rules()
        return await run_in_threadpool(refusing, lambda: self.played(rules))

    def played(self, rules: Rules) -> dict[str, Any]:
        found = self.branches.all()[:MOST_BRANCHES]
        rows = [self.row(one, rules) for one in found]
        return {"branches": rows, "tree": [asdict(node) for node in tree_of(found)]}

    def row(self, branch: Branch, rules: Rules) -> dict[str, Any]:
        """A branch as the page shows it; of a red one the change that does it, if it is known."""
        followed = follow(branch.file, rules)
        now, changes = loaded_whole(rules), list[dict[str, Any]]()
        if followed.how == "same":
            self.green[branch.name] = now
        elif branch.name in self.green:
            changes = self.changes(branch.file, self.green[branch.name], now)
        row = {"name": branch.name, "blessed": branch.blessed}
        return {**row, **self.row_of(followed), "changes": changes}

    def row_of(self, followed: Followed) -> dict[str, Any]:
        """How far a game came, and where it is not as it was."""
        told = {"how": followed.how, "step": followed.step, "expected": followed.expected}
        place = self.place(followed.file, followed.line)
        return {**told, "found": followed.found, "place": place}

    def changes(self, file: GameFile, old: Loaded, new: Loaded) -> list[dict[str, Any]]:
        """The changes of the rules that a game comes out otherwise by."""
        found: list[dict[str, Any]] = []
        for one in causes_of(file, old, new):
            place, _, line = one.place.rpartition(":")
            lines = {"title": f"{one.section} {one.name}".strip(), "lines": one.lines}
            found.append({**lines, "place": self.place(place, int(line or 0))})
        return found

    def place(self, file: str, line: int) -> dict[str, Any] | None:
        """A line (from 1) of a file of the folder; None elsewhere."""
        path = Path(file).resolve()
        if not file or not line or not path.is_relative_to(self.folder.home):
            return None
        return {"name": path.relative_to(self.folder.home).as_posix(), "line": line}

    # ---- what is changed

    def changeable(self) -> None:
        """Raises `Refusal` for a folder that is only read."""
        if self.folder.ships:
            raise Refusal("ships", "This format came with the program: copy its folder first.")

    async def keep(self, table: str, title: str) -> dict[str, Any]:
        """The game of a table as a branch. Raises `Refusal`."""
        self.changeable()
        found = self.trying.tables.table(table)
        if not title.strip() or len(title) > LONGEST_TITLE or not title.isprintable():
            raise Refusal("wrong", "A title is one line.")
        if self.trying.tables.known.get(self.trying.format) is not found.rules:
            raise Refusal("stale", "The rules have changed meanwhile: open the table again.")
        if len(self.branches.paths()) >= MOST_BRANCHES:
            raise Refusal("full", "There are too many branches; throw some away.")
        game = found.playing.game()
        return {"name": await run_in_threadpool(refusing, lambda: self.branches.keep(game, title))}

    async def bless(self, name: str, blessed: str) -> dict[str, Any]:
        """What happens in a branch by the rules of now is what should happen; or that is taken
        back. Raises `Refusal`.
        """
        self.changeable()
        if blessed == "no":
            await run_in_threadpool(refusing, lambda: self.branches.bless(name, None))
            return {"name": name, "blessed": False}
        game = await self.followed_to_its_end(name)
        await run_in_threadpool(refusing, lambda: self.branches.bless(name, game))
        return {"name": name, "blessed": True}

    async def followed_to_its_end(self, name: str) -> Game:
        """The game of a branch by the rules of now, with all its answers. Raises `Refusal`."""
        rules = await self.rules()
        found = await run_in_threadpool(refusing, lambda: self.again(name, rules))
        if found is None:
            text = "Not all answers can be given any more: open the table there and play on."
            raise Refusal("wrong", text)
        return found

    def again(self, name: str, rules: Rules) -> Game | None:
        return to_its_end(self.branches.named(name).file, rules)

    async def remove(self, name: str) -> dict[str, Any]:
        """Throws a branch away. Raises `Refusal`."""
        self.changeable()
        await run_in_threadpool(refusing, lambda: self.branches.remove(name))
        return {"name": name}

    # ---- what is done with one

    async def open(self, name: str, step: str, bot: str) -> dict[str, Any]:
        """A table at the choice that a step of a branch answers or follows from; by the rules of
        now, as far as they let it come. Raises `Refusal`.
        """
        rules = await self.rules()
        if not step.isdecimal():
            raise Refusal("wrong", "A step is a number.")
        given = name, int(step), rules
        playing, asked = await run_in_threadpool(refusing, lambda: self.reached(*given))
        return await self.trying.sit(rules, playing, asked, bot)

    def reached(self, name: str, step: int, rules: Rules) -> tuple[Playing, int]:
        file = self.branches.named(name).file
        found = follow(file, rules)
        if found.game is None:
            raise Refusal("wrong", f"It does not begin: {found.found}")
        choice = max((deed.step for deed in deeds_of(file) if deed.step <= step), default=0)
        answers = [a for a, at in zip(found.answers, found.steps, strict=True) if at < choice]
        playing = Playing(found.game.live()[0])
        playing.restart(answers if step else found.answers)
        return playing, max(playing.asked, 0)

    async def scenario(self, name: str, title: str) -> dict[str, Any]:
        """The text of a scenario of the last answers of a branch. Raises `Refusal`."""
        game = await self.followed_to_its_end(name)
        file = self.branches.named(name).file
        deeds, first = deeds_of(file), len(game.answers)
        askers = [one.asked.split(" ")[1] for one in deeds]
        while first and askers[first - 1] == askers[-1]:
            first -= 1
        rules = await self.rules()
        given = rules, game, first, title.strip() or name
        return {"text": await run_in_threadpool(scenario_of, *given)}


def refusing(work: Callable[[], Any]) -> Any:
    """What some work gives. Raises `Refusal` where a file is not what it should be."""
    try:
        return work()
    except RulesError as wrong:
        raise Refusal("wrong", wrong.problems[0].message) from None
    except WrongUse as wrong:
        raise Refusal("unknown", str(wrong)) from None
    except OSError as wrong:
        raise Refusal("wrong", f"It cannot be read or written: {wrong.strerror}.") from None


def loaded_whole(rules: Rules) -> Loaded:
    """What the files of a format mean, with their texts as they are now."""
    for source in rules.edition.files.every():
        _ = source.raw
    found: Loaded = rules.edition.loaded(whole=True)
    return found
