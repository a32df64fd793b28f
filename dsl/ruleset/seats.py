"""How many may play."""

from __future__ import annotations

from dataclasses import replace

from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..problems.problem import Problem

MOST_SEATS = 12


def seats_of(line: d.FormatDeclaration) -> range:
    """The numbers of seats that a format names; 2 where it names none."""
    for attribute in line.attributes:
        if isinstance(attribute, attrs.SeatsAttribute):
            return range(attribute.number, attribute.number + 1)
        if isinstance(attribute, attrs.SeatRangeAttribute):
            most = attribute.low if attribute.high is None else attribute.high
            return range(attribute.low, most + 1)
    return range(2, 3)


def seat_problems(node: d.FormatDeclaration) -> list[Problem]:
    """A table has room for some, and nobody cannot play."""
    problems: list[Problem] = []
    for part in node.attributes:
        if not isinstance(part, (attrs.SeatsAttribute, attrs.SeatRangeAttribute)):
            continue
        found = seats_of(replace(node, attributes=(part,)))
        if isinstance(part, attrs.SeatRangeAttribute) and part.high is None:
            found = range(found.start, MOST_SEATS + 2)
        if not found:
            text = f"There are no numbers from {found.start} to {found.stop - 1}."
            fix = f"seats {found.stop - 1}..{found.start}"
            problems.append(Problem("wrong-seats", text, part.span, fix))
        elif found[0] < 1 or found[-1] > MOST_SEATS:
            text = f"A game has 1 to {MOST_SEATS} seats."
            problems.append(Problem("wrong-seats", text, part.span, "seats 2"))
    return problems
