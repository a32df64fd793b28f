"""Rules in which some conditions of an option are made true: whether it is offered then."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from playsheet.dsl.ir import ir
from playsheet.dsl.lower.structure import lower_action, offers_of_label
from playsheet.dsl.lower.tables import lower_usable
from playsheet.dsl.nodes.base import part_names
from playsheet.dsl.typed.format import RoomCheck
from playsheet.dsl.typed.rules import Rule
from playsheet.dsl.typed.truths import TRUE
from playsheet.dsl.typed.values import Constant, Form, Items, Value
from playsheet.interpreter.questions.denials import Denials
from playsheet.interpreter.questions.hurdles import Hurdle
from playsheet.interpreter.questions.subjects import Act, Subject, Use
from playsheet.interpreter.reference.values import Values


def made_true(value: Value, granted: list[object], element: int) -> Value:
    """A condition or set in which some parts are as one wishes: truths hold, sets have the element
    as a member, and one thing is the element.
    """
    if any(value is one for one in granted):
        if value.type.kind == "truth":
            return TRUE
        wished = Value(Constant(element), value.type.one)
        return replace(value, form=Items((wished,))) if value.type.many else wished
    form: Any = value.form
    changes = {
        name: made_true(part, granted, element)
        for name in part_names(form.__class__)
        if isinstance(part := getattr(form, name), Value)
    }
    changed: Form = replace(form, **changes) if changes else form
    return replace(value, form=changed)


@contextmanager
def without(rules: list[Rule], granted: list[object]) -> Iterator[None]:
    """Without the rules that forbid it."""
    kept = rules[:]
    rules[:] = [one for one in rules if not any(one is other for other in granted)]
    yield
    rules[:] = kept


def offered_then(denials: Denials, subject: Subject, granted: list[Hurdle]) -> bool:
    """Whether the rules offer it once these conditions are made true, by the program made of them
    and the reference semantics.
    """
    b, match = denials.meaning.lowering, denials.telling.match
    abouts = [one.about for one in granted]
    values = Values(denials.meaning.program, match.tables, match.cards, denials.state)
    player = {"player": denials.seat}
    kept = dict(b.functions)
    with without(denials.meaning.format.rules, abouts):
        if isinstance(subject, Act):
            action, element = subject.action, subject.element
            room = tuple(r for r in action.room if not any(r is other for other in abouts))
            assert all(isinstance(one, RoomCheck) for one in room)
            offers = action.offers
            changed = replace(
                action,
                offers=None if offers is None else made_true(offers, abouts, element),
                open=tuple(made_true(one, abouts, element) for one in action.open),
                room=room,
            )
            lower_action(b, changed)
            found = values.value(b.functions[f"offer:{action.event.name}"].value, player)
            wanted = element
        else:
            assert isinstance(subject, Use)
            found = values.value(use_then(denials, subject, abouts), player)
            wanted = (subject.card + 1) * len(b.format.abilities) + subject.ability
    b.functions.clear()
    b.functions.update(kept)
    return wanted in found


def use_then(denials: Denials, use: Use, granted: list[object]) -> ir.Expression:
    """The sentences that a label offers."""
    b, label = denials.meaning.lowering, use.label
    sentence = b.format.sentences[use.ability]
    limited = any(one == ("limit", use.ability, use.card) for one in granted)
    changed = replace(
        sentence,
        usable=made_true(sentence.usable, granted, use.card),
        limit=None if limited else sentence.limit,
    )
    b.format.sentences[use.ability] = changed
    lower_usable(b, b.format.abilities[use.ability], changed)
    b.format.sentences[use.ability] = sentence
    bearer = label.bearer
    label = replace(
        label,
        condition=made_true(label.condition, granted, use.card),
        bearer=None if bearer is None else made_true(bearer, granted, use.card),
    )
    return offers_of_label(b, str(use.window.node.name), label)
