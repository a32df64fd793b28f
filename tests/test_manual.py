"""The manual tells the truth: every example is run, every list is compared with the code."""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path

import pytest
from manual_blocks import (
    DOCS,
    Block,
    Example,
    all_blocks,
    examples,
    extended,
    load_example,
    of_kind,
)

from playsheet.dsl.build import CLASSES
from playsheet.dsl.meaning import expressions, statements
from playsheet.dsl.nodes.base import Node
from playsheet.dsl.nodes.expressions import Expression, Name, Slot
from playsheet.dsl.nodes.statements import Line, Statement
from playsheet.dsl.parse import parse_file
from playsheet.dsl.print_files import print_nodes
from playsheet.lab.scenario import run_scenarios

# What only says that an example leaves something unused; a whole format must not.
LOOSE = frozenset(
    "window-never-opened action-never-offered verb-never-done verb-never-caught never-used"
    " label-never-used sentence-never-run".split()
)
ELSEWHERE = frozenset({Name, Line, Slot})  # nodes whose meaning stands in no table
KINDS = frozenset(
    "rules-base cards-base deck-base rules cards scenario scenario-not-yet rules-error"
    " cards-error scenario-error rules-parse cards-parse scenario-parse deck-parse"
    " rules-extend extend-error"
    " rules-not-yet form names text".split()
)


def rows_of(chapter: str, head: str) -> list[str]:
    """The first column of the table of a chapter that begins with a heading."""
    rows = (DOCS / "language" / chapter).read_text(encoding="utf-8").splitlines()
    start = next(k for k, row in enumerate(rows) if row.startswith(f"| {head} |"))
    table = takewhile(lambda row: row.startswith("|"), rows[start + 2 :])
    return [row.split("|")[1].strip().strip("`") for row in table]


def rule_name(kind: type[Node]) -> str:
    """What the grammar calls a class of nodes."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


def lacking() -> set[str]:
    """The statements and expressions that no function gives a meaning."""
    known: dict[type[Node], object] = {**statements.LOWER, **expressions.LOWER}
    later = getattr(statements, "later", None)
    missing = {kind for kind in known if known[kind] is later}
    forms = {k for k in CLASSES.values() if issubclass(k, (Statement, Expression))}
    bases = {k for k in forms if any(o is not k and issubclass(o, k) for o in forms)}
    missing |= forms - bases - set(known) - ELSEWHERE
    return {rule_name(kind) for kind in missing}


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


@pytest.mark.parametrize("block", of_kind("extend-error"), ids=title)
def test_a_mistaken_edit_has_its_message(block: Block) -> None:
    found = [(p.code, p.message) for p in extended(block)[1]]
    assert block.argument in [code for code, _ in found], found
    if block.quote:
        assert block.quote in [message for _, message in found]


@pytest.mark.parametrize("block", of_kind("scenario-error"), ids=title)
def test_a_mistake_in_a_scenario_has_its_message(block: Block, tmp_path: Path) -> None:
    near = [b for b in all_blocks() if (b.path, b.section) == (block.path, block.section)]
    rules = [b for b in near if b.kind == "rules"]
    cards = [b for b in near if b.kind == "cards"]
    results = run_scenarios(load_example(tmp_path, rules, cards, [block]))
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


# ---- what does not run yet


def test_every_gap_of_the_meaning_is_told() -> None:
    """Each construct without a meaning has a row, and each row an example."""
    rows = rows_of("not_yet.md", "form")
    assert rows == [b.argument for b in of_kind("rules-not-yet")]
    assert lacking() <= set(rows)


@pytest.mark.parametrize("block", of_kind("rules-not-yet"), ids=lambda b: b.argument)
def test_a_gap_is_still_one(block: Block, tmp_path: Path) -> None:
    loaded = load_example(tmp_path, [block], [])
    codes = {p.code for p in loaded.problems}
    assert "no-meaning" in codes, f"{block.argument} has a meaning now: take its row out"
