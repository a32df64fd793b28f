"""What is said twice inside one declaration, where only one of the two could count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..nodes import declarations as d
from ..nodes import statements as s
from ..nodes.base import Node, Word, parts_of
from ..problems.problem import Advice, Label, Problem
from .ruleset import Ruleset


def double_problems(ruleset: Ruleset) -> list[Problem]:
    """Values, fields of cards, phases and steps that have a name another one has."""
    problems: list[Problem] = []
    for values in ruleset.all(d.ValuesDeclaration):
        problems += doubles("values", (item.name for item in values.items))
    for kind in ruleset.all(d.CardDeclaration):
        fields = (part.name for part in kind.fields if isinstance(part, d.PlainField))
        problems += doubles("fields", fields)
    turn = ruleset.one(d.TurnDeclaration)
    if turn is not None:
        problems += place_doubles(turn.body)
    return problems


def doubles(what: str, words: Iterable[Word]) -> Iterator[Problem]:
    """A problem for each word that was there before."""
    first: dict[str, Word] = {}
    for word in words:
        old = first.setdefault(str(word), word)
        if old is not word:
            text = f'There are two {what} called "{word}" here.'
            label = Label(old.span, "the first one")
            mend = "Rename or remove one of them."
            yield Problem("declared-twice", text, word.span, Advice(mend), labels=(label,))


def place_doubles(node: Node) -> list[Problem]:
    """The same for the phases and steps inside a phase, or inside the turn."""
    inside = [*places_in(node)]
    problems = [*doubles("phases or steps", (place.name for place in inside))]
    for place in inside:
        problems += place_doubles(place.body)
    return problems


def places_in(node: Node) -> Iterator[s.PhaseStatement | s.StepStatement]:
    """The phases and steps of a node that stand in no other one."""
    for part in parts_of(node):
        if isinstance(part, (s.PhaseStatement, s.StepStatement)):
            yield part
        else:
            yield from places_in(part)
