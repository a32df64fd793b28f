"""The forms that the manual prints are those of the nodes: what they allow can be read, and what
the nodes have is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest
from guides import Block
from manual_blocks import of_kind, rows_of

from playsheet.dsl.nodes.base import Node, snake, walk
from playsheet.dsl.nodes.forms import Slot, form_of, slots_in
from playsheet.dsl.syntax.grammar import classes_of
from playsheet.dsl.syntax.parse import parse_file

CLASSES = classes_of("rules")
SECTIONED = ("_declaration", "_statement", "_rule", "_edit")
# Sections whose forms are no whole declaration or statement, and what is put around them.
AROUND = {
    "Cards": ("cards", "{}"),
    "card_table": ("cards", "{}"),
    "Decks": ("deck", "{}"),
    "Scenario": ("scenario", "{}"),
    "Moments": ("rules", "setup\n    raise x by 1 {}"),
    "Patterns that fill a slot": ("rules", "audited {}"),
    "Patterns of another category": ("rules", "audited {}"),
    "Types": ("rules", "note x: {}"),
    "cites": ("rules", "{}"),
} | dict.fromkeys(
    ["within", "where", "bracket, add", "top, bottom", "count, total, highest, lowest",
     "changes so far", "exists", "next_player, next_of, turn_order", "players_out", "best_groups",
     "is empty, has",
     "of, its", "index", "Comparing",
     "and_expression, or_expression, not_expression", "add, subtract, times, divide, negative"],
    ("rules", "setup\n    let x be {}"),
)  # fmt: skip
# What an author could write for words in capitals; `x` for all others.
WORDS = {
    "NUMBER": "2", "AMOUNT": "1", "N": "1", "LOW..HIGH": "0..5", "PATH": "x.y", "CODE": "A-1",
    "CLAUSE": "A-1", "CLAUSE..NUMBER": "A-1..2", "DECLARATION_OR_LINE": "zone x",
    "STATEMENT": "stop", "STATEMENTS": "stop", "STATEMENTS AND PHASES": "stop",
    "STATEMENTS AND STEPS": "stop", "RULES": "when x: stop", "CHANGES AND RULES": "stop",
    "ORDER AND OTHER LINES": "order set", "DECK LINES": "starts in x",
    "DECLARATION": "setup: stop", "ATTRIBUTES": "alone",
    "FACT": "seed 1", "DEED": "x passes", "CLAIM": "x",
}  # fmt: skip
# Words in capitals of a section that a table explains: its chapter and head.
TABLES = {
    ("choose_statement", "COUNT"): ("choosing.md", "count"),
    ("zone_declaration", "KIND"): ("things.md", "kind"),
}
# What no author writes, and what prose shows better.
NOT_SHOWN = {"node", "operation", "use", "slot", "sentence", "text"}
IN_PROSE = {
    ("argument", "preposition"),
    ("verb_parameter", "preposition"),
    ("operation_item", "word"),  # `divide` and `lower` of an order count as two others
}
CAPITALS = re.compile(r"\b[A-Z][A-Z_]*(?: AND [A-Z ]+| LINES|\.\.[A-Z]+)?\b")
GO_ON = ("otherwise", "failing")  # lines that belong to what is above them
FURTHER = re.compile(r"(?: [<|]|,)? ?\.\.(?![A-Z0-9])")  # more of the same
# A bracket behind a capital letter is one of the language.
PIECE = re.compile(r'(?<=[A-Z])\[[A-Z]+\]|[\w"]+(?:\|[\w"]+)+|.', re.DOTALL)


def constructs_of(block: Block) -> Iterator[str]:
    """The constructs of a block, each with the lines that belong to it."""
    rows: list[str] = []
    for row in block.text.splitlines():
        if rows and not row.startswith((" ", *GO_ON)):
            yield "\n".join(rows)
            rows = []
        rows.append(row)
    yield "\n".join(rows)


def texts_of(form: str, section: str) -> Iterator[str]:
    """What a form allows: each choice as it comes first, then one after the other in its other
    ways.
    """
    for (name, word), table in TABLES.items():
        if name == section and word in form.split():
            for row in rows_of(*table):
                yield from texts_of(form.replace(f" {word} ", f" {row} "), "")
            return
    text, choices = written(form, -1, 0)
    yield text
    for place, ways in enumerate(choices):
        for way in range(1, ways):
            yield written(form, place, way)[0]


def written(form: str, place: int, way: int) -> tuple[str, list[int]]:
    """A form as an author could write it, with one choice made another way, and how many ways
    each choice has.
    """
    text = ""
    choices: list[int] = []
    left_out: list[bool] = []  # for each open bracket
    for piece in PIECE.findall(FURTHER.sub("", form)):
        words = piece.split("|") if len(piece) > 1 else [piece]
        if piece == "[" or len(words) > 1:
            choices.append(max(len(words), 2))
        picked = way if place == len(choices) - 1 else 0
        if piece == "[":
            left_out.append(picked == 1)
        elif piece == "]":
            left_out.pop()
        elif not any(left_out):
            text += words[picked] if len(words) > 1 else piece
    return CAPITALS.sub(lambda found: WORDS.get(found[0], "x"), text), choices


@cache
def nodes_of(block: Block) -> tuple[Node, ...]:
    """Every node that the forms of a section give."""
    names = block.section.split(", ")
    top = any(name.endswith(("_declaration", "_edit", "_field")) for name in names)
    kind, around = AROUND.get(block.section, ("rules", "{}" if top else "setup\n    {}"))
    found: list[Node] = []
    for construct in constructs_of(block):
        for text in texts_of(construct, block.section):
            inner = text if around == "{}" else text.replace("\n", "\n    ")
            whole = around.format(inner) + "\n"
            nodes, problems = parse_file(kind, whole, "manual")
            assert not problems, (whole, problems[0].message)
            inside = [part for node in nodes for part in walk(node)]
            made = {snake(type(node).__name__) for node in inside}
            named = {name for name in names if name.endswith(SECTIONED)}
            assert not named or made & named, f"{whole} is no {block.section}"
            found += inside
    return tuple(found)


@pytest.mark.parametrize("block", of_kind("form"), ids=lambda block: block.section)
def test_what_a_form_of_the_manual_allows_can_be_read(block: Block) -> None:
    nodes_of(block)


def lacking(slot: Slot, nodes: list[Node]) -> str:
    """What no form of the manual shows of a slot."""
    values: list[object] = [getattr(node, slot.name) for node in nodes]
    if all(value is None or value is False or value == () for value in values):
        return f"nothing fills `{slot.name}`"
    words = {str(word) for value in values for word in (value if slot.many else [value])}  # type: ignore
    wanted = {word for word in slot.rule.split("/") if "/" in slot.rule and word.islower()}
    missing = (wanted | set(slot.words)) - words
    return f"`{slot.name}` is never {sorted(missing)}" if missing else ""


@pytest.mark.parametrize("name", sorted(CLASSES.keys() - NOT_SHOWN))
def test_the_manual_shows_all_that_a_form_has(name: str) -> None:
    """Except what a line cites, which has a section of its own."""
    every = [node for block in of_kind("form") for node in nodes_of(block)]
    nodes = [node for node in every if type(node) is CLASSES[name]]
    slots = [slot for slot in slots_in(form_of(CLASSES[name])) if slot.type != "Cites"]
    missing = [lacking(slot, nodes) for slot in slots if (name, slot.name) not in IN_PROSE]
    assert nodes and not any(missing), missing
