"""Mistakes in what is declared: zones, gauges, decks, keywords, phrases, labels, clauses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...dsl.nodes import attributes as attrs
from ...dsl.nodes import declarations as d
from ...dsl.nodes import expressions as e
from ...dsl.nodes import modes
from ...dsl.nodes import rules as ru
from ...dsl.nodes import statements as s
from ...dsl.nodes.base import NOWHERE, Node, Word
from ...dsl.ruleset.clauses import clauses_of
from ..mutation.alternatives import is_face_up, seen_by
from .facts import Facts, holds_of, range_of
from .slip import Slip, Slips, bracketed, condition_of, declaration_of, inside, removals

LARGEST = 999


def overlapping_phrases(node: Node, facts: Facts) -> Slips:
    """A phrase or label that is written like another one."""
    if isinstance(node, d.PhraseDeclaration) and node.says:
        for other in facts.ruleset.all(d.PhraseDeclaration):
            alike = other.category == node.category and other.parameters == node.parameters
            if alike and other.says and other.name != node.name:
                pattern = Word(str(other.says[0].pattern), node.says[0].span)
                first = replace(node.says[0], pattern=pattern)
                yield Slip(node, replace(node, says=(first, *node.says[1:])), True)
                return
    if isinstance(node, d.LabelDeclaration) and node.says:
        for other in facts.ruleset.all(d.LabelDeclaration):
            if other.says and other.name != node.name:
                yield Slip(node, replace(node, says=(other.says[0], *node.says[1:])), True)
                return


# ---- what a player is told


def leaks(node: Node, facts: Facts) -> Slips:
    """What a player is offered depends on cards that he cannot see."""
    if not facts.hidden:
        return
    cards = facts.hidden_card()
    tests = (
        f"there is {cards}",
        f"count of ({cards}) is at least 1",
        *(f"top of opponent's {zone} is {facts.kinds[0]}" for zone in facts.mixed),
    )
    if isinstance(node, d.ActionDeclaration):
        for test in tests:
            yield Slip(node, replace(node, needs=both(node.needs, test)), True)
    for part in inside(node, ru.ForbidRule):
        for test in tests[:2]:
            if part.event == "pass":
                yield Slip(part, replace(part, condition=both(part.condition, test)), True)
    for one in inside(node, modes.WindowMode, s.OfferStatement):
        yield Slip(one, replace(one, condition=both(one.condition, tests[1])), True)
    for one in inside(node, attrs.EndsWhenAttribute):
        text = f"{bracketed(one.condition)} or {tests[0]}"
        yield Slip(one, replace(one, condition=condition_of(text)), True)
    for part in inside(node, s.ChooseStatement):
        if isinstance(part.count, s.UpToCount):
            bound: Any = condition_of(f"(count of ({cards})) is 0")
            yield Slip(part.count, replace(part.count, number=bound.left), True)
    if isinstance(node, d.PropertyDeclaration) and isinstance(node.body, d.MeansBody):
        for part in inside(node.body.value, e.Name):
            asked = str(node.of) == "player" and facts.read[str(node.name)] > 0
            if str(part.word) in facts.hidden and asked and str(node.name) in told_names(facts):
                owner = e.Name(Word("opponent", part.span), span=part.span)
                yield Slip(part, e.Of(owner, part.word, span=part.span), True)


def told_names(facts: Facts) -> set[str]:
    """Names that what is offered asks for."""
    found: set[str] = set()
    for node in facts.ruleset.inside(d.ActionDeclaration):
        for part in (node.needs, node.offers):
            if part is not None:
                found |= {str(one.word) for one in inside(part, e.Name, e.Of, e.Its)}
    return found


def both(first: e.Expression | None, test: str) -> e.Expression:
    return condition_of(f"{bracketed(first)} and {test}" if first is not None else test)


def widened(node: Node, facts: Facts) -> Slips:
    """All see what some or none may."""
    for zone in inside(node, d.ZoneDeclaration):
        seen = seen_by(zone)
        for one in zone.attributes:
            if isinstance(one, attrs.SeenAttribute) and seen not in ("all",):
                wide = replace(one, word=Word("all", one.span))
                lies = any(isinstance(a, attrs.FaceAttribute) for a in zone.attributes)
                yield Slip(one, wide, lies and not is_face_up(zone))
            if isinstance(one, attrs.FaceAttribute) and one.word == "down" and not seen:
                yield Slip(one, replace(one, word=Word("up", one.span)))
    for part in inside(node, s.ShowStatement):
        yield Slip(part, s.RevealStatement(part.what, span=part.span))


def narrowed(node: Node, facts: Facts) -> Slips:
    """Nobody sees what lay open."""
    for zone in inside(node, d.ZoneDeclaration):
        asked = str(zone.name) in facts.told
        for one in zone.attributes:
            if isinstance(one, attrs.FaceAttribute) and one.word == "up" and not seen_by(zone):
                yield Slip(one, replace(one, word=Word("down", one.span)), asked)
            if isinstance(one, attrs.SeenAttribute) and one.word == "owner":
                yield Slip(one, replace(one, word=Word("nobody", one.span)), asked)
    for _, block, left in removals(
        node, lambda one: isinstance(one, (s.RevealStatement, s.ShowStatement))
    ):
        yield Slip(block, left)


# ---- numbers of the table


def small_capacities(node: Node, facts: Facts) -> Slips:
    """A zone has room for less than the rules put there."""
    for zone in inside(node, d.ZoneDeclaration):
        held = holds_of(zone)
        drawn = drawn_to(str(zone.name), facts)
        if held is None and drawn:
            attribute = zone_attribute(f"holds cards up to {drawn - 1}")
            yield Slip(zone, replace(zone, attributes=(*zone.attributes, attribute)), True)
        if held is not None and isinstance(held.limit, e.Number) and held.limit.value:
            yield Slip(held.limit, replace(held.limit, value=0), True)
            if held.limit.value > 1:
                yield Slip(held.limit, replace(held.limit, value=held.limit.value - 1))
    for part in inside(node, d.ParameterDeclaration):
        sizes = {str(a.word) for a in facts.ruleset.inside(attrs.KindAttribute)}
        limits = facts.ruleset.inside(attrs.HoldsAttribute)
        sizes |= {str(getattr(a.limit, "word", "")) for a in limits}
        if str(part.name) in sizes and isinstance(part.value, int) and part.value:
            yield Slip(part, replace(part, value=0), True)


def drawn_to(zone: str, facts: Facts) -> int:
    """How many cards the setup puts into a zone at once, at most."""
    most = 0
    for setup in facts.ruleset.all(d.SetupDeclaration):
        for move in inside(setup, s.MoveStatement):
            what = move.what
            if str(getattr(move.place, "word", "")) == zone and isinstance(what, (e.Top, e.Bottom)):
                most = max(most, number_of(what.amount, facts))
    return most


def number_of(node: e.Expression | None, facts: Facts) -> int:
    """The number that an expression is, if it is plain; else 0."""
    if isinstance(node, e.Number):
        return node.value
    found = facts.ruleset.find(d.ParameterDeclaration, str(getattr(node, "word", "")))
    return found.value if found is not None and isinstance(found.value, int) else 0


def zone_attribute(text: str) -> attrs.Attribute:
    zone: Any = declaration_of(f"zone place {text}\n")
    return zone.attributes[0]


def small_ranges(node: Node, facts: Facts) -> Slips:
    """A number of the rules lies outside of a gauge's range."""
    for gauge in inside(node, d.GaugeDeclaration):
        most = max(compared_with(str(gauge.name), facts), default=0)
        for one in gauge.attributes:
            starts = isinstance(one, attrs.StartsAttribute) and isinstance(one.value, e.Number)
            high = range_of(gauge)[1]
            if isinstance(one, attrs.RangeAttribute) and most > max(one.low + 1, 1):
                yield Slip(one, replace(one, high=most - 1), True)
            if starts and high is not None:
                assert isinstance(one, attrs.StartsAttribute) and isinstance(one.value, e.Number)
                yield Slip(one.value, replace(one.value, value=high + 10), True)


