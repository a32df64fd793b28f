"""Cards as a language prints them: what `cardfile` reads gives the same card again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import cast

from ..ir.ir import missing_of
from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..nodes.base import Node
from ..nodes.dataclass import dataclass
from ..nodes.expressions import Text, Use
from ..ruleset.ruleset import Ruleset
from ..syntax.print_files import print_node
from ..vocabulary.lexicon import truth_words
from ..vocabulary.titles import as_field
from .definition import CardDefinition

WIDTH = 12  # of the names of fields
NONE = {"en": "none"}  # others print a dash

Say = Callable[[Node, str], str]  # a tree of a category in words


@dataclass(frozen=True, slots=True)
class CardPrinter:
    """Prints cards in one language. `titles`: what it calls things, by kind and id."""

    ruleset: Ruleset
    language: str
    titles: Mapping[str, str]
    say: Say

    def lines(self, card: CardDefinition) -> Iterator[str]:
        """A card of a file of cards, line by line."""
        yield f'card "{card.name}" {card.code}'
        kinds = self.ruleset.names("card kind")
        kind = kinds[str(card.kind)]
        assert isinstance(kind, d.CardDeclaration)
        if len(kinds) > 1:
            plain = self.titles.get(f"card {kind.name}", str(kind.name))
            yield self.line("kind", plain)
        for field in kind.fields:
            if isinstance(field, d.PartField):
                yield from self.parts(card, field)
            elif isinstance(field, d.PlainField):
                for value in self.values(card, field):
                    yield self.line(str(field.name), value)

    def line(self, name: str, value: str, key: str = "") -> str:
        title = as_field(self.titles.get(f"field {name}", name))
        head = f"{title}[{key}]" if key else title
        return f"    {head:<{WIDTH}} {value}"

    # ---- values

    def values(self, card: CardDefinition, field: d.PlainField) -> Iterator[str]:
        """What stands behind a field, once or several times; nothing where it is left out."""
        name = str(field.name)
        if name in card.texts:
            for sentence in card.texts[name].sentences:
                text = self.say(Text((sentence,)), "")
                yield text[:1].upper() + text[1:]
            return
        value = card.fields.get(name)
        if value is None or self.is_start(field, value):
            return
        if field.per is not None:
            yield self.table(field, value)
        else:
            yield self.plain(field.type, value)

    def is_start(self, field: d.PlainField, value: object) -> bool:
        """Whether a card need not say it."""
        for attribute in field.attributes:
            if isinstance(attribute, attrs.StartsAttribute):
                start = print_node(attribute.value).strip()
                return start in (self.plain(field.type, value), self.id_of(field, value))
        return False

    def id_of(self, field: d.PlainField, value: object) -> str:
        """A value as the rules write it."""
        if isinstance(field.type, attrs.TruthType):
            return "yes" if value else "no"
        values = self.ruleset.names("values").get(str(getattr(field.type, "word", "")))
        if isinstance(values, d.ValuesDeclaration) and isinstance(value, int):
            return str(values.items[value].name) if value >= 0 else "none"
        return str(value)

    def plain(self, type_: attrs.Type, value: object) -> str:
        if isinstance(value, tuple):
            members = cast(tuple[object, ...], value)
            one = attrs.PlainType(type_.word) if isinstance(type_, attrs.ListType) else type_
            phrases = any(isinstance(item, Node) for item in members)
            return (" / " if phrases else ", ").join(self.plain(one, item) for item in members)
        if isinstance(type_, attrs.TruthType):
            yes, no = truth_words(self.language)
            return yes if value else no
        assert isinstance(type_, (attrs.PlainType, attrs.MaybeType))
        word = str(type_.word)
        if isinstance(value, Use):
            return self.say(value, word)
        if isinstance(type_, attrs.MaybeType) and value == missing_of(word):
            return NONE.get(self.language, "-")
        values = self.ruleset.names("values").get(word)
        if isinstance(values, d.ValuesDeclaration) and isinstance(value, int):
            return self.symbol(values, values.items[value])
        return str(value)

    def symbol(self, values: d.ValuesDeclaration, item: d.ValueItem) -> str:
        own = str(item.titles[0] if item.titles else item.name)
        return self.titles.get(f"value {values.name}.{item.name}", own)

    def table(self, field: d.PlainField, value: object) -> str:
        """`A 360, B 230`, `3: 10, 4: 20`; what has a blank in it is called by its id."""
        values = self.ruleset.names("values")[str(field.per)]
        assert isinstance(values, d.ValuesDeclaration)
        rows: list[str] = []
        numbers = cast(tuple[object, ...], value)
        for item, number in zip(values.items, numbers, strict=True):
            key = self.symbol(values, item)
            key = str(item.name) if " " in key else key
            sign = ":" if key.isdecimal() else ""
            rows.append(f"{key}{sign} {self.plain(field.type, number)}")
        return ", ".join(rows)

    # ---- parts

    def parts(self, card: CardDefinition, part: d.PartField) -> Iterator[str]:
        """`branch[spring] 3, sweet 2 / shy`, a line each."""
        values = self.ruleset.names("values")[str(part.per)]
        assert isinstance(values, d.ValuesDeclaration)
        found = card.fields.get(str(part.name))
        rows = cast(list[dict[str, object]], found if isinstance(found, list) else [])
        for item, given in zip(values.items, rows, strict=False):
            texts = [
                self.plain(field.type, given[str(field.name)])
                for field in part.fields
                if isinstance(field, d.PlainField) and str(field.name) in given
            ]
            key = self.symbol(values, item)
            key = str(item.name) if " " in key else key
            yield self.line(str(part.name), ", ".join(texts), key)
