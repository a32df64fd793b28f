"""Mistakes in when something happens: windows, announcements, order, how long it lasts."""

from __future__ import annotations

from dataclasses import replace

from ...dsl.nodes import attributes as attrs
from ...dsl.nodes import declarations as d
from ...dsl.nodes import expressions as e
from ...dsl.nodes import rules as ru
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import Node, walk
from ...dsl.ruleset.ruleset import phases_of
from ..mutation.alternatives import seen_by
from .facts import Facts, place_name
from .slip import (
    Slip,
    Slips,
    bracketed,
    condition_of,
    declaration_of,
    inside,
    plain,
    removals,
    said,
    statement_of,
    without,
    worded,
)

AGAIN = (s.AnnounceStatement, s.OpenStatement, s.ChangeStatement, s.DoStatement)
NOTHING = ("no", "none", "0")


def dropped_opens(node: Node, facts: Facts) -> Slips:
    """A window is not opened."""
    for part, block, left in removals(node, lambda one: isinstance(one, s.OpenStatement)):
        assert isinstance(part, s.OpenStatement)
        yield Slip(block, left, facts.opened[str(part.window)] == 1)


def dropped_announces(node: Node, facts: Facts) -> Slips:
    """What others wait for is not announced or done."""

    def tells(one: Node) -> bool:
        verb = facts.verbs.get(str(getattr(one, "verb", "")))
        silent = isinstance(one, s.DoStatement) and verb is not None and verb.body is None
        return isinstance(one, s.AnnounceStatement) or silent

    for part, block, left in removals(node, tells):
        yield Slip(block, left, facts.done[str(getattr(part, "verb", ""))] == 1)


def repeated(node: Node, facts: Facts) -> Slips:
    """The same statement twice, one behind the other."""
    for block in inside(node, s.Block):
        for at, part in enumerate(block.statements):
            if isinstance(plain(part), AGAIN) and not block.inline:
                yield Slip(block, without(block, at, part, part), True)


def late_announces(node: Node, facts: Facts) -> Slips:
    """An event is announced one statement too late."""
    for block in inside(node, s.Block):
        for at, part in enumerate(block.statements[:-1]):
            told, after = plain(part), plain(block.statements[at + 1])
            if isinstance(told, s.AnnounceStatement) and told != after:
                swapped = (*block.statements[:at], block.statements[at + 1], part)
                new = replace(block, statements=(*swapped, *block.statements[at + 2 :]))
                yield Slip(block, new, ends_listener(told, after))
    for block in inside(node, s.Block):
        for at, part in enumerate(block.statements[1:], 1):
            told, before = plain(part), block.statements[at - 1]
            if isinstance(plain(before), s.MoveStatement) and is_silent(told, facts):
                new = (*block.statements[: at - 1], part, before, *block.statements[at + 1 :])
                yield Slip(block, replace(block, statements=new))


def is_silent(node: Node, facts: Facts) -> bool:
    verb = facts.verbs.get(str(getattr(node, "verb", "")))
    return isinstance(node, (s.DoStatement, s.AnnounceStatement)) and (
        verb is not None and verb.body is None
    )


def ends_listener(told: s.AnnounceStatement, after: Node) -> bool:
    """Whether the card that an event is about goes away before it."""
    cards = {said(one.value) for one in told.arguments}
    return isinstance(after, s.MoveStatement) and said(after.what) in cards


def short_durations(node: Node, facts: Facts) -> Slips:
    """Something ends with the first phase instead of the turn. With the last one the turn ends too,
    and with one before it what nothing asks for any more: that would be no mistake.
    """
    names = [name for name, (path, _) in phases_of(facts.ruleset).items() if name == path]
    phases = [name for name in names if "." not in name]
    for part in inside(node, s.EndMoment) if len(phases) > 1 else ():
        if isinstance(part.of, e.Name) and str(part.of.word) == "turn":
            other = worded(part.of, "word", phases[0])
            yield Slip(part, replace(part, of=other), is_read_elsewhere(node, phases[0], facts))


def is_read_elsewhere(node: Node, phase: str, facts: Facts) -> bool:
    """Whether a note is set in no other phase, and read in others alone."""
    if not isinstance(node, d.NoteDeclaration):
        return False
    name, found = str(node.name), set[tuple[str, bool]]()
    if facts.ruleset.inside(d.ActionDeclaration) and any(
        name == str(getattr(one, "word", ""))
        for rule in facts.ruleset.declarations
        if not isinstance(rule, d.TurnDeclaration)
        for one in walk(rule)
    ):
        return False
    for part in facts.ruleset.inside(s.PhaseStatement):
        for one in inside(part.body, s.SetStatement):
            if str(getattr(one.target, "word", "")) == name:
                found.add((str(part.name), True))
        reads = [x for x in inside(part.body, e.Name, e.Of, e.Its) if str(x.word) == name]
        if reads:
            found.add((str(part.name), False))
    sets = {where for where, is_set in found if is_set}
    return sets == {phase} and any(where != phase for where, is_set in found if not is_set)


def endless_windows(node: Node, facts: Facts) -> Slips:
    """A window that can never end."""
    if isinstance(node, d.WindowDeclaration):
        ends = [a for a in node.attributes if isinstance(a, attrs.EndsWhenAttribute)]
        for one in ends:
            text = f"{bracketed(one.condition)} and not {bracketed(one.condition)}"
            yield Slip(one, replace(one, condition=condition_of(text)), True)
        many = any(isinstance(a, attrs.ManyEachAttribute) for a in node.attributes)
        if many and not ends and not is_left(node, facts):
            rule = declaration_of(f"forbid pass where window is {node.name}\n")
            yield Slip(node, node, True, rule)
    if isinstance(node, ru.ForbidRule) and isinstance(node.condition, e.AndExpression):
        first = node.condition.left
        window = facts.ruleset.find(d.WindowDeclaration, said(first).removeprefix("window is "))
        if node.event == "pass" and window is not None:
            many = any(isinstance(a, attrs.ManyEachAttribute) for a in window.attributes)
            if many and not is_left(window, facts):
                yield Slip(node, replace(node, condition=first), True)


