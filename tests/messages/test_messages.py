"""Mistakes of authors: each is told at the right place, with a mend that, typed where the message
says, leaves the text that was meant.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from remedies import faults_of
from sentences import untold

from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.problems.problem import Problem
from playsheet.dsl.syntax.parse import parse_file
from playsheet.dsl.syntax.rows import lines_of
from playsheet.lab.checking.worded import every_problem

HERE = Path(__file__).parent
HARBOUR = HERE / "harbour"
FILES = {"rules": "more.rules", "cards": "cards/more.cards", "deck": "decks/more.deck"}
FILES["scenario"] = "scenarios/more.scenario"
MEANT = 0.95
ASIDE = ("verb-never-done", "window-never-opened")  # of a text that stands alone
LEAST_SEEDS, LONGEST = 120, 260
TRIES = 4  # one mistake may be told several times, each at its place


@dataclass(frozen=True)
class Seed:
    """A text with one mistake, and the text that was meant."""

    title: str
    kind: str
    wrong: str
    right: str


@dataclass
class Outcome:
    """What is told of a mistake, the text with all mends typed, and what is told of that."""

    verdict: str
    told: list[Problem] = field(default_factory=list[Problem])
    mended: str = ""
    after: list[Problem] = field(default_factory=list[Problem])


def seeds_in(path: Path) -> list[Seed]:
    found: list[Seed] = []
    for piece in path.read_text(encoding="utf-8").split("---\n"):
        title, _, texts = piece.partition("\n")
        wrong, _, right = texts.partition("===\n")
        found.append(Seed(title.removeprefix("# "), path.suffix[1:], wrong, right))
    return found


SEEDS = [seed for path in sorted((HERE / "seeds").iterdir()) for seed in seeds_in(path)]


def told(seed: Seed, text: str, folder: Path) -> list[Problem]:
    """What `check` tells of a file with a text beside those of the format."""
    path = folder / FILES[seed.kind]
    path.write_text(text, encoding="utf-8")
    problems = every_problem(sources_of(folder), keep=False)
    path.unlink()
    return [p for p in problems if p.file == str(path) and p.code not in ASIDE]


def typed(text: str, problems: list[Problem]) -> str:
    """The text with every mend in its place; of two in one place the first."""
    lines, free = lines_of(text), dict[int, int]()
    for problem in sorted(problems, key=lambda p: (p.line, p.end_column), reverse=True):
        line, start, end = lines[problem.line - 1], problem.column - 1, problem.end_column - 1
        if problem.line == problem.end_line and end <= free.get(problem.line, len(line)):
            lines[problem.line - 1] = line[:start] + problem.mend + line[end:]
            free[problem.line] = start
    return "\n".join(lines) + "\n"


def same(kind: str, one: str, other: str) -> bool:
    """Whether two texts mean the same; on cards capitals do not matter."""
    texts = (one.lower(), other.lower()) if kind == "cards" else (one, other)
    first, second = (parse_file(kind, text, "x") for text in texts)
    return first == second


def outcome(seed: Seed, folder: Path) -> Outcome:
    """What becomes of a mistake whose mends are typed one after the other."""
    text, first = seed.wrong, list[Problem]()
    if [p for p in told(seed, seed.right, folder) if p.severity == "error"]:
        return Outcome("the right text is wrong", after=told(seed, seed.right, folder))
    for _ in range(TRIES):
        found = [p for p in told(seed, text, folder) if p.severity == "error" or p.mend]
        errors = [p for p in found if p.severity == "error"]
        if not errors and same(seed.kind, text, seed.right):
            return Outcome("meant", first, text) if first else Outcome("not told")
        first = first or found
        mends = [p for p in errors or found if p.mend]
        if not errors and not mends:
            return Outcome("means something else", first, text)
        if not mends:
            return Outcome("no mend", first, text, errors)
        text = typed(text, mends)
    return Outcome("never clean", first, text, errors)


@cache
def outcomes() -> dict[Seed, Outcome]:
    """What becomes of each mistake."""
    with TemporaryDirectory() as place:
        folder = shutil.copytree(HARBOUR, Path(place) / "harbour")
        return {seed: outcome(seed, folder) for seed in SEEDS}


def wrong_lines(seed: Seed) -> set[int]:
    """The lines of a text that are not as they were meant; none where one is missing."""
    lines, meant = lines_of(seed.wrong), lines_of(seed.right)
    blocks = SequenceMatcher(None, lines, meant, autojunk=False).get_matching_blocks()
    same = {block.a + k for block in blocks for k in range(block.size)}
    return {number for number in range(1, len(lines) + 1) if number - 1 not in same}


def test_nearly_every_mend_gives_what_was_meant() -> None:
    poor = [
        f"{seed.kind}: {seed.title}: {found.verdict}"
        for seed, found in outcomes().items()
        if found.verdict != "meant"
    ]
    assert len(SEEDS) >= LEAST_SEEDS
    assert len(poor) <= (1 - MEANT) * len(SEEDS), poor


def test_every_mistake_is_told_where_it_is() -> None:
    elsewhere = [
        f"{seed.kind}: {seed.title}"
        for seed, found in outcomes().items()
        if (lines := wrong_lines(seed)) and not lines & {problem.line for problem in found.told}
    ]
    assert elsewhere == []


def test_no_message_leaves_a_reader_behind() -> None:
    """One sentence or two, and nothing of our own classes and tokens."""
    told = [problem for found in outcomes().values() for problem in found.told]
    assert [fault for problem in told for fault in faults_of(problem)] == []
    assert [p.message for p in told if len(p.message) > LONGEST] == []


def test_a_text_that_is_read_as_something_else_says_what_joins_the_two(tmp_path: Path) -> None:
    shutil.copytree(HARBOUR, tmp_path, dirs_exist_ok=True)
    rules = tmp_path / "harbour.rules"
    lines = rules.read_text(encoding="utf-8").splitlines(keepends=True)
    apart = [line for line in lines if not line.startswith(("phrase just", "phrase both"))]
    rules.write_text("".join(apart), encoding="utf-8")
    told = every_problem(sources_of(tmp_path), keep=False)
    line = "phrases effect include act"
    assert {problem.code for problem in told} == {"unread-text"}
    assert all(f"Write in the rules: `{line}`." in problem.message for problem in told)
    rules.write_text("".join([*apart, line, "\n"]), encoding="utf-8")
    assert every_problem(sources_of(tmp_path), keep=False) == []


def test_an_article_in_a_message_agrees_with_its_word() -> None:
    every = [p for found in outcomes().values() for p in (*found.told, *found.after)]
    told = [text for p in every for text in (p.message, p.mend, p.advice)]
    assert [text for text in told if re.search(r"\b[Aa] [aeioAEIO](?!ne\b)\w", text)] == []


def test_what_is_told_is_told_whole_in_each_language() -> None:
    every = [p for found in outcomes().values() for p in (*found.told, *found.after)]
    assert untold(every) == []
