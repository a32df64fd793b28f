"""Why a condition is decided: the range of a number, a part that it excludes, an earlier case."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ..nodes.base import Span
from ..nodes.dataclass import dataclass
from ..problems.problem import Advice, Example, Label, Problems
from ..typed import truths as tr
from ..typed.values import Local, Value
from .deciding.decide import is_impossible
from .deciding.examples import Examples
from .deciding.formulas import Formula, joined, opposite
from .deciding.terms import Terms

ONE, SEVERAL = "an earlier case takes", "earlier cases take"
EACH_OTHER = "this", "excludes this"
OTHER = "Compare with a value that it can have."
SAME = "in a loop over players each of them is `player` and `you` in turn, so `{}` is the same"
BOTH = "both sides are the same"
ALWAYS = "Leave the condition out."
KEPT = "Leave the invariant out, or say what a game could break."
NAMED = "If another candidate is meant, name one of the two: `cards in hand as other where ..`."
BEFORE = "Say `each opponents as rival`, or keep who it was above the loop: `let asker be player`."


@dataclass(frozen=True, slots=True)
class Asked:
    """A condition, and those before it, which do not hold where it is asked. `is_kept`: it is an
    invariant.
    """

    condition: Value
    earlier: tuple[Value, ...] = ()
    is_kept: bool = False

    def given(self, terms: Terms) -> tuple[Formula, ...]:
        """What holds wherever it is asked."""
        return tuple(opposite(terms.formula(one)) for one in self.earlier)


class Reason:
    """Tells of conditions that are decided, and why they are."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.examples = Examples(terms)

    def tell(
        self, span: Span, holds: bool, asked: Asked | None, found: Problems, same: bool = False
    ) -> None:
        """A warning; without what is asked only that it is so. `same`: of one candidate."""
        text, labels, example = "", tuple[Label, ...](), None
        member = member_of_loop(asked.condition) if asked is not None else ""
        taken = () if holds or asked is None else self.taken(asked)
        if taken and asked is not None:
            example = self.shared(asked.condition, taken)
            one = len(taken) == 1
            text = f"This never holds here: {ONE if one else SEVERAL} whatever it asks for."
            labels = tuple(Label(case.span, "an earlier case") for case in taken)
        else:
            text = f"This {'always' if holds else 'never'} holds, whatever happens in a game"
            why = self.range(asked) if asked is not None else ""
            why = SAME.format(member) if member else BOTH if same else why
            text = f"{text}: {why}." if why else f"{text}."
            if not why and not holds and asked is not None:
                two = zip(self.excluding(asked.condition), EACH_OTHER, strict=False)
                labels = tuple(Label(one.span, note) for one, note in two)
        always = KEPT if asked is not None and asked.is_kept else ALWAYS
        advice = Advice(BEFORE if member else NAMED if same else always if holds else OTHER)
        found.report(
            "condition-decided", text, span, advice, *labels, severity="warning", example=example
        )

    def range(self, asked: Asked) -> str:
        """Between what the one number lies that is asked about."""
        return "" if asked.earlier else self.examples.range(self.terms.formula(asked.condition))

    def is_excluded(self, *formulas: Formula) -> bool:
        return is_impossible(joined(True, *formulas), self.terms.domains)

    def taken(self, asked: Asked) -> tuple[Value, ...]:
        """The earlier case that holds whenever a condition does, or all that do in some game, if
        there are none but these; nothing of one that never holds by itself.
        """
        mine = self.terms.formula(asked.condition)
        if self.is_excluded(mine):
            return ()
        cases = {one: self.terms.formula(one) for one in asked.earlier}
        for one, formula in cases.items():
            if self.is_excluded(mine, opposite(formula)):
                return (one,)
        return tuple(one for one, formula in cases.items() if not self.is_excluded(mine, formula))

    def shared(self, condition: Value, taken: tuple[Value, ...]) -> Example | None:
        """Cards, or else values, for which a condition and an earlier case hold."""
        for one in taken:
            cards = self.examples.cards((condition, one), "both")
            if cards is not None:
                return cards
        formulas = (self.terms.formula(one) for one in (condition, taken[0]))
        return self.examples.of(joined(True, *formulas), "both hold")

    def excluding(self, condition: Value) -> tuple[Value, ...]:
        """Two parts that must hold both and exclude each other."""
        parts = [(one, self.terms.formula(one)) for one in conjuncts(condition)]
        for (one, first), (other, second) in combinations(parts, 2):
            if self.is_excluded(first, second):
                return one, other
        return ()


def member_of_loop(condition: Value) -> str:
    """The name of a player that a condition compares with `player` or `you`, where both are the
    one whose turn in the loop it is; "" of any other condition.
    """
    match condition.form:
        case tr.Not(inside):
            return member_of_loop(inside)
        case tr.Compare(_, Value(form=Local(left)), Value(form=Local(right))) if left == right:
            return left.name if left.type.kind == "player" else ""
        case _:
            return ""


def conjuncts(condition: Value) -> Iterator[Value]:
    """The parts that must all hold."""
    if isinstance(condition.form, tr.And):
        yield from conjuncts(condition.form.left)
        yield from conjuncts(condition.form.right)
    else:
        yield condition
