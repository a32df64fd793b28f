"""Edits of the course of a game: phases, steps and statements found by their paths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import cast

from ..nodes import declarations as d
from ..nodes import edits as ed
from ..nodes import statements as s
from ..nodes.base import Node, Word
from .extension import Extension, places_in, unknown_name
from .ruleset import name_of

Body = tuple[s.Statement, ...]


def edit_turn(
    extension: Extension, edit: Node, path: s.Path, change: Callable[[s.Statement], Body]
) -> bool:
    """Changes the phase or step of a path wherever it stands in the turn; tells whether it
    was met.
    """
    turn = next((i for i in extension.declarations if isinstance(i, d.TurnDeclaration)), None)
    if turn is None:
        return False
    met: list[Node] = []
    body = edit_block(turn.body, "", str(path), change, met)
    if met:
        extension.put(turn, replace(turn, body=body))
    return bool(met)


def edit_block(
    block: s.Block, inside: str, path: str, change: Callable[[s.Statement], Body], met: list[Node]
) -> s.Block:
    statements: list[s.Statement] = []
    for statement in block.statements:
        statements += edit_statement(statement, inside, path, change, met)
    return replace(block, statements=tuple(statements))


def edit_statement(
    statement: s.Statement,
    inside: str,
    path: str,
    change: Callable[[s.Statement], Body],
    met: list[Node],
) -> Body:
    here = inside
    if isinstance(statement, (s.PhaseStatement, s.StepStatement)):
        here = f"{inside}.{statement.name}" if inside else str(statement.name)
        if here == path or (inside and str(statement.name) == path) or str(statement.name) == path:
            met.append(statement)
            return change(statement)
    if isinstance(statement, s.Line):
        parts = [edit_statement(part, here, path, change, met) for part in statement.statements]
        return (replace(statement, statements=tuple(p for group in parts for p in group)),)
    body = getattr(statement, "body", None)
    if isinstance(body, s.Block):
        new = edit_block(body, here, path, change, met)
        return (replace(statement, body=new),)  # pyright: ignore[reportCallIssue]
    return (statement,)


def all_paths(extension: Extension) -> set[str]:
    return {str(p.name) for item in extension.declarations for p in places_in(item)}


def remove(extension: Extension, edit: ed.RemoveEdit) -> None:
    if len(edit.path.words) == 1:
        name = str(edit.path.words[0])
        of_kinds = (d.CategoryDeclaration, d.PaidDeclaration)  # which go by no name of their own
        ids = (one for one in extension.declarations if not isinstance(one, of_kinds))
        named = [one for one in ids if str(name_of(one)) == name]
        if named:
            extension.put(named[0], None)
            return
    if not edit_turn(extension, edit, edit.path, lambda _: ()):
        known = all_paths(extension) | {str(name_of(i)) for i in extension.declarations}
        unknown_name(extension, edit, str(edit.path), known)


def replace_edit(extension: Extension, edit: ed.ReplaceEdit) -> None:
    def change(old: s.Statement) -> Body:
        body = s.Block(edit.body, span=edit.span)
        return (replace(old, body=body),)  # pyright: ignore[reportCallIssue]

    if not edit_turn(extension, edit, edit.path, change):
        unknown_name(extension, edit, str(edit.path), all_paths(extension))


def insert(extension: Extension, edit: ed.InsertEdit) -> None:
    def change(old: s.Statement) -> Body:
        return placed(old, str(edit.where), edit.body)

    if not edit_turn(extension, edit, edit.path, change):
        unknown_name(extension, edit, str(edit.path), all_paths(extension))


def reorder(extension: Extension, edit: ed.ReorderEdit) -> None:
    taken: list[s.Statement] = []

    def take(old: s.Statement) -> Body:
        taken.append(old)
        return ()

    if not edit_turn(extension, edit, edit.path, take):
        unknown_name(extension, edit, str(edit.path), all_paths(extension))
        return
    if not edit_turn(extension, edit, edit.target, lambda old: placed(old, str(edit.where), taken)):
        unknown_name(extension, edit, str(edit.target), all_paths(extension))
    moved = moved_path(edit)
    if moved is not None:
        extension.renamed[moved[0]] = moved[1]


def moved_path(edit: ed.ReorderEdit) -> tuple[str, Word] | None:
    """The old and the new path of what an edit moves into another phase."""
    name, inside = str(edit.path.words[-1]), edit.target.words
    if edit.where != "into":
        inside = inside[:-1]
    new = ".".join([*map(str, inside), name])
    if len(edit.path.words) == 1 or not inside or new == str(edit.path):
        return None
    return str(edit.path), Word(new, edit.span)


def placed(old: s.Statement, where: str, new: Sequence[s.Statement]) -> Body:
    """Statements before or after another one, or at the end inside it."""
    if where == "before":
        return (*new, old)
    if where == "after":
        return (old, *new)
    block = cast(s.Block, getattr(old, "body", s.Block(())))
    body = replace(block, statements=(*block.statements, *new), inline=False)
    return (replace(old, body=body),)  # pyright: ignore[reportCallIssue]
