"""Edits of a parent format: what a child renames, removes, replaces, inserts, extends,
redefines.
"""

from __future__ import annotations

from .attributes import Attribute, Words
from .base import Word, node
from .declarations import DeckLine, Declaration, Field, PropertyLine, Say, ValueItem
from .statements import Cites, Path, Statement, Titles


class Edit(Declaration):
    __slots__ = ()


@node("rename {old} to {new} {titles} {cites}\n")
class RenameEdit(Edit):
    old: Word
    new: Word
    titles: Titles | None
    cites: Cites | None


@node("alias {titles} for {word} {cites}\n")
class AliasEdit(Edit):
    titles: Titles
    word: Word
    cites: Cites | None


@node("remove {path} {cites}\n")
class RemoveEdit(Edit):
    path: Path
    cites: Cites | None


@node("reorder {path} {where:before/after/into} {target} {cites}\n")
class ReorderEdit(Edit):
    path: Path
    where: Word
    target: Path
    cites: Cites | None


@node("replace {path}\n{body}")
class ReplaceEdit(Edit):
    path: Path
    body: tuple[Statement, ...]


@node("insert {where:before/after/into} {path}\n{body}")
class InsertEdit(Edit):
    where: Word
    path: Path
    body: tuple[Statement, ...]


@node("extend card {name}\n{fields}")
class ExtendCardEdit(Edit):
    name: Word
    fields: tuple[Field, ...]


@node("extend window {name} {attributes:window_attribute} [offers {offers}] {cites}\n")
class ExtendWindowEdit(Edit):
    name: Word
    attributes: tuple[Attribute, ...]
    offers: Words | None
    cites: Cites | None


@node("extend values {name} {items..ordered:further_items} {cites}\n")
class ExtendValuesEdit(Edit):
    name: Word
    items: tuple[ValueItem, ...]
    ordered: bool
    cites: Cites | None


@node("extend property {name} of {of} {cites}\n{lines}")
class ExtendPropertyEdit(Edit):
    name: Word
    of: Word
    cites: Cites | None
    lines: tuple[PropertyLine, ...]


@node("extend deck {name} [of {table=table}] {cites}\n{lines}")
class ExtendDeckEdit(Edit):
    name: Word | None
    table: Word | None
    cites: Cites | None
    lines: tuple[DeckLine, ...]


@node("extend {what:phrase/label/keyword} {name} {says|, } {cites}\n")
class ExtendSaysEdit(Edit):
    what: Word
    name: Word
    says: tuple[Say, ...]
    cites: Cites | None


@node("set parameter {name} = {value} {cites}\n")
class SetParameterEdit(Edit):
    name: Word
    value: Word | int
    cites: Cites | None


@node("redefine {declaration:redefined}")
class RedefineEdit(Edit):
    declaration: Declaration
