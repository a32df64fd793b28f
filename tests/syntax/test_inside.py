"""What is directly inside a node is listed by functions written from the types of its fields; they
list what a look at every value finds.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from playsheet.dsl.ir import traverse
from playsheet.dsl.loading.kept import loaded_of
from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.nodes import base
from playsheet.dsl.nodes.base import Inside
from playsheet.dsl.typed import walk

NAME = "hyper_colosseum"


def looked_at(node: Any, inside: Inside[Any]) -> list[Any]:
    found: list[Any] = []
    for part in fields(node):
        value = getattr(node, part.name)
        if not inside.left_out(str(part.type)):
            members = value if isinstance(value, tuple) else (value,)
            found += [one for one in members if isinstance(one, inside.wanted)]
    return found


def every(inside: Inside[Any], *roots: Any) -> int:
    ahead, count = [*roots], 0
    while ahead:
        node = ahead.pop()
        found = inside[node.__class__](node)
        expected = looked_at(node, inside)
        assert len(found) == len(expected), node.__class__
        assert all(map(is_one, found, expected)), node.__class__
        ahead += found
        count += 1
    return count


def is_one(left: object, right: object) -> bool:
    return left is right


def test_what_is_listed_is_what_a_look_finds() -> None:
    format = loaded_of(sources_of(NAME), whole=True).format
    assert format is not None
    assert every(base.INSIDE, *format.ruleset.declarations) > 1000
    bodies = (one for verb in format.course.verbs for one in verb.body or ())
    conditions = (rule.condition for rule in format.rules)
    sentences = (one for sentence in format.sentences for one in sentence.body or ())
    assert every(walk.INSIDE, *bodies, *conditions, *sentences) > 1000


def test_so_it_is_of_the_program() -> None:
    program = loaded_of(sources_of(NAME)).program
    assert program is not None
    bodies = [one for procedure in program.procedures.values() for one in procedure.body]
    every(traverse.STATEMENTS, *bodies)
    every(traverse.VALUES, *traverse.all_statements(*bodies))
    assert every(traverse.VALUES, *(one.value for one in program.functions.values())) > 1000
