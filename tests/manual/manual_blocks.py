"""The examples of the manual: where they stand, and what is put around them to run them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import takewhile
from pathlib import Path

from guides import DOCS, Block, blocks_of

from playsheet.dsl.loading.library import FormatFiles
from playsheet.dsl.loading.load import Loaded, load
from playsheet.dsl.loading.source import Source
from playsheet.dsl.nodes import declarations as d
from playsheet.dsl.nodes import files
from playsheet.dsl.nodes.base import Node
from playsheet.dsl.problems.problem import Problem
from playsheet.dsl.ruleset.extend import extend
from playsheet.dsl.syntax.parse import parse_file
from playsheet.dsl.syntax.print_files import print_nodes

CHAPTERS = (DOCS / "language.md", *sorted((DOCS / "language").glob("*.md")))
EXAMPLE = DOCS / "language" / "example.md"
EXAMPLE_KINDS = ("rules", "rules-extend", "cards", "scenario")


@dataclass(slots=True)
class Example:
    """Blocks of one section that are run together. `rules` of a child format extend the
    example format.
    """

    title: str
    rules: list[Block] = field(default_factory=list[Block])
    cards: list[Block] = field(default_factory=list[Block])
    scenarios: list[Block] = field(default_factory=list[Block])


# ---- reading the manual


@cache
def all_blocks() -> tuple[Block, ...]:
    """Every fenced block of the reference."""
    return tuple(block for path in CHAPTERS for block in blocks_of(path))


def of_kind(*kinds: str) -> list[Block]:
    return [block for block in all_blocks() if block.kind in kinds]


def examples() -> list[Example]:
    """The rules, cards and scenarios of each section, in the order of the manual."""
    found: dict[tuple[Path, str], Example] = {}
    for block in of_kind(*EXAMPLE_KINDS):
        key = (block.path, block.section)
        example = found.setdefault(key, Example(block.title))
        place = {"rules": example.rules, "rules-extend": example.rules, "cards": example.cards}
        place.get(block.kind, example.scenarios).append(block)
    return [e for e in found.values() if e.rules or e.cards or e.scenarios]


def rows_of(chapter: str, head: str) -> list[str]:
    """The first column of the table of a chapter that begins with a heading."""
    rows = (DOCS / "language" / chapter).read_text(encoding="utf-8").splitlines()
    start = next(k for k, row in enumerate(rows) if row.startswith(f"| {head} |"))
    table = takewhile(lambda row: row.startswith("|"), rows[start + 2 :])
    return [row.split("|")[1].strip().strip("`") for row in table]


# ---- the format around an example


@dataclass(frozen=True, slots=True)
class Base:
    """The example format: its text, and which lines each declaration takes."""

    rules: str
    cards: str
    lines: dict[object, range]


@cache
def base() -> Base:
    blocks = list(blocks_of(EXAMPLE))
    rules = "".join(block.text for block in blocks if block.kind == "rules-base")
    cards = "".join(block.text for block in blocks if block.kind == "cards-base")
    nodes, problems = parse_file("rules", rules, "example")
    assert not problems, problems[0]
    starts = [node.span.line for node in nodes]
    ends = [*starts[1:], len(rules.splitlines()) + 1]
    lines = {key_of(node): range(a, b) for node, a, b in zip(nodes, starts, ends, strict=True)}
    return Base(rules, cards, lines)


def key_of(node: Node) -> object:
    """What makes two declarations the same thing."""
    if isinstance(node, d.PropertyDeclaration):
        return d.PropertyDeclaration, str(node.name), str(node.of)
    if isinstance(node, files.Card):
        return str(node.code)
    return type(node), str(getattr(node, "name", ""))


def without(text: str, lines: dict[object, range], keys: set[object]) -> str:
    """A text in which some declarations are blank lines."""
    gone = {line for key in keys & lines.keys() for line in lines[key]}
    rows = text.splitlines()
    return "\n".join("" if k in gone else row for k, row in enumerate(rows, 1)) + "\n"


def in_place(blocks: list[Block]) -> str:
    """Blocks of one chapter as a text in which they keep their line numbers."""
    rows: list[str] = []
    for block in blocks:
        rows += [""] * (block.line - len(rows))
        rows += block.text.splitlines()
    return "\n".join(rows) + "\n"


def is_whole(blocks: list[Block]) -> bool:
    """Whether blocks are a format of their own."""
    return any(re.search(r"^format ", block.text, re.MULTILINE) for block in blocks)


def written(folder: Path, name: str, text: str) -> Source:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return Source(path)


def extended(block: Block) -> tuple[list[Node], list[Problem]]:
    """The example format with the edits of a child applied to it."""
    parent, _ = parse_file("rules", base().rules, "example")
    child, problems = parse_file("rules", block.text, block.path.name)
    nodes, found = extend(parent, child)
    return nodes, [*problems, *found]


def child_text(block: Block) -> str:
    """A child of the example format, written out as a format without a parent."""
    nodes, problems = extended(block)
    assert not problems, problems[0].message
    whole = [
        replace(node, parent=None) if isinstance(node, d.FormatDeclaration) else node
        for node in nodes
    ]
    return print_nodes(whole)


def load_example(
    folder: Path, rules: list[Block], cards: list[Block], scenarios: list[Block] | None = None
) -> Loaded:
    """The format of an example: its own, or the example format with what it declares anew."""
    stem = [*rules, *cards, *(scenarios or [])][0].path.stem
    paths: list[Source] = []
    card_paths: list[Source] = []
    if rules and rules[0].kind == "rules-extend":
        paths.append(written(folder, "child.rules", child_text(rules[0])))
        card_paths.append(written(folder, "example.cards", base().cards))
        rules = []
    elif not is_whole(rules):
        nodes = [node for block in rules for node in parse_file("rules", block.text, stem)[0]]
        around = without(base().rules, base().lines, {key_of(node) for node in nodes})
        paths.append(written(folder, "example.rules", around))
        card_paths.append(written(folder, "example.cards", base().cards))
    if rules:
        paths.append(written(folder, f"{stem}.rules", in_place(rules)))
    if cards:
        card_paths.append(written(folder, f"{stem}.cards", in_place(cards)))
    sources = FormatFiles("example", paths, card_paths)
    for block in blocks_of(EXAMPLE):
        if block.kind == "deck-base" and not is_whole(rules):
            sources.decks.append(written(folder, f"{block.argument}.deck", block.text))
    if scenarios:
        text = in_place(scenarios)
        sources.scenarios.append(written(folder, f"{stem}.scenario", text))
    return load(sources)
