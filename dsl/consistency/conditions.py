"""Conditions that always hold, or never do, whatever happens in a game."""

from __future__ import annotations

from collections.abc import Iterator

from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes.base import NOWHERE, Node, Span
from ..nodes.base import walk as walk_nodes
from ..problems.problem import Problems
from ..ruleset.ruleset import Ruleset
from ..typed import statements as st
from ..typed import truths as tr
from ..typed import values as v
from ..typed.format import Format
from ..typed.values import Value
from ..typed.walk import walk
from .deciding.decide import is_impossible
from .deciding.formulas import Formula, joined, opposite
from .deciding.terms import Terms
from .reasons import Asked, Reason
from .survey import everything

SAME = (e.IsExpression, e.AtLeastExpression, e.AtMostExpression)
OTHER = (e.IsNotExpression, e.MoreExpression, e.LessExpression)
BOTH = (e.AndExpression, e.OrExpression)
SLOTTED = (d.PhraseDeclaration, d.KeywordDeclaration)


def constant_conditions(format: Format, terms: Terms, found: Problems) -> None:
    """Every condition of the rules that is decided beforehand, at its smallest part."""
    verdicts: dict[Span, set[bool | None]] = {}
    reasons: dict[Span, Asked] = {}
    filled = spans_with_slots(format.ruleset)
    for asked in conditions_in(format):
        for part, verdict in decided(asked, terms):
            if part.span != NOWHERE and part.span not in filled:
                verdicts.setdefault(part.span, set()).add(verdict)
                reasons.setdefault(part.span, Asked(part, asked.earlier))
    for span, holds in asked_of_itself(format.ruleset):
        verdicts[span] = {holds}
        reasons.pop(span, None)
    reason = Reason(terms)
    for span, said in verdicts.items():
        if len(said) == 1 and None not in said:
            reason.tell(span, True in said, reasons.get(span), found)


def asked_of_itself(ruleset: Ruleset) -> Iterator[tuple[Span, bool]]:
    """Comparisons of a thing with itself, and conditions joined with their opposite: decided
    whatever fills the slots in them.
    """
    for node in ruleset.inside(*SAME, *OTHER):
        if node.left == node.right:
            yield node.span, isinstance(node, SAME)
    for node in ruleset.inside(*BOTH):
        for one, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(one, e.NotExpression) and plain(one.value) == plain(other):
                yield node.span, isinstance(node, e.OrExpression)


def plain(node: Node) -> Node:
    """Without the brackets around it."""
    while isinstance(node, e.Bracket):
        node = node.inner
    return node


def conditions_in(format: Format) -> Iterator[Asked]:
    """Every condition of a format; inside a chain of `otherwise if`, and in the cases of a
    property, the earlier ones do not hold.
    """
    later: set[int] = set()
    for part in walk(*everything(format)):
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


def decided(asked: Asked, terms: Terms) -> Iterator[tuple[Value, bool | None]]:
    """The smallest parts of a condition with what is known of them: None where it depends."""
    value, given = asked.condition, asked.given(terms)
    parts = parts_of(value)
    if isinstance(value.form, v.Constant):
        return  # as it is written: `yes`
    if parts and not given:
        known = [verdict(one, (), terms) for one in parts]
        if any(one is not None for one in known):
            return  # told of the part, which is looked at by itself
    yield value, verdict(value, given, terms)


def parts_of(value: Value) -> tuple[Value, ...]:
    match value.form:
        case tr.And(left, right) | tr.Or(left, right):
            return left, right
        case tr.Not(inside):
            return (inside,)
        case _:
            return ()


def verdict(value: Value, given: tuple[Formula, ...], terms: Terms) -> bool | None:
    """Whether a condition always holds or never; None if it depends."""
    formula = terms.formula(value)
    if is_impossible(joined(True, *given, formula), terms.domains):
        return False
    return True if is_impossible(joined(True, *given, opposite(formula)), terms.domains) else None


def spans_with_slots(ruleset: Ruleset) -> set[Span]:
    """What is said in terms of what fills the slots of a phrase: each card decides it."""
    found: set[Span] = set()
    for node in ruleset.all(d.Declaration):
        if isinstance(node, SLOTTED):
            slots = {"it", *(str(one.name) for one in node.parameters)}
            mark(node, slots, found)
    return found


def mark(node: Node, slots: set[str], found: set[Span]) -> None:
    for part in walk_nodes(node):
        inside = (one.word for one in walk_nodes(part) if isinstance(one, e.Name))
        if isinstance(part, e.Expression) and any(str(word) in slots for word in inside):
            found.add(part.span)
