"""Walks over the typed tree without naming each kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..nodes.base import PLAIN, Inside, part_names
from .statements import Alternative, Block, Ending, Inline, Pay, RunSentences, Statement
from .values import Binding, Form, Local, Shape, Value

INSIDE: Inside[Any] = Inside(PLAIN.fullmatch, Statement, Value, Form, Shape, Alternative, Ending)


def parts_of(thing: object) -> list[Any]:
    """The statements, values and forms directly inside one of them."""
    return INSIDE[thing.__class__](thing)


def walk(*things: object) -> Iterator[Any]:
    """These and everything inside them; a value is walked by its form alone."""
    ahead = list(things)
    while ahead:
        thing = ahead.pop()
        yield thing
        ahead.extend([thing.form] if isinstance(thing, Value) else parts_of(thing))


def pays(block: Block) -> bool:
    """Whether something is paid in a block: a cost, terms, or what is declared to be paid."""
    for node in walk(*block):
        if isinstance(node, Pay) or (isinstance(node, Inline | RunSentences) and node.pays):
            return True
    return False


def free_bindings(value: Value) -> set[Binding]:
    """What a value takes from around it."""
    read: set[Binding] = set()
    bound: set[Binding] = set()
    for part in walk(value):
        if isinstance(part, Local):
            read.add(part.binding)
        elif isinstance(part, Form) and "each" in part_names(part.__class__):
            bound.add(getattr(part, "each"))  # noqa: B009
    return read - bound
