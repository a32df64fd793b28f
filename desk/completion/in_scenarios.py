"""What may be named at a place of a scenario, by its part and the words in front."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ...dsl.nodes import declarations as d
from ...dsl.nodes import statements as s
from ...dsl.ruleset.shapes import per_of
from ...interpreter.runtime.rules import seat_names
from ..index.index import SCENARIO, Index
from ..index.mentions import EVENT, PROPERTY
from ..index.things import FIELD, LOCAL, PART, STEP, VALUE
from .fitting import NUMBER, TRUTH, fits, types_named, wanted_at
from .forms import fillers

FACTS, DEEDS, CLAIMS = "given", "when", "then"
LEADING = (FACTS, DEEDS, CLAIMS, "and")
KEPT = ("zone", "gauge", "note")  # what a position sets
OF_CARDS = (FIELD, PART, "gauge", "note")
ASKED = (*KEPT, PROPERTY)  # what a claim begins with
PLAYED = ("never", "order", "so")  # what happens is named behind them
COMPARED = (*ASKED, "parameter", "option", VALUE, FIELD, "card kind", STEP, "keyword")
GAME, PLAYER, CARD = "game", "player", "card"
Named = tuple[str, str]  # a kind and a name


def named_in_scenario(index: Index, above: Sequence[str], before: str) -> Iterator[Named]:
    """The kinds and names of what may stand behind some words; `above`: the lines of the scenario
    before that one.
    """
    part = next((one for one in map(first_word, (before, *reversed(above))) if one in PARTS), "")
    row = words_of_row(before)
    known = fillers(SCENARIO).get((row[0], row[-1])) if row and part != CLAIMS else None
    if known is not None and len(known) == 1:  # a step, an option
        yield from every(index, known)
    elif part in PARTS:
        yield from PARTS[part](index, row)


def first_word(line: str) -> str:
    """The word that a line begins with."""
    return next(iter(line.split()), "")


def words_of_row(before: str) -> list[str]:
    """The words of a fact, deed or claim up to a place, texts without what they say."""
    said = re.sub(r'"[^"]*"', '""', before)
    row = re.split(r"[;:]\s+", said.strip() if said.strip() else "")[-1].split()
    return row[1:] if row[:1] and row[0] in LEADING else row


def facts(index: Index, row: Sequence[str]) -> Iterator[Named]:
    """What a position sets, and to what."""
    last = row[-1] if row else ""
    if last.endswith("'s") or not row:
        kinds = OF_CARDS if owner_of(index, row) == CARD else (*KEPT, PROPERTY) if row else KEPT
        yield from () if row else seats(index)
        yield from of_owner(index, kinds, owner_of(index, row))
        yield from () if row else drawn(index)
    elif last == "with":
        yield from of_owner(index, OF_CARDS, CARD)
    elif last in ("is", "is,") or (last.endswith(",") and "is" in row):
        yield from values(index, types_named(index, row[row.index("is") - 1].removesuffix("'s")))
    elif len(row) > 1 and row[-2] == "with":
        yield from values(index, types_named(index, last))
    elif "falls" in row or "shows" in row:
        yield from values(index, [row[0]])
        yield from seats(index)
    elif last in ("of", "owner"):
        yield from seats(index)
    elif row[0] == "option":
        yield from (("word", one) for one in ("on", "off"))


def deeds(index: Index, row: Sequence[str]) -> Iterator[Named]:
    """Who does something, and what is chosen that is no text."""
    if not row or row[-1] == "of":
        yield from seats(index)
    elif "chooses" in row:
        yield from every(index, (VALUE,))
        yield from seats(index)
        yield from (("word", one) for one in ("yes", "no"))


def claims(index: Index, row: Sequence[str]) -> Iterator[Named]:
    """What must hold: any condition."""
    last = row[-1] if row else ""
    if last.endswith("'s"):
        owner = owner_of(index, row)
        kinds = (*OF_CARDS, PROPERTY, "keyword", "zone") if owner == CARD else ASKED
        yield from of_owner(index, kinds, owner)
    elif last in PLAYED:
        yield from every(index, EVENT)
    elif not row or last in ("not", "and", "or"):
        yield from seats(index)
        yield from of_owner(index, ASKED, GAME)
    else:
        wanted = wanted_at(index, row)
        if not wanted or PLAYER in wanted or NUMBER in wanted:
            yield from seats(index)  # a number is one of theirs
        found = (
            (fits(index, kind, name, wanted), (kind, name)) for kind, name in every(index, COMPARED)
        )
        yield from (one for how, one in sorted(found, key=lambda pair: pair[0]) if how < 2)
        yield from (("word", one) for one in ("yes", "no") if TRUTH in wanted)


PARTS = {FACTS: facts, DEEDS: deeds, CLAIMS: claims}


def seats(index: Index) -> Iterator[Named]:
    """The players of scenarios."""
    most = index.loaded.ruleset.seats[-1] if index.loaded.ruleset is not None else 2
    return (("seat", name) for name in seat_names(most))


def every(index: Index, kinds: Iterable[str]) -> Iterator[Named]:
    """All that is declared of some kinds."""
    return ((kind, name) for kind in kinds for name in index.names.get(kind, ()))


def drawn(index: Index) -> Iterator[Named]:
    """The names of what chance picks, and the values it may pick from."""
    for kind, name in every(index, (LOCAL, "values")):
        if kind == "values" or any(
            isinstance(one.node, s.RandomStatement) for one in index.things[kind, name]
        ):
            yield kind, name


def owner_of(index: Index, row: Sequence[str]) -> str:
    """Whose things stand behind a row that ends with a possessive: those of a player or a card; of
    nobody else those of the game.
    """
    if not row or not row[-1].endswith("'s"):
        return GAME
    name = row[-1].removesuffix("'s")
    is_player = ("seat", name) in seats(index) or PLAYER in types_named(index, name)
    return PLAYER if is_player else CARD


def of_owner(index: Index, kinds: Iterable[str], owner: str) -> Iterator[Named]:
    """What is kept for the game, each player or each card."""
    for kind, name in every(index, kinds):
        if any(owned_by(one.node) == owner for one in index.things[kind, name]):
            yield kind, name


def owned_by(node: object) -> str:
    """For what something is: fields and keywords are of cards."""
    if isinstance(node, d.PropertyDeclaration):
        return str(node.of) if node.of in (GAME, PLAYER) else CARD
    if isinstance(node, (d.PlainField, d.PartField, d.KeywordDeclaration)):
        return CARD
    return per_of(node)


def values(index: Index, types: Iterable[str]) -> Iterator[Named]:
    """The words that a value of some types may be."""
    rules = index.loaded.ruleset
    for type_ in types:
        if type_ == TRUTH:
            yield from (("word", one) for one in ("yes", "no"))
        elif type_ == PLAYER:
            yield from seats(index)
        found = rules.find(d.ValuesDeclaration, type_) if rules is not None else None
        for one in found.items if found is not None else ():
            yield VALUE, str(one.name)
