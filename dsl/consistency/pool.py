"""What cards ask for that no card of the pool is, and keywords that mean nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from ..nodes import declarations as d
from ..nodes.base import Span
from ..nodes.expressions import Use
from ..problems.problem import Problems
from ..typed import values as v
from ..typed.format import Column, Format
from ..typed.records import RecordMeaning
from ..typed.values import Binding, Value
from .printed import DEPENDS, Printed
from .terms import Terms


def pool(format: Format, _: Terms, found: Problems) -> None:
    """Cards that ask for cards which are not there, and keywords without a meaning."""
    meaningless_keywords(format, found)
    if format.cards:
        requirements(format, found)


def meaningless_keywords(format: Format, found: Problems) -> None:
    for keyword in format.ruleset.all(d.KeywordDeclaration):
        name = str(keyword.name)
        if keyword.body is None and name not in format.used:
            text = f'"{name}" does nothing, and no rule asks who has it.'
            fix = f"there is card where it has {name}"
            found.report("keyword-idle", text, keyword.name.span, fix, severity="warning")


def requirements(format: Format, found: Problems) -> None:
    """Fields in which a card asks for others, of which there are none."""
    printed = Printed(format)
    meanings = {record.use: record for record in format.records}
    met: dict[Use, bool] = {}
    for column in format.columns:
        for number, card in enumerate(format.cards):
            asked = [*uses_in(column, number)]
            if asked and not any(can_be_met(use, meanings, met, printed) for use in asked):
                span = place_of(format, number)
                text = f'No card of the pool is what "{card.name}" asks for in "{column.field}".'
                fix = "Add such a card, or ask for another."
                found.report("nobody-fits", text, span, fix, severity="warning")


def uses_in(column: Column, number: int) -> Iterator[Use]:
    """The phrases in a field of a card."""
    entry = column.entries[number]
    for one in cast(tuple[object, ...], entry if isinstance(entry, tuple) else (entry,)):
        if isinstance(one, Use):
            yield one


def can_be_met(
    use: Use, meanings: dict[Use, RecordMeaning], met: dict[Use, bool], printed: Printed
) -> bool:
    """Whether some card may be what a phrase asks for."""
    if use not in met:
        record = meanings.get(use)
        met[use] = record is None or fits_some(record, printed)
    return met[use]


def fits_some(record: RecordMeaning, printed: Printed) -> bool:
    if record.fits is not None and not some(record.card, record.fits, printed):
        return False
    for term in record.open:
        if not some_candidate(term.members, printed):
            return False
    return record.candidates is None or some_candidate(record.candidates, printed)


def some_candidate(members: Value, printed: Printed) -> bool:
    """Whether there may be a card among some that are asked for."""
    form = members.form
    if isinstance(form, v.Where):
        return some(form.each, form.condition, printed) and some_candidate(form.of, printed)
    return True


def some(each: Binding, condition: Value, printed: Printed) -> bool:
    """Whether a condition may hold of some card."""
    numbers = range(len(printed.format.cards))
    found = (printed.value(condition, {each: number}) for number in numbers)
    return any(one is DEPENDS or one for one in found)


def place_of(format: Format, number: int) -> Span:
    """Where a card is written."""
    return format.cards[number].name.span
