"""What something may be called: what is no name, is taken, or would mean something else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from ...dsl.nodes import declarations as d
from ...dsl.nodes.base import Span
from ...dsl.ruleset.ruleset import BUILT_IN
from ...interpreter.runtime.rules import seat_names
from ..completion.forms import fixed_words
from ..index.index import RULES, FileIndex, Index
from ..index.mentions import SLOT_OF, Mention
from ..index.text import CLAUSE as ID
from ..index.things import CARD, CLAUSE, INNER, LIBRARY_ROLE, Thing

NAME = re.compile(r"[A-Za-z_]\w*")
NO_CARD = re.compile(r'["\\\[\]\n\r\t]')


class CannotRename(Exception):
    """Why something cannot be called so; the text is one clear sentence."""


def check_name(indexes: Sequence[Index], family: Sequence[Thing], new: str) -> None:
    """Refuses a name that cannot be one, or that something has already; `family`: what would be
    called so.
    """
    thing = family[0]
    if new == thing.name:
        raise CannotRename(f'It is called "{new}" already.')
    if thing.kind == CARD:
        check_card(indexes, new)
        return
    if thing.kind == CLAUSE:
        check_clause(indexes, new)
        return
    if not NAME.fullmatch(new):
        raise CannotRename(f'"{new}" is no name: letters, digits and _, a letter first.')
    if new in BUILT_IN or new in fixed_words(RULES):
        raise CannotRename(f'"{new}" is a word of the language itself.')
    if thing.name in BUILT_IN:
        raise CannotRename(f'"{thing.name}" has a meaning in the language itself.')
    for index in indexes:
        check_players(index, thing, new)
        for span in in_the_way(index, family, new):
            raise CannotRename(f'Something is called "{new}" already, in {place_of(span)}.')


def check_card(indexes: Sequence[Index], new: str) -> None:
    """Refuses what a card cannot be called, or one is called."""
    if not new.strip() or new != new.strip() or NO_CARD.search(new):
        text = "The name of a card is one line, without quotes, brackets and blanks around it."
        raise CannotRename(text)
    for index in indexes:
        for one in index.things.get((CARD, new), ()):
            raise CannotRename(f'There is a card "{new}" already, in {place_of(one.span)}.')


def check_clause(indexes: Sequence[Index], new: str) -> None:
    """Refuses what is no id of a clause, or that of another one."""
    if not ID.fullmatch(new):
        raise CannotRename("An id is capitals and digits in parts, like AB-SETUP-01.")
    for index in indexes:
        if new in index.clause_spans:
            place = place_of(index.clause_spans[new])
            raise CannotRename(f"There is a clause {new} already, in {place}.")


def check_players(index: Index, thing: Thing, new: str) -> None:
    """Refuses what scenarios call a player, but inside a declaration."""
    rules = index.loaded.ruleset
    if thing.kind not in INNER and rules is not None and new in seat_names(rules.seats[-1]):
        raise CannotRename(f'"{new}" is a player in scenarios.')


def in_the_way(index: Index, family: Sequence[Thing], new: str) -> Iterator[Span]:
    """Where a name is used that would then be one with that of the family. What belongs to other
    declarations is no hindrance to a name of some, unless that is found from afar.
    """
    keys = {(one.kind, one.home) for one in family}
    files = [file for file in index.of_kind(RULES) if is_said(file, new)]
    if family[0].kind not in INNER:
        yield from (one.span for file in files for one in file.things if one.name == new)
        every = (one for file in files for one in file.mentions if one.text == new)
        yield from (one.span for one in every if names_something(one))
        return
    homes = {home for _, home in keys}
    for file in files:
        said = (one for one in file.mentions if one.text == family[0].name)
        for one, found in ((one, index.thing_of(one)) for one in said):
            if found is not None and (found.kind, found.home) in keys and SLOT_OF not in one.kinds:
                homes.add(one.home)
    things = (one for file in files for one in file.things if one.name == new)
    yield from (one.span for one in things if is_hindrance(one, homes))
    every = (one for file in files for one in file.mentions if one.text == new)
    yield from (one.span for one in every if one.home in homes and names_something(one))


def is_said(file: FileIndex, name: str) -> bool:
    """Whether a file names or declares something so."""
    return name in file.names or any(one.name == name for one in file.things)


def is_hindrance(thing: Thing, homes: set[Span]) -> bool:
    """Whether a thing may be meant where a name of some declarations stands."""
    if thing.kind not in INNER:
        return thing.kind != LIBRARY_ROLE
    return thing.home in homes or (isinstance(thing.node, d.Parameter) and thing.node.is_given)


def names_something(mention: Mention) -> bool:
    return not {*mention.kinds} <= {CARD, CLAUSE}


def place_of(span: Span) -> str:
    """The file and the line, as messages say it."""
    return f"{Path(span.file).name}:{span.line}"
