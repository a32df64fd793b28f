"""Folders and files stay small enough to read, and everything that is needed ships."""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from pathlib import Path

from exceptions import CROWDED, LONG
from house import BESIDE, FILES, FUNCTIONS, ROOMS, ROOT, title, tree_of

MOST_FILES = 18
LONGEST_FILE = 500
LONGEST_FUNCTION = 60
NOT_A_NAME = {
    "utils",
    "helpers",
    "common",
    "misc",
    "manager",
    "handler",
    "process",
    "data",
    "info",
    "tmp",
}


def test_a_folder_is_small_enough_to_see_at_once() -> None:
    counts = Counter(title(path.parent) for path in (*FILES, *BESIDE))
    assert {name for name in counts if counts[name] > MOST_FILES} == CROWDED


def test_a_file_is_short() -> None:
    lines = {path: len(path.read_text("utf-8").splitlines()) for path in (*FILES, *BESIDE)}
    assert {title(path) for path in lines if lines[path] > LONGEST_FILE} == LONG


def test_a_file_opens_with_what_it_holds_and_has_a_name_that_says_so() -> None:
    for path in (*FILES, *BESIDE):
        assert ast.get_docstring(tree_of(path)), title(path)
        parts = {path.stem, *path.relative_to(ROOT).parts}
        assert not parts & NOT_A_NAME, title(path)


def test_a_function_fits_on_a_screen() -> None:
    for path in (*FILES, *BESIDE):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, FUNCTIONS):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                assert lines <= LONGEST_FUNCTION, f"{title(path)}: {node.name}: {lines}"


def test_every_package_ships() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    name = project["project"]["name"]
    found = {path.parent for room in ROOMS for path in (ROOT / room).rglob("__init__.py")}
    expected = {".".join((name, *path.relative_to(ROOT).parts)) for path in found}
    assert set(project["tool"]["setuptools"]["packages"]) == expected | {name}


def test_every_file_of_a_format_ships() -> None:
    """What the packaging does not name is missing after `pip install`, and nowhere else."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]
    shipped: set[Path] = set()
    for package, globs in patterns.items():
        folder = ROOT.joinpath(*package.split(".")[1:])
        shipped |= {path for glob in globs for path in folder.glob(glob)}
    data = ("rulesets", "libraries", "cardtext", "cli/templates", "bench")
    folders = [ROOT / name for name in data]
    kept = {path for folder in folders for path in folder.rglob("*") if path.is_file()}
    for kind in ("*.lark", "*.toml", "*.txt", "*.yaml"):
        kept |= {path for room in ROOMS for path in (ROOT / room).rglob(kind)}
    kept = {path for path in kept if "__pycache__" not in path.parts}
    assert not sorted(title(path) for path in kept - shipped)
