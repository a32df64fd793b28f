"""Another name for something, everywhere it is named: one set of edits, those of printed text
apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ...dsl.nodes import declarations as d
from ...dsl.nodes import files as f
from ...dsl.nodes.base import Span
from ...dsl.nodes.dataclass import dataclass
from ...dsl.nodes.libraries import UseDeclaration
from ...dsl.ruleset.ruleset import BUILT_IN
from ..index.index import CARDS, RULES, SCENARIO, FileIndex, Index
from ..index.mentions import SLOT_OF, Mention
from ..index.text import Place
from ..index.things import CARD, CLAUSE, LOCAL, PART_OF_VERB, PHRASE, ROLE, SLOT, STEP, VALUE, Thing
from ..index.things import SCENARIO as TITLE
from .forms import fixed_words
from .navigation import every_mention, is_of

NAME = re.compile(r"[A-Za-z_]\w*")
TITLED = ("", "clause", CLAUSE, TITLE)
SAID = (PHRASE, "keyword", "label")  # cards print their patterns, not their names
INNER = (LOCAL, SLOT, PART_OF_VERB)


class CannotRename(Exception):
    """Why something cannot be called so; the text is one clear sentence."""


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
    check_name(indexes, thing, new)
    found: dict[Span, Edit] = {}
    for index in indexes:
        shared = {
            source.name for name in index.files.used() for source in index.files.library(name)
        }
        taken = shared - {thing.span.file}
        for one in family_of(index, thing):
            for edit in (*edits_of(index, one, new), *bindings(index, one, new)):
                if edit.span.line and edit.span.file not in taken:
                    found.setdefault(edit.span, edit)
    return sorted(found.values(), key=lambda e: (e.span.file, e.span.line, e.span.column))


def check_name(indexes: Iterable[Index], thing: Thing, new: str) -> None:
    """Refuses a name that cannot be one, or that something has already."""
    if thing.kind == CARD:
        if not new.strip() or '"' in new or "\n" in new:
            raise CannotRename("The name of a card has no quotes, and is one line.")
        if any((CARD, new) in index.things for index in indexes):
            raise CannotRename(f'There is a card "{new}" already.')
        return
    if not NAME.fullmatch(new):
        raise CannotRename(f'"{new}" is no name: letters, digits and _, a letter first.')
    if new in BUILT_IN or new in fixed_words(RULES):
        raise CannotRename(f'"{new}" is a word of the language itself.')
    if thing.name in BUILT_IN:
        raise CannotRename(f'"{thing.name}" has a meaning in the language itself.')
    for index in indexes:
        for file in index.of_kind(RULES):
            if new in file.names or any(one.name == new for one in file.things):
                where = Path(file.name).name
                raise CannotRename(f'Something is called "{new}" already, in {where}.')


def family_of(index: Index, thing: Thing) -> list[Thing]:
    """What has to have the same name: all things of one kind that share it; slots, with names that
    are given to other phrases.
    """
    if thing.kind not in INNER:
        found = index.things.get((thing.kind, thing.name), [])
        return [one for one in found if thing.kind != VALUE or one.span == thing.span]
    every = [one for kind in INNER for one in index.things.get((kind, thing.name), ())]
    if thing.kind == PART_OF_VERB or not is_shared(index, thing):
        return [one for one in every if one.home == thing.home]
    return every


def is_shared(index: Index, thing: Thing) -> bool:
    """Whether other declarations speak of a name of this one by the same word: it is given to
    phrases, asked of what fills a slot, or its phrase is run by others.
    """
    slots = index.things.get((SLOT, thing.name), ())
    if any(isinstance(one.node, d.Parameter) and one.node.is_given for one in slots):
        return True
    phrases = {one.whole: one.name for one in index.at_span.values() if one.kind == PHRASE}
    own = phrases.get(thing.home, "")
    homes = {one.home for one in slots}
    for file in index.of_kind(RULES):
        for mention in file.mentions:
            if mention.text == thing.name and SLOT_OF in mention.kinds:
                if mention.span not in index.bound:
                    return True
            elif PHRASE in mention.kinds and (mention.text == own or mention.home == thing.home):
                run = index.thing_of(mention)
                is_run = run is not None and run.kind == PHRASE
                if run is not None and is_run and (run.name == own or run.whole in homes):
                    return True
    return False


def edits_of(index: Index, thing: Thing, new: str) -> Iterator[Edit]:
    """The edits for one thing in one format."""
    yield Edit(inside_quotes(index, thing.span, thing.name), new)
    for file in index.by_file.values():
        for mention in every_mention(index, file):
            if mention.text == thing.name and is_of(index, mention, thing):
                yield from edit_of(index, file, thing, mention, new)
        if thing.kind == CARD and file.kind == SCENARIO:
            yield from in_texts(file, thing.name, new)


def bindings(index: Index, thing: Thing, new: str) -> Iterator[Edit]:
    """Where a library knows something by its name, it is told the new one."""
    if thing.kind not in ("zone", "note", STEP) or (ROLE, thing.name) not in index.things:
        return
    for file in index.of_kind(RULES):
        for node in file.nodes:
            if not isinstance(node, UseDeclaration):
                continue
            if all(one.role != thing.name for one in node.roles):
                last = (node.roles or node.parts or node.languages)[-1]
                where = getattr(last, "name", last).span
                line, column = where.end_line, where.end_column
                sign = "," if node.roles else " with"
                place = Span(file.name, line, column, line, column)
                yield Edit(place, f"{sign} {thing.name} {new}")


def edit_of(
    index: Index, file: FileIndex, thing: Thing, mention: Mention, new: str
) -> Iterator[Edit]:
    """The edit of one mention. What a card prints is changed only where it prints that name."""
    span = inside_quotes(index, mention.span, thing.name)
    said = said_at(file, span)
    printed = file.kind == CARDS and mention not in file.mentions
    if not printed:
        yield Edit(span, new) if said == thing.name else Edit(mention.span, new)
    elif thing.kind not in SAID and said.lower() == thing.name.lower():
        yield Edit(span, new, True)


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


def in_texts(file: FileIndex, name: str, new: str) -> Iterator[Edit]:
    """Cards that are named in texts which a scenario lets a card print."""
    for top in file.nodes:
        if not isinstance(top, f.Scenario) or not top.span.line:
            continue
        for number in range(top.span.line, top.span.end_line + 1):
            line = file.lines[number - 1] if number <= len(file.lines) else ""
            for found in re.finditer(re.escape(f"[{name}]"), line):
                start = found.start() + 2
                yield Edit(Span(file.name, number, start, number, start + len(name)), new, True)
