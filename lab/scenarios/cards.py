"""Cards as scenarios have them: what they are written in, and how `with` changes them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

from ...dsl.cards.cardfile import CardReader, symbol_number
from ...dsl.cards.definition import CardDefinition
from ...dsl.cards.memo import Memo
from ...dsl.cards.table import cards_in
from ...dsl.loading.library import FormatFiles
from ...dsl.loading.parsed import parse_all
from ...dsl.nodes import attributes as attrs
from ...dsl.nodes import declarations as d
from ...dsl.nodes import files
from ...dsl.nodes.base import Node, Word, walk
from ...dsl.nodes.expressions import Sentence, Use
from ...dsl.problems.articles import an
from ...dsl.problems.problem import unknown
from ...dsl.ruleset.ruleset import Ruleset, once
from ...dsl.ruleset.shapes import per_of
from ...dsl.vocabulary.forest import LIST

# ---- what is on a card


@once
def kept_on_cards(ruleset: Ruleset) -> dict[str, str]:
    """The gauges and notes that are kept for each card, and which of both they are."""
    kinds = ("gauge", "note")
    named = ((name, node, kind) for kind in kinds for name, node in ruleset.names(kind).items())
    return {name: kind for name, node, kind in named if per_of(node) == "card"}


def members(value: object) -> Iterator[object]:
    """What a field holds: of a list its members, of parts what each of their fields holds."""
    if isinstance(value, dict):
        for field in cast(dict[str, object], value).values():
            yield from members(field)
    elif isinstance(value, (tuple, list)):
        for item in cast(Sequence[object], value):
            yield from members(item)
    else:
        yield value


def phrases_in(tree: Node) -> set[str]:
    """The phrases, keywords and labels that a text is made of."""
    nodes = [*walk(tree)]
    used = {str(node.phrase) for node in nodes if isinstance(node, Use)}
    labels = {str(w) for node in nodes if isinstance(node, Sentence) for w in node.labels}
    return (used | labels) - {LIST}


def trees_in_fields(card: CardDefinition) -> list[Node]:
    """What a card says beside its texts: in its other fields and its parts."""
    items = [item for value in card.fields.values() for item in members(value)]
    return [item for item in items if isinstance(item, Node)]


def phrases_of(card: CardDefinition) -> set[str]:
    """The phrases, keywords and labels that a card is written in."""
    return set[str]().union(*map(phrases_in, [*card.texts.values(), *trees_in_fields(card)]))


def nameless(card: CardDefinition) -> CardDefinition:
    """A card that is not in play: without all that would have to be worked out for it."""
    fields = {
        name: value
        for name, value in card.fields.items()
        if not any(isinstance(item, Node) for item in members(value))
    }
    return replace(card, fields=fields, texts={})


def same_card(one: CardDefinition, other: CardDefinition) -> bool:
    """Whether two prints say the same."""
    return replace(one, code=other.code, span=other.span) == other


# ---- cards changed by `with`


def value_text(value: files.Value) -> Word:
    """A value as it would stand in a card file."""
    match value:
        case files.NumberValue():
            return Word(str(value.number), value.span)
        case files.WordValue():
            return value.word
        case files.StringValue():
            return value.text
        case _:
            return Word("", value.span)


class CardChanges:
    """A copy of a card with other fields, as if it were printed so.

    `notes` are the words that would set a note of the card; they are only named in problems.
    """

    def __init__(
        self, ruleset: Ruleset, memo: Memo, card: CardDefinition, notes: Sequence[str]
    ) -> None:
        self.reader = CardReader(ruleset, memo)
        self.problems = self.reader.problems
        self.card = replace(card, fields=dict(card.fields), texts=dict(card.texts))
        self.notes = notes
        kind = ruleset.names("card kind").get(card.kind)
        assert isinstance(kind, d.CardDeclaration)
        self.fields = {str(f.name): f for f in kind.fields if isinstance(f, d.PlainField)}
        self.parts = {str(f.name): f for f in kind.fields if isinstance(f, d.PartField)}

    def change(self, given: files.WithField) -> None:
        """`with attack 300`, `with attack[red] 300`, `with red 300`, `with branch[red] "2"`."""
        word = given.field
        declared, part = self.fields.get(str(word)), self.parts.get(str(word))
        if part is not None:
            self.change_part(part, given)
            return
        if declared is not None and given.key is None:
            self.change_field(declared, given)
            return
        fields, key = [*self.fields.values()], word
        if declared is not None and given.key is not None:
            fields, key = [declared], given.key
        numbers = [(f, symbol_number(self.symbols(f), str(key))) for f in fields if f.per]
        keyed = [(field, number) for field, number in numbers if number is not None]
        if len(keyed) == 1:
            field, number = keyed[0]
            self.put_entry(field, number, self.reader.value(field.type, value_text(given.value)))
            return
        known = [*self.fields, *self.parts, *self.notes]
        what = f"field of {an(self.card.kind)}"
        self.problems.append(unknown("unknown-field", what, word, word.span, known))

    def symbols(self, field: d.PlainField | d.PartField) -> d.ValuesDeclaration:
        """The symbols that a field has an entry for."""
        values = self.reader.ruleset.names("values").get(str(field.per))
        assert isinstance(values, d.ValuesDeclaration)
        return values

    def change_field(self, field: d.PlainField, given: files.WithField) -> None:
        name, word = str(field.name), value_text(given.value)
        if field.per is not None:
            self.change_table(field, given)
        elif str(word) in ("", "none") and not isinstance(field.type, attrs.MaybeType):
            self.card.texts.pop(name, None)
            self.card.fields.pop(name, None)
        else:
            line = files.CardField(field.name, None, word, span=given.span)
            self.reader.read_field(self.card, field, [line])

    def change_table(self, field: d.PlainField, given: files.WithField) -> None:
        """`with attack 300` changes every entry, `with attack "A 300"` those it names."""
        word, symbols = value_text(given.value), self.symbols(field)
        if not isinstance(given.value, files.StringValue):
            value = self.reader.value(field.type, word)
            self.card.fields[str(field.name)] = (value,) * len(symbols.items)
            return
        for key, text in self.reader.pairs(word):
            number = symbol_number(symbols, key)
            if number is None:
                self.report_symbol(field, Word(key, word.span))
            else:
                self.put_entry(field, number, self.reader.value(field.type, text))

    def change_part(self, part: d.PartField, given: files.WithField) -> None:
        """`with branch[red] "2, thorns"`: one part as if it were printed so."""
        number = symbol_number(self.symbols(part), str(given.key or ""))
        if number is None:
            self.report_symbol(part, given.key or given.field)
            return
        entries = [*cast(list[object], self.card.fields[str(part.name)])]
        entries[number] = self.reader.read_part(part, value_text(given.value))
        self.card.fields[str(part.name)] = entries

    def report_symbol(self, field: d.PlainField | d.PartField, word: Word) -> None:
        names = [str(item.name) for item in self.symbols(field).items]
        problem = unknown("unknown-value", str(field.per), str(word), word.span, names)
        self.problems.append(problem)

    def put_entry(self, field: d.PlainField, number: int, value: object) -> None:
        old = self.card.fields.get(str(field.name))
        entries: list[object] = [-1] * len(self.symbols(field).items)
        if isinstance(old, tuple):
            entries = [*cast(tuple[object, ...], old)]
        entries[number] = value
        self.card.fields[str(field.name)] = tuple(entries)


def held_kind(zone: d.ZoneDeclaration) -> str:
    """The one kind of card a zone holds; empty for any."""
    held = (one for one in zone.attributes if isinstance(one, attrs.HoldsAttribute))
    return next((str(one.kind) for one in held if one.kind != "cards"), "")


def home_codes(sources: FormatFiles) -> dict[str, str]:
    """The codes and names of a format's own cards; none where a user added no other ones."""
    if not sources.own_cards:
        return {}
    nodes, _ = parse_all("cards", sources.home_cards())
    return {str(card.code): str(card.name) for card in cards_in(nodes)}
