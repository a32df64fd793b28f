"""What all nodes share: a place in a text, words that know theirs, and walking."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field, fields, replace
from functools import cache
from types import NoneType, UnionType
from typing import (
    Any,
    ClassVar,
    Generic,
    Literal,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
)  # fmt: skip

from .dataclass import dataclass

T = TypeVar("T")
ONE = "found.append("
List = Callable[[Any], list[T]]
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

    __slots__ = ("span",)
    span: Span

    def __new__(cls, text: str = "", span: Span = NOWHERE) -> Word:
        word = str.__new__(cls, text)
        word.span = span
        return word

    def __reduce__(self) -> tuple[type[Word], tuple[str, Span]]:
        return Word, (str(self), self.span)


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


class Inside(dict[type[Any], List[T]], Generic[T]):
    """For each class of nodes a function, written when it is first asked for, that lists the
    `wanted` directly inside one, also those in a tuple, in order of the fields. `left_out` says of
    a declared type, as it is written, that it holds none.
    """

    def __init__(self, left_out: Callable[[str], object], *wanted: type[T]) -> None:
        super().__init__()
        self.left_out = left_out
        self.wanted = wanted

    def __missing__(self, kind: type[Any]) -> List[T]:
        places: dict[str, Any] = {"wanted": self.wanted}
        exec(f"def listed(node):\n {self.body(kind)}\n", places)
        self[kind] = places["listed"]
        return self[kind]

    def body(self, kind: type[Any]) -> str:
        """The lines of the function for a class."""
        parts = [part for part in fields(kind) if not self.left_out(str(part.type))]
        said = [self.line(part.name, declared_type(kind, part.name)) for part in parts]
        said = [line for line in said if line]
        if not said:
            return "return []"
        first, *others = said
        if first.startswith(ONE):
            first = f"found = [{first.removeprefix(ONE)[:-1]}]"
        else:
            first = f"found = []\n {first}"
        return "\n ".join([first, *others, "return found"])

    def line(self, name: str, type_: object) -> str:
        """What adds the value of a field: without a look at it, where its type says enough."""
        value, kinds = f"node.{name}", members_of(type_)
        held = [kind for kind in kinds if not self.is_apart(kind)]
        if not held:
            return ""
        if all(map(self.is_wanted, held)) and len(kinds) - len(held) == (NoneType in kinds):
            maybe = f"if {value} is not None: " if NoneType in kinds else ""
            return f"{maybe}found.append({value})"
        of: list[object] = [*get_args(type_)] if get_origin(type_) is tuple else []
        if of[1:] == [...] and all(map(self.is_wanted, members_of(of[0]))):
            return f"found += {value}"
        one = f"if isinstance({value}, wanted): found.append({value})"
        members = f"[one for one in {value} if isinstance(one, wanted)]"
        return f"{one}\n elif isinstance({value}, tuple): found += {members}"

    def is_wanted(self, kind: object) -> bool:
        return isinstance(kind, type) and issubclass(kind, self.wanted)

    def is_apart(self, kind: object) -> bool:
        """Whether a value of a type is surely not wanted, and holds nothing that is."""
        if get_origin(kind) is Literal or kind is NoneType:
            return True
        if get_origin(kind) is tuple:
            of = (one for part in get_args(kind) if part is not ... for one in members_of(part))
            return all(map(self.is_apart, of))
        if not isinstance(kind, type) or issubclass(kind, (tuple, *self.wanted)):
            return False
        return not any(issubclass(one, kind) for one in self.wanted)


def members_of(type_: object) -> tuple[object, ...]:
    """The types that a value may be of."""
    return get_args(type_) if isinstance(type_, UnionType) else (type_,)


def declared_type(kind: type[Any], name: str) -> object:
    """The type of a field, as the class says that declares it; None where it says it of names that
    stand nowhere.
    """
    for owner in kind.__mro__:
        text = vars(owner).get("__annotations__", {}).get(name)
        if text is not None:
            try:
                return eval(str(text), {**vars(sys.modules[owner.__module__])})
            except (NameError, TypeError):  # such as a union of a text and a class
                return None
    return None


INSIDE = Inside(PLAIN.fullmatch, Node)


def parts_of(node: Node) -> list[Node]:
    """The nodes directly inside a node, in order of the text's fields."""
    return INSIDE[node.__class__](node)


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


@node("cites {clauses:CLAUSE|, }")
class Cites(Node):
    """The clauses of a rulebook that a line carries out."""

    clauses: tuple[Word, ...]
