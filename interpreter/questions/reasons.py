"""Why an expression has its value: the parts of it that decide, each with its own value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ...dsl.ir import ir
from ...dsl.lower.context import Env, lower_value
from ...dsl.typed import truths as q
from ...dsl.typed import values as v
from ...dsl.typed.rules import SPEAKER, THIS
from ...dsl.typed.truths import is_true
from ...dsl.typed.types import TRUTH
from ...dsl.typed.values import Binding, Value
from .answer import Answer
from .telling import Telling, read

MOST_PARTS = 300  # of one answer
DEEPEST = 14
MOST_MEMBERS = 6
Parts = Iterator[Answer]
Explain = Callable[["Reasons", Any, Env], Parts]


def bound(env: Env, each: Binding, number: int) -> Env:
    """The names of an expression inside of which one stands for a member."""
    return {**env, each: ir.Int(number)}


class Reasons:
    """Explains expressions in one state. `env`: what names stand for, without locals."""

    def __init__(self, telling: Telling) -> None:
        self.telling = telling
        self.sight = telling.sight
        self.lowering = telling.meaning.lowering
        self.format = telling.meaning.format
        self.left = MOST_PARTS
        self.depth = 0

    # ---- reading

    def code(self, value: Value, env: Env) -> ir.Expression:
        return lower_value(self.lowering, value, env)

    def found(self, value: Value, env: Env) -> Any:
        """An int or a tuple; None where the seat cannot tell."""
        return read(self.sight, self.code(value, env))

    def frozen(self, value: Value, env: Env) -> ir.Expression | None:
        """The value as code without names; None where the seat cannot tell."""
        found = self.found(value, env)
        if found is None:
            return None
        return ir.Int(found) if isinstance(found, int) else ir.Items(tuple(map(ir.Int, found)))

    # ---- explaining

    def explain(self, value: Value, env: Env, text: str = "") -> Answer:
        """An expression with its value, and what that comes from."""
        self.left -= 1
        found = self.found(value, env)
        said = self.telling.value(value.type, found)
        text, parts = text or self.text(value, env), self.parts(value, env)
        if len(parts) == 1 and parts[0].text == text:  # said twice
            parts = parts[0].children
        return Answer(text, said, value.span, (), parts)

    def text(self, value: Value, env: Env) -> str:
        """An expression as it stands in the rules, or in the same words where it stands nowhere."""
        found, form = self.telling.text(value), value.form
        if found:
            return found
        match form:
            case q.Compare(sign, left, right):
                return f"{self.text(left, env)} {sign} {self.text(right, env)}"
            case q.CardIs(_, card, wanted):
                return f"{self.text(card, env)} is {self.text(wanted, env)}"
            case q.Not(inner):
                return f"not {self.text(inner, env)}"
            case v.Count(inner):
                return f"count of {self.text(inner, env)}"
            case v.Arithmetic(sign, left, right):
                return f"{self.text(left, env)} {sign} {self.text(right, env)}"
            case v.AsNumber(inner, _) | v.AsSet(inner) | v.Marked(_, inner):
                return self.text(inner, env)
            case q.CanBeDone() | v.Either() | v.With() if value.type == TRUTH:
                return self.telling.say("needs")
            case _:
                return self.telling.value(value.type, self.found(value, env))

    def parts(self, value: Value, env: Env) -> tuple[Answer, ...]:
        """What an expression comes from."""
        method = FORMS.get(type(value.form))
        if method is None or self.left <= 0 or self.depth >= DEEPEST:
            return ()
        self.depth += 1
        found = tuple(method(self, value, env))
        self.depth -= 1
        return found

    def worth(self, value: Value, env: Env) -> Parts:
        """A part of an expression, unless it says all there is to say itself."""
        if isinstance(value.form, v.AsNumber | v.AsSet):
            yield from self.worth(value.form.value, env)
        elif isinstance(value.form, v.Marked | v.Either | v.With | q.And):
            yield from self.parts(value, env)
        elif isinstance(value.form, v.Constant | v.Text):
            yield from self.of_name(value, env)
        elif self.telling.text(value):
            yield self.short(value, env) if self.is_plain(value, env) else self.explain(value, env)
        else:
            yield from self.parts(value, env)

    def of_name(self, value: Value, env: Env) -> Parts:
        """A parameter or slot, whose value its name does not say."""
        text = self.telling.text(value)
        said = self.short(value, env)
        if text.isidentifier() and said.value != text and value.type.kind in ("number", "name"):
            yield said

    def is_plain(self, value: Value, env: Env) -> bool:
        """Whether it is a card or player, of which there is no more to say than who it is."""
        found = self.found(value, env)
        one = value.type.kind in ("card", "player") and not value.type.many
        return one and isinstance(found, int) and found >= 0

    # ---- truths

    def conjuncts(self, value: Value, env: Env) -> list[tuple[Value, Env]]:
        """The conditions that all have to hold."""
        match value.form:
            case q.And(left, right):
                return [*self.conjuncts(left, env), *self.conjuncts(right, env)]
            case v.With(each, of, inner):
                code = self.frozen(of, env)
                return (
                    [(value, env)] if code is None else self.conjuncts(inner, {**env, each: code})
                )
            case v.Either(condition, then, otherwise) if is_true(otherwise) or is_true(then):
                side = then if self.found(condition, env) else otherwise
                return self.conjuncts(side, env)
            case _:
                return [] if is_true(value) else [(value, env)]

    def failing(self, value: Value, env: Env) -> Parts:
        """Of conditions that all have to hold those up to the first that surely does not."""
        for one, inner in self.conjuncts(value, env):
            holds = self.found(one, inner)
            if holds == 0:
                parts = () if self.telling.text(one) else self.parts(one, inner)
                yield from parts or (self.explain(one, inner),)
                return
            yield self.short(one, inner)

    def short(self, value: Value, env: Env) -> Answer:
        """An expression with its value alone."""
        said = self.telling.value(value.type, self.found(value, env))
        return Answer(self.text(value, env), said, value.span)

    def of_and(self, value: Value, env: Env) -> Parts:
        if self.found(value, env):
            for one, inner in self.conjuncts(value, env):
                yield self.explain(one, inner)
        else:
            yield from self.failing(value, env)

    def of_or(self, value: Value, env: Env) -> Parts:
        assert isinstance(value.form, q.Or)
        sides = value.form.left, value.form.right
        true = [side for side in sides if self.found(side, env)]
        for side in true[:1] or sides:
            if isinstance(side.form, q.Or):
                yield from self.of_or(side, env)
            else:
                yield self.explain(side, env)

    def of_not(self, value: Value, env: Env) -> Parts:
        yield from self.worth(value.form.value, env)  # pyright: ignore

    def of_sides(self, value: Value, env: Env) -> Parts:
        form: Any = value.form
        for side in (form.left, form.right):
            yield from self.worth(side, env)

    def of_card(self, value: Value, env: Env) -> Parts:
        """What a card is instead."""
        form: Any = value.form
        yield from self.worth(form.card, env)
        if form.aspect in ("kind", "face", "turned", "role") and not self.found(value, env):
            card = self.found(form.card, env)
            if isinstance(card, int) and card >= 0 and form.aspect == "kind":
                kind = self.found(Value(v.Printed(form.card, "kind"), form.value.type), env)
                if kind is not None:
                    name, said = self.telling.mention(card), self.telling.kind(kind)
                    yield Answer(self.telling.say("is of kind", card=name), said)

    def of_exists(self, value: Value, env: Env) -> Parts:
        """The first that fits, or why none of them does."""
        form: Any = value.form
        yield from self.of_members(form.each, form.of, form.condition, env, self.found(value, env))

    def of_where(self, value: Value, env: Env) -> Parts:
        """Who is left out, and why."""
        form: Any = value.form
        yield from self.of_members(form.each, form.of, form.condition, env, None)

    def of_members(
        self, each: Binding, of: Value, condition: Value, env: Env, wanted: object
    ) -> Parts:
        members = self.found(of, env)
        if not members:
            yield from self.worth(of, env)
            return
        shown = 0
        for member in members:
            inner = bound(env, each, member)
            holds = self.found(condition, inner)
            if wanted and not holds:
                continue
            name = self.telling.one(of.type.one, member)
            if holds == 0:
                yield Answer(
                    name, self.telling.value(TRUTH, 0), children=self.fails(condition, inner)
                )
            else:
                yield Answer(name, self.telling.value(TRUTH, holds))
            shown += 1
            if wanted or shown >= MOST_MEMBERS:
                return

    def fails(self, condition: Value, env: Env) -> tuple[Answer, ...]:
        """The same for a member, as far as there is room."""
        if self.left <= 0 or self.depth >= DEEPEST:
            return ()
        self.depth += 1
        found = tuple(self.failing(condition, env))
        self.depth -= 1
        return found

    # ---- values

    def of_entry(self, value: Value, env: Env) -> Parts:
        """Whose entry it is, and which."""
        form: Any = value.form
        for name in ("card", "part", "key", "record"):
            inner = getattr(form, name, None)
            if isinstance(inner, Value) and not isinstance(inner.form, v.Local):
                yield from self.worth(inner, env)

    def of_inner(self, value: Value, env: Env) -> Parts:
        """What a set is taken from."""
        form: Any = value.form
        for name in ("of", "value", "left", "right", "one"):
            inner = getattr(form, name, None)
            if isinstance(inner, Value):
                yield from self.worth(inner, env)

    def of_each(self, value: Value, env: Env) -> Parts:
        """What each member is worth."""
        form: Any = value.form
        for member in (self.found(form.of, env) or ())[:MOST_MEMBERS]:
            inner = bound(env, form.each, member)
            said = self.telling.value(form.value.type, self.found(form.value, inner))
            yield Answer(self.telling.one(form.of.type.one, member), said)

    def of_either(self, value: Value, env: Env) -> Parts:
        """The way that counts, and the condition by which it does."""
        form: Any = value.form
        holds = self.found(form.condition, env)
        if self.telling.text(form.condition):
            yield self.explain(form.condition, env) if holds else self.short(form.condition, env)
        if holds is not None:
            yield from self.worth(form.then if holds else form.otherwise, env)

    def of_with(self, value: Value, env: Env) -> Parts:
        form: Any = value.form
        code = self.frozen(form.of, env)
        if code is not None:
            yield from self.worth(form.value, {**env, form.each: code})

    def of_marked(self, value: Value, env: Env) -> Parts:
        """A line of the rules that was passed."""
        form: Any = value.form
        said = self.telling.value(form.value.type, self.found(form.value, env))
        yield self.telling.line(form.at, "", said, *self.parts(form.value, env))

    def of_keyword(self, value: Value, env: Env) -> Parts:
        yield from self.worth(value.form.card, env)  # pyright: ignore

    # ---- what is printed on cards

    def of_record(self, value: Value, env: Env) -> Parts:
        """A condition or filter that is printed on a card."""
        form: Any = value.form
        number, this, player = (self.frozen(x, env) for x in (form.record, form.this, form.player))
        if not isinstance(number, ir.Int) or this is None or player is None:
            return
        if number.value < 0:
            yield Answer(self.telling.say("not printed"))
            return
        record = self.format.records[number.value]
        inner: Env = {THIS: this, SPEAKER: player}
        test = record.holds
        if isinstance(form, q.Fits):
            card, test = self.frozen(form.card, env), record.fits
            if card is None:
                return
            inner[record.card] = card
        if test is not None:
            text = self.telling.wording.value("record", number.value, self.telling.mention)
            yield self.explain(test, inner, text)

    def of_payable(self, value: Value, env: Env) -> Parts:
        """Which cards could be taken for each term."""
        form: Any = value.form
        number, this, player = (self.frozen(x, env) for x in (form.terms, form.origin, form.player))
        if not isinstance(number, ir.Int) or number.value < 0 or this is None or player is None:
            return
        terms = self.format.records[number.value]
        inner: Env = {THIS: this, SPEAKER: player}
        said = self.telling.wording.value("record", number.value, self.telling.mention)
        yield Answer(self.telling.say("terms"), said)
        for use, term in zip(terms.terms or (), terms.open, strict=False):
            found = self.found(term.members, inner)
            name = self.telling.wording.value(
                "record", self.lowering.number_of(use).value, self.telling.mention
            )
            said = self.telling.value(term.members.type, found)
            yield Answer(name, said, children=() if found else self.parts(term.members, inner))

    def of_done(self, value: Value, env: Env) -> Parts:
        """What sentences demand before they can be carried out."""
        form: Any = value.form
        found = self.found(form.abilities, env)
        card, player = (self.frozen(x, env) for x in (form.card, form.player))
        if found is None or card is None or player is None:
            return
        for ability in (found,) if isinstance(found, int) else found:
            if ability >= 0:
                demand = self.format.sentences[ability].demand
                inner: Env = {THIS: card, SPEAKER: player}
                holds = self.found(demand, inner)
                text, said = (
                    self.telling.wording.sentence(ability),
                    self.telling.value(TRUTH, holds),
                )
                span = self.format.abilities[ability].span
                children = () if holds else self.fails(demand, inner)
                yield Answer(text, said, span, (), children)


FORMS: dict[type[v.Form], Explain] = {
    q.And: Reasons.of_and,
    q.Or: Reasons.of_or,
    q.Not: Reasons.of_not,
    q.Compare: Reasons.of_sides,
    q.SameMembers: Reasons.of_sides,
    q.CardIs: Reasons.of_card,
    q.Exists: Reasons.of_exists,
    q.HasKeyword: Reasons.of_keyword,
    q.RecordHolds: Reasons.of_record,
    q.Fits: Reasons.of_record,
    q.Payable: Reasons.of_payable,
    q.CanBeDone: Reasons.of_done,
    v.Where: Reasons.of_where,
    **dict.fromkeys(
        (v.FieldEntry, v.CardField, v.PartField, v.PartAt, v.Printed, v.RecordSlot),
        Reasons.of_entry,
    ),
    v.Arithmetic: Reasons.of_sides,
    v.Total: Reasons.of_each,
    v.Extreme: Reasons.of_each,
    v.Either: Reasons.of_either,
    v.With: Reasons.of_with,
    v.Marked: Reasons.of_marked,
    **dict.fromkeys(
        (q.Contains, q.IsMissing, v.Count, v.AsNumber, v.AsSet, v.Some, v.End, v.Join, v.IfAmong),
        Reasons.of_inner,
    ),
}
