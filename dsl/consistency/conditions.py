"""Conditions that always hold, or never do, whatever happens in a game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal

from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes.base import NOWHERE, Node, Span
from ..nodes.base import walk as walk_nodes
from ..problems.problem import Problems
from ..ruleset.ruleset import Ruleset, once
from ..typed import statements as st
from ..typed import truths as tr
from ..typed import values as v
from ..typed.format import Format
from ..typed.values import Value
from ..typed.walk import walk
from .deciding.decide import is_impossible
from .deciding.formulas import Formula, joined, opposite
from .deciding.terms import Terms
from .latest import FACTS, Latest, Looked, PropertyFacts, facts_of
from .reasons import Asked, Reason
from .survey import everything

SAME = (e.IsExpression, e.AtLeastExpression, e.AtMostExpression)
OTHER = (e.IsNotExpression, e.MoreExpression, e.LessExpression)
BOTH = (e.AndExpression, e.OrExpression)
TRUTHS = frozenset((tr.And, tr.Or, tr.Not, tr.Compare, tr.CardIs))
# what asks a condition, and what that is called in it
ASKING: dict[type, str] = {
    **dict.fromkeys((st.While, st.Modify, st.Change, v.Where, tr.Exists), "condition"),
    **dict.fromkeys((st.Offer, st.Alternative), "open"),
}
SLOTTED = (d.PhraseDeclaration, d.KeywordDeclaration)
CHAINS = (st.If, v.Either)
Verdict = bool | Literal["told"] | None
Verdicts = dict[int, Verdict]  # of those decided so far, by their place; filled as more are
FILLED: Looked[frozenset[Span]] = Looked()
CONDITIONS: Looked[tuple[Asked, ...]] = Looked()
LATEST: Latest[Any, Verdicts] = Latest("conditions")


def constant_conditions(format: Format, terms: Terms, found: Problems) -> None:
    """Every condition of the rules that is decided beforehand, at its smallest part."""
    invariants = [one.condition for one in format.course.invariants]
    parts = [*everything(format), *invariants]
    settled = {NOWHERE, *spans_with_slots(format.ruleset)}  # lines of which nothing is told
    facts, own = facts_of(format), FACTS.of(format, PropertyFacts).of
    decided = LATEST.answers(format, facts, parts, lambda _: {}, own)
    verdicts: dict[Span, bool] = {}
    reasons: dict[Span, Asked] = {}
    for asked, verdict in verdicts_in([*zip(parts, decided, strict=True)], terms, settled):
        span = asked.condition.span
        if isinstance(verdict, bool):
            kept = any(asked.condition is one for one in invariants)
            reasons.setdefault(span, replace(asked, is_kept=kept))
            if verdicts.setdefault(span, verdict) is not verdict:
                settled.add(span)
    same = dict[Span, bool]()
    for node, holds in asked_of_itself(format.ruleset):
        verdicts[node.span] = holds
        settled.discard(node.span)
        reasons.pop(node.span, None)
        same[node.span] = any(isinstance(part, e.Its) for part in walk_nodes(node.right))
    reason = Reason(terms)
    for span, holds in verdicts.items():
        if span not in settled:
            reason.tell(span, holds, reasons.get(span), found, same.get(span, False))


def verdicts_in(
    parts: list[tuple[object, Verdicts]], terms: Terms, settled: set[Span]
) -> Iterator[tuple[Asked, Verdict]]:
    """The conditions in some parts with what is known of each, decided where nobody has; without
    those whose line is settled: it is once one condition there, among all the bodies of which a
    phrase is a part, is found to depend.
    """
    conditions = [(CONDITIONS.of(part, conditions_of), known) for part, known in parts]
    for every, known in conditions:
        for place, verdict in known.items():
            if verdict is None:
                settled.add(every[place].condition.span)
    asked_before: dict[int, bool | None] = {}  # by themselves, and as parts of others
    for every, known in conditions:
        for place, asked in enumerate(every):
            span = asked.condition.span
            if span not in settled:
                if place not in known:
                    known[place] = verdict_of(asked, terms, asked_before)
                if known[place] is None:
                    settled.add(span)
                yield asked, known[place]


def conditions_of(part: object) -> tuple[Asked, ...]:
    return tuple(conditions_in(part))


@once
def asked_of_itself(ruleset: Ruleset) -> list[tuple[e.Operation, bool]]:
    """Comparisons of a thing with itself, and conditions joined with their opposite: decided
    whatever fills the slots in them.
    """
    found: list[tuple[e.Operation, bool]] = []
    for node in ruleset.inside(*SAME, *OTHER):
        if node.left == node.right:
            found.append((node, isinstance(node, SAME)))
    for node in ruleset.inside(*BOTH):
        for one, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(one, e.NotExpression) and plain(one.value) == plain(other):
                found.append((node, isinstance(node, e.OrExpression)))
    return found


def plain(node: Node) -> Node:
    """Without the brackets around it."""
    while isinstance(node, e.Bracket):
        node = node.inner
    return node


def conditions_in(whole: object) -> Iterator[Asked]:
    """Every condition in a part of the typed tree; inside a chain of `otherwise if`, and in the
    cases of a property, the earlier ones do not hold.
    """
    later: set[int] = set()
    for part in walk(whole):
        kind = part.__class__
        if kind is Value:
            if part.form.__class__ in TRUTHS and id(part) not in later:
                yield Asked(part)
        elif kind in CHAINS:
            yield from () if id(part) in later else chain(part, later)
        elif kind in ASKING:
            condition = getattr(part, ASKING[kind])
            yield from () if condition is None else (Asked(condition),)


def chain(part: st.If | v.Either, later: set[int]) -> Iterator[Asked]:
    earlier: tuple[Value, ...] = ()
    ahead: object = part
    while isinstance(ahead, CHAINS):
        later.update((id(ahead), id(ahead.condition)))
        yield Asked(ahead.condition, earlier)
        earlier = (*earlier, ahead.condition)
        ahead = next_case(ahead)


def next_case(part: st.If | v.Either) -> object:
    """What is asked at once where a condition does not hold."""
    if isinstance(part, v.Either):
        return part.otherwise.form
    match part.otherwise:
        case (st.Line(before=(), does=(st.If() as inner,)),):
            return inner
        case (st.If() as inner,):
            return inner
        case _:
            return None


def verdict_of(asked: Asked, terms: Terms, known: dict[int, bool | None]) -> Verdict:
    """Whether a condition always holds or never, told of its smallest part; None if it depends."""
    value, given = asked.condition, asked.given(terms)
    if isinstance(value.form, v.Constant):
        return "told"  # as it is written: `yes`
    if given:
        return verdict(value, given, terms)
    for one in (value, *parts_of(value)):
        if id(one) not in known:
            known[id(one)] = verdict(one, (), terms)
    if any(known[id(one)] is not None for one in parts_of(value)):
        return "told"  # of the part, which is looked at by itself
    return known[id(value)]


def parts_of(value: Value) -> tuple[Value, ...]:
    """The conditions in one that can be told of by themselves: those with a place. What
    `is not` asks has none, so that it is told of as it is written.
    """
    match value.form:
        case tr.And(left, right) | tr.Or(left, right):
            return left, right
        case tr.Not(inside) if inside.span != NOWHERE:
            return (inside,)
        case _:
            return ()


def verdict(value: Value, given: tuple[Formula, ...], terms: Terms) -> bool | None:
    """Whether a condition always holds or never; None if it depends."""
    formula = terms.formula(value)
    if is_impossible(joined(True, *given, formula), terms.domains):
        return False
    return True if is_impossible(joined(True, *given, opposite(formula)), terms.domains) else None


@once
def spans_with_slots(ruleset: Ruleset) -> set[Span]:
    """What is said in terms of what fills the slots of a phrase, or of what bears it: each card
    decides it.
    """
    slotted = (node for node in ruleset.all(d.Declaration) if isinstance(node, SLOTTED))
    return set[Span]().union(*(FILLED.of(node, filled_in) for node in slotted))


def filled_in(node: d.PhraseDeclaration | d.KeywordDeclaration) -> frozenset[Span]:
    """The expressions in a phrase with a name of what fills it."""
    slots = {"it", "holder", *(str(one.name) for one in node.parameters)}
    found: set[Span] = set()
    for part in walk_nodes(node):
        inside = (one.word for one in walk_nodes(part) if isinstance(one, e.Name))
        if isinstance(part, e.Expression) and any(str(word) in slots for word in inside):
            found.add(part.span)
    return frozenset(found)
