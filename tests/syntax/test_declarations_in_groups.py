"""Phrases of a group are read as if each stood alone, and stand where they are written."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from places import LIBRARIES, ROOT, RULESETS
from random_nodes import bracketed, nodes
from test_identity import random_settings, read

from playsheet.dsl.nodes import declarations as d
from playsheet.dsl.nodes.base import Word, part_names, walk
from playsheet.dsl.syntax.blocks import is_grouped
from playsheet.dsl.syntax.formatter import format_text
from playsheet.dsl.syntax.parse import parse_file
from playsheet.dsl.syntax.print_files import print_node, print_nodes

FILES = sorted(path for folder in (RULESETS, LIBRARIES) for path in folder.rglob("*.rules"))
HEAD = "phrases alpha\n"
SAID_OTHERWISE = ("cards", "you", "this")  # `1 card`, `your hand`, `this card's level`


def in_group(phrase: d.PhraseDeclaration, margin: str) -> str:
    """A phrase of `alpha` as a group has it."""
    called = f"{phrase.called} " if phrase.called else ""
    text = print_node(phrase).removeprefix(f"phrase {called}{phrase.category}").lstrip()
    return "".join(f"{margin}{line}\n" for line in (called + text).split("\n"))


@random_settings
@given(
    st.lists(
        nodes(d.PhraseDeclaration).map(lambda one: replace(one, category=Word("alpha"))),
        min_size=1,
        max_size=3,
    ),
    st.sampled_from([" ", "    ", "\t"]),
)
def test_a_phrase_of_a_group_is_read_as_one_that_stands_alone(
    phrases: list[d.PhraseDeclaration], margin: str
) -> None:
    phrases = [replace(one, category=Word("alpha")) for one in phrases]
    text = HEAD + "".join(in_group(phrase, margin) for phrase in phrases)
    head, *found = parse_file("rules", text, "group")[0]
    assert head == d.CategoryDeclaration(Word("alpha"), (), None)
    assert found == [bracketed(phrase) for phrase in phrases]
    assert all(is_grouped(node) for node in found)
    assert read("rules", print_nodes([head, *found])) == [head, *found]


@random_settings
@given(st.lists(nodes(d.PropertyDeclaration), min_size=1, max_size=3))
def test_a_property_of_a_group_is_read_as_one_that_stands_alone(
    properties: list[d.PropertyDeclaration],
) -> None:
    every = [replace(one, of=Word("alpha")) for one in properties]
    rows = (print_node(one).removeprefix("property ").replace(" of alpha", "", 1) for one in every)
    text = "properties of alpha\n" + "".join(
        f"    {line}\n" for row in rows for line in row.split("\n")
    )
    head, *found = parse_file("rules", text, "group")[0]
    assert head == d.PropertiesDeclaration(Word("alpha"))
    assert found == [bracketed(one) for one in every]
    assert print_nodes([head, *found]) == text


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_word_is_written_where_it_says(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    for node in parse_file("rules", text, path.name)[0]:
        for word in (one for one in words_in(node) if one not in SAID_OTHERWISE):
            line = lines[word.span.line - 1]
            assert str(word) in line[word.span.column - 1 : word.span.end_column - 1], word


def words_in(top: d.Node) -> Iterator[Word]:
    for node in walk(top):
        for name in part_names(type(node)):
            value = getattr(node, name)
            every = value if isinstance(value, tuple) else (value,)
            yield from (one for one in every if isinstance(one, Word) and one.span.line)


def test_a_phrase_of_a_group_that_cannot_be_read_leaves_the_others() -> None:
    text = HEAD + '    go "go": shuffle deck\n    "stop" wn player\n    up "up": shuffle deck\n'
    found, problems = parse_file("rules", text, "group")
    assert [str(node.name) for node in found if isinstance(node, d.PhraseDeclaration)] == [
        "go",
        "up",
    ]
    assert [(one.line, one.column, one.code) for one in problems] == [(3, 12, "word-unexpected")]


@pytest.mark.parametrize("body", [": raise water by {}", "\n        raise water by {}"])
def test_what_no_file_needs_is_told_where_it_is_written(body: str) -> None:
    number = "1" * 16
    text = f"{HEAD}    go{body.format(number)}\n"
    (problem,) = parse_file("rules", text, "group")[1]
    assert problem.code == "number-too-long"
    assert text.split("\n")[problem.line - 1][problem.column - 1 :] == number


def test_what_the_head_says_is_not_said_again() -> None:
    text = HEAD + '    phrase alpha "go": shuffle deck\n    phrase up alpha "up": shuffle deck\n'
    found, problems = parse_file("rules", text, "group")
    assert [str(node.name) for node in found[1:]] == ["go", "up"]  # type: ignore[attr-defined]
    assert [(one.line, one.code, one.mend) for one in problems] == [
        (2, "word-extra", ""),
        (3, "word-extra", "up "),
    ]
    lines = text.split("\n")
    for problem in reversed(problems):
        line, span = lines[problem.line - 1], problem.span
        end = line[span.end_column - 1 :]
        lines[problem.line - 1] = line[: span.column - 1] + str(problem.mend) + end
    assert lines[1:3] == ['    "go": shuffle deck', '    up "up": shuffle deck']


def test_a_group_is_laid_out_with_its_remarks() -> None:
    text = (
        "phrases   alpha  # what may be done\n"
        "  # the first\n"
        '  go(n:number)\n      "go {n}"\n    : shuffle deck\n'
        "  (n: number, another_one: number, and_one_more: number)"
        ' "go {n} and then {another_one} and then {and_one_more} and so on and on and on":'
        " shuffle deck\n"
    )
    laid, problems = format_text("rules", text.replace('"\n    :', '":'), "group")
    assert not problems
    assert laid == (
        "phrases alpha  # what may be done\n"
        "    # the first\n"
        '    go (n: number) "go {n}": shuffle deck\n'
        "    (n: number, another_one: number, and_one_more: number)\n"
        '            "go {n} and then {another_one} and then {and_one_more} and so on and on and'
        ' on": shuffle deck\n'
    )
    assert format_text("rules", laid, "group") == (laid, [])
