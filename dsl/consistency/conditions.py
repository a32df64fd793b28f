"""Conditions that always hold, or never do, whatever happens in a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
SLOTTED = (d.PhraseDeclaration, d.KeywordDeclaration)
Verdict = bool | Literal["told"] | None
Verdicts = tuple[Verdict, ...]
FILLED: Looked[frozenset[Span]] = Looked()
CONDITIONS: Looked[tuple[Asked, ...]] = Looked()
LATEST: Latest[Any, Verdicts] = Latest("conditions")


def constant_conditions(format: Format, terms: Terms, found: Problems) -> None:
    """Every condition of the rules that is decided beforehand, at its smallest part."""
    invariants = [one.condition for one in format.course.invariants]
    parts, filled = [*everything(format), *invariants], spans_with_slots(format.ruleset)
    facts, own = facts_of(format), FACTS.of(format, PropertyFacts).of
    known = LATEST.answers(format, facts, parts, lambda part: verdicts_in(part, terms), own)
    said = [*zip(parts, known, strict=True)]
    decided = [one for one in said if any(isinstance(verdict, bool) for verdict in one[1])]
    verdicts: dict[Span, set[Verdict]] = {}
    reasons: dict[Span, Asked] = {}
    for asked, verdict in said_of(decided):
        span = asked.condition.span
        if isinstance(verdict, bool) and span != NOWHERE and span not in filled:
            verdicts.setdefault(span, set()).add(verdict)
            kept = any(asked.condition is one for one in invariants)
            reasons.setdefault(span, replace(asked, is_kept=kept))
    for asked, verdict in said_of(said) if verdicts else ():
        if verdict is None and asked.condition.span in verdicts:
            verdicts[asked.condition.span].add(None)
    same = dict[Span, bool]()
    for node, holds in asked_of_itself(format.ruleset):
        verdicts[node.span] = {holds}
        reasons.pop(node.span, None)
        same[node.span] = any(isinstance(part, e.Its) for part in walk_nodes(node.right))
    reason = Reason(terms)
    for span, said in verdicts.items():
        if len(said) == 1:
            reason.tell(span, True in said, reasons.get(span), found, same.get(span, False))


def said_of(parts: Iterable[tuple[object, Verdicts]]) -> Iterator[tuple[Asked, Verdict]]:
    """Each condition in some parts with its verdict."""
    for part, verdicts in parts:
        yield from zip(CONDITIONS.of(part, conditions_of), verdicts, strict=True)


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
        if isinstance(part, (st.If, v.Either)):
            yield from () if id(part) in later else chain(part, later)
        elif id(part) not in later:
            yield from (Asked(one) for one in asked_by(part))


def chain(part: st.If | v.Either, later: set[int]) -> Iterator[Asked]:
    earlier: tuple[Value, ...] = ()
    ahead: object = part
    while isinstance(ahead, (st.If, v.Either)):
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


def asked_by(part: object) -> Iterator[Value]:
    """The conditions directly inside a part of the typed tree."""
    match part:
        case st.While(condition) | v.Where(_, _, condition) | tr.Exists(_, _, condition):
            yield condition
        case st.Offer(open=condition) | st.Alternative(open=condition):
            yield condition
        case st.Modify(condition=Value() as condition) | st.Change(condition=Value() as condition):
            yield condition
        case Value(form=tr.And() | tr.Or() | tr.Not() | tr.Compare() | tr.CardIs()):
            yield part
        case _:
            pass


def verdicts_in(part: object, terms: Terms) -> Verdicts:
    """What is known of each condition in a part of the typed tree."""
    known: dict[int, bool | None] = {}  # asked of by themselves, and as parts of others
    return tuple(verdict_of(asked, terms, known) for asked in conditions_in(part))


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
