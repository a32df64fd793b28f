"""What `playsheet test` does with branches: saved games in the folder of a format."""

from __future__ import annotations

import click

from ..dsl.loading.library import FormatFiles, shipped_formats
from ..dsl.loading.load import Loaded
from ..dsl.nodes.dataclass import dataclass
from ..interpreter.runtime.edition import Edition
from ..interpreter.runtime.rules import Rules
from ..lab.branches.followed import Followed, follow, to_its_end
from ..lab.branches.gathering import telling
from ..lab.branches.kept import Branch, Branches, branches_of
from ..lab.work import Progress
from .saving import write_whole
from .words import count_of


@dataclass(frozen=True, slots=True)
class Tested:
    """A branch, and how far it came by the rules of now."""

    branch: Branch
    followed: Followed

    @property
    def is_same(self) -> bool:
        return self.followed.how == "same"

    @property
    def failed(self) -> bool:
        """Whether something that should happen does not; of others it is only told."""
        return self.branch.blessed and not self.is_same

    def record(self) -> dict[str, object]:
        """The same for programs."""
        found = self.followed
        place = f"{found.file}:{found.line}" if found.file else ""
        told = {"name": self.branch.name, "file": str(self.branch.path), "how": found.how}
        happened = {"step": found.step, "expected": found.expected, "found": found.found}
        return {**told, **happened, "rule": place}


def run_branches(files: FormatFiles, loaded: Loaded, keyword: str) -> list[Tested]:
    """Each branch of a format whose name has a text, played again."""
    found = [one for one in branches_of(files).all() if keyword.lower() in one.name.lower()]
    if not found:
        return []
    rules = Rules(Edition(files, loaded))
    return [Tested(one, follow(one.file, rules)) for one in found]


def branch_records(tested: list[Tested]) -> dict[str, object]:
    """What programs are told of branches; nothing where there are none."""
    if not tested:
        return {}
    blessed = [one for one in tested if one.branch.blessed]
    others = [one.record() for one in tested if not one.branch.blessed and not one.is_same]
    failed = [one.record() for one in blessed if one.failed]
    passed = len(blessed) - len(failed)
    record = {"blessed": len(blessed), "passed": passed, "failed": failed, "others_differ": others}
    return {"branches": record}


def show_branches(tested: list[Tested], format: str) -> None:
    """For a reader: what failed, and the sum."""
    failed = [one for one in tested if one.failed]
    for one in failed:
        found = one.followed
        what = "an answer is no longer offered" if found.how == "not offered" else "it differs"
        click.echo(f"{one.branch.path}: {what} at step {found.step}:")
        click.echo(f"  blessed  {found.expected}\n  now      {found.found}")
        if found.file:
            click.echo(f"  rule     {found.file}:{found.line}")
    if failed:
        game = failed[0].branch.path
        click.echo(f"Which change does it: playsheet check {format} --impact OLD --game {game}")
    for one in tested:
        if not one.branch.blessed and not one.is_same:
            click.echo(f"{one.branch.path}: not blessed; it differs at step {one.followed.step}.")
    blessed = sum(one.branch.blessed for one in tested)
    if blessed:
        tail = f", {len(failed)} failed" if failed else ""
        click.echo(f"{count_of(blessed, 'blessed branch')}: {blessed - len(failed)} passed{tail}.")


# ---- what is written


def check_writable(formats: tuple[str, ...]) -> None:
    """Raises `UsageError` unless folders were typed: formats that came with the program stay."""
    if not formats or any(name in shipped_formats() for name in formats):
        raise click.UsageError("Say the folder of the format whose branches are written.")


def branches_in(files: FormatFiles) -> Branches:
    """The branches of a format, to be written."""
    return Branches(files.rules[0].path.parent, write_whole)


def keep_games(
    files: FormatFiles, loaded: Loaded, count: int, games: int, seed: int, tick: Progress
) -> list[str]:
    """Keeps some of many random games as blessed branches; gives their names."""
    branches, names = branches_in(files), list[str]()
    for game in telling(loaded, count, games, seed, tick):
        names.append(branches.keep(game, f"random {game.seed}"))
        branches.bless(names[-1], game)
    return names


def bless_all(files: FormatFiles, loaded: Loaded, keyword: str) -> tuple[list[str], list[str]]:
    """Blesses each branch as what happens in it by the rules of now: the names of those that were
    not blessed or said something else, and of those whose answers can no longer be given.
    """
    branches = branches_in(files)
    tested = run_branches(files, loaded, keyword)
    rules, renewed, left = Rules(Edition(files, loaded)), list[str](), list[str]()
    for one in tested:
        if one.branch.blessed and one.is_same:
            continue
        game = to_its_end(one.branch.file, rules)
        (left if game is None else renewed).append(one.branch.name)
        if game is not None:
            branches.bless(one.branch.name, game)
    return renewed, left
