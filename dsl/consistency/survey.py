"""What the rules of a format say, part by part: bodies with what starts them, and conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeVar, cast

from ..nodes.base import inner_names, part_names
from ..nodes.dataclass import dataclass
from ..problems.problem import Problems
from ..typed.format import Format
from ..typed.rules import AbilityMeaning
from ..typed.statements import (
    Alternative,
    Block,
    ChooseOne,
    Ending,
    If,
    Inline,
    Line,
    Offer,
    Statement,
    While,
)
from ..typed.values import At, Form, Value
from ..typed.walk import walk
from .latest import Looked

K = TypeVar("K")
S = TypeVar("S", bound=Statement)
NO_PLACE = At()
BLOCKS: Looked[tuple[Block, ...]] = Looked()
LINES: Looked[tuple[tuple[Statement, At], ...]] = Looked()
KINDS: Looked[dict[type[Statement], list[tuple[Statement, At]]]] = Looked()
INSIDE: Looked[dict[object, list[Any]]] = Looked()
PARTS: Looked[list[Part]] = Looked()  # of a format
SOMETIMES = (If, While, Offer, ChooseOne)


def everything(format: Format) -> Iterator[object]:
    """Every statement and value of the typed tree, each at the top of its part."""
    course = format.course
    for whole in (course.setup, course.turn):
        yield from () if whole is None else whole[0]
    for verb in course.verbs:
        yield from verb.body or ()
    for action in course.actions:
        yield from (*action.body, *action.open)
        yield from () if action.offers is None else (action.offers,)
    for ranking in course.rankings:
        yield from (line.value for line in ranking.lines)
    for check in course.checks:
        yield from (*check.body, check.condition)
        yield from () if check.of is None else (check.of,)
    for window in format.windows:
        yield from (one for one in (window.first, window.ends) if one is not None)
        yield from (label.condition for label in window.labels)
    for meaning in format.properties.values():
        yield meaning.base
        for standing in meaning.standing:
            yield from (standing.amount, standing.condition)
            maybe = (standing.target, standing.since)
            yield from (value for value in maybe if value is not None)
    for rule in format.rules:
        yield from (*rule.body, rule.standing, rule.condition)
    for sentence in format.sentences:
        yield from sentence.body or ()
        yield sentence.usable
        yield from (trigger.rule.condition for trigger in sentence.triggers)
    for record in format.records:
        for value in (record.holds, record.fits, record.candidates):
            yield from () if value is None else (value,)
    for limit in format.limits.values():
        yield limit.most
        yield from () if limit.counts is None else (limit.counts,)
    yield from (test.holds for test in course.deck.tests)
    for gain in format.gains:
        yield from (gain.target, gain.condition)
    yield from (watch.condition for watch in format.watches.values())
    for part in format.unsaid:
        yield from cast(Block, part) if isinstance(part, tuple) else (part,)


def own_values(thing: object) -> Iterator[object]:
    """The values directly in a statement, without those of the blocks inside it."""
    if isinstance(thing, Statement):
        for name in part_names(thing.__class__):
            yield from outside_blocks(getattr(thing, name))
    elif isinstance(thing, Value):
        yield thing


def outside_blocks(value: object) -> Iterator[object]:
    if isinstance(value, (Value, Ending)):
        yield value
    elif isinstance(value, Alternative):
        yield value.open
    elif isinstance(value, tuple):
        for part in cast(tuple[object, ...], value):
            yield from outside_blocks(part)


def asked_outside(format: Format) -> Iterator[Value]:
    """What is asked at no place of its own: by rules that stand, what is offered, properties."""
    return (thing for thing in everything(format) if isinstance(thing, Value))


@dataclass(frozen=True, slots=True)
class Part:
    """Something that is done: what it is, the statements, and where it begins. A sentence waits
    for these `events`, or is offered in a `window`.
    """

    kind: Literal["setup", "turn", "verb", "action", "check", "rule", "sentence"]
    name: str
    body: Block
    at: At
    events: tuple[str, ...] = ()
    window: str = ""


def parts_in(format: Format) -> list[Part]:
    """All that is ever done in a format."""
    return PARTS.of(format, lambda whole: [*parts_found(whole)])


def parts_found(format: Format) -> Iterator[Part]:
    course = format.course
    if course.setup is not None:
        yield Part("setup", "setup", *course.setup)
    if course.turn is not None:
        yield Part("turn", "turn", *course.turn)
    for verb in course.verbs:
        yield Part("verb", verb.event.name, verb.body or (), verb.at)
    for action in course.actions:
        yield Part("action", action.event.name, action.body, action.at)
    for check in course.checks:
        yield Part("check", str(check.node.name), check.body, check.at)
    for rule in format.rules:
        yield Part("rule", rule.event.name, rule.body, rule.at, (rule.event.name,))
    for ability, meaning in zip(format.abilities, format.sentences, strict=False):
        at = meaning.lines[0] if meaning.lines else At(ability.span)
        name, events = str(ability.sentence.effect.phrase), events_of(meaning)
        yield Part("sentence", name, meaning.body or (), at, events, ability.window)


def events_of(meaning: AbilityMeaning) -> tuple[str, ...]:
    """The events that a sentence waits for."""
    return tuple(dict.fromkeys(trigger.rule.event.name for trigger in meaning.triggers))


def blocks_of(statement: Statement) -> Iterator[Block]:
    """The blocks directly inside a statement."""
    if isinstance(statement, ChooseOne):
        yield from (option.body for option in statement.options)
    for name in inner_names(statement.__class__):
        value = getattr(statement, name)
        if isinstance(value, tuple) and value and isinstance(value[0], Statement):
            yield cast(Block, value)


def blocks_in(block: Block) -> tuple[Block, ...]:
    """A block and all blocks inside it, those of lines and phrases as a part of theirs."""
    return BLOCKS.of(block, blocks_found)


def blocks_found(block: Block) -> tuple[Block, ...]:
    found, ahead = list[Block](), [block]
    while ahead:
        block = ahead.pop()
        found.append(block)
        for statement, _ in flat(block):
            ahead += blocks_of(statement)
    return tuple(found)


def told_of_blocks(body: Block, *checks: Callable[[Block, Problems], None]) -> Problems:
    """What some checks find in a block and all blocks inside it."""
    found = Problems()
    for block in blocks_in(body):
        for check in checks:
            check(block, found)
    return found


def of_kinds(body: Block, *kinds: type[S]) -> Iterator[tuple[S, At]]:
    """The statements of these classes in a block and all blocks inside it, class by class."""
    found = KINDS.of(body, kinds_in)
    for kind in kinds:
        yield from cast("list[tuple[S, At]]", found.get(kind, ()))


def kinds_in(body: Block) -> dict[type[Statement], list[tuple[Statement, At]]]:
    found: dict[type[Statement], list[tuple[Statement, At]]] = {}
    for block in blocks_in(body):
        for one in flat(block):
            found.setdefault(one[0].__class__, []).append(one)
    return found


def in_order(block: Block, every_case: bool = False) -> Iterator[tuple[Statement, At]]:
    """All statements of a block as they are written; with `every_case` without those that are
    only done where a condition holds or somebody wants it.
    """
    for statement, at in flat(block):
        yield statement, at
        if not every_case or not isinstance(statement, SOMETIMES):
            for inner in blocks_of(statement):
                yield from in_order(inner, every_case)


def at_of(statement: Statement, around: At = NO_PLACE) -> At:
    """Where a statement stands."""
    return getattr(statement, "at", around)


def plain(statement: Statement) -> tuple[Statement, ...]:
    """What a line does, if that is all that it is: the statement itself otherwise."""
    if isinstance(statement, Line):
        return (*statement.before, *statement.does)
    return (statement,)


def flat(block: Block) -> tuple[tuple[Statement, At], ...]:
    """The statements of a block without the lines and phrases around them."""
    return LINES.of(block, lines_found)


def lines_found(block: Block) -> tuple[tuple[Statement, At], ...]:
    found: list[tuple[Statement, At]] = []
    for statement in block:
        at = at_of(statement)
        if isinstance(statement, (Line, Inline)):
            inner = plain(statement) if isinstance(statement, Line) else statement.body
            found += [(one, at if where is NO_PLACE else where) for one, where in flat(inner)]
        else:
            found.append((statement, at))
    return tuple(found)


def inside(kind: type[K], *things: object) -> Iterator[K]:
    """What is of a class in parts of the typed tree, these with it; of a class of forms the forms
    themselves.
    """
    for thing in things:
        yield from INSIDE.of(thing, kinds_found).get(kind, ())


def valued(kind: type[Form], *things: object) -> Iterator[Value]:
    """The values with a form of a class, in parts of the typed tree."""
    for thing in things:
        yield from INSIDE.of(thing, kinds_found).get((Value, kind), ())


def kinds_found(thing: object) -> dict[object, list[Any]]:
    """What is inside a part, by class; values by that of their form."""
    found: dict[object, list[Any]] = {}
    for part in walk(thing):
        key = (Value, part.form.__class__) if isinstance(part, Value) else part.__class__
        found.setdefault(key, []).append(part)
    return found
