"""What values ask for: properties, and keywords as if they were properties."""

from __future__ import annotations

from ..typed import ids
from ..typed import values as v
from ..typed.truths import CardIs, HasKeyword
from ..typed.values import Property, TimesKeyword, Value
from ..typed.walk import walk


def asked_in(*values: Value) -> list[ids.PropertyId]:
    """The same with what cards may be made: of which kind, and what stands in their fields."""
    found = dict.fromkeys(properties_in(*values))
    for form in walk(*values):
        if isinstance(form, (v.CardField, v.FieldEntry)):
            found.setdefault(ids.given(form.field))
        elif isinstance(form, CardIs) and form.aspect == "kind":
            found.setdefault(ids.being(form.value.type.of))
    return [*found]


def properties_in(*values: Value) -> list[ids.PropertyId]:
    """The properties that values are made of, and the keywords that they ask for, each once."""
    found: dict[ids.PropertyId, None] = {}
    for form in walk(*values):
        if isinstance(form, Property):
            found.setdefault(form.property)
        elif isinstance(form, (HasKeyword, TimesKeyword)):
            found.setdefault(ids.bearing(form.keyword))
    return [*found]
