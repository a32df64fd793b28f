"""Mistakes of the manual are told with a mend that can be typed in place, or with an advice."""

from dataclasses import replace
from pathlib import Path

import pytest
from manual_blocks import Block, load_example, of_kind
from remedies import faults_of, mended
from sampling import sampled

from playsheet.dsl.consistency.consistency import inconsistencies
from playsheet.dsl.loading.load import Loaded
from playsheet.dsl.problems.problem import Problem
from playsheet.dsl.ruleset.inheritance import Heritage
from playsheet.dsl.syntax.rows import lines_of

MISTAKES = of_kind("rules-error", "cards-error")


def loaded_of(block: Block, home: Path) -> Loaded:
    rules, cards = ([block], []) if block.kind == "rules-error" else ([], [block])
    return load_example(home, rules, cards)


def told_of(block: Block, home: Path) -> list[Problem]:
    """The problems of a mistake, of the kind that it shows."""
    loaded = loaded_of(block, home)
    problems = [*loaded.problems]
    if loaded.format is not None and loaded.usable:
        problems += inconsistencies(loaded.format, Heritage())
    return [p for p in problems if p.code == block.argument]


def title(block: Block) -> str:
    return f"{block.path.stem}-{block.line}-{block.argument}"


@pytest.mark.parametrize("block", MISTAKES[:: sampled(3, 1)], ids=title)
def test_what_is_told_can_be_typed_or_done(block: Block, tmp_path: Path) -> None:
    told = told_of(block, tmp_path)
    assert [fault for one in told for fault in faults_of(one, block.text)] == []
    if not told or not told[0].mend:
        return
    first = told[0]
    file = Path(first.file).name
    place = f"{block.path.stem}.{'rules' if block.kind == 'rules-error' else 'cards'}"
    assert file == place, first.message
    text = mended((tmp_path / file).read_text(encoding="utf-8"), first)
    better = replace(block, text="\n".join(lines_of(text)[block.line :]) + "\n")
    left = told_of(better, tmp_path)
    assert len(left) < len(told), (first.mend, [one.message for one in left])
