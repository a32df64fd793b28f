"""Edits of a parent format: what a child renames, removes, replaces, inserts, extends,
redefines.
"""

from __future__ import annotations

from dataclasses import dataclass

from .attributes import Attribute, Path, Words
from .base import Word
from .declarations import DeckLine, Declaration, Field, PropertyLine, Say, ValueItem
from .statements import Cites, Statement, Titles


class Edit(Declaration):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class RenameEdit(Edit):
    old: Word
    new: Word
    titles: Titles | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class AliasEdit(Edit):
    titles: Titles
    word: Word
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class RemoveEdit(Edit):
    path: Path
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class ReorderEdit(Edit):
    path: Path
    where: Word
    target: Path
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class ReplaceEdit(Edit):
    path: Path
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class InsertEdit(Edit):
    where: Word
    path: Path
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class ExtendCardEdit(Edit):
    name: Word
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class ExtendWindowEdit(Edit):
    name: Word
    attributes: tuple[Attribute, ...]
    offers: Words | None
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class ExtendValuesEdit(Edit):
    name: Word
    items: tuple[ValueItem, ...]
    ordered: bool
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class ExtendPropertyEdit(Edit):
    name: Word
    of: Word
    cites: Cites | None
    lines: tuple[PropertyLine, ...]


@dataclass(frozen=True, slots=True)
class ExtendDeckEdit(Edit):
    name: Word | None
    cites: Cites | None
    lines: tuple[DeckLine, ...]


@dataclass(frozen=True, slots=True)
class ExtendSaysEdit(Edit):
    what: Word
    name: Word
    says: tuple[Say, ...]
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class SetParameterEdit(Edit):
    name: Word
    value: Word | int
    cites: Cites | None


@dataclass(frozen=True, slots=True)
class RedefineEdit(Edit):
    declaration: Declaration
