"""What is never reached: statements behind an end, what only dead rules open or do."""

from __future__ import annotations

from itertools import pairwise

from ..nodes import attributes as attrs
from ..nodes.base import first_of
from ..problems.problem import Advice, Label, Problems
from ..typed import endings as en
from ..typed import statements as st
from ..typed import truths as tr
from ..typed import values as v
from ..typed.format import Format, WindowMeaning
from ..typed.rules import Rule
from ..typed.statements import Block, Statement
from ..typed.values import At, Text, Value
from ..typed.walk import walk
from .deciding.decide import is_impossible
from .deciding.formulas import Formula, joined, opposite
from .deciding.sameness import Around
from .deciding.terms import Terms
from .latest import Looked
from .survey import NO_PLACE, blocks_of, flat, of_kinds, parts_in, told_of_blocks

INSIDE: Looked[Problems] = Looked()
ENDS = (en.Win, en.Draw, en.Rank)
OVER = (st.Stop, st.Fail, st.Leave, *ENDS)
# What may change anything, so that a loop around it may end.
ANYTHING = (st.Do, st.Open, st.RunSentences, st.Random, st.Choose, st.ChooseOne, st.ChooseNumber)


def unreached(format: Format, terms: Terms, found: Problems) -> None:
    """Statements that nothing ever comes to, and loops that nothing ends."""
    endless_windows(format, terms, found)
    parts = parts_in(format)
    for part in parts:
        found += INSIDE.of(part.body, inside)
    if not any(True for part in parts for _ in of_kinds(part.body, *ENDS)):
        text = "No rule of this format ends the game."
        fix = Advice("Say in a rule when it ends: `end game won by player`.")
        span = format.ruleset.format.span
        found.report("game-never-ends", text, span, fix, severity="warning")


def inside(body: Block) -> Problems:
    """What nothing comes to in a body, or nothing ends there, whatever the format."""
    return told_of_blocks(body, behind_an_end, loops_without_end)


def behind_an_end(block: Block, found: Problems) -> None:
    for before, statement in pairwise(block):
        end = end_of(before)
        if end is not None:
            at = first_place(statement)
            label = Label(end.span, "it is over here")
            text = "Nothing ever comes to this line: it is over before it."
            fix = "Put it in front, or leave it out."
            found.report("never-reached", text, at.span, Advice(fix), label, severity="warning")
            return


def end_of(statement: Statement, around: At = NO_PLACE) -> At | None:
    """Where a statement surely ends what it stands in; None if it may go on."""
    at = getattr(statement, "at", around)
    if isinstance(statement, OVER):
        return at
    if isinstance(statement, st.If):
        ends = [last_end(block, at) for block in (statement.then, statement.otherwise)]
        return ends[0] if None not in ends else None
    if isinstance(statement, st.Line):
        return last_end((*statement.before, *statement.does), at)
    if isinstance(statement, (st.For, st.Together)):
        return last_end(statement.body, at)
    return None


def last_end(block: Block, around: At) -> At | None:
    ends = (end_of(statement, around) for statement in block)
    return next((end for end in ends if end is not None), None)


def first_place(statement: Statement) -> At:
    """Where a statement, or the first inside it, stands."""
    at = getattr(statement, "at", NO_PLACE)
    if at is not NO_PLACE:
        return at
    inner = (first_place(one) for block in blocks_of(statement) for one in block)
    return next((place for place in inner if place is not NO_PLACE), NO_PLACE)


# ---- loops


def loops_without_end(block: Block, found: Problems) -> None:
    for statement, at in flat(block):
        if isinstance(statement, st.While) and not may_end(statement):
            text = "Once begun, this loop never ends: nothing in it changes what it asks."
            fix = "Change in the loop what its condition asks."
            found.report("loop-never-ends", text, at.span, Advice(fix))


def may_end(loop: st.While) -> bool:
    """Whether something in a loop may change what it asks, or leaves it."""
    body = [*walk(*loop.body)]
    if any(isinstance(part, (*ANYTHING, *OVER)) for part in body):
        return True
    asked = [*walk(loop.condition)]
    if any(isinstance(part, (v.Property, tr.CanAct, tr.CanDo, tr.CanBeDone)) for part in asked):
        return True
    gauges = {part.gauge for part in asked if isinstance(part, v.Gauge)}
    names = {part.binding for part in asked if isinstance(part, v.Local)}
    for part in body:
        if isinstance(part, st.Change) and part.gauge in gauges:
            return True
        if isinstance(part, st.Let) and part.binding in names:
            return True
        if isinstance(part, (st.MOVING, st.Shuffle, st.Give, st.Distribute, st.Assign)):
            return True
        if isinstance(part, (st.TurnFace, st.Rotate, st.Modify, st.Forget, en.Eliminate)):
            return True
    return False


# ---- windows


def endless_windows(format: Format, terms: Terms, found: Problems) -> None:
    """Windows of many actions in which nobody may ever pass, and that nothing else ends."""
    rules = [rule for rule in format.rules if rule.kind == "forbid" and rule.event.name == "pass"]
    for window in format.windows:
        many = first_of(attrs.ManyEachAttribute, window.node.attributes)
        if many is None or window.ends is not None:
            continue
        for rule in rules:
            if rule.said is None and rule.lasting is None and always(rule, window, terms):
                text = f'Nobody may ever pass in "{window.node.name}", and nothing else ends it.'
                label = Label(window.node.name.span, "many actions each")
                fix = Advice("Forbid it only while something holds, or say what ends the window.")
                found.report("never-passed", text, rule.at.span, fix, label, severity="warning")


def always(rule: Rule, window: WindowMeaning, terms: Terms) -> bool:
    """Whether a rule holds in a window whatever happens."""
    name = rule.event.binding("window")
    around: Around = {name: (Value(Text(str(window.node.name)), name.type), {})}
    formula: Formula = joined(
        True, terms.formula(rule.standing, around), terms.formula(rule.condition, around)
    )
    return formula is True or is_impossible(opposite(formula), terms.domains)
