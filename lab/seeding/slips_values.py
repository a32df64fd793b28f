"""Mistakes in conditions and numbers, and in what both cases of one come to."""

from __future__ import annotations

from dataclasses import replace

from ...dsl.nodes import declarations as d
from ...dsl.nodes import expressions as e
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import Node, Word
from .facts import Facts, holds_of
from .slip import Slip, Slips, bracketed, condition_of, inside, said

COMPARED = (e.AtLeastExpression, e.AtMostExpression, e.MoreExpression, e.LessExpression)
REVERSED: dict[type[e.Operation], type[e.Operation]] = {
    e.AtLeastExpression: e.AtMostExpression,
    e.AtMostExpression: e.AtLeastExpression,
    e.MoreExpression: e.LessExpression,
    e.LessExpression: e.MoreExpression,
}
BESIDE: dict[type[e.Operation], type[e.Operation]] = {
    e.AtLeastExpression: e.MoreExpression,
    e.AtMostExpression: e.LessExpression,
    e.MoreExpression: e.AtLeastExpression,
    e.LessExpression: e.AtMostExpression,
}
COUNTED = (s.PlainCount, s.UpToCount, s.Argument, s.ChangeStatement, e.Top, e.Bottom, e.Add)


def is_constant(node: e.Operation, facts: Facts) -> bool:
    """Whether a comparison with a number has one answer over the declared range."""
    low, high = facts.low_of(node.left), facts.high_of(node.left)
    if not isinstance(node.right, e.Number):
        return False
    value = node.right.value
    if isinstance(node, (e.AtLeastExpression, e.LessExpression)):
        return (low is not None and low >= value) or (high is not None and high < value)
    return (low is not None and low > value) or (high is not None and high <= value)


def reversed_comparisons(node: Node, facts: Facts) -> Slips:
    """At least for at most."""
    for part in inside(node, *COMPARED):
        new = REVERSED[type(part)](part.left, part.right, span=part.span)
        yield Slip(part, new, is_constant(new, facts))


def off_by_one(node: Node, facts: Facts) -> Slips:
    """One more, one less, or the bound itself in or out."""
    for part in inside(node, *COMPARED):
        new = BESIDE[type(part)](part.left, part.right, span=part.span)
        yield Slip(part, new, is_constant(new, facts))
    for part in inside(node, *COUNTED):
        for name in ("number", "value", "amount", "right"):
            value = getattr(part, name, None)
            if isinstance(value, e.Number):
                yield Slip(value, replace(value, value=value.value + 1))
    if isinstance(node, d.ParameterDeclaration) and isinstance(node.value, int):
        yield Slip(node, replace(node, value=node.value + 1))


def constant_conditions(node: Node, facts: Facts) -> Slips:
    """A condition that always holds, or never."""
    for part in inside(node, *COMPARED):
        if said(part.left) != said(part.right):
            yield Slip(part, replace(part, right=part.left), True)
        if facts.low_of(part.left) == 0:
            yield Slip(part, condition_of(f"{said(part.left)} is at least 0"), True)
    for part in inside(node, e.IsExpression):
        names = facts.symbols.get(str(getattr(part.right, "word", "")), ())
        if len(names) > 1:
            every = condition_of(f"{said(part.left)} is one of ({', '.join(names)})")
            yield Slip(part, every, True)
    for part in inside(node, e.AndExpression, e.OrExpression):
        word = "and" if isinstance(part, e.AndExpression) else "or"
        if isinstance(part.right, (e.Name, *COMPARED, e.IsExpression, e.HasExpression)):
            text = f"{bracketed(part.right)} {word} not {bracketed(part.right)}"
            yield Slip(part, condition_of(text), True)


def alike_outcomes(node: Node, facts: Facts) -> Slips:
    """Both cases come to the same."""
    for part in inside(node, s.IfStatement):
        if isinstance(part.otherwise, s.Block):
            yield Slip(part, replace(part, otherwise=part.body), True)
    for part in inside(node, s.ChooseOneStatement, s.ChooseSeveralStatement):
        one, two = part.options[:2] if len(part.options) > 1 else (None, None)
        if one is not None and two is not None:
            same = replace(two, body=one.body)
            yield Slip(part, replace(part, options=(one, same, *part.options[2:])), True)
    if isinstance(node, d.PropertyDeclaration) and isinstance(node.body, d.PipelineBody):
        starts = [x for x in node.body.lines if isinstance(x, (d.StartsLine, d.CaseLine))]
        if len(starts) == 2 and isinstance(starts[0], d.CaseLine):
            yield Slip(starts[1], replace(starts[1], value=starts[0].value), True)


def no_candidates(node: Node, facts: Facts) -> Slips:
    """A choice of what is never there."""
    for part in inside(node, e.Within):
        kind, zone = (
            str(getattr(part.kind, "word", "")),
            facts.zones.get(str(getattr(part.place, "word", ""))),
        )
        others = [name for name in facts.kinds if name != kind]
        held = holds_of(zone) if zone is not None else None
        if kind not in (*facts.kinds, "cards") or not others:
            continue
        if kind in facts.kinds:
            text = f"{said(part)} where it is {others[0]}"
            yield Slip(part, bracket_of(text), True)
        if held is not None and str(held.kind) in facts.kinds:
            never = next(name for name in facts.kinds if name != str(held.kind))
            if never != kind:
                name = e.Name(Word(never, part.span), span=part.span)
                yield Slip(part, replace(part, kind=name), True)


def bracket_of(text: str) -> e.Expression:
    """A set in brackets, as text says it."""
    test = condition_of(f"({text}) is empty")
    assert isinstance(test, e.IsExpression)
    return test.left
