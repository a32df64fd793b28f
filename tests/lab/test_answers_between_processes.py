"""What scenarios ask of a format is kept for other processes by digests that are the same there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from places import FORMATS

ASKED = """
from playsheet.dsl.loading.kept import loaded_of
from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.pickles import digest_without_places
from playsheet.lab.scenarios.scenario import suite_of, wording_problems
from playsheet.lab.checking.world import WORDS, World, seen_in

loaded = loaded_of(sources_of("guilds"), whole=True)
suite = suite_of(loaded, notes=True)
assert not wording_problems(suite)
world = World(loaded, "")
print(digest_without_places(seen_in(loaded)))
print(digest_without_places([{"deed": frozenset(("act", "speed", "fact", "tally", "pay"))}]))
for case in suite.cases:
    for of, (ask, *said), digest in world.answered(case.asked):
        if of != WORDS:
            said = [sorted(one) if isinstance(one, frozenset) else one for one in said]
            print(ask.__name__, [getattr(one, "__name__", one) for one in said], digest)
"""


def test_answers_have_the_same_digests_in_another_process() -> None:
    first, second = (
        subprocess.run(
            [sys.executable, "-c", ASKED],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    )
    assert len(first.splitlines()) > 100
    assert sorted(first.splitlines()) == sorted(second.splitlines())


CHECKED = """
import sys
from playsheet.lab.workspace import Workspace

for problem in Workspace(sys.argv[1], keep=True).check():
    print(problem.message)
"""
CHANGES = (
    (
        "tiny.rules",
        "    cost cost optional\n",
        "    cost cost optional\n    needs filter optional\n",
    ),
    (
        "tiny.rules",
        "property rival of Fighter means its owner's opponent's champion\n",
        "property rival of Fighter means its owner's opponent's champion\n"
        "property ready of Trick means there is Trick in bin where it fits this's needs\n",
    ),
    (
        "words.rules",
        'phrase yourself player "you" means you\n',
        'phrase named filter (n: name) "{n}" means its name is n\n'
        'phrase yourself player "you" means you\n',
    ),
    (
        "cards/tiny.cards",
        'card "Gale" Td-9\n    kind     Trick\n',
        'card "Gale" Td-9\n    kind     Trick\n    needs    "Owl"\n',
    ),
)


def change(home: Path, file: str, old: str, new: str) -> None:
    text = (home / file).read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    (home / file).write_text(text.replace(old, new), encoding="utf-8")


def checked(home: Path) -> str:
    """What a process of its own finds in a format."""
    command = [sys.executable, "-c", CHECKED, str(home)]
    env = {**os.environ, "PLAYSHEET_CACHE": str(home.parent / "cache")}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    return done.stdout


def test_a_card_is_not_taken_for_another_that_an_earlier_process_knew(tmp_path: Path) -> None:
    """What conditions say of cards is kept by what is printed on these."""
    home = shutil.copytree(FORMATS / "tiny", tmp_path / "tiny")
    for one in CHANGES:
        change(home, *one)
    assert checked(home) == ""
    change(home, "cards/tiny.cards", "red 10, blue 10", "red 10, blue 20")
    assert checked(home) == ""
