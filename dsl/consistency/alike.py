"""The same said twice: neighbours, outcomes, rules and cases that are alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import cast

from ..nodes import declarations as d
from ..nodes.base import Span
from ..problems.problem import Advice, Label, Problems
from ..typed import statements as st
from ..typed.format import Format
from ..typed.rules import Rule
from ..typed.statements import Block, Statement
from ..typed.values import At, Constant, Either, Gauge, Marked, Value
from ..typed.walk import walk
from .deciding.sameness import key_of
from .deciding.terms import Terms
from .latest import Looked
from .survey import flat, parts_in, told_of_blocks

FIRST = "the first one"
INSIDE: Looked[Problems] = Looked()
CASES: Looked[Problems] = Looked()
KEYS: Looked[object] = Looked()
# What is never meant twice in a row: the second time changes nothing, or asks the same again.
ONCE = (
    st.Open, st.Change, st.Shuffle, st.Reveal, st.TurnFace, st.Rotate, st.Leave, st.Skip, st.Forget,
)  # fmt: skip


def said_twice(format: Format, _: Terms, found: Problems) -> None:
    """Neighbours that say the same, two outcomes that are one, and two rules that are one."""
    for part in parts_in(format):
        found += INSIDE.of(part.body, inside)
    for meaning in format.properties.values():
        found += CASES.of(meaning.base, cases_alike)
    sentences_alike(format, found)
    rules_alike(format, found)
    labels_alike(format, found)


def inside(body: Block) -> Problems:
    """What is said twice in a body, whatever the format."""
    return told_of_blocks(body, neighbours, outcomes)


def same(one: Block | Value | None, two: Block | Value | None) -> bool:
    """Whether two blocks or values say the same, wherever they stand."""
    return shape(one) == shape(two) and key_of(one) == key_of(two)


def shape(one: Block | Value | None) -> list[type]:
    """What is alike where two say the same, and is seen at once."""
    if isinstance(one, tuple):
        return [type(statement) for statement, _ in flat(one)]
    return [] if one is None else [type(one.form)]


def neighbours(block: Block, found: Problems) -> None:
    lines = flat(block)
    for (one, first), (two, second) in pairwise(lines):
        if first.span == second.span or type(one) is not type(two) or not is_once(one):
            continue
        if same((one,), (two,)):
            text = "This is said twice, one behind the other."
            label = Label(first.span, FIRST)
            found.report(
                "said-twice", text, second.span, Advice("Remove one."), label, severity="warning"
            )
        elif isinstance(one, st.If) and isinstance(two, st.If):
            same_question(one, two, second, first, found)


def same_question(one: st.If, two: st.If, at: At, first: At, found: Problems) -> None:
    """Two questions in a row that are one and set the same thing to different values."""
    if one.otherwise or two.otherwise or not same(one.condition, two.condition):
        return
    sets = [[*flat(question.then)] for question in (one, two)]
    if all(len(lines) == 1 and isinstance(lines[0][0], st.Change) for lines in sets):
        changes = [cast(st.Change, lines[0][0]) for lines in sets]
        kept = [(c.gauge, c.operation, key_of(c.owner)) for c in changes]
        asked = {part.gauge for part in walk(one.condition) if isinstance(part, Gauge)}
        if kept[0] == kept[1] and kept[0][1] == "set" and kept[0][0] not in asked:
            text = "This asks what the line before asks, and undoes what that does."
            fix = "Ask something else, or leave one out."
            label = Label(first.span, FIRST)
            found.report("asked-twice", text, at.span, Advice(fix), label, severity="warning")


def is_once(statement: Statement) -> bool:
    if isinstance(statement, st.If):
        return not isinstance(statement.condition.form, Constant)  # what a slot decides
    return isinstance(statement, (*ONCE, st.Do))


def outcomes(block: Block, found: Problems) -> None:
    """Two outcomes, or two options, that are one."""
    for statement, at in flat(block):
        if isinstance(statement, st.If) and decides_nothing(statement):
            text = "The same happens whether this holds or not."
            fix = "Leave the condition out, or do something else."
            found.report("outcomes-alike", text, at.span, Advice(fix), severity="warning")
        if isinstance(statement, st.ChooseOne):
            options_alike(statement, found)


def decides_nothing(statement: st.If) -> bool:
    return bool(statement.otherwise) and same(statement.then, statement.otherwise)


def cases_alike(value: Value) -> Problems:
    """The last two cases of a property that are one."""
    found = Problems()
    while isinstance(value.form, Either):
        either, value = value.form, value.form.otherwise
        if isinstance(value.form, Either):
            continue
        first, last = (inside_of(one) for one in (either.then, value))
        if same(first, last):
            text = "It is the same whether this holds or not."
            fix = "Leave the case out, or let it differ."
            span = either.condition.span
            found.report("outcomes-alike", text, span, Advice(fix), severity="warning")
    return found


def inside_of(value: Value) -> Value:
    return value.form.value if isinstance(value.form, Marked) else value


def options_alike(choice: st.ChooseOne, found: Problems) -> None:
    seen: dict[object, At] = {}
    for option in choice.options:
        key = key_of((option.open, option.body))
        if key in seen:
            text = "This option does what another one does."
            label = Label(seen[key].span, FIRST)
            fix = "Remove one."
            found.report(
                "outcomes-alike", text, option.at.span, Advice(fix), label, severity="warning"
            )
        seen.setdefault(key, option.at)


def sentences_alike(format: Format, found: Problems) -> None:
    """A sentence that a card says twice in one field."""
    for (_, card, _), times in Counter(said_in(format)).items():
        if times > 1:
            text = f'"{format.cards[card].name}" says the same sentence twice.'
            span = format.cards[card].name.span
            found.report("said-twice", text, span, Advice("Remove one."), severity="warning")


def said_in(format: Format) -> Iterator[tuple[str, int, int]]:
    return ((name, card, ability.id) for name, card, ability in format.said)


def rules_alike(format: Format, found: Problems) -> None:
    """Two rules of the format itself that say the same of the same event."""
    seen: dict[object, Rule] = {}
    for rule in format.rules:
        if rule.said is not None or rule.lasting is not None:
            continue
        fields = {value.form: name for name, value in rule.event.fields.items()}
        key = (rule.kind, rule.event.name, len(fields), KEYS.of(rule, key_of_rule))
        old = seen.setdefault(key, rule)
        if old is not rule and old.at.span != rule.at.span:
            twice(rule.head.span, old.head.span, "This rule is declared twice.", found)


def key_of_rule(rule: Rule) -> object:
    return key_of((rule.standing, rule.condition, rule.body))


def labels_alike(format: Format, found: Problems) -> None:
    """Two labels of cards that wait for the same."""
    seen: dict[object, Span] = {}
    for label in format.ruleset.all(d.LabelDeclaration):
        mode = label.mode
        if mode is None:
            continue
        key = (mode, label.limit, label.tag, languages(label.says))
        old = seen.setdefault(key, label.name.span)
        if old is not label.name.span:
            twice(label.name.span, old, "Two labels wait for the same.", found)


def languages(says: Iterable[d.Say]) -> tuple[str, ...]:
    return tuple(sorted(str(say.language) for say in says))


def twice(span: Span, first: Span, text: str, found: Problems) -> None:
    fix = "Remove one, or let them differ."
    found.report("said-twice", text, span, Advice(fix), Label(first, FIRST), severity="warning")
