"""What made a value: what a property starts as and who changes it, what set a gauge or note."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...dsl.ir import ir
from ...dsl.ir.ir import Moment
from ...dsl.lower.context import Env
from ...dsl.lower.properties import lower_standing
from ...dsl.lower.speakers import ability_of, bears_now
from ...dsl.typed import truths as q
from ...dsl.typed import values as v
from ...dsl.typed.rules import PropertyMeaning, Standing
from ...dsl.typed.types import ONE_CARD
from ...dsl.typed.values import Value
from ..backend.layout import OPERATIONS
from ..messages.events import CHANGES_NOTHING, UNTIL
from .answer import Answer
from .reasons import FORMS, Parts, Reasons
from .sight import Unseen
from .telling import read


def of_property(reasons: Reasons, value: Value, env: Env) -> Parts:
    """The line of the property, with what it starts as and all that changes it now."""
    form = value.form
    assert isinstance(form, v.Property)
    target: Any = 0
    if form.of is not None:
        target = reasons.found(form.of, env)
        if not isinstance(form.of.form, v.Local | v.Constant) and reasons.telling.text(form.of):
            yield from reasons.worth(form.of, env)
    if isinstance(target, int) and target >= 0:
        yield made_of(reasons, reasons.format.properties[form.property], target)


def made_of(reasons: Reasons, known: PropertyMeaning, target: int) -> Answer:
    """A property of a card, player or part, or of the game."""
    env: Env = {} if known.subject is None else {known.subject: ir.Int(target)}
    inner = (*reasons.worth(known.base, env), *changes_of(reasons, known, target))
    return reasons.telling.line(known.at, "", None, *inner)


def changes_of(reasons: Reasons, known: PropertyMeaning, target: int) -> Iterator[Answer]:
    """What stands, then what was made for a time."""
    if known.layers is None:
        return
    for change in known.standing:
        yield from standing(reasons, known, change, target)
    yield from running(reasons, known, target)


def standing(
    reasons: Reasons, known: PropertyMeaning, change: Standing, target: int
) -> Iterator[Answer]:
    """A change that holds as long as something is so, of each card that says it."""
    telling, sight = reasons.telling, reasons.sight
    one = lower_standing(reasons.lowering, change, ir.Int(target))
    try:
        members = sight.changing(one, {})
    except Unseen:
        said = telling.say("unseen change")
        yield telling.line(change.at, said) if change.said is None else Answer(said)
        return
    for member in members:
        amount = read(sight, ir.Bind(one.bound, ir.Int(member), one.amount))
        said = change_said(reasons, known, change.operation, amount)
        text = telling.meaning.head(change.at.span)
        if change.said is not None:
            ability = ability_of(reasons.lowering, change.said)
            card = telling.where(member) if change.said.holder is None else ""
            text = telling.say("by", card=card, text=telling.wording.sentence(ability))
        via = tuple(telling.line(at) for at in change.via)
        yield Answer(text, said, change.at.span, change.at.clauses, via)


def change_said(reasons: Reasons, known: PropertyMeaning, operation: str, amount: object) -> str:
    """`+40`, `times 2`, `set to A`."""
    said = reasons.telling.value(known.type.one, amount)
    return reasons.telling.say(f"to {operation}", amount=said)


def running(reasons: Reasons, known: PropertyMeaning, target: int) -> Iterator[Answer]:
    """Changes that were made for a time: how much, until when, in which step and by which card."""
    telling, sight = reasons.telling, reasons.sight
    name, past = str(known.id), telling.past
    number = sight.layout.properties[name]
    key = sight.key(name, target)
    rows: list[tuple[int, ...]] = [
        row for row in sight.state[sight.layout.modifiers] if tuple(row[:2]) == (number, key)
    ]
    for row in rows:
        if CHANGES_NOTHING.get(OPERATIONS[row[3]]) == row[4]:
            continue
        said = change_said(reasons, known, OPERATIONS[row[3]], row[4])
        if row[5] >= 0:
            said += until(reasons, telling.meaning.program.moments[row[5]])
        event = past.made_by(rows, row)
        if event is None:
            yield Answer(said)
            continue
        source = past.source(event)
        if source is not None and source[0] >= 0:
            effect = Answer(telling.effect(*source))
            yield Answer(said, children=(effect, past.told(event)))
        else:
            yield Answer(said, children=(past.told(event),))


def until(reasons: Reasons, moment: Moment) -> str:
    """Until when something lasts."""
    wording = reasons.telling.wording
    name = moment.name.partition(":")[0]
    said = wording.say("the turn") if moment.kind == "turn" else str(moment)
    if moment.kind in ("step", "even step", "odd step", "start of step"):
        said = wording.step_title(name)
        if moment.seat >= 0:
            said = wording.whose(said, moment.seat)
    elif moment.kind in ("verb", "event"):
        said = wording.title("verb", name)
    return wording.say(UNTIL.get(moment.kind, "until"), moment=said)


def of_gauge(reasons: Reasons, value: Value, env: Env) -> Parts:
    """What set it last, or that it is as it started."""
    form = value.form
    assert isinstance(form, v.Gauge)
    owner: Any = -1
    if form.owner is not None:
        owner = reasons.found(form.owner, env)
        if isinstance(form.owner.form, v.Property):
            yield from reasons.worth(form.owner, env)
        if not isinstance(owner, int) or owner < 0:
            return
    if reasons.found(value, env) is not None:
        yield from set_by(reasons, form.gauge, owner)


def set_by(reasons: Reasons, gauge: str, owner: int) -> Parts:
    """The event by which a gauge or note has its value."""
    telling = reasons.telling
    spec = telling.meaning.program.fields[gauge]
    event = -1 if spec.quiet else telling.past.last_change(gauge, owner)
    if event in telling.past.lines:
        yield telling.past.told(event)
    elif not spec.quiet and telling.match.field(telling.sight.state, gauge, owner) == spec.start:
        yield Answer(telling.say("starts"))


def of_has_keyword(reasons: Reasons, value: Value, env: Env) -> Parts:
    """By which sentence a card has a keyword, or that none gives it."""
    form = value.form
    assert isinstance(form, q.HasKeyword)
    card = reasons.found(form.card, env)
    if not isinstance(card, int) or card < 0:
        return
    found = False
    for change in reasons.format.bearing[form.keyword].standing:
        if change.said is not None and read(
            reasons.sight, bears_now(reasons.lowering, change, ir.Int(card))
        ):
            ability = ability_of(reasons.lowering, change.said)
            span = reasons.format.abilities[ability].span
            found = True
            yield Answer(reasons.telling.wording.sentence(ability), None, span)
    if not found:
        said = reasons.telling.one(ONE_CARD, card)
        yield Answer(reasons.telling.say("no keyword", card=said, keyword=str(form.keyword)))


FORMS[v.Property] = of_property
FORMS[v.Gauge] = of_gauge
FORMS[q.HasKeyword] = of_has_keyword
