"""The typed conditions of a format as formulas over what a game may hold."""

from __future__ import annotations

from ...nodes import declarations as d
from ...typed import truths as tr
from ...typed import values as v
from ...typed.format import Format
from ...typed.values import Binding, Value
from .formulas import Domain, Flag, Formula, Sum, Unknown, joined, opposite, tested
from .sameness import Around, key_in

DEEPEST = 12  # properties inside properties that are looked into
UNBOUNDED = Domain()


class Terms:
    """Conditions of one format as formulas; `domains` of all unknowns that came up."""

    def __init__(self, format: Format) -> None:
        self.format = format
        self.domains: dict[Unknown, Domain] = {}
        self.values: dict[Unknown, Value] = {}  # what stands in the rules for an unknown
        self.sizes = sizes_of(format)
        self.options = {str(o.name): o for o in format.ruleset.all(d.OptionDeclaration)}

    # ---- truths

    def formula(self, value: Value, around: Around | None = None, deep: int = 0) -> Formula:
        """What a condition says."""
        around = around or {}
        form = value.form

        def inner(part: Value) -> Formula:
            return self.formula(part, around, deep)

        match form:
            case v.Constant(number):
                return bool(number)
            case tr.And(left, right):
                return joined(True, inner(left), inner(right))
            case tr.Or(left, right):
                return joined(False, inner(left), inner(right))
            case tr.Not(inside):
                return opposite(inner(inside))
            case v.Marked(_, inside):
                return inner(inside)
            case v.Local(binding) if binding in around:
                return self.formula(*around[binding], deep)
            case v.Either(condition, then, otherwise):
                asked = inner(condition)
                first = joined(True, asked, inner(then))
                return joined(False, first, joined(True, opposite(asked), inner(otherwise)))
            case tr.Compare(sign, left, right):
                return self.comparison(sign, left, right, around, deep)
            case tr.CardIs("kind", card, kind) if isinstance(
                kind.form, v.Constant
            ) and not self.format.kind_changes(kind.type.of):
                sum = Sum(((self.kind_of(card, around, deep), 1),), -kind.form.value)
                return tested("==", sum)
            case tr.Exists(each, of, condition):
                return self.exists(value, each, of, condition, around, deep)
            case tr.Contains(of, one) if isinstance(of.form, v.Items):
                items = (self.comparison("==", one, item, around, deep) for item in of.form.items)
                return joined(False, *items)
            case v.Property():
                meaning = self.inside(form, around, deep)
                if meaning is not None:
                    return self.formula(*meaning, deep + 1)
            case _:
                pass
        return Flag(key_in(value, around))

    def exists(
        self, value: Value, each: Binding, of: Value, condition: Value, around: Around, deep: int
    ) -> Formula:
        """Nothing fits a condition that never holds; else it depends."""
        if self.formula(condition, around, deep) is False:
            return False
        return Flag(key_in(value, around))

    def comparison(
        self, sign: str, left: Value, right: Value, around: Around, deep: int
    ) -> Formula:
        """One sum compared with another."""
        for one, other in ((left, right), (right, left)):
            if is_none(other):
                return self.missing(one, around, deep, sign)
        forms = [named(side, around).form for side in (left, right)]
        if all(isinstance(form, v.Text) for form in forms):
            return (forms[0] == forms[1]) is (sign == "==")
        if left.type.many or right.type.many or "text" in (left.type.kind, right.type.kind):
            return Flag(("compare", sign, key_in(left, around), key_in(right, around)))
        first, second = self.sum(left, around, deep), self.sum(right, around, deep)
        difference = first.plus(second, -1)
        match sign:
            case "==":
                return tested("==", difference)
            case "!=":
                return opposite(tested("==", difference))
            case "<=":
                return tested("<=", difference)
            case ">=":
                return tested("<=", difference.times(-1))
            case "<":
                return tested("<=", difference.plus(Sum((), 1)))
            case _:
                return tested("<=", difference.times(-1).plus(Sum((), 1)))

    def missing(self, value: Value, around: Around, deep: int, sign: str) -> Formula:
        """Whether a value is none: it is where it does not compare with itself."""
        found = self.sum(value, around, deep)
        if sign not in ("==", "!=") or len(found.terms) != 1 or found.constant:
            return Flag(("none", key_in(value, around)))
        unknown = found.terms[0][0]
        domain = self.domains[unknown]
        if not domain.none:
            return Flag(("none", key_in(value, around)))
        there = tested("<=", Sum(((unknown, 1),), -(1 << 60)))
        return there if sign == "!=" else opposite(there)

    # ---- numbers

    def sum(self, value: Value, around: Around, deep: int = 0) -> Sum:
        """A number, symbol, player or truth as a sum of unknowns."""
        form = value.form
        match form:
            case v.Constant(number):
                return Sum((), number)
            case v.Local(binding) if binding in around:
                return self.sum(*around[binding], deep)
            case v.Marked(_, inside):
                return self.sum(inside, around, deep)
            case v.AsNumber(inside, start):
                return self.sum(inside, around, deep).plus(Sum((), start))
            case v.Arithmetic("+" | "-" as operator, left, right):
                other = self.sum(right, around, deep)
                return self.sum(left, around, deep).plus(other, 1 if operator == "+" else -1)
            case v.Arithmetic("*", left, right):
                sums = self.sum(left, around, deep), self.sum(right, around, deep)
                for one, other in (sums, sums[::-1]):
                    if not one.terms:
                        return other.times(one.constant)
            case v.NextPlayer(player, 1 | -1) if self.format.ruleset.seats == range(2, 3):
                return Sum((), 1).plus(self.sum(player, around, deep), -1)
            case v.Property():
                meaning = self.inside(form, around, deep)
                if meaning is not None and not isinstance(meaning[0].form, v.Either):
                    return self.sum(*meaning, deep + 1)
            case v.Printed(card, "kind"):
                return Sum(((self.kind_of(card, around, deep), 1),))
            case _:
                pass
        unknown = key_in(value, around)
        if unknown not in self.domains:
            self.domains[unknown] = self.domain(value, around, deep)
            self.values[unknown] = value
        return Sum(((unknown, 1),))

    def inside(self, form: v.Property, around: Around, deep: int) -> tuple[Value, Around] | None:
        """What a property is that nothing changes, and what names stand for in it. One that is a
        constant is left to formats that say otherwise.
        """
        meaning = self.format.properties.get(form.property)
        plain = meaning is not None and meaning.layers is None and not meaning.standing
        if meaning is None or not plain or deep >= DEEPEST:
            return None
        if isinstance(meaning.base.form, v.Constant):
            return None
        if meaning.subject is None:
            return meaning.base, {}
        if form.of is None:
            return None
        return meaning.base, {meaning.subject: (form.of, around)}

    def kind_of(self, card: Value, around: Around, deep: int) -> Unknown:
        """The kind of a card."""
        while isinstance(card.form, v.Local) and card.form.binding in around:
            card, around = around[card.form.binding]
        unknown = "kind", key_in(card, around)
        if unknown not in self.domains:
            self.domains[unknown] = self.kinds_of(card)
            self.values[unknown] = card
        return unknown

    def kinds_of(self, card: Value) -> Domain:
        kinds = [str(kind.name) for kind in self.format.ruleset.all(d.CardDeclaration)]
        none = card.type.maybe
        if card.type.of in kinds:
            number = kinds.index(card.type.of)
            return Domain(number, number, none)
        return Domain(0, len(kinds) - 1, none)

    # ---- what is known of unknowns

    def domain(self, value: Value, around: Around, deep: int = 0) -> Domain:
        """What a value may be."""
        kind = value.type.kind
        if kind == "symbol":
            size = self.sizes.get(value.type.of)
            return UNBOUNDED if size is None else Domain(0, size - 1, value.type.maybe)
        if kind == "player":
            return Domain(0, self.format.ruleset.seats[-1] - 1, value.type.maybe)
        if kind == "truth":
            return Domain(0, 1)
        if kind == "number":
            low, high = self.bounds(value, around, deep)
            return Domain(low, high, value.type.maybe)
        return Domain(none=value.type.maybe)

    def bounds(self, value: Value, around: Around, deep: int) -> tuple[int | None, int | None]:
        """Between what a number lies."""
        match value.form:
            case v.Gauge(gauge) if gauge in self.format.gauges:
                spec = self.format.gauges[gauge]
                return (spec.low, spec.high) if spec.type == "number" else (None, None)
            case v.OptionSetting(option):
                declared = self.options[option].value
                if isinstance(declared, d.NumberValue):
                    return declared.low, declared.high
                return 0, 1
            case v.Count(of):
                return 0, self.most(of)
            case v.Property(property):
                meaning = self.format.properties.get(property)
                low = None if meaning is None else meaning.floor
                return low, None
            case v.TimesKeyword():
                return 0, None
            case _:
                return None, None

    def most(self, members: Value) -> int | None:
        """How many members a set can have at most."""
        match members.form:
            case v.Items(items):
                return len(items)
            case v.Where(_, of, _):
                return self.most(of)
            case v.Players():
                return self.format.ruleset.seats[-1]
            case v.Zone(zone, _, False):
                limit = self.format.limits.get(zone)
                most = None if limit is None or limit.counts is not None else limit.most.form
                return most.value if isinstance(most, v.Constant) else None
            case _:
                return None


def sizes_of(format: Format) -> dict[str, int]:
    """How many symbols there are of each `values`."""
    return {str(v.name): len(v.items) for v in format.ruleset.all(d.ValuesDeclaration)}


def named(value: Value, around: Around) -> Value:
    """What a name stands for, if it does for something."""
    while isinstance(value.form, v.Local) and value.form.binding in around:
        value, around = around[value.form.binding]
    return value


def is_none(value: Value) -> bool:
    return value.type.kind == "none"
