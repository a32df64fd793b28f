"""The manual tells the truth: every example is run, every list is compared with the code."""

from __future__ import annotations

from pathlib import Path

import pytest
from manual_blocks import (
    Block,
    Example,
    all_blocks,
    examples,
    load_example,
    of_kind,
)

from playsheet.dsl.parse import parse_file
from playsheet.dsl.print_files import print_nodes
from playsheet.lab.scenario import run_scenarios

# What only says that an example leaves something unused; a whole format must not.
LOOSE = frozenset(
    "window-never-opened action-never-offered verb-never-done verb-never-caught never-used"
    " label-never-used sentence-never-run".split()
)
KINDS = frozenset(
    "rules-base cards-base deck-base rules cards scenario scenario-not-yet rules-error"
    " cards-error scenario-error rules-parse cards-parse scenario-parse deck-parse game-parse"
    " rules-not-yet form names text".split()
)


def title(thing: Block | Example) -> str:
    return thing.title


def test_every_block_says_what_it_is() -> None:
    unknown = [f"{b.title}: {b.kind or 'nothing'}" for b in all_blocks() if b.kind not in KINDS]
    assert not unknown


def test_the_example_format_is_whole(tmp_path: Path) -> None:
    block = Block(tmp_path / "none.md", 0, "", "rules", "", "", "")
    loaded = load_example(tmp_path, [block], [])
    assert [(p.line, p.message) for p in loaded.problems] == []


@pytest.mark.parametrize("example", examples(), ids=title)
def test_an_example_runs(example: Example, tmp_path: Path) -> None:
    loaded = load_example(tmp_path, example.rules, example.cards, example.scenarios)
    loose = LOOSE if not example.scenarios else frozenset[str]()
    errors = [p for p in loaded.problems if p.severity == "error"]
    serious = [p for p in errors if p.code not in loose]
    assert [(p.line, p.code, p.message) for p in serious] == []
    if not example.scenarios:
        return
    later = {b.line for b in example.scenarios if b.kind == "scenario-not-yet"}
    results = run_scenarios(loaded)
    assert results
    for result in results:
        block = max(b.line for b in example.scenarios if b.line <= result.span.line)
        if block in later:
            assert not result.passed, f"{result.name} passes now: it is no longer missing"
        else:
            assert result.passed, f"{result.name}\n{result.message}"


@pytest.mark.parametrize("block", of_kind("rules-error", "cards-error"), ids=title)
def test_a_mistake_has_its_message(block: Block, tmp_path: Path) -> None:
    rules, cards = ([block], []) if block.kind == "rules-error" else ([], [block])
    loaded = load_example(tmp_path, rules, cards)
    found = [(p.code, p.message) for p in loaded.problems if p.code not in LOOSE - {block.argument}]
    assert block.argument in [code for code, _ in found], found
    if block.quote:
        assert block.quote in [m for code, m in found if code == block.argument]


@pytest.mark.parametrize("block", of_kind("scenario-error"), ids=title)
def test_a_mistake_in_a_scenario_has_its_message(block: Block, tmp_path: Path) -> None:
    rules = Block(block.path, 0, "", "rules", "", "", "")
    results = run_scenarios(load_example(tmp_path, [rules], [], [block]))
    found = [(p.code, p.message) for result in results for p in result.problems]
    assert block.argument in [code for code, _ in found], found
    if block.quote:
        assert block.quote in [m for code, m in found if code == block.argument]


@pytest.mark.parametrize(
    "block", of_kind("rules-parse", "cards-parse", "scenario-parse", "deck-parse"), ids=title
)
def test_what_is_only_said_can_be_read(block: Block) -> None:
    kind = block.kind.removesuffix("-parse")
    nodes, problems = parse_file(kind, block.text, block.path.name)
    assert [(p.line + block.line, p.message) for p in problems] == []
    assert nodes
    assert parse_file(kind, print_nodes(nodes), block.path.name)[0] == nodes
