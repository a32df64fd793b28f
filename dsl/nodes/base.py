"""What all nodes share: a place in a text, words that know theirs, and walking."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field, fields, replace
from functools import cache
from typing import Any, ClassVar, TypeVar, cast, dataclass_transform

from .dataclass import dataclass

T = TypeVar("T")
CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Span:
    """A place: file, and 1-based line and column of the start and of the end (exclusive)."""

    file: str = ""
    line: int = 0
    column: int = 0
    end_line: int = 0
    end_column: int = 0


NOWHERE = Span()
PLAIN = re.compile(r"(?:\b(?:str|int|bool|Word|Span|None|tuple|At|Binding|ids\.\w+)\b|[], .|[])+")


class Word(str):
    """A word or string of a text that knows where it stands; equal to any equal str."""

    span: Span = NOWHERE

    def __reduce__(self) -> tuple[Callable[..., Word], tuple[str, Span]]:
        return word_at, (str(self), self.span)


@cache
def name_from_pattern(pattern: str) -> str:
    """The fixed words of a pattern as a name, the first five: `[{d}] lift(s) {n} stone(s)` is
    lift_stone. Of alternatives the first stands, what may be left out is left out.
    """
    text, before = re.sub(r"\\.|\{[^}]*\}", " ", pattern), ""
    while text != before:
        text, before = re.sub(r"\[[^\[\]]*\]|(?<=\w)\(\w*\)", "", text), text
        text = re.sub(r"\(([^()|]*)[^()]*\)", r"\1", text)
    words = re.findall(r"[^\W\d]\w*", text.lower())
    return "_".join(words[:5])


def word_at(text: str, span: Span) -> Word:
    """A word with the place it stands at."""
    word = Word(text)
    word.span = span
    return word


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def node(form: str = "", *groups: str) -> Callable[[type[T]], type[T]]:
    """Makes a class a frozen node. `form` is how it is written, see forms.py; `groups` are the
    rules of the grammar that it is an alternative of, if not of the one named after its base.
    """

    def make(kind: type[T]) -> type[T]:
        made: Any = dataclass(frozen=True, slots=True)(kind)
        made.form, made.groups = form, groups or (snake(kind.__bases__[0].__name__),)
        return made

    return make


def snake(name: str) -> str:
    """What the grammar calls a class."""
    return CAPITAL.sub("_", name).lower()


@node()
class Node:
    """Base of all nodes. Equality ignores the place."""

    form: ClassVar[str] = ""
    groups: ClassVar[tuple[str, ...]] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@cache
def part_names(kind: type[Any]) -> tuple[str, ...]:
    """The names of the fields of a dataclass, in order."""
    return tuple(part.name for part in fields(kind))


@cache
def inner_names(kind: type[Any]) -> tuple[str, ...]:
    """The names of those fields of a class that may hold nodes, by what they are declared to be."""
    return tuple(part.name for part in fields(kind) if not PLAIN.fullmatch(str(part.type)))


def parts_of(node: Node) -> list[Node]:
    """The nodes directly inside a node, in order of the text's fields."""
    found: list[Node] = []
    for name in inner_names(node.__class__):
        value = getattr(node, name)
        if isinstance(value, Node):
            found.append(value)
        elif isinstance(value, tuple):
            members = cast(tuple[object, ...], value)
            found += [item for item in members if isinstance(item, Node)]
    return found


def walk(*nodes: Node) -> Iterator[Node]:
    """Some nodes and everything inside them, outer first."""
    ahead = [*reversed(nodes)]
    while ahead:
        node = ahead.pop()
        yield node
        ahead += parts_of(node)[::-1]


N = TypeVar("N", bound=Node)


def first_of(kind: type[N], nodes: Iterable[Node]) -> N | None:
    """The first of some nodes that is of a class."""
    return next((node for node in nodes if isinstance(node, kind)), None)


def rebuild(node: N, change: Callable[[Node], Node]) -> N:
    """A node with `change` applied to each node inside it, innermost first, and to itself
    last.
    """
    changed: dict[str, object] = {}
    for name in part_names(node.__class__):
        value = getattr(node, name)
        if isinstance(value, Node):
            new = rebuild(value, change)
        elif isinstance(value, tuple):
            items: list[object] = [
                rebuild(item, change) if isinstance(item, Node) else item
                for item in value  # pyright: ignore[reportUnknownVariableType]
            ]
            new = tuple(items)
        else:
            continue
        if new is not value and new != value:
            changed[name] = new
    result = replace(node, **changed) if changed else node
    return change(result)  # pyright: ignore[reportReturnType]
