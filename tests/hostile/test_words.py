"""Tables of what the engine says, damaged: each gives a located problem or speaks."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sampling import sampled
from workshop import in_time, mutated

from playsheet.dsl.problems.problem import RulesError
from playsheet.interpreter.messages import wording

MUTANTS = sampled(60, 3_000)
TEXT = wording.FILES["es"].read_text(encoding="utf-8")
FIRST = next(row for row in TEXT.split("\n") if row.startswith("pass"))


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[bytes], str]]:
    """What is wrong with a table of Spanish; nothing if all of it can be said."""
    path = tmp_path / "words_es.toml"
    monkeypatch.setitem(wording.FILES, "es", path)

    def told(raw: bytes) -> str:
        path.write_bytes(raw)
        wording.engine_of.cache_clear()
        try:
            for key, text in wording.engine_of("es").items():
                slots = dict.fromkeys(wording.SLOT.findall(text), "x" * 9)
                assert len(wording.say("es", key, **slots)) < 9 * len(text) + 1_000
        except RulesError as error:
            (problem,) = error.problems
            assert problem.file == str(path) and problem.line >= 1
            return problem.code
        return ""

    yield told
    wording.engine_of.cache_clear()


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("", "", ""),
        (FIRST, "", "bad-words"),
        (FIRST, FIRST + "\n" + FIRST, "bad-words"),
        (FIRST, "pass = 1", "bad-words"),
        (FIRST, "pass = " + "[" * 5_000, "bad-words"),
        ("{who}", "{who:>99999999}", "bad-words"),
        ("{who}", "{who.__class__}", "bad-words"),
        ("{who}", "{0}", "bad-words"),
        ("{who}", "{", "bad-words"),
        ("{who}", "{nobody}", "bad-words"),
        ("{who}", "\u202e", "letter-invisible"),
        ('typed = "', 'typed = "x ', "bad-words"),
    ],
)
def test_a_table_has_the_texts_of_the_english_one(
    said: Callable[[bytes], str], old: str, new: str, code: str
) -> None:
    assert old in TEXT
    assert said(TEXT.replace(old, new, 1).encode()) == code


def test_a_damaged_table_gives_a_located_problem_or_speaks(said: Callable[[bytes], str]) -> None:
    for number in range(MUTANTS):
        with in_time():
            said(mutated(TEXT.encode(), random.Random(number)))
