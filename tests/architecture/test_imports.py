"""Imports run one way, never in a circle, early, and from where a thing is defined."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from exceptions import FOR_TYPES, IN_CIRCLES, LIST_OTHERS, START_UP, UNEXPLAINED
from house import (
    FILES,
    FUNCTIONS,
    ROOT,
    circles,
    declared_public,
    defined_names,
    floor_of,
    imports_of,
    title,
    tree_of,
)

MOST_LATE = 15
FRONT_DOORS = {"api.py", "cli/__init__.py"}  # what they list is defined behind them
BY_NAME = {  # files that import by a text: commands, an optional module, an engine
    "cli/commands/play.py",
    "cli/group.py",
    "dsl/consistency/deciding/decide.py",
    "lab/benchmarks/playing.py",
}


def excused(found: Iterable[str], allowed: set[str]) -> None:
    """Fails for what is not allowed, and for what is allowed and not needed."""
    seen = {*found}
    assert sorted(seen - allowed) == []
    assert sorted(allowed - seen) == [], "no longer needed: take it out"


def test_imports_run_down_and_name_a_file() -> None:
    for path in FILES:
        for one in imports_of(path):
            assert floor_of(one.place) <= floor_of(path), f"{title(path)} climbs to {one}"
            assert one.file.is_file(), f"{title(path)}: {one.place} is a folder: name a file"


def test_no_file_spells_the_name_of_the_package() -> None:
    name = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["name"]
    for path in FILES:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ImportFrom) and not node.level:
                assert (node.module or "").partition(".")[0] != name, title(path)
            if isinstance(node, ast.Import):
                assert all(a.name.partition(".")[0] != name for a in node.names), title(path)


def test_no_imports_go_in_a_circle() -> None:
    """A late import does not open a circle."""
    excused((name for circle in circles() for name in circle), IN_CIRCLES)


def test_few_imports_are_late_and_each_says_why() -> None:
    late = {
        f"{title(path)} -> {title(one.file)}"
        for path in FILES
        for one in imports_of(path)
        if one.late
    }
    assert len(START_UP) <= MOST_LATE and all(START_UP.values())
    excused(late, {*START_UP})


def files_that_name(word: str) -> set[str]:
    """The files in which a name or an attribute is that word."""
    return {title(path) for path in FILES if word in names_in(path)}


@cache
def names_in(path: Path) -> frozenset[str]:
    """The names and attributes of a file."""
    nodes = [*ast.walk(tree_of(path))]
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return frozenset(names | {node.attr for node in nodes if isinstance(node, ast.Attribute)})


def test_nothing_is_imported_by_a_text_or_for_types_alone() -> None:
    assert files_that_name("import_module") == BY_NAME
    assert files_that_name("__import__") == set()
    excused(files_that_name("TYPE_CHECKING"), FOR_TYPES)


def test_a_public_list_names_what_the_file_defines() -> None:
    foreign = {
        title(path): declared_public(tree_of(path)) - defined_names(tree_of(path)) for path in FILES
    }
    excused({name for name in foreign if foreign[name]} - FRONT_DOORS, LIST_OTHERS)


def test_an_unused_import_is_not_hidden() -> None:
    """Ruff finds them unless it is told to look away, or the name is renamed to itself."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lint = project["tool"]["ruff"]["lint"]
    assert "F" in lint["select"]
    assert not {"ignore", "extend-ignore", "per-file-ignores"} & lint.keys()
    for path in FILES:
        for line in path.read_text(encoding="utf-8").splitlines():
            _, found, codes = line.partition("# noqa")
            hides = not codes.startswith(": ") or re.search(r"\bF(?!403)\d", codes)
            assert not (found and hides), title(path)
            assert "ruff: noqa" not in line and "flake8: noqa" not in line, title(path)
        for node in ast.walk(tree_of(path)):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                assert all(a.name != a.asname for a in node.names), title(path)


def test_what_another_folder_imports_is_explained() -> None:
    functions = {
        (path, node.name): ast.get_docstring(node)
        for path in FILES
        for node in tree_of(path).body
        if isinstance(node, FUNCTIONS)
    }
    wanted = Counter(
        (one.file, one.name)
        for path in FILES
        for one in imports_of(path)
        if one.file.parent != path.parent
    )
    bare = [key for key in wanted if key in functions and not functions[key]]
    excused((f"{title(path)}: {name}" for path, name in bare), UNEXPLAINED)
