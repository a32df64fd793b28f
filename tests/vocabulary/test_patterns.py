"""The mini language inside the quotes of a phrase, and what can be wrong with it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vocabularies import problems_of, vocabulary_of

from playsheet.dsl.nodes.base import Span, Word
from playsheet.dsl.vocabulary.patterns import SlotPart, forms_of, read_pattern


def said(pattern: str) -> list[str]:
    """The forms of a pattern as texts."""
    read, problems = read_pattern(Word(pattern))
    assert read is not None, problems
    forms = forms_of(read.parts)
    assert forms is not None
    return [
        " ".join(f"{{{s.name}}}" if isinstance(s, SlotPart) else s for s in form) for form in forms
    ]


@pytest.mark.parametrize(
    ("pattern", "forms"),
    [
        ("draw {n}", ["draw {n}"]),
        ("discard {n} card(s)", ["discard {n} card", "discard {n} cards"]),
        ("{t} get[s] {n}", ["{t} get {n}", "{t} gets {n}"]),
        ("boost [{who}] [power]", ["boost", "boost power", "boost {who}", "boost {who} power"]),
        ("turbo [{at} [: {c}]]", ["turbo", "turbo {at}", "turbo {at} : {c}"]),
        ("(draw|take) {n}", ["draw {n}", "take {n}"]),
        ("[a|b] c", ["c", "a c", "b c"]),
        ("<Recovery {n} (Deck)>", ["< recovery {n} ( deck ) >"]),
        ("{n} ({l})", ["{n} ( {l} )"]),
        ("\\[Main\\] a\\|b", ["[ main ] a | b"]),
        ("{a}, then {b}.", ["{a} , then {b}"]),
        ("{who}'s hand", ["{who} 's hand"]),
        ("Opponent's hand can't", ["opponent 's hand can't"]),
        ("f\u00fcr {n} Karte(n)", ["f\u00fcr {n} karte", "f\u00fcr {n} karten"]),
    ],
)
def test_a_pattern_has_these_forms(pattern: str, forms: list[str]) -> None:
    assert said(pattern) == forms


@pytest.mark.parametrize(
    ("rules", "code", "columns"),
    [
        ('phrase p effect "": stop', "empty-pattern", (17, 17)),
        ('phrase p effect "[a] [b]": stop', "empty-pattern", (18, 25)),
        ('phrase p effect "a {n}": stop', "unknown-slot", (20, 23)),
        ('phrase p effect (n: number) "a": stop', "slot-never-used", (18, 19)),
        ('phrase p effect (n: number) "a {n} b {n}": stop', "slot-twice", (32, 35)),
        ('phrase p effect (n: number) "a [{n}]": stop', "slot-without-default", (30, 37)),
        ('phrase p effect "a [b": stop', "unclosed-bracket", (20, 21)),
        ('phrase p effect "a b)": stop', "unclosed-bracket", (21, 22)),
        ('phrase p effect "a {": stop', "malformed-slot", (20, 21)),
        ('phrase p effect "a {3}": stop', "malformed-slot", (20, 21)),
        ('phrase p effect "a \\x": stop', "stray-backslash", (20, 21)),
        ('phrase p effect (n: nmber) "a {n}": stop', "unknown-slot-type", (21, 26)),
        ('phrase p effect (n: cost) "a {n}": stop', "slot-never-filled", (21, 25)),
        ('phrase p effect (e: effect) "{e}", "x": stop', "slot-without-default", (37, 38)),
        ('phrase p effect (e: effect) "{e}": stop', "phrase-reads-itself", (30, 33)),
        ('label l "when {m}," told', "label-with-slot", (10, 19)),
        ('phrase p effect fr "a": stop', "unknown-language", (17, 19)),
        ('phrase p effect "[[[[[[[a]]]]]]] b": stop', "pattern-too-wide", (24, 25)),
        ('phrase p way "[a][b][c][d][e][f][g][h][i][j] k" means it', "pattern-too-wide",
         (15, 47)),
    ],
)  # fmt: skip
def test_a_mistake_is_told_at_its_place(rules: str, code: str, columns: tuple[int, int]) -> None:
    problem = problems_of(rules + "\n")[0]
    assert problem.code == code
    if code != "empty-pattern" or columns[0] != columns[1]:
        assert (problem.column, problem.end_column) == columns


def test_two_phrases_with_one_pattern_are_shown_with_both_places() -> None:
    rules = 'phrase one effect "draw [2] card(s)": stop\nphrase two effect "Draw card": stop\n'
    (problem,) = problems_of(rules + "\n")
    assert problem.code == "equal-patterns"
    assert (problem.line, problem.labels[0].span.line) == (2, 1)


def test_a_keyword_may_not_look_like_an_effect() -> None:
    rules = 'keyword Rush "rush"\nphrase run effect "Rush": stop\n'
    assert [problem.code for problem in problems_of(rules)] == ["equal-patterns"]


def test_equal_patterns_of_two_categories_are_no_mistake() -> None:
    vocabulary_of(
        'phrase a cost (n: number) "discard {n}": stop\n'
        'phrase b effect (n: number) "discard {n}": stop\n'
    )


def test_phrases_that_are_each_other_are_told_and_the_rest_still_reads() -> None:
    rules = 'phrase a way (b: term) "{b}" means b\nphrase b term (a: way) "{a}" means a\n'
    assert {problem.code for problem in problems_of(rules)} == {"phrase-reads-itself"}


@given(st.text(alphabet="ab {n}[]()|\\.'", max_size=14))
def test_no_pattern_breaks_the_reader(text: str) -> None:
    place = Span("a", 1, 5, 1, 7 + len(text))
    pattern, problems = read_pattern(Word(text, place))
    assert (pattern is None) == bool(problems)
    for problem in problems:
        assert 6 <= problem.column <= 6 + len(text)