def is_left(window: d.WindowDeclaration, facts: Facts) -> bool:
    """Whether an action of a window may lead out of it."""
    names = window.offers.words if window.offers is not None else ()
    actions = (facts.ruleset.find(d.ActionDeclaration, str(name)) for name in names)
    leaving = (s.LeaveStatement, s.EndGameStatement, s.EliminateStatement)
    return any(one is not None and any(inside(one, *leaving)) for one in actions)


def unreachable(node: Node, facts: Facts) -> Slips:
    """A statement that nothing comes to: behind one that leaves, or in a case that never is."""
    for phase in inside(node, s.PhaseStatement):
        if len(phase.body.statements) > 1 and not phase.body.inline:
            leave = statement_of(f"leave {phase.name}")
            at = len(phase.body.statements) - 1
            steps = (*phase.body.statements[:at], leave, phase.body.statements[at])
            yield Slip(phase.body, replace(phase.body, statements=steps), True)
    if isinstance(node, (d.VerbDeclaration, d.ActionDeclaration)) and node.body is not None:
        parts = node.body.statements
        if len(parts) > 1 and not node.body.inline:
            new = (*parts[:-1], statement_of("stop"), parts[-1])
            yield Slip(node.body, replace(node.body, statements=new), True)
    for part in inside(node, s.IfStatement):
        if isinstance(part.otherwise, s.IfStatement):
            same = replace(part.otherwise, condition=part.condition)
            yield Slip(part, replace(part, otherwise=same), True)
        yield from out_of_range(part, facts)


def out_of_range(part: s.IfStatement, facts: Facts) -> Slips:
    """A number is compared with what it never is."""
    for one in inside(part.condition, e.Operation):
        low, high = facts.low_of(one.left), facts.high_of(one.left)
        compares = isinstance(one, (e.IsExpression, e.AtMostExpression, e.AtLeastExpression))
        if not compares or not isinstance(one.right, e.Number):
            continue
        if high is not None and not isinstance(one, e.AtMostExpression):
            yield Slip(one.right, replace(one.right, value=high + 1), True)
        elif low is not None and low > 0 and not isinstance(one, e.AtLeastExpression):
            yield Slip(one.right, replace(one.right, value=low - 1), True)
        elif low == 0:
            less = condition_of(f"{said(one.left)} is less than 0")
            yield Slip(one, less, True)


def lost_options(node: Node, facts: Facts) -> Slips:
    """What a player may do is done."""
    for part in inside(node, s.ChooseStatement):
        if isinstance(part.count, s.UpToCount):
            yield Slip(part.count, s.PlainCount(part.count.number, span=part.count.span))
    for part in inside(node, s.OfferStatement):
        if part.otherwise is None:
            yield Slip(part, s.ForStatement(part.player, part.cites, part.body, span=part.span))
    for part in inside(node, ru.InsteadRule):
        if part.optional is not None:
            yield Slip(part, replace(part, optional=None))


def dropped_shuffles(node: Node, facts: Facts) -> Slips:
    """A pile is not shuffled."""
    for part, block, left in removals(node, lambda one: isinstance(one, s.ShuffleStatement)):
        assert isinstance(part, s.ShuffleStatement)
        name = str(getattr(part.place, "word", ""))
        zone = facts.zones.get(name)
        blind = zone is not None and seen_by(zone) in ("nobody", "")
        starts = {str(line.zone) for line in facts.ruleset.inside(d.StartsInLine)}
        ordered = isinstance(node, d.SetupDeclaration) and name in starts
        filled = any(place_name(one) == name for one in inside(block, s.MoveStatement))
        yield Slip(block, left, blind and (ordered or filled))


def dropped_resets(node: Node, facts: Facts) -> Slips:
    """A note keeps what it was set to."""
    sets = facts.ruleset.inside(s.SetStatement)

    def is_reset(one: Node) -> bool:
        if not isinstance(one, s.SetStatement) or said(one.value) not in NOTHING:
            return False
        note = facts.ruleset.find(d.NoteDeclaration, str(getattr(one.target, "word", "")))
        return note is not None and not any(
            isinstance(a, attrs.UntilAttribute) for a in note.attributes
        )

    for part, block, left in removals(node, is_reset):
        assert isinstance(part, s.SetStatement)
        name = getattr(part.target, "word", "")
        others = [x for x in sets if getattr(x.target, "word", "") == name and x is not part]
        values = {start_of(name, facts), *(said(x.value) for x in others)}
        changes = facts.ruleset.inside(s.ChangeStatement)
        changed = any(getattr(x.target, "word", "") == name for x in changes)
        yield Slip(block, left, len(values) == 1 and not changed)
    if isinstance(node, d.NoteDeclaration):
        kept = tuple(a for a in node.attributes if not isinstance(a, attrs.UntilAttribute))
        if len(kept) < len(node.attributes):
            yield Slip(node, replace(node, attributes=kept))


def start_of(name: str, facts: Facts) -> str:
    """What a note is at the start; empty where it does not say."""
    note = facts.ruleset.find(d.NoteDeclaration, name)
    starts = (a for a in note.attributes if isinstance(a, attrs.StartsAttribute)) if note else ()
    return next((said(a.value) for a in starts), "")
