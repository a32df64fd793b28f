"""The product's Python files: what they import, early and late, and what they define."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from places import ROOT

FLOORS = {
    "grammar": 0,
    "dsl": 1,
    "interpreter": 2,
    "lab": 3,
    "desk": 4,
    "table": 4,
    "workbench": 5,
    "api": 6,
    "cli": 7,
    "__main__": 8,
}
ROOMS = [room for room in FLOORS if (ROOT / room).is_dir()]
DOORS = [ROOT / f"{name}.py" for name in FLOORS if (ROOT / f"{name}.py").is_file()]
FILES = sorted([*DOORS, *(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))])
BESIDE = sorted(path for room in ("bench", "docs", "tests") for path in (ROOT / room).rglob("*.py"))
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def title(path: Path) -> str:
    """A file or folder as the lists of exceptions name it."""
    return path.relative_to(ROOT).as_posix()


def floor_of(place: Path) -> int:
    """The floor of a file or of the place a relative import names."""
    return FLOORS[Path(place.relative_to(ROOT).parts[0]).stem]


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Import:
    """`name` as `place` (a path without its ending) has it; `late`: inside a function."""

    place: Path
    name: str
    late: bool

    @property
    def file(self) -> Path:
        return self.place.with_suffix(".py")


@cache
def imports_of(path: Path) -> tuple[Import, ...]:
    """Every relative import of a file."""
    return tuple(relative_imports(path, tree_of(path), False))


def relative_imports(path: Path, node: ast.AST, late: bool) -> Iterator[Import]:
    """Those below a node; in the body of a function they are late."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ImportFrom) and child.level:
            base = path.parents[child.level - 1]
            place = base.joinpath(*(child.module or "").split("."))
            whole = child.module and not place.is_dir()
            for alias in child.names:  # `from ..dsl import ir` names a file of a folder
                yield Import(place if whole else place / alias.name, alias.name, late)
        else:
            yield from relative_imports(path, child, late or isinstance(child, FUNCTIONS))


def circles() -> list[list[str]]:
    """Files that import each other in a circle, late imports counted; each circle whole."""
    reached = {path: reach(path) for path in FILES}
    found = {
        frozenset(other for other in reached[path] if path in reached.get(other, ()))
        for path in FILES
        if path in reached[path]
    }
    return sorted(sorted(title(path) for path in circle) for circle in found)


def reach(path: Path) -> set[Path]:
    """All files of ours that a file imports, and those import."""
    found: set[Path] = set()
    pending = [path]
    while pending:
        new = files_in(pending.pop()) - found
        found |= new
        pending += new
    return found


@cache
def files_in(path: Path) -> frozenset[Path]:
    """The files of ours that a file imports."""
    return frozenset({one.file for one in imports_of(path)} & {*FILES})


def defined_names(tree: ast.Module) -> set[str]:
    """What a file defines itself, at its outermost level."""
    found: set[str] = set()
    for node in outermost(tree.body):
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            found.add(node.name)
        elif not isinstance(node, (ast.Import, ast.ImportFrom)):
            names = (part for part in ast.walk(node) if isinstance(part, ast.Name))
            found |= {name.id for name in names if isinstance(name.ctx, ast.Store)}
    return found


def outermost(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a file, with those below its outermost conditions."""
    for node in body:
        if isinstance(node, (ast.If, ast.Try, ast.With, ast.For, ast.While)):
            yield from outermost(
                part for part in ast.iter_child_nodes(node) if isinstance(part, ast.stmt)
            )
        else:
            yield node


def declared_public(tree: ast.Module) -> set[str]:
    """What `__all__` lists."""
    return {
        text.value
        for node in tree.body
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign))
        and "__all__" in {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}
        for text in ast.walk(node)
        if isinstance(text, ast.Constant) and isinstance(text.value, str)
    }
