"""Any message of the contract with other words in it: in each field that is a text."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError

from playsheet.table.contract.decks import Pool
from playsheet.table.contract.formats import Schema
from playsheet.table.contract.messages import Frame, Recording
from playsheet.table.contract.views import View

Words = Callable[[str], str]
HOSTILE = (
    "</script></style><img src=x onerror=\"document.title='got in'\"><svg onload=alert(1)>"
    "<b>x</b>{@html '<i>y</i>'}{{7*7}}${7*7}%7B&lt;u&gt;&amp;<a href=javascript:alert(1)>z</a>"
    "<!--\"'`;background:url(http://elsewhere.example/x)\u202e\u2066\u200b\u0301\u2028"
) + "W" * 120
HARMLESS = "".join(one if one.isspace() else "x" for one in HOSTILE)
UNTYPED: dict[tuple[type, str], Any] = {  # what stands there, which the models leave open
    (Recording, "schema_"): Schema,
    (Pool, "schema_"): Schema,
    (Frame, "changed"): View,
}


def with_words(kind: Any, value: Any, words: Words) -> Any:
    """A value of a type of the contract with each text in it as `words` has it, but for what the
    contract lists (literals) and ids that follow a pattern. An untyped field is an error.
    """
    origin, inner = get_origin(kind), get_args(kind)
    if value is None or isinstance(value, bool | int | float) or origin is Literal:
        return value
    if origin is Annotated:
        return value if has_pattern(inner[1:]) else with_words(inner[0], value, words)
    if origin in (Union, types.UnionType):
        return with_words(member_of(inner, value), value, words)
    if kind is str:
        return words(value)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return {name: with_words(*of_field(kind, name, one), words) for name, one in value.items()}
    if origin is dict:
        rows = value.items()
        return {
            with_words(inner[0], key, words): with_words(inner[1], one, words) for key, one in rows
        }
    if origin is list or (origin is tuple and inner[-1] is ...):
        return [with_words(inner[0], one, words) for one in value]
    if origin is tuple:
        return [with_words(*row, words) for row in zip(inner, value, strict=True)]
    raise AssertionError(f"{kind} says nothing of {value!r}")


def of_field(model: type[BaseModel], name: str, value: Any) -> tuple[Any, Any]:
    """The type of a field by its name in messages, and its value."""
    for known, field in model.model_fields.items():
        if name in (known, field.alias):
            if has_pattern(field.metadata):
                return Literal[""], value
            return UNTYPED.get((model, known), field.annotation), value
    raise AssertionError(f"{model.__name__} has no field {name}")


def has_pattern(metadata: Any) -> bool:
    """Whether a text has to follow a pattern."""
    return any("pattern='" in repr(one) for one in metadata)


def member_of(kinds: tuple[Any, ...], value: Any) -> Any:
    """The type of several that a value is of."""
    for kind in kinds:
        try:
            TypeAdapter(kind).validate_python(value)
        except ValidationError:
            continue
        return kind
    raise AssertionError(f"{value!r} is none of {kinds}")
