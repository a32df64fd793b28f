"""Phrases that there are once for each zone, gauge, kind, field or property: `for every`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from ..ir.wordbook import spoken
from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..nodes.base import Node, Word, walk
from ..nodes.dataclass import dataclass
from ..nodes.libraries import ForEveryDeclaration
from ..nodes.statements import Titles
from ..nodes.titles import TitleLine
from ..vocabulary.titles import lines_of
from .extension import replace_words
from .ruleset import name_of
from .shapes import per_of

SORTS = ("zone", "gauge", "kind", "word", "value", "list", "number", "property")
SLOT = re.compile(r"\{(\w+)\}(\(\w+\))?")
SIGNS = re.compile(r"[\\{}\[\]()|]")


@dataclass(frozen=True, slots=True)
class Thing:
    """One of a sort: what `titles` call its kind, its name, and what values it has."""

    kind: str
    name: str
    node: Node
    values: str = ""


class Things:
    """What a format declares that phrases may be about. `home`: the first language of the file
    that something is declared in.
    """

    def __init__(self, nodes: Iterable[Node], home: Callable[[Node], str]) -> None:
        self.nodes = list(nodes)
        self.home = home
        self.values = {str(n.name): n for n in self.nodes if isinstance(n, d.ValuesDeclaration)}
        self.titles: dict[tuple[str, str, str], tuple[str, ...]] = {}
        for language, line in lines_of(self.nodes):
            if isinstance(line, TitleLine):
                key = language, str(line.what), str(line.path)
                self.titles[key] = tuple(map(str, line.titles.names))

    def named_as(self, name: str, kinds: tuple[type[Node], ...]) -> Node | None:
        """What is declared by a name, if it is of some kinds."""
        return next((n for n in self.of_kinds(kinds) if name_of(n) == name), None)

    def of_kinds(self, kinds: tuple[type[Node], ...]) -> Iterator[Node]:
        """All that is declared of some kinds; phases and steps stand in the turn."""
        for node in self.nodes:
            if isinstance(node, kinds):
                yield node
            elif isinstance(node, d.TurnDeclaration):
                yield from (part for part in walk(node) if isinstance(part, kinds))

    def of(self, sort: str) -> list[Thing]:
        """All things of a sort, each name once."""
        found: dict[str, Thing] = {}
        for thing in getattr(self, f"every_{sort}")() if sort in SORTS else ():
            found.setdefault(thing.name, thing)
        return list(found.values())

    def every_zone(self) -> Iterator[Thing]:
        for node in self.nodes:
            if isinstance(node, d.ZoneDeclaration) and per_of(node) == "player":
                yield Thing("zone", str(node.name), node)

    def every_gauge(self) -> Iterator[Thing]:
        for node in self.nodes:
            if isinstance(node, d.GaugeDeclaration) and per_of(node) == "player":
                yield Thing("gauge", str(node.name), node)

    def every_kind(self) -> Iterator[Thing]:
        for node in self.nodes:
            if isinstance(node, d.CardDeclaration):
                yield Thing("card", str(node.name), node)

    def every_value(self) -> Iterator[Thing]:
        """Fields that are one of some values."""
        for field, word in self.fields(attrs.PlainType, attrs.MaybeType):
            if word in self.values:
                yield Thing("field", str(field.name), field, word)

    def every_word(self) -> Iterator[Thing]:
        """The same where the values are words, which say by themselves which field is meant."""
        fields = [*self.every_value()]
        for values in dict.fromkeys(thing.values for thing in fields):
            names = [thing.name for thing in fields if thing.values == values]
            items = self.values[values].items
            are_words = all(len(item.name) > 1 and not item.name.isdecimal() for item in items)
            meant = values if values in names else names[0] if len(names) == 1 else ""
            if are_words:
                yield from (thing for thing in fields if thing.name == meant)

    def every_list(self) -> Iterator[Thing]:
        """Fields that are some of some values."""
        for field, word in self.fields(attrs.ListType):
            if word in self.values:
                yield Thing("field", str(field.name), field, word)

    def every_number(self) -> Iterator[Thing]:
        """Fields that are a number, and properties that change."""
        for field, word in self.fields(attrs.PlainType, attrs.MaybeType):
            if word == "number":
                yield Thing("field", str(field.name), field)
        yield from self.every_property()

    def every_property(self) -> Iterator[Thing]:
        """Properties of cards that may be raised."""
        kinds = {thing.name for thing in self.every_kind()} | {"card"}
        for node in self.nodes:
            if isinstance(node, d.PropertyDeclaration) and node.of in kinds and is_raised(node):
                yield Thing("property", str(node.name), node)

    def fields(self, *types: type[attrs.Type]) -> Iterator[tuple[d.PlainField, str]]:
        """The fields of cards of some types, without those that are tables."""
        for node in self.nodes:
            for field in node.fields if isinstance(node, d.CardDeclaration) else ():
                if not isinstance(field, d.PlainField) or field.per is not None:
                    continue
                if isinstance(field.type, types):
                    yield field, str(getattr(field.type, "word", ""))

    def titles_of(self, thing: Thing, language: str) -> tuple[str, ...]:
        """What a language calls a thing, as cards print it inside a sentence."""
        own = getattr(thing.node, "titles", None)
        names = tuple(own.names) if isinstance(own, Titles) else ()
        if self.home(thing.node) != language:
            names = self.titles.get((language, thing.kind, thing.name), names)
        names = names or (spoken(thing.name),)
        return tuple(dict.fromkeys(names if thing.kind == "card" else map(in_sentence, names)))


def is_raised(node: d.PropertyDeclaration) -> bool:
    """Whether the order of a property has what is added."""
    lines = node.body.lines if isinstance(node.body, d.PipelineBody) else ()
    layers = [layer for line in lines if isinstance(line, d.OrderLine) for layer in line.layers]
    return any(item.word in ("raise", "lower") for layer in layers for item in layer.operations)


def in_sentence(title: str) -> str:
    """A title with small letters, but for words that are capitals throughout."""
    words = (
        word.lower() if word[1:].islower() or len(word) == 1 else word for word in title.split()
    )
    return " ".join(words)


def instances(node: ForEveryDeclaration, things: Things) -> Iterator[d.PhraseDeclaration]:
    """The phrases of `for every`, for each thing in turn."""
    for thing in things.of(str(node.what)):
        names = {str(node.name): Word(thing.name)}
        if node.of is not None:
            names[str(node.of)] = Word(thing.values)
        for phrase in node.phrases:
            titles = {str(node.name): thing}
            own = Word(f"{phrase.name}_{thing.name}", phrase.name.span)
            yield replace(said_of(replace_words(phrase, names), titles, things), called=own)


def once_each(node: Node, things: Things) -> Iterator[Node]:
    """A declaration, or the phrases of `for every`."""
    if isinstance(node, ForEveryDeclaration):
        first = Word(things.home(node))
        tagged = (
            replace(p, says=tuple(in_language(say, first) for say in p.says)) for p in node.phrases
        )
        yield from instances(replace(node, phrases=tuple(tagged)), things)
    else:
        yield node


def in_language(say: d.Say, language: Word) -> d.Say:
    """A pattern that says which language it is in."""
    return say if say.language is not None else replace(say, language=language)


def said_of(
    phrase: d.PhraseDeclaration, named: Mapping[str, Thing], things: Things
) -> d.PhraseDeclaration:
    """A phrase whose patterns have the titles of things in place of their names in braces. The
    patterns say which language they are in.
    """

    def filled(say: d.Say) -> d.Say:
        def title(found: re.Match[str]) -> str:
            thing = named.get(found[1])
            if thing is None:
                return found[0]
            titles = things.titles_of(thing, str(say.language))
            texts = [SIGNS.sub(r"\\\g<0>", title) + (found[2] or "") for title in titles]
            return texts[0] if len(texts) == 1 else f"({'|'.join(texts)})"

        return replace(say, pattern=Word(SLOT.sub(title, say.pattern), say.pattern.span))

    return replace(phrase, says=tuple(filled(say) for say in phrase.says))
