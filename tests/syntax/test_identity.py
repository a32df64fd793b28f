"""Reading, printing and reading again gives the same nodes."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from places import CARDTEXT, IDENTITY, LIBRARIES, ROOT, RULESETS
from random_nodes import (
    COMPOUND,
    DECLARATIONS,
    bracketed,
    expressions,
    nodes,
    one_of_kinds,
    statements,
)
from sampling import sampled

from playsheet.dsl.nodes import files as f
from playsheet.dsl.nodes import statements as s
from playsheet.dsl.nodes.base import Node
from playsheet.dsl.syntax.parse import parse_file
from playsheet.dsl.syntax.print_files import print_node, print_nodes

FOLDERS = (IDENTITY, RULESETS, LIBRARIES, CARDTEXT)
KINDS = ("rules", "cards", "scenario", "deck")
FILES = sorted(path for folder in FOLDERS for path in folder.rglob("*") if path.suffix[1:] in KINDS)
random_settings = settings(
    max_examples=sampled(25, 60),
    phases=(Phase.explicit, Phase.generate, Phase.shrink),
    suppress_health_check=list(HealthCheck),
)


def read(kind: str, text: str) -> list[Node]:
    found, problems = parse_file(kind, text, "printed")
    assert not problems, (problems[0].message, text)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_is_read_printed_and_read_alike(path: Path) -> None:
    kind = path.suffix[1:]
    found = read(kind, path.read_text(encoding="utf-8"))
    assert found
    assert read(kind, print_nodes(found)) == found


@random_settings
@given(expressions())
def test_a_random_expression_is_read_back(node: Node) -> None:
    text = print_node(node)
    [found] = read("rules", f"setup: let x be {text}\n")
    assert found.body.statements[0].value == bracketed(s.LetStatement("x", node)).value


@random_settings
@given(statements())
def test_a_random_statement_is_read_back(node: Node) -> None:
    text = "\n".join(f"    {row}" for row in print_node(node).split("\n"))
    [found] = read("rules", f"setup\n{text}\n")
    assert found.body.statements == (bracketed(node),)


@pytest.mark.parametrize("kind", COMPOUND, ids=lambda kind: kind.__name__)
def test_each_compound_statement_is_read_back(kind: type[Node]) -> None:
    @settings(random_settings, max_examples=5)
    @given(nodes(kind))
    def check(node: Node) -> None:
        text = "\n".join(f"    {row}" for row in print_node(node).split("\n"))
        [found] = read("rules", f"setup\n{text}\n")
        assert found.body.statements == (bracketed(node),)

    check()


@pytest.mark.parametrize("kind", DECLARATIONS, ids=lambda kind: kind.__name__)
def test_each_declaration_is_read_back(kind: type[Node]) -> None:
    @settings(random_settings, max_examples=sampled(4, 8))
    @given(nodes(kind))
    def check(node: Node) -> None:
        assert read("rules", print_nodes([node])) == [bracketed(node)]

    check()


@random_settings
@given(st.lists(one_of_kinds(*DECLARATIONS), min_size=1, max_size=3))
def test_a_random_file_is_read_back(found: list[Node]) -> None:
    assert read("rules", print_nodes(found)) == [bracketed(node) for node in found]


@random_settings
@given(nodes(f.Scenario))
def test_a_random_scenario_is_read_back(node: Node) -> None:
    assert read("scenario", print_nodes([node])) == [bracketed(node)]


@random_settings
@given(nodes(f.Card), nodes(f.DeckLine), nodes(f.DeckHeader))
def test_a_random_card_and_lines_of_a_deck_are_read_back(
    card: Node, line: Node, header: Node
) -> None:
    assert read("cards", print_nodes([card])) == [card]
    assert read("deck", print_nodes([header, line])) == [header, line]
