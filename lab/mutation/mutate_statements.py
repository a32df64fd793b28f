"""Small mistakes one could make in a statement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from ...dsl.nodes import declarations as d
from ...dsl.nodes import expressions as e
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import Node, Word, word_at
from .alternatives import Alternatives
from .mutate_expressions import negation, one_more

Changes = Iterator[Node]
OTHER_WHERE = {"to": ("under",), "onto": ("to", "under"), "under": ("to",)}
OTHER_CHANGE = {
    "raise": "lower",
    "lower": "raise",
    "multiply": "raise",
    "divide": "multiply",
}


def statement_changes(node: Node, words: Alternatives) -> Changes:
    """What could stand instead of a statement or a part of one."""
    method = METHODS.get(type(node))
    if method is not None:
        yield from method(node, words)


def other_word(word: Word, text: str) -> Word:
    return word_at(text, word.span)


def always(span: Any) -> e.Expression:
    return e.Name(word_at("yes", span), span=span)


def if_changes(node: s.IfStatement, words: Alternatives) -> Changes:
    negated = negation(node.condition)
    if negated is not None:
        yield replace(node, condition=negated)
    yield replace(node, condition=always(node.condition.span))
    if node.otherwise is not None:
        yield replace(node, otherwise=None)


def each_changes(node: s.EachStatement, words: Alternatives) -> Changes:
    for number in range(len(node.modes)):
        yield replace(node, modes=(*node.modes[:number], *node.modes[number + 1 :]))


def step_changes(node: s.StepStatement, words: Alternatives) -> Changes:
    if node.player is not None:
        yield replace(node, player=None)


def offer_changes(node: s.OfferStatement, words: Alternatives) -> Changes:
    """Offered whether or not; not asked but done."""
    if node.condition is not None:
        yield replace(node, condition=None)
        yield from negated_condition(node, node.condition)
    yield s.ForStatement(node.player, node.cites, node.body, span=node.span)


def negated_condition(node: Any, condition: e.Expression) -> Changes:
    negated = negation(condition)
    if negated is not None:
        yield replace(node, condition=negated)


def option_changes(node: s.OptionItem, words: Alternatives) -> Changes:
    if node.condition is not None:
        yield replace(node, condition=None)
        yield from negated_condition(node, node.condition)


def choose_one_changes(node: s.ChooseOneStatement, words: Alternatives) -> Changes:
    if node.secretly:
        yield replace(node, secretly=False)
    for number in range(len(node.options)):
        left = (*node.options[:number], *node.options[number + 1 :])
        yield replace(node, options=left)


def move_changes(node: s.MoveStatement, words: Alternatives) -> Changes:
    zone = str(node.place.word) if isinstance(node.place, (e.Name, e.Of)) else ""
    for where in OTHER_WHERE.get(str(node.where), ()):
        if zone not in words.unordered:  # else a card comes to the others in any case
            yield replace(node, where=other_word(node.where, where))
    yield from without_each(node, "manners")


def without_each(node: Any, name: str) -> Changes:
    parts: tuple[Node, ...] = getattr(node, name)
    for number in range(len(parts)):
        yield replace(node, **{name: (*parts[:number], *parts[number + 1 :])})


def face_changes(node: s.FaceManner, words: Alternatives) -> Changes:
    yield replace(node, word=other_word(node.word, "down" if node.word == "up" else "up"))


def turned_changes(node: s.TurnedManner, words: Alternatives) -> Changes:
    other = words.orientations.get(str(node.word))
    if other is not None:
        yield replace(node, word=other_word(node.word, other))


def choose_changes(node: s.ChooseStatement, words: Alternatives) -> Changes:
    number = getattr(node.count, "number", None)
    span = node.count.span
    count = node.count
    if isinstance(count, s.UpToCount):
        yield replace(node, count=s.PlainCount(count.number, span=span))
    elif isinstance(count, (s.PlainCount, s.ExactlyCount)) and number is not None:
        yield replace(node, count=s.UpToCount(number, span=span))
    elif isinstance(count, s.AnyCount):
        one = e.Number(1, span=span)
        yield replace(node, count=s.AtLeastCount(one, span=span))
    elif isinstance(count, s.AtLeastCount):
        yield replace(node, count=s.AnyCount(span=span))
    for number, option in enumerate(node.options):
        if isinstance(option, (s.ByOption, s.SecretlyOption)):
            left = (*node.options[:number], *node.options[number + 1 :])
            yield replace(node, options=left)


def change_changes(node: s.ChangeStatement, words: Alternatives) -> Changes:
    other = OTHER_CHANGE[str(node.operation)]
    yield replace(node, operation=other_word(node.operation, other))
    more = one_more(node.amount)
    if more is not None:
        yield replace(node, amount=more)
    yield from without_tails(node)


def without_tails(node: Any) -> Changes:
    """Without its tag or its condition; how long a change lasts is changed in place."""
    tails: tuple[s.Tail, ...] = node.tails
    for number, tail in enumerate(tails):
        if not isinstance(tail, s.UntilTail):
            yield replace(node, tails=(*tails[:number], *tails[number + 1 :]))


def grant_changes(node: s.GrantStatement, words: Alternatives) -> Changes:
    """Taken away instead of given; to another list of a part."""
    nothing = s.VoidStatement(node.to, node.tails, span=node.span)
    yield nothing
    yield from other_list(node, "to", words)
    yield from without_tails(node)


def void_changes(node: s.VoidStatement, words: Alternatives) -> Changes:
    yield from other_list(node, "what", words)
    yield from without_tails(node)


def other_list(node: Any, name: str, words: Alternatives) -> Changes:
    """Another list property."""
    target = getattr(node, name)
    other = words.lists.get(str(getattr(target, "word", "")))
    if isinstance(target, e.Of) and other is not None:
        changed = replace(target, word=other_word(target.word, other))
        yield replace(node, **{name: changed})


def end_moment_changes(node: s.EndMoment, words: Alternatives) -> Changes:
    if isinstance(node.of, e.Name):
        other = words.moment(str(node.of.word))
        if other is not None:
            name = e.Name(other_word(node.of.word, other), span=node.of.span)
            yield replace(node, of=name)


def argument_changes(node: s.Argument, words: Alternatives) -> Changes:
    more = one_more(node.value)
    if more is not None:
        yield replace(node, value=more)


def skip_changes(node: s.SkipStatement, words: Alternatives) -> Changes:
    if node.player is not None:
        yield replace(node, player=None)


def open_changes(node: s.OpenStatement, words: Alternatives) -> Changes:
    other = words.windows.get(str(node.window))
    if other is not None:
        yield replace(node, window=other_word(node.window, other))
    if node.player is not None:
        yield replace(node, player=None)


def end_changes(node: s.EndGameStatement, words: Alternatives) -> Changes:
    if not isinstance(node.end, s.DrawnEnd):
        yield replace(node, end=s.DrawnEnd(span=node.end.span))


def pay_changes(node: s.PayStatement, words: Alternatives) -> Changes:
    if node.name is not None:
        yield replace(node, name=None)


def rule_changes(node: Any, words: Alternatives) -> Changes:
    """Whatever the event concerns; asked for or not."""
    if node.condition is not None:
        yield replace(node, condition=None)
        yield from negated_condition(node, node.condition)
    if isinstance(node, s.InsteadRule):
        yield replace(node, optional=s.Optional(None) if node.optional is None else None)
    if isinstance(node, s.WhenRule):
        yield s.BeforeRule(
            node.event, node.condition, node.tails, node.cites, node.body, span=node.span
        )
    if isinstance(node, s.BeforeRule):
        yield s.WhenRule(
            node.event, node.condition, node.tails, node.cites, node.body, span=node.span
        )
    yield from without_tails(node)


def while_changes(node: s.WhileRule, words: Alternatives) -> Changes:
    plain = node.condition.word if isinstance(node.condition, e.Name) else ""
    if plain not in ("always", "yes"):  # else it stands in any case already
        yield replace(node, condition=always(node.condition.span))
    yield from negated_condition(node, node.condition)


def repeat_changes(node: s.RepeatStatement, words: Alternatives) -> Changes:
    """Once only."""
    yield node.body


def together_changes(node: s.TogetherStatement, words: Alternatives) -> Changes:
    yield node.body


def block_changes(node: Any, words: Alternatives) -> Changes:
    """Without one statement; two phases or steps in the other order."""
    statements: tuple[s.Statement, ...] = node.statements
    for number, statement in enumerate(statements):
        if isinstance(statement, s.Line) and len(statement.statements) > 1:
            continue  # its parts are left out one by one
        yield replace(node, statements=(*statements[:number], *statements[number + 1 :]))
    places = (s.PhaseStatement, s.StepStatement)
    for number in range(len(statements) - 1):
        one, two = statements[number : number + 2]
        if isinstance(one, places) and isinstance(two, places):
            swapped = (*statements[:number], two, one, *statements[number + 2 :])
            yield replace(node, statements=swapped)


def line_changes(node: s.Line, words: Alternatives) -> Changes:
    if len(node.statements) > 1:
        yield from without_each(node, "statements")


METHODS: dict[type[Node], Callable[[Any, Alternatives], Changes]] = {
    s.Block: block_changes,
    s.Line: line_changes,
    s.IfStatement: if_changes,
    s.EachStatement: each_changes,
    s.StepStatement: step_changes,
    s.OfferStatement: offer_changes,
    s.OptionItem: option_changes,
    s.ChooseOneStatement: choose_one_changes,
    s.MoveStatement: move_changes,
    s.FaceManner: face_changes,
    s.TurnedManner: turned_changes,
    s.ChooseStatement: choose_changes,
    s.ChangeStatement: change_changes,
    s.EndMoment: end_moment_changes,
    s.GrantStatement: grant_changes,
    s.VoidStatement: void_changes,
    s.SkipStatement: skip_changes,
    s.Argument: argument_changes,
    s.OpenStatement: open_changes,
    s.EndGameStatement: end_changes,
    s.PayStatement: pay_changes,
    s.WhenRule: rule_changes,
    s.BeforeRule: rule_changes,
    s.InsteadRule: rule_changes,
    s.ForbidRule: rule_changes,
    s.AllowRule: rule_changes,
    s.WhileRule: while_changes,
    s.RepeatStatement: repeat_changes,
    s.TogetherStatement: together_changes,
}

__all__ = ["d", "negated_condition", "other_word", "statement_changes", "without_each"]
