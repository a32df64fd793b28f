"""Another name for something, everywhere it is named: one set of edits, those of printed text
apart.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ...dsl.nodes import declarations as d
from ...dsl.nodes.base import NOWHERE, Span
from ...dsl.nodes.dataclass import dataclass
from ...dsl.nodes.libraries import UseDeclaration
from ..index.index import CARDS, RULES, FileIndex, Index
from ..index.mentions import Mention
from ..index.text import Place
from ..index.things import CLAUSE, INNER, LIBRARY_ROLE, PHRASE, STEP, VALUE, Thing
from ..index.things import SCENARIO as TITLE
from .clauses import clause_edits
from .new_names import CannotRename, check_name, place_of
from .printed import Printed
from .sharing import Links, sharing

TITLED = ("", "clause", TITLE)
SAID = (PHRASE, "keyword", "label")  # cards print their patterns, not their names
UNPRINTED = (*SAID, CLAUSE)


@dataclass(frozen=True, slots=True)
class Edit:
    """A text in the place of another; `printed`: it changes what is printed on a card."""

    span: Span
    text: str
    printed: bool = False


def renamed_at(index: Index, file: FileIndex, place: Place) -> tuple[Thing, Span]:
    """What would be renamed at a place, and the span of its name there; raises `CannotRename`."""
    thing = index.thing_at(file, place)
    mention = index.mention_at(file, place)
    if thing is None or thing.kind in TITLED:
        raise CannotRename("Nothing here has a name that can be changed.")
    if mention is not None and mention.more:
        raise CannotRename("These are several clauses; rename one of them where it is declared.")
    span = mention.span if mention is not None and mention.span != thing.span else thing.span
    if thing.kind == PHRASE and not is_called(thing):
        raise CannotRename("This phrase goes by its first words; change its pattern instead.")
    if file.kind == CARDS and thing.kind in SAID:
        raise CannotRename(f'A card prints this in the words of the {thing.kind} "{thing.name}".')
    return thing, inside_quotes(index, span, thing.name)


def is_called(thing: Thing) -> bool:
    """Whether a phrase has a name of its own."""
    return not isinstance(thing.node, d.PhraseDeclaration) or thing.node.called is not None


def rename(indexes: Sequence[Index], thing: Thing, new: str) -> list[Edit]:
    """The edits that give something another name in all formats of some indexes, each place once;
    raises `CannotRename`.
    """
    family = family_of(indexes, thing)
    check_name(indexes, family, new)
    found: dict[Span, Edit] = {}
    for index in indexes:
        for edit in (*edits_of(index, family, new), *bindings(index, thing, new)):
            if edit.span.line:
                found.setdefault(edit.span, edit)
    refuse_libraries(indexes, thing, found.values())
    return sorted(found.values(), key=lambda e: (e.span.file, e.span.line, e.span.column))


def refuse_libraries(indexes: Iterable[Index], thing: Thing, edits: Iterable[Edit]) -> None:
    """Words that formats share are changed only where they are declared."""
    home = os.path.dirname(thing.span.file)
    shared = {os.path.dirname(file.name) for index in indexes for file in index.of_libraries()}
    for edit in edits:
        folder = os.path.dirname(edit.span.file)
        if folder in shared - {home}:
            text = f'The library "{Path(folder).name}" calls this "{thing.name}" too'
            raise CannotRename(f"{text}, in {place_of(edit.span)}.")


def family_of(indexes: Sequence[Index], thing: Thing) -> list[Thing]:
    """What has to have the same name: all things of one kind that share it; slots, with names that
    are given to other phrases.
    """
    if thing.kind == VALUE:
        return [thing]
    every = [one for index in indexes for one in index.things.get((thing.kind, thing.name), ())]
    if thing.kind not in INNER:
        return [*dict.fromkeys(every)]
    family, known = [one for one in every if one.home == thing.home], -1
    while known < len(family):
        known = len(family)
        more = (sharing(index, family) for index in indexes)
        family = [*dict.fromkeys(one for found in (family, *more) for one in found)]
    return family


def edits_of(index: Index, family: Sequence[Thing], new: str) -> Iterator[Edit]:
    """The edits for some things of one name in one format."""
    first = family[0]
    name, spans = first.name, {one.span for one in family}
    keys = {(one.kind, one.home) for one in family}
    here = (span for span in spans if span.file in index.by_file)
    yield from (Edit(inside_quotes(index, span, name), new) for span in here)
    if first.kind == CLAUSE:
        yield from (Edit(*one) for one in clause_edits(index, name, new))
    links = Links(index, name) if first.kind in INNER else None
    is_asked = links is not None and bool(links.asked() & {home for _, home in keys})
    texts = Printed(index) if links is None and first.kind not in UNPRINTED else None

    def is_meant(mention: Mention) -> bool:
        if mention.text != name or (CLAUSE in mention.kinds and mention.home is not NOWHERE):
            return False  # what is cited is looked for in its list
        if links is not None and links.asks(mention):
            return is_asked
        found = index.thing_of(mention)
        if found is None or (found.kind, found.home) not in keys:
            return False
        return first.kind != VALUE or found.span in spans

    for file in index.by_file.values():
        for mention in filter(is_meant, file.mentions):
            span = inside_quotes(index, mention.span, name)
            yield Edit(span if said_at(file, span) == name else mention.span, new)
        for mention in filter(is_meant, texts.mentions(file, name) if texts is not None else ()):
            span = inside_quotes(index, mention.span, name)
            if said_at(file, span).lower() == name.lower():
                yield Edit(span, new, True)


def bindings(index: Index, thing: Thing, new: str) -> Iterator[Edit]:
    """Where a library and a format know something by one name, each is told that of the other."""
    if thing.kind not in ("zone", "note", STEP, LIBRARY_ROLE):
        return
    roles = index.things.get((LIBRARY_ROLE, thing.name), ())
    libraries = {Path(role.span.file).parent.name for role in roles}
    is_role = thing.kind == LIBRARY_ROLE
    for file in index.of_kind(RULES):
        for node in file.nodes:
            if not isinstance(node, UseDeclaration) or node.library not in libraries:
                continue
            if all(one.role != thing.name for one in node.roles):
                last = (node.roles or node.parts or node.languages)[-1]
                where = getattr(last, "name", last).span
                line, column = where.end_line, where.end_column
                sign = "," if node.roles else " with"
                pair = f"{new} {thing.name}" if is_role else f"{thing.name} {new}"
                yield Edit(Span(file.name, line, column, line, column), f"{sign} {pair}")


def inside_quotes(index: Index, span: Span, name: str) -> Span:
    """The place of a name itself, without the quotes around it."""
    file = index.by_file.get(span.file)
    if file is None or span.line != span.end_line or not span.line:
        return span
    said = said_at(file, span)
    if said != name and name in said:
        at = span.column + said.index(name)
        return Span(span.file, span.line, at, span.line, at + len(name))
    return span


def said_at(file: FileIndex, span: Span) -> str:
    """What stands at a place of one line."""
    line = file.lines[span.line - 1] if span.line <= len(file.lines) else ""
    return line[span.column - 1 : span.end_column - 1]
