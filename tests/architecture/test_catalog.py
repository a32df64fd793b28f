"""Every code of a problem is explained, and nothing is explained that no problem has."""

import ast
import re
from functools import cache

import pytest
from house import tree_of
from places import ROOT

from playsheet.dsl.problems.catalog import entries, explain

ROOMS = ("dsl", "interpreter", "lab", "cli")
CODE = re.compile(r"[a-z]+(-[a-z]+)+")
# Texts of that shape which are no codes, with the file that has them.
NO_CODES = {"websockets-sansio": "cli/commands/serve.py"}


@cache
def codes_used() -> dict[str, str]:
    """Each text in the code that looks like a code, and one file that has it."""
    found: dict[str, str] = {}
    for path in (path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                name = path.relative_to(ROOT).as_posix()
                if CODE.fullmatch(node.value) and NO_CODES.get(node.value) != name:
                    found.setdefault(node.value, name)
    return found


def test_every_code_is_explained() -> None:
    """Add the entry to a file in dsl/explanations."""
    missing = {code: file for code, file in codes_used().items() if code not in entries()}
    assert missing == {}


def test_every_explanation_has_a_code() -> None:
    assert set(entries()) - set(codes_used()) == set()


@pytest.mark.parametrize("code", entries())
def test_an_explanation_is_whole(code: str) -> None:
    entry = entries()[code]
    assert entry.title[0].isupper() or not entry.title[0].isalpha()
    assert not entry.title.endswith(".")
    assert entry.why.endswith((".", "?"))
    assert entry.mend.endswith(".")
    assert bool(entry.wrong) == bool(entry.right) or not entry.wrong
    assert explain(code).startswith(f"{code}: {entry.title}\n")


def test_what_has_no_entry_is_not_explained() -> None:
    assert explain("no-such-code") == ""