def compared_with(gauge: str, facts: Facts) -> list[int]:
    """The numbers that a gauge is set to, changed by or compared with."""
    found: list[int] = []
    for part in facts.ruleset.inside(e.AtLeastExpression, e.IsExpression, e.MoreExpression):
        if str(getattr(part.left, "word", "")) == gauge:
            found.append(number_of(part.right, facts))
    for one in facts.ruleset.inside(s.SetStatement):
        if str(getattr(one.target, "word", "")) == gauge:
            found.append(number_of(one.value, facts))
    for one in facts.ruleset.inside(d.GaugeDeclaration):
        if str(one.name) == gauge:
            starts = (a for a in one.attributes if isinstance(a, attrs.StartsAttribute))
            found += [number_of(a.value, facts) for a in starts]
    return [number for number in found if number < LARGEST]


def contradictory_decks(node: Node, facts: Facts) -> Slips:
    """Two lines that no deck can obey."""
    for deck in inside(node, d.DeckDeclaration):
        for at, line in enumerate(deck.lines):
            plain = isinstance(line, d.CountLine) and line.per is None and line.where is None
            if not plain or not isinstance(line, d.CountLine):
                continue
            number = line.number
            if not isinstance(number, e.Number) or number.value < 3:
                continue
            less = replace(number, value=number.value // 2)
            more = replace(number, value=number.value * 2)
            at_most, at_least = s.AtMostCount(span=line.span), s.AtLeastCount(span=line.span)
            pairs = ((at_most, less), (at_least, more))
            for count, other in pairs:
                if isinstance(line.count, type(count)):
                    continue
                second = replace(line, count=count, number=other, condition=None, cites=None)
                lines = (*deck.lines[: at + 1], second, *deck.lines[at + 1 :])
                yield Slip(deck, replace(deck, lines=lines), True)


def unordered_changes(node: Node, facts: Facts) -> Slips:
    """A property is changed in two ways, and its order names one of them only, or none."""
    if not isinstance(node, d.PropertyDeclaration) or not isinstance(node.body, d.PipelineBody):
        return
    name, body = str(node.name), node.body
    made = {
        str(one.operation)
        for one in facts.ruleset.inside(s.ChangeStatement)
        if str(getattr(one.target, "word", "")) == name
    }
    sets = facts.ruleset.inside(s.SetStatement)
    made |= {"set" for one in sets if str(getattr(one.target, "word", "")) == name}
    made |= {"raise"} if "lower" in made else set()
    for line in body.lines:
        if not isinstance(line, d.OrderLine):
            continue
        for at, layer in enumerate(line.layers):
            named = {str(one.word) for one in layer.operations}
            if named & made and len(made) > 1:
                layers = (*line.layers[:at], *line.layers[at + 1 :])
                new = replace(line, layers=layers) if layers else None
                lines = tuple(new if x is line else x for x in body.lines)
                kept = tuple(x for x in lines if x is not None)
                yield Slip(body, replace(body, lines=kept), True)


# ---- words and clauses


def empty_keywords(node: Node, facts: Facts) -> Slips:
    """A keyword that means nothing."""
    if isinstance(node, d.KeywordDeclaration) and node.body is not None:
        unasked = not facts.asked_keywords[str(node.name)]
        yield Slip(node, replace(node, body=None), unasked)
    for part in inside(node, e.AndExpression, e.OrExpression):
        for side, other in ((part.left, part.right), (part.right, part.left)):
            inner = side.value if isinstance(side, e.NotExpression) else side
            if isinstance(inner, (e.HasExpression, e.HasNoExpression)):
                word = str(getattr(inner.right, "word", ""))
                keyword = facts.ruleset.find(d.KeywordDeclaration, word)
                if keyword is not None and facts.asked_keywords[word] == 1:
                    yield Slip(part, other, keyword.body is None)


def lost_citations(node: Node, facts: Facts) -> Slips:
    """A clause that no line cites any more."""
    for part in inside(node, Node):
        cites: Any = getattr(part, "cites", None)
        if not isinstance(cites, s.Cites):
            continue
        for word in cites.clauses:
            if facts.once_cited & {*clauses_of(replace(cites, clauses=(word,)))}:
                left = tuple(one for one in cites.clauses if one is not word)
                less = replace(cites, clauses=left) if left else None
                changed: Any = replace(part, **{"cites": less})
                yield Slip(part, changed, True)


def alike_labels(node: Node, facts: Facts) -> Slips:
    """Two labels that stand for the same moment."""
    if isinstance(node, d.LabelDeclaration) and node.mode is not None:
        for other in facts.ruleset.all(d.LabelDeclaration):
            differs = other.name != node.name and other.mode != node.mode
            if differs and type(other.mode) is type(node.mode) and other.tag == node.tag:
                new = replace(node, mode=other.mode, limit=other.limit)
                yield Slip(node, new, True)
                return


def unentered_zones(node: Node, facts: Facts) -> Slips:
    """Cards no longer come into a zone that is read, or no longer leave one."""

    def enters(one: Node) -> bool:
        name = str(getattr(getattr(one, "place", None), "word", ""))
        return isinstance(one, s.MoveStatement) and name in facts.zones

    for part, block, left in removals(node, enters):
        name = str(getattr(getattr(part, "place", None), "word", ""))
        only = facts.entries[name] == 1 and facts.read[name] > 1
        yield Slip(block, left, only and not facts.is_moved_anywhere)


def unused_values(node: Node, facts: Facts) -> Slips:
    """A value that no card has and no rule names."""
    if isinstance(node, d.ValuesDeclaration):
        last = str(node.items[-1].name)
        name = str(int(last) + 1) if last.isdigit() else f"{last}_too"
        item = d.ValueItem(Word(name, NOWHERE), (), span=node.span)
        printed = any(str(getattr(f.type, "word", "")) == node.name for f in facts.fields.values())
        if printed:
            yield Slip(node, replace(node, items=(*node.items, item)), True)
