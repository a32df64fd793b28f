"""What scenarios ask of a format is kept for other processes by digests that are the same there."""

from __future__ import annotations

import os
import subprocess
import sys

ASKED = """
from playsheet.dsl.loading.kept import loaded_of
from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.pickles import digest_without_places
from playsheet.lab.scenarios.scenario import suite_of, wording_problems
from playsheet.lab.scenarios.worded import World

loaded = loaded_of(sources_of("guilds"), whole=True)
suite = suite_of(loaded, notes=True)
assert not wording_problems(suite)
world = World(loaded, "", ())
print(world.seen)
print(digest_without_places([{"deed": frozenset(("act", "speed", "fact", "tally", "pay"))}]))
for file, asked in sorted(suite.asked.items()):
    for reads in (asked.rules, asked.cards):
        for (ask, *said), digest in world.digests(reads).items():
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
