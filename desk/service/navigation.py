"""Where something is declared, and where it is named."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.nodes.base import Span
from ..index.index import CARDS, DECK, LOOKS, RULES, SCENARIO, FileIndex, Index
from ..index.mentions import SLOT_OF, Mention
from ..index.text import Place
from ..index.things import CARD, CLAUSE, SLOT, Thing


def definitions(index: Index, file: FileIndex, place: Place) -> list[Span]:
    """Where what stands at a place is declared: a name of several things has several."""
    thing = index.thing_at(file, place)
    if thing is None:
        return []
    mention = index.mention_at(file, place)
    if mention is not None and mention.span in index.bound:
        return [thing.span]
    every = index.things.get((thing.kind, thing.name), [thing])
    return [one.span for one in every if one.home == thing.home] or [thing.span]


def references(index: Index, thing: Thing) -> Iterator[Span]:
    """Every place that names a thing, but where it is declared."""
    for file in index.of_kind(RULES, SCENARIO, DECK, CARDS, LOOKS):
        if thing.name in names_in(index, file, thing):
            yield from (one.span for one in naming(index, file, thing))


def names_in(index: Index, file: FileIndex, thing: Thing) -> frozenset[str] | tuple[str, ...]:
    """What a file names, as far as that has to be looked at."""
    if file.kind == CARDS:  # texts of cards name phrases and cards by trees, not by words
        return (thing.name,)
    return file.names | {thing.name} if thing.kind in (CARD, CLAUSE) else file.names


def naming(index: Index, file: FileIndex, thing: Thing) -> Iterator[Mention]:
    """The places of a file that name a thing."""
    texts = {thing.name}
    if thing.kind == CARD:
        texts.add(str(getattr(thing.node, "code", "")))
    for mention in every_mention(index, file):
        is_called = mention.text in texts or thing.name in mention.more
        if is_called and is_of(index, mention, thing):
            yield mention


def every_mention(index: Index, file: FileIndex) -> Iterator[Mention]:
    """The names in a file, those in texts of its cards too."""
    yield from file.mentions
    for card in index.cards.get(file.name, ()) if file.kind == CARDS else ():
        yield from index.on_card(card)


def is_of(index: Index, mention: Mention, thing: Thing) -> bool:
    """Whether a mention is of a thing."""
    if thing.name in mention.more:
        return True
    found = index.thing_of(mention)
    if found is None:
        return False
    if found == thing or found.span == thing.span:
        return True
    if SLOT_OF in mention.kinds and thing.kind == SLOT and found.kind == SLOT:
        return True
    return (found.kind, found.name, found.home) == (thing.kind, thing.name, thing.home)
