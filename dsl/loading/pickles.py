"""Values as bytes and back, without looking for cycles meanwhile."""

from __future__ import annotations

import hashlib
import io
import pickle
from typing import Any, cast

from ..nodes.base import Span
from .garbage import collection_paused


def dumps(value: object) -> bytes:
    """A value as bytes."""
    return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


def loads(raw: bytes) -> Any:
    """The value of bytes that `dumps` gave; None if they are of another version of us."""
    with collection_paused():
        try:
            return pickle.loads(raw)
        except (AttributeError, ImportError, TypeError, ValueError, pickle.PickleError):
            return None


CLASSES: dict[tuple[str, str], Any] = {}  # found before, by module and name


def digest_of(value: object) -> str:
    """A digest of all that a value is made of, places too, however its parts are shared."""
    raw = io.BytesIO()
    pickler = pickle.Pickler(raw, pickle.HIGHEST_PROTOCOL)
    pickler.fast = True
    pickler.dump(value)
    return hashlib.sha256(raw.getvalue()).hexdigest()


def digest_without_places(value: object) -> str:
    """A digest of what a value says, wherever in its files that stands; the order of sets, which
    differs between processes, does not count.
    """
    value = ordered(value)
    raw = io.BytesIO()
    pickler = pickle.Pickler(raw, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = {Span: lambda span: (Span, ())}
    pickler.fast = True
    pickler.dump(value)
    return hashlib.blake2b(raw.getvalue(), digest_size=16).hexdigest()


def ordered(value: object) -> object:
    """A value with lists in place of the sets in it, also in those of dicts, lists and tuples."""
    if isinstance(value, (set, frozenset)):
        return sorted(cast("set[Any]", value), key=str)
    if type(value) is dict:
        return {key: ordered(one) for key, one in cast("dict[Any, object]", value).items()}
    if type(value) in (list, tuple):
        return [*map(ordered, cast("list[object]", value))]
    return value


# ---- values that may stand anywhere


def placeless(value: object, file: str, line: int, column: int) -> bytes:
    """A value as bytes, with the places that it has in a file counted from a line and column."""

    def relative(span: Span) -> tuple[Any, tuple[object, ...]]:
        if span.file != file or not file:
            return Span, (span.file, span.line, span.column, span.end_line, span.end_column)
        lines = span.line - line, span.end_line - line
        return place, (lines[0], span.column - column, lines[1], span.end_column - column)

    raw = io.BytesIO()
    pickler = pickle.Pickler(raw, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = {Span: relative}
    pickler.dump(value)
    return raw.getvalue()


def placed(raw: bytes, file: str, line: int, column: int) -> Any:
    """The value of what `placeless` gave, where it stands now."""
    return Placed(raw, file, line, column).load()


def place(line: int, column: int, end_line: int, end_column: int) -> Span:
    """A span counted from where the value stands."""
    return Span("", line, column, end_line, end_column)


class Placed(pickle.Unpickler):
    """Reads a value with its places where it stands."""

    def __init__(self, raw: bytes, file: str, line: int, column: int) -> None:
        super().__init__(io.BytesIO(raw))

        def here(first: int, start: int, last: int, end: int) -> Span:
            return Span(file, first + line, start + column, last + line, end + column)

        self.here = here

    def find_class(self, module: str, name: str, /) -> Any:
        """The class or function of a name; `place` puts a span where the value is."""
        if name == place.__name__ and module == __name__:
            return self.here
        if (module, name) not in CLASSES:
            CLASSES[module, name] = super().find_class(module, name)
        return CLASSES[module, name]
