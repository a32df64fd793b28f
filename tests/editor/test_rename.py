"""After a rename of a zone, a phrase's slot, a keyword or a card the format checks clean, and its
scenarios pass.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from places import LIBRARIES
from renaming import changed
from sampling import is_full, sampled

from playsheet.desk.index.homes import relatives_of
from playsheet.desk.index.index import Index
from playsheet.desk.index.things import CARD, Thing
from playsheet.desk.renaming.new_names import CannotRename
from playsheet.desk.renaming.rename import Edit, rename
from playsheet.desk.service.checking import soon, whole
from playsheet.dsl.loading.library import shipped_formats, sources_of
from playsheet.dsl.loading.source import instead_of_files
from playsheet.dsl.nodes.base import Span
from playsheet.dsl.problems.problem import has_errors
from playsheet.lab.scenarios.scenario import run_scenarios

COUNTS = {"zone": sampled(1, 99), "keyword": sampled(1, 99), "slot": sampled(2, 60), "card": 0}
COUNTS[CARD] = sampled(1, 20)
FILES = sampled(2, 999)  # of scenarios that are run


def chosen(index: Index) -> Iterator[tuple[Thing, str]]:
    """Some things of a format with other names; those of libraries are no affair of one format."""
    chance = random.Random(index.files.name)
    for kind, count in COUNTS.items():
        every = [
            one
            for (of, name), things in index.things.items()
            for one in things
            if of == kind and name == one.name and not Path(one.span.file).is_relative_to(LIBRARIES)
        ]
        for number, one in enumerate(chance.sample(every, min(count, len(every)))):
            other = f"Renamed {number} {one.name}" if kind == CARD else f"other_{number}_{one.name}"
            yield one, other


def is_added(span: Span) -> bool:
    return (span.line, span.column) == (span.end_line, span.end_column)


@cache
def formats() -> list[str]:
    """The formats with keywords, which have a vocabulary and scenarios, the smallest first."""
    rules = {name: [one.text for one in sources_of(name).rules] for name in shipped_formats()}
    found = [name for name in rules if any("\nkeyword " in text for text in rules[name])]
    return sorted(found, key=lambda name: sum(map(len, rules[name])))


@pytest.mark.parametrize("number", range(sampled(3, 5)))
def test_a_rename_changes_no_meaning(number: int) -> None:
    name = formats()[number]
    index = soon(name, {}, None)
    relatives = relatives_of(index.files, index.files.rules[0].path)
    others = [soon(other, {}, None) for other in relatives if other != name]
    edits: dict[object, Edit] = {}
    renamed = 0
    for thing, other in chosen(index):
        try:
            found = rename([index, *others], thing, other)
        except CannotRename:
            continue
        if any(is_added(one.span) and one.span in edits for one in found):
            continue  # two that are bound in one line are renamed one after the other
        renamed += 1
        edits |= {one.span: one for one in found if one.span not in edits}
    assert renamed >= 3
    texts = changed(edits.values())
    every = (index, *others) if is_full() or index.files.parent is None else (index,)
    for one in every:
        newer = whole(one.files.name, texts, None)
        assert not has_errors(newer.problems), newer.problems[:3]
        assert newer.problems == []
        with instead_of_files(texts):
            touched = [s for s in newer.files.scenarios if os.path.realpath(s.path) in texts]
            some = [source.path for source in touched[:FILES]]
            results = run_scenarios(newer.loaded, some)
        assert results or not is_full()
        assert [(x.name, x.message) for x in results if not x.passed] == []
