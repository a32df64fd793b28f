"""What people get wrong in writing: each mistake is told, placed, and mended."""

import random
from pathlib import Path

import pytest
from mutations import blocks, damaged, fixed_places, misspelt
from remedies import faults_of
from sampling import sampled
from syrupy.assertion import SnapshotAssertion

from playsheet.dsl.errors.spelling import fixed_words
from playsheet.dsl.loading.source import Source, decode_source
from playsheet.dsl.problems.catalog import entries
from playsheet.dsl.problems.problem import Problem
from playsheet.dsl.problems.report import render_problems
from playsheet.dsl.syntax.blocks import Block
from playsheet.dsl.syntax.parse import parse_block, parse_file
from playsheet.dsl.syntax.rows import lines_of

PROBLEMS = Path(__file__).parent / "problems"
PAIRS = [
    pytest.param(path.suffix[1:], *piece.split("===\n"), id=f"{path.stem}-{number}")
    for path in sorted(PROBLEMS.iterdir())
    for number, piece in enumerate(path.read_text(encoding="utf-8").split("---\n"), 1)
]
EXAMPLES = [
    pytest.param(code, entry.kind, entry.wrong, entry.right, id=code)
    for code, entry in entries().items()
    if entry.kind
]
MUTANTS = sampled(600, 2000)
RIGHT_GUESSES = 0.95


def mended(text: str, problems: list[Problem]) -> str:
    """The text with every mend typed in its place."""
    lines = lines_of(text)
    for problem in sorted(problems, key=lambda p: (p.line, p.column), reverse=True):
        if problem.line == problem.end_line:
            line = lines[problem.line - 1]
            start, end = problem.column - 1, problem.end_column - 1
            lines[problem.line - 1] = line[:start] + problem.mend + line[end:]
    return "\n".join(lines)


@pytest.mark.parametrize(("kind", "bad", "good"), PAIRS)
def test_a_mistake_is_told_as_shown(
    kind: str, bad: str, good: str, snapshot: SnapshotAssertion
) -> None:
    name = f"mine.{kind}"
    _, problems = parse_file(kind, bad, name)
    assert problems
    assert [fault for problem in problems for fault in faults_of(problem, bad)] == []
    assert render_problems(problems, {name: bad}).plain == snapshot
    assert parse_file(kind, good, name)[1] == []
    if all(problem.mend for problem in problems):
        assert mended(bad, problems) == good


@pytest.mark.parametrize(("code", "kind", "wrong", "right"), EXAMPLES)
def test_an_example_of_the_catalog_has_its_problem(
    code: str, kind: str, wrong: str, right: str
) -> None:
    told = parse_file(kind, wrong, "wrong")[1]
    assert [problem.code for problem in told] == [code]
    assert [fault for problem in told for fault in faults_of(problem, wrong)] == []
    assert parse_file(kind, right, "right")[1] == []


def test_a_misspelt_word_of_the_language_is_nearly_always_guessed() -> None:
    rng = random.Random(11)
    right = wrong = 0
    for (kind, word), places in sorted(fixed_places().items()):
        for lines, number, column in rng.sample(places, min(2, len(places))):
            typo = misspelt(word, rng)
            if typo in fixed_words(kind) or not typo:
                continue
            row = lines[number]
            changed = list(lines)
            changed[number] = row[:column] + typo + row[column + len(word) :]
            _, problems = parse_block(kind, Block(1, changed), "typo")
            told = [(problem.line - 1, problem.column - 1, problem.mend) for problem in problems]
            right, wrong = (
                (right + 1, wrong) if told[:1] == [(number, column, word)] else (right, wrong + 1)
            )
    assert right + wrong > 200
    assert right / (right + wrong) >= RIGHT_GUESSES


def test_every_mistake_of_a_file_is_told() -> None:
    text = (
        "zonne hand per player group\n\nsetup\n    shufle hand\n    chose 1 card in hand as x\n"
        "    if a >= 3 && b is 2: stop\n\nturn\n    phaze main\n        opne early\n"
    )
    told = [(problem.line, problem.mend) for problem in parse_file("rules", text, "all")[1]]
    assert told == [
        (1, "zone"), (4, "shuffle"), (5, "choose"), (6, "is at least"), (6, "and"),
        (9, "phase"), (10, "open"),
    ]  # fmt: skip


def test_no_text_breaks_the_reader() -> None:
    rng = random.Random(7)
    whole = [(kind, lines) for kind, lines in blocks() if len(lines) < 12]
    for _ in range(MUTANTS):
        kind, lines = rng.choice(whole)
        text = damaged(lines, rng)
        _, problems = parse_file(kind, text, "damaged")
        rows = lines_of(text)
        for problem in problems:
            assert 1 <= problem.line <= problem.end_line <= len(rows)
            assert 1 <= problem.column <= len(rows[problem.line - 1]) + 2
            assert (problem.line, problem.column) <= (problem.end_line, problem.end_column)
            assert problem.message


@pytest.mark.parametrize(
    ("kind", "text", "code"),
    [
        ("rules", "setup: let x be " + "(" * 5000 + "1" + ")" * 5000, "line-too-long"),
        ("rules", "setup: let x be " + "(" * 300 + "1" + ")" * 300, "nested-too-deep"),
        ("rules", "setup: let x be " + "not " * 500 + "a", "nested-too-deep"),
        ("rules", "setup: let x be a" + "'s b" * 500, "nested-too-deep"),
        ("rules", "setup: let x be 1" + " + 1" * 500, "nested-too-deep"),
        ("rules", "".join(" " * 4 * n + "if a\n" for n in range(300)), "nested-too-deep"),
        ("rules", "setup: let x be " + "9" * 400, "number-too-long"),
        ("rules", "setup\n    stop\n  stop", "indent-uneven"),
        ("rules", "setup: stop)", "bracket-unopened"),
        ("rules", "setup: move (a to b", "bracket-unclosed"),
        ("rules", "x\n" * 5000, "too-many-problems"),
        ("cards", "card " * 900, "line-too-long"),
        ("deck", "3\n" * 500, "too-many-problems"),
    ],
)
def test_what_could_exhaust_the_reader_is_a_problem(kind: str, text: str, code: str) -> None:
    assert code in [problem.code for problem in parse_file(kind, text, "hostile")[1]]


def test_bytes_that_are_no_text_are_placed(tmp_path: Path) -> None:
    path = tmp_path / "mine.rules"
    path.write_bytes(b"zone a per player\nzone \xff b\n")
    text, problems = decode_source(path.read_bytes(), "mine.rules")
    assert [(p.code, p.file, p.line, p.column) for p in problems] == [
        ("file-not-text", "mine.rules", 2, 6)
    ]
    assert text.startswith("zone a per player\n")
    assert [p.code for p in Source(tmp_path / "none.rules").decoded()[1]] == ["file-unreadable"]
    assert decode_source(b"\xef\xbb\xbfturn\r\n", "bom") == ("turn\r\n", [])


def test_tabs_are_read_as_four_blanks_and_warned_of() -> None:
    nodes, problems = parse_file("rules", "setup\r\n\teach player\r\n\t\tstop\r\n", "tabs")
    assert [(p.code, p.severity, p.mend) for p in problems] == [("indent-tab", "warning", "    ")]
    assert nodes == parse_file("rules", "setup\n    each player\n        stop\n", "blanks")[0]
