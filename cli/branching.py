"""What `playsheet test` says of branches: games that were played at the table of the workbench."""

from __future__ import annotations

import click

from ..dsl.loading.library import FormatFiles
from ..dsl.loading.load import Loaded
from ..dsl.nodes.dataclass import dataclass
from ..interpreter.runtime.edition import Edition
from ..interpreter.runtime.rules import Rules
from ..lab.branches.followed import Followed, follow
from ..lab.branches.kept import Branch, branches_of
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
