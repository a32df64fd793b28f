"""Which declarations have to call something by the same word, as what one of them calls so is
found by that word in another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...dsl.nodes import attributes as attrs
from ...dsl.nodes import declarations as d
from ...dsl.nodes.base import NOWHERE, Node, Span, walk
from ...dsl.nodes.edits import RedefineEdit
from ...dsl.ruleset.categories import included
from ...dsl.ruleset.ruleset import categories_of, name_of
from ...dsl.vocabulary.lexicon import TERM, TERMS
from ..index.index import RULES, Index
from ..index.mentions import SLOT_OF, Mention
from ..index.things import INNER, PART_OF_VERB, PHRASE, SLOT, Thing

DONE = ("verb", "action", "window")


def sharing(index: Index, things: Iterable[Thing]) -> list[Thing]:
    """All names of declarations that have to be the same word as some are: slots that are given
    to phrases or asked of what fills another slot, names that phrases run by others take.
    """
    some = [*things]
    links = Links(index, some[0].name)
    homes = {one.home for one in some}
    groups = [*links.groups()]
    while any(homes & group and not group <= homes for group in groups):
        homes |= {home for group in groups if homes & group for home in group}
    return [one for one in links.every if one.home in homes]


class Links:
    """What makes declarations call something by one word."""

    def __init__(self, index: Index, name: str) -> None:
        self.index, self.name = index, name
        self.every = [one for kind in INNER for one in index.things.get((kind, name), ())]
        self.tops = {
            one.whole: one
            for file in index.of_kind(RULES)
            for one in file.things
            if one.home is NOWHERE and one.node is not None
        }
        self.near: dict[Span, list[Mention]] = {}
        for file in index.of_kind(RULES):
            for mention in file.mentions:
                self.near.setdefault(mention.home, []).append(mention)

    def groups(self) -> Iterator[set[Span]]:
        """Homes that share the word."""
        yield from self.anew()
        yield from self.given()
        yield from self.run()
        yield self.asked()

    def anew(self) -> Iterator[set[Span]]:
        """What is done by name, or redefined."""
        redefined = {
            str(name_of(node.declaration))
            for file in self.index.of_kind(RULES)
            for node in file.nodes
            if isinstance(node, RedefineEdit)
        }
        found: dict[tuple[str, str], set[Span]] = {}
        for home in {one.home for one in self.every}:
            top = self.tops.get(home)
            if top is not None and (top.kind in DONE or top.name in redefined):
                found.setdefault((top.kind, top.name), set()).add(home)
        yield from found.values()

    def given(self) -> Iterator[set[Span]]:
        """A phrase that is given something, and wherever it may be asked for."""
        for slot in self.every:
            phrase = self.phrase_of(slot.home)
            if isinstance(slot.node, d.Parameter) and slot.node.is_given and phrase is not None:
                kinds = {*categories_of(phrase)}
                askers = (home for home in self.near if self.asks_for(home, kinds))
                yield {slot.home, *(one for home in askers for one in self.named_in(home))}

    def run(self) -> Iterator[set[Span]]:
        """A phrase that others run, and those."""
        for home, near in self.near.items():
            for mention in near:
                thing = self.index.thing_of(mention) if PHRASE in mention.kinds else None
                if thing is None or thing.kind != PHRASE or thing.whole == home:
                    continue
                if any(one.home == thing.whole for one in self.every):
                    yield {thing.whole, *self.named_in(home)}

    def asked(self) -> set[Span]:
        """The phrases that fill something, where one asks for what fills a slot of theirs."""
        asking = [home for home, near in self.near.items() if any(map(self.asks, near))]
        if not asking:
            return set()
        printed = [one.whole for one in self.tops.values() if one.kind == "card kind"]
        kinds = self.reached((*printed, *asking))
        return {one.home for one in self.every if self.fills(one.home, kinds)}

    def reached(self, homes: Iterable[Span]) -> set[str]:
        """The categories of what fills slots and fields of some declarations, of what fills the
        slots of these, and so on.
        """
        kinds, ahead, phrases = set[str](), [*homes], [*filter(self.phrase_of, self.tops)]
        while ahead:
            nodes = [self.tops[home].node for home in ahead if home in self.tops]
            kinds |= {kind for node in nodes if node is not None for kind in types_in(node)}
            ahead = [one for one in phrases if self.fills(one, kinds)]
            phrases = [one for one in phrases if one not in ahead]
        return kinds

    def fills(self, home: Span, kinds: Iterable[str]) -> bool:
        """Whether a phrase is of one of some categories, or of one that they include."""
        phrase, rules = self.phrase_of(home), self.index.loaded.ruleset
        assert rules is not None
        own = {*categories_of(phrase)} if phrase is not None else set[str]()
        return any(own & included(rules, kind) for kind in kinds)

    def phrase_of(self, home: Span) -> d.PhraseDeclaration | None:
        top = self.tops.get(home)
        return top.node if top is not None and isinstance(top.node, d.PhraseDeclaration) else None

    def asks_for(self, home: Span, kinds: set[str]) -> bool:
        """Whether what is said there may ask for a phrase of some categories: by a slot that such
        fill, or as what a label is in front of.
        """
        top = self.tops.get(home)
        node: Node | None = top.node if top is not None else None
        if node is None or isinstance(node, d.LabelDeclaration):
            return node is not None
        rules = self.index.loaded.ruleset
        assert rules is not None
        return any(kinds & included(rules, one) for one in types_in(node))

    def named_in(self, home: Span) -> set[Span]:
        """Where what is called so in a declaration belongs: there, or to an event that it names."""
        found = {one.home for one in self.every if one.home == home}
        events = {one.event for one in self.near.get(home, ()) if one.event}
        for one in self.every:
            top = self.tops.get(one.home)
            if one.kind == PART_OF_VERB and top is not None and top.name in events:
                found.add(one.home)
        return found

    def asks(self, mention: Mention) -> bool:
        """Whether a name is asked of what fills a slot."""
        if mention.text != self.name or SLOT_OF not in mention.kinds:
            return False
        thing = self.index.thing_of(mention)
        return mention.span not in self.index.bound and thing is not None and thing.kind == SLOT


def types_in(node: Node) -> Iterator[str]:
    """The categories of what fills slots and fields of a declaration."""
    for one in walk(node):
        if isinstance(one, (attrs.PlainType, attrs.ListType, attrs.MaybeType)):
            yield str(one.word)
            if one.word == TERMS:
                yield TERM
