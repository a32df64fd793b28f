"""What cards ask for that no card of the pool is, and keywords that mean nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from ..cards.definition import CardDefinition
from ..loading.pickles import digest_without_places
from ..nodes import declarations as d
from ..nodes.base import Node, Span, Word, part_names, walk
from ..nodes.expressions import String, Use
from ..problems.problem import Advice, Problems
from ..problems.similar import one_letter_from
from ..ruleset.shapes import every_field
from ..typed import values as v
from ..typed.format import Column, Format
from ..typed.records import RecordMeaning
from ..typed.values import Binding, Value
from .deciding.printed import DEPENDS, Printed
from .deciding.terms import Terms
from .latest import FACTS, Latest, Looked, PropertyFacts, facts_of

ANY = ""  # among names: some card, nobody knows which
NOBODY = "No card of the pool"
Row = tuple[object, ...]
WORDS: Looked[frozenset[str]] = Looked()
DIGESTS: Latest[Row, str] = Latest("digests")  # of what is printed on cards, in any process
# of which of the cards that were asked about each condition may hold
HOLDS: Latest[tuple[Binding, Value], dict[str, bool]] = Latest("holds", costly=True)


def pool(format: Format, _: Terms, found: Problems) -> None:
    """Cards that ask for cards which are not there, and keywords without a meaning."""
    meaningless_keywords(format, found)
    if format.cards:
        unprinted_symbols(format, found)
        requirements(format, found)


def meaningless_keywords(format: Format, found: Problems) -> None:
    empty = [one for one in format.ruleset.all(d.KeywordDeclaration) if one.body is None]
    nodes = format.ruleset.declarations if empty else []
    asked = words_in(node for node in nodes if not isinstance(node, d.KeywordDeclaration))
    for keyword in empty:
        name = str(keyword.name)
        if name not in asked:
            text = f'"{name}" does nothing, and no rule asks who has it.'
            fix = Advice(f"Ask in a rule who has {name}, or give it a body.")
            found.report("keyword-idle", text, keyword.name.span, fix, severity="warning")


def unprinted_symbols(format: Format, found: Problems) -> None:
    """Symbols that no card has and no rule speaks of."""
    ruleset, printed = format.ruleset, symbols_printed(format)
    unprinted: list[tuple[str, d.ValueItem]] = []
    for values in ruleset.all(d.ValuesDeclaration):
        numbers = printed.get(str(values.name))
        for number, item in enumerate(values.items if numbers is not None else ()):
            if numbers is not None and number not in numbers:
                unprinted.append((str(values.name), item))
    if not unprinted:
        return
    declared = (node for node in ruleset.declarations if not isinstance(node, d.ValuesDeclaration))
    uses = (*(one.sentence for one in format.abilities), *(one.use for one in format.records))
    said = words_in((*declared, *uses))
    for name, item in unprinted:
        if str(item.name) not in said:
            text = f'No card has the {name} "{item.name}", and no rule speaks of it.'
            span = item.name.span
            found.report("never-used", text, span, Advice("Remove it."), severity="warning")


def words_in(nodes: Iterable[Node]) -> set[str]:
    """All words in some nodes."""
    return set[str]().union(*(WORDS.of(node, words_found) for node in nodes))


def words_found(node: Node) -> frozenset[str]:
    parts = walk(node)
    values = (getattr(part, name) for part in parts for name in part_names(part.__class__))
    return frozenset(str(value) for value in values if isinstance(value, Word))


def symbols_printed(format: Format) -> dict[str, set[int]]:
    """The numbers of the symbols that cards have, of each `values` that is the type of a field."""
    found: dict[str, set[int]] = {}
    values = format.ruleset.names("values")
    for _, part, field in every_field(format.ruleset):
        of = str(getattr(field.type, "word", ""))
        if of not in values:
            continue
        column = next((c for c in format.columns if (c.field, c.part) == (field.name, "")), None)
        if part is None and column is not None and field.per is None:
            numbers = {n for entry in column.entries for n in members_of(entry)}
            found.setdefault(of, set()).update(n for n in numbers if isinstance(n, int))
    return found


def members_of(entry: object) -> tuple[object, ...]:
    return cast(tuple[object, ...], entry) if isinstance(entry, tuple) else (entry,)


def requirements(format: Format, found: Problems) -> None:
    """Fields in which a card asks for others, of which there are none."""
    wanted = Wanted(format)
    for column in format.columns:
        for number, asked in uses_in(column):
            card = format.cards[number]
            terms = [one for use in asked for one in wanted.terms_in(use)]
            for use in (*asked, *terms):
                misspelt(use, wanted, card, found)
            for use in terms:
                if not wanted.names_for(use) and not is_naming(use):
                    unfit([use], card, column, use.span, wanted, found)
            others = [wanted.names_for(use) - {str(card.name)} for use in asked]
            if not any(others):
                unfit(asked, card, column, card.name.span, wanted, found)
                continue
            for use, there in zip(asked, others, strict=True):
                if not there and (wanted.names_for(use) or not is_naming(use)):
                    unfit([use], card, column, use.span, wanted, found)


def is_naming(use: Use) -> bool:
    """Whether a phrase asks for a card by its name; such a card may be of another pool."""
    return any(isinstance(part, String) for part in walk(use))


def unfit(
    asked: list[Use],
    card: CardDefinition,
    column: Column,
    span: Span,
    wanted: Wanted,
    found: Problems,
) -> None:
    """What a card asks for in a field, of which there is nothing but itself, or nothing at all."""
    itself = any(map(wanted.names_for, asked))
    who = f'No card of the pool but "{card.name}" itself' if itself else NOBODY
    asks = "it asks" if itself else f'"{card.name}" asks'
    text = f'{who} is what {asks} for in "{column.field}".'
    fix = "Add such a card, or ask for another."
    found.report("nobody-fits", text, span, Advice(fix), severity="warning")


def uses_in(column: Column) -> Iterator[tuple[int, list[Use]]]:
    """The phrases in a field of each card that has some, by its number."""
    for number, entry in enumerate(column.entries):
        uses = [one for one in members_of(entry) if isinstance(one, Use)]
        if uses:
            yield number, uses


def misspelt(use: Use, wanted: Wanted, card: CardDefinition, found: Problems) -> None:
    """A name that no card has, a letter away from one that a card has."""
    if wanted.names_for(use):
        return
    names = wanted.names
    for part in walk(use):
        name = str(part.text) if isinstance(part, String) else ""
        for near in one_letter_from(name, names)[:1] if name not in names else ():
            text = f'No card is called "{name}", for which "{card.name}" asks.'
            text += f' Did you mean "{near}"?'
            advice = Advice(f'Write "{near}" there.')
            found.report("nobody-fits", text, card.name.span, advice, severity="warning")


class Wanted:
    """The cards of a pool that phrases ask for, as they are printed."""

    def __init__(self, format: Format) -> None:
        self.printed = Printed(format, alone=True)
        self.names = [str(card.name) for card in format.cards]
        self.meanings = {record.use: record for record in format.records}
        self.known: dict[Use, frozenset[str]] = {}
        rows = [row_of(format, number) for number in range(len(format.cards))]
        self.rows = DIGESTS.answers(format, (), rows, digest_without_places)
        facts = (facts_of(format), [(one.field, one.part) for one in format.columns])
        asked = [one for record in format.records for one in asked_of_cards(record)]
        of_properties = FACTS.of(format, PropertyFacts).of

        def own(one: tuple[Binding, Value]) -> object:
            return of_properties(one[1])

        answers = HOLDS.answers(format, facts, asked, lambda _: {}, own)
        self.holds = dict(zip(asked, answers, strict=True))

    def names_for(self, use: Use) -> frozenset[str]:
        """The names of all cards that may be what a phrase asks for; `ANY` where it depends."""
        if use not in self.known:
            record = self.meanings.get(use)
            self.known[use] = frozenset((ANY,)) if record is None else self.fitting(record)
        return self.known[use]

    def fitting(self, record: RecordMeaning) -> frozenset[str]:
        found = frozenset((ANY,))
        if record.fits is not None:
            found = self.those_of(record.card, record.fits)
        wanted = (*(term.members for term in record.open), record.candidates)
        there = all(self.may_be(members) for members in wanted if members is not None)
        return found if there else frozenset()

    def terms_in(self, use: Use) -> Iterator[Use]:
        """The lists of terms in a phrase, of each of which all are to be met."""
        record = self.meanings.get(use)
        for one in () if record is None else record.slots.values():
            inner = self.meanings.get(one) if isinstance(one, Use) else None
            if inner is not None and inner.terms is not None:
                yield inner.use

    def may_be(self, members: Value) -> bool:
        """Whether there may be a card among some that are asked for."""
        form = members.form
        if isinstance(form, v.Where):
            return bool(self.those_of(form.each, form.condition)) and self.may_be(form.of)
        return True

    def those_of(self, each: Binding, condition: Value) -> frozenset[str]:
        """The names of the cards of which a condition may hold."""
        known = self.holds[each, condition]
        for number, row in enumerate(self.rows):
            if row not in known:
                found = self.printed.value(condition, {each: number})
                known[row] = found is DEPENDS or bool(found)
        return frozenset(
            name for name, row in zip(self.names, self.rows, strict=True) if known[row]
        )


def row_of(format: Format, number: int) -> Row:
    """All that is printed on a card."""
    card = format.cards[number]
    entries = (column.entries[number] for column in format.columns)
    return (str(card.name), str(card.code), card.kind, *entries)


def asked_of_cards(record: RecordMeaning) -> Iterator[tuple[Binding, Value]]:
    """The conditions that a phrase asks of printed cards, each with what stands for the card."""
    if record.fits is not None:
        yield record.card, record.fits
    for members in (*(term.members for term in record.open), record.candidates):
        form = None if members is None else members.form
        while isinstance(form, v.Where):
            yield form.each, form.condition
            form = form.of.form
