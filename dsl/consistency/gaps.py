"""Chains of cases that leave out a single value between others, or the fewer of some symbols."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..problems.problem import Advice, Problems
from ..typed import statements as st
from ..typed.format import Format
from ..typed.values import Value
from .conditions import next_case
from .deciding.decide import holds, points_of
from .deciding.examples import Examples
from .deciding.formulas import Flag, Unknown, atoms_of, joined, opposite, unknowns_of
from .deciding.terms import Terms
from .survey import everything, inside


def missing_cases(format: Format, terms: Terms, found: Problems) -> None:
    """Every `if .. otherwise if ..` without an `otherwise` that asks for the values of one thing
    and surely was to ask for all of them.
    """
    examples, later = Examples(terms), set[int]()
    for part in inside(st.If, *everything(format)):
        if id(part) in later:
            continue
        chain = [*cases_of(part)]
        later.update(map(id, chain))
        if len(chain) > 1 and not chain[-1].otherwise:
            tell([one.condition for one in chain], terms, examples, found)


def cases_of(first: st.If) -> Iterator[st.If]:
    """A chain, case by case."""
    ahead: object = first
    while isinstance(ahead, st.If):
        yield ahead
        ahead = next_case(ahead)


def tell(cases: Sequence[Value], terms: Terms, examples: Examples, found: Problems) -> None:
    """A warning with the values for which no case holds."""
    left = left_out(cases, terms)
    if left is None or not examples.words(left[0]):
        return
    unknown, values = left
    words = examples.words(unknown)
    named = [str(examples.value(unknown, value)) for value in values]
    example = examples.cards(cases, "none of them", fits=False)
    example = example or examples.example({unknown: values[0]}, "nothing is done")
    text = f"These cases leave out {words} {' and '.join(named)}."
    fix = "Write a case for it, or `otherwise`."
    span = cases[0].span
    found.report("case-missing", text, span, Advice(fix), severity="warning", example=example)


def left_out(cases: Sequence[Value], terms: Terms) -> tuple[Unknown, list[int]] | None:
    """What all cases ask about, and its values that are left out, where it can hardly be meant."""
    formulas = [terms.formula(one) for one in cases]
    atoms = [atom for formula in formulas for atom in atoms_of(formula)]
    about = {one for atom in atoms for one in unknowns_of(atom)}
    if len(about) != 1 or any(isinstance(atom, Flag) for atom in atoms):
        return None
    (unknown,) = about
    gap = joined(True, *map(opposite, formulas))
    points = points_of(gap, terms.domains)
    if points is None or isinstance(gap, bool):
        return None
    tried = [value for value in points[unknown] if value is not None]
    left = [value for value in tried if holds(gap, {unknown: value})]
    if terms.values[unknown].type.kind == "number":
        return (unknown, left) if len(left) == 1 and left[0] not in (tried[0], tried[-1]) else None
    return (unknown, left) if left and 2 * len(left) < len(tried) else None
