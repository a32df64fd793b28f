"""Zones, gauges, notes, options, rankings and deck rules: from declarations to the
program's tables.
"""

from __future__ import annotations

from dataclasses import dataclass

from .. import ir
from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes import statements as s
from ..nodes.base import Node, walk
from ..ruleset import clauses_of
from ..types import NUMBER, PLAYER, Type
from .changes import moment_number
from .context import TRUE, Meaning, Scope, Value, conjunction
from .expressions import as_number, first_number, lower, lower_condition, lower_number
from .names import per_of, type_of_field

KINDS = ("pile", "stack", "group", "queue", "slots")


def declare_zones(m: Meaning) -> None:
    for node in m.ruleset.all(d.ZoneDeclaration):
        m.zones[str(node.name)] = zone_spec(m, node)


def zone_spec(m: Meaning, node: d.ZoneDeclaration) -> ir.ZoneSpec:
    kind, stacks, per, face, seen, counted = "group", False, False, -1, "", "all"
    orientations: tuple[str, ...] = ()
    skip = False
    for attribute in node.attributes:
        if isinstance(attribute, d.KindAttribute):
            if skip:
                skip = False
                continue
            word = str(attribute.word)
            if word in KINDS:
                kind, stacks, skip = word, attribute.of == "stacks", word == "slots"
            elif word != "shared":
                m.unknown(
                    "unknown-word", "kind of zone", attribute.word, [*KINDS, "shared"]
                )
        elif isinstance(attribute, d.PerAttribute):
            per = True
        elif isinstance(attribute, d.FaceAttribute):
            face = 1 if attribute.word == "up" else 0
        elif isinstance(attribute, d.SeenAttribute):
            seen = str(attribute.word)
            if seen not in ("nobody", "owner", "all", "knowers"):
                known = ["nobody", "owner", "all", "knowers"]
                m.unknown("unknown-word", "audience", attribute.word, known)
        elif isinstance(attribute, d.CountedAttribute):
            counted = str(attribute.word)
        elif isinstance(attribute, d.TurnedAttribute):
            orientations = tuple(str(word) for word in attribute.words)
        elif isinstance(attribute, d.HoldsAttribute):
            known = ["cards", *m.ruleset.names("card kind")]
            if str(attribute.kind) not in known:
                m.unknown("unknown-kind", "kind of card", attribute.kind, known)
        elif isinstance(attribute, d.AttachedAttribute):
            not_yet(m, attribute, "attached zones")
    seen = seen or ("all" if face == 1 else "owner" if face < 0 else "knowers")
    title = str(node.titles.names[0]) if node.titles is not None else str(node.name)
    keeps = kind == "stack" or stacks
    face = face if face >= 0 else (1 if seen == "all" else 0)
    return ir.ZoneSpec(
        str(node.name), per, kind, face, seen, counted, orientations, keeps, title
    )


def not_yet(m: Meaning, node: Node, what: str) -> None:
    """What can be written but has no meaning yet is an error, never ignored."""
    m.problem("no-meaning", f"There is no meaning for {what} yet.", node.span)


def refuse_unread(m: Meaning) -> None:
    """Declarations whose forms the program has no reader for."""
    rules = m.ruleset
    if rules.format.parent is not None:
        not_yet(m, rules.format, "formats that extend another")
    for kind in rules.all(d.CardDeclaration):
        for part in kind.fields:
            if isinstance(part, d.PartField):
                not_yet(m, part, "parts of cards")
            for attribute in part.attributes if isinstance(part, d.PlainField) else ():
                refuse_attribute(m, attribute)
    for phrase in rules.all(d.PhraseDeclaration):
        if phrase.tag is not None:
            not_yet(m, phrase, "tags of phrases")
    for values in rules.all(d.ValuesDeclaration):
        words_of_values(m, values)
    for thing in (
        *rules.all(d.ZoneDeclaration),
        *rules.all(d.GaugeDeclaration),
        *rules.all(d.NoteDeclaration),
    ):
        for attribute in thing.attributes:
            if isinstance(attribute, d.PerAttribute):
                whose = (
                    ["player"]
                    if isinstance(thing, d.ZoneDeclaration)
                    else ["player", "card"]
                )
                if str(attribute.word) not in [*whose, *kinds_for(m, thing)]:
                    m.unknown("unknown-word", "owner", attribute.word, whose)
    for item in rules.all(d.TriggersDeclaration):
        for line in item.lines:
            if isinstance(line, d.SettleLine) and str(line.word) not in SETTLES:
                m.unknown("unknown-word", "settle point", line.word, list(SETTLES))
            for ordering in line.orderings if isinstance(line, d.TriggerOrderLine) else ():
                if isinstance(ordering, (d.NewestOrdering, d.AskedOrdering)):
                    not_yet(m, ordering, "this order of triggers")
    for item in rules.all(d.PrecedenceDeclaration):
        words_ = [str(word) for word in item.words]
        if words_ not in (["forbid", "instead", "allow"], ["allow", "forbid", "instead"]):
            not_yet(m, item, "this precedence")


def kinds_for(m: Meaning, thing: Node) -> list[str]:
    """A gauge or note may be kept for each card of a kind."""
    return [] if isinstance(thing, d.ZoneDeclaration) else [*m.ruleset.names("card kind")]


def refuse_attribute(m: Meaning, attribute: d.Attribute) -> None:
    if isinstance(attribute, d.KindAttribute) and attribute.word == "kept":
        not_yet(m, attribute, "fields that change for good")
    elif isinstance(attribute, d.KindAttribute) and attribute.word != "optional":
        m.unknown("unknown-word", "word of a field", attribute.word, ["optional", "starts"])


def words_of_values(m: Meaning, values: d.ValuesDeclaration) -> None:
    """No symbol stands twice in its list."""
    seen: set[str] = set()
    for item in values.items:
        if str(item.name) in seen:
            text = f'"{item.name}" stands twice among the {values.name}s.'
            m.problem("declared-twice", text, item.span, "Remove one of them.")
        seen.add(str(item.name))


SETTLES = ("sentence", "effect")


def declare_fields(m: Meaning) -> None:
    for node in m.ruleset.all(d.GaugeDeclaration):
        m.fields[str(node.name)] = gauge_spec(m, node)
    for node in m.ruleset.all(d.NoteDeclaration):
        m.fields[str(node.name)] = note_spec(m, node)
    for node in m.ruleset.all(d.OptionDeclaration):
        name = f"option_{node.name}"
        if isinstance(node.value, d.NumberValue):
            value = node.value
            m.fields[name] = ir.FieldSpec(
                name,
                "game",
                value.number,
                value.low,
                value.high,
                type="number",
                title=str(node.title or node.name),
            )
        else:
            on = 1 if node.value.word == "on" else 0
            if str(node.value.word) not in ("on", "off"):
                m.unknown("unknown-word", "setting", node.value.word, ["on", "off"])
            m.fields[name] = ir.FieldSpec(
                name, "game", on, 0, 1, type="truth", title=str(node.title or node.name)
            )


def title_of(node: d.GaugeDeclaration | d.NoteDeclaration) -> str:
    return str(node.titles.names[0]) if node.titles is not None else str(node.name)


def gauge_spec(m: Meaning, node: d.GaugeDeclaration) -> ir.FieldSpec:
    low: int | None = None
    high: int | None = None
    start, until = 0, -1
    for attribute in node.attributes:
        if isinstance(attribute, d.RangeAttribute):
            low, high = attribute.low, attribute.high
        elif isinstance(attribute, d.StartsAttribute):
            value = attribute.value
            start = value if isinstance(value, int) else constant(m, value)  # pyright: ignore[reportUnnecessaryIsInstance]
        elif isinstance(attribute, d.UntilAttribute):
            until = moment_number(m, attribute.moment, Scope())
        elif isinstance(attribute, d.SeenFromAttribute):
            not_yet(m, attribute, "gauges read from two sides")
        elif isinstance(attribute, d.KindAttribute) and attribute.word != "shared":
            m.unknown("unknown-word", "word of a gauge", attribute.word, ["shared"])
    if low is not None and high is not None and not low <= start <= high:
        text = f'"{node.name}" starts at {start}, outside {low}..{high}.'
        m.problem("start-out-of-range", text, node.span)
    return ir.FieldSpec(
        str(node.name),
        per_of(node),
        start,
        low,
        high,
        until,
        "number",
        "all",
        title_of(node),
    )


def constant(m: Meaning, node: e.Expression) -> int:
    value = lower(m, node, Scope())
    if isinstance(value.code, ir.Int):
        return value.code.value
    m.problem("not-a-constant", "A start is a plain value.", node.span)
    return 0


def note_spec(m: Meaning, node: d.NoteDeclaration) -> ir.FieldSpec:
    type_ = type_of_field(m, node)
    start = ir.NONE if type_.maybe or type_.kind in ("player", "card", "symbol") else 0
    until, secret = -1, "all"
    for attribute in node.attributes:
        if isinstance(attribute, d.StartsAttribute):
            value = lower(m, attribute.value, Scope(), type_)
            start = value.code.value if isinstance(value.code, ir.Int) else start
        elif isinstance(attribute, d.UntilAttribute):
            until = moment_number(m, attribute.moment, Scope())
        elif isinstance(attribute, d.SeenAttribute):
            secret = str(attribute.word)
        elif isinstance(attribute, d.KindAttribute) and attribute.word != "shared":
            m.unknown("unknown-word", "word of a note", attribute.word, ["shared"])
    kind = f"symbol:{type_.of}" if type_.kind == "symbol" else type_.kind
    return ir.FieldSpec(
        str(node.name), per_of(node), start, None, None, until, kind, secret, title_of(node)
    )


def note_moments(m: Meaning) -> None:
    """Moments that statements name are known before phases are lowered, so that their ends
    are events.
    """
    for item in m.ruleset.declarations:
        for part in walk(item):
            if isinstance(part, s.UntilTail) and isinstance(part.moment, s.EndMoment):
                of = part.moment.of
                if isinstance(of, e.Name) and (of.word in m.phases or of.word == "turn"):
                    moment_number(m, part.moment, Scope())


# ---- rankings


def lower_ranking(m: Meaning, node: d.RankingDeclaration) -> None:
    """Who is best by the first line; who of them by the second; the winner if one is left."""
    players: ir.Expression = ir.Range(ir.Int(m.ruleset.seats))
    left: list[tuple[str, ir.Expression]] = []
    for line in node.lines:
        if str(line.wins) not in ("higher", "lower"):
            m.unknown("unknown-word", "way to win", line.wins, ["higher", "lower"])
        one, two, best, rest = (m.fresh(x) for x in ("one", "two", "best", "rest"))
        place = m.place(line.span, clauses_of(line.cites))
        value = ranking_value(m, line, ir.Local(one))
        again = ranking_value(m, line, ir.Local(two))
        top = ir.Extreme(line.wins == "higher", one, players, value, ir.Int(0))
        same = ir.Compare("==", again, ir.Local(best))
        chosen = ir.Bind(best, ir.Mark(place, top), ir.Select(two, players, same))
        left.append((rest, chosen))
        players = ir.Local(rest)
    alone = ir.Compare("==", ir.Count(players), ir.Int(1))
    code: ir.Expression = ir.Either(alone, ir.BottomOne(players), ir.Int(ir.NONE))
    for name, chosen in reversed(left):
        code = ir.Bind(name, chosen, code)
    m.function(
        f"ranking_{node.name}",
        (),
        ir.Mark(m.place(node.span, clauses_of(node.cites)), code),
    )


def ranking_value(m: Meaning, line: d.RankingLine, player: ir.Expression) -> ir.Expression:
    scope = Scope(player=player)
    value = lower(m, line.value, scope)
    code = value.code
    if value.type.kind == "symbol" and first_number(m, value.type.of) is not None:
        code = as_number(m, value, line.value)
    elif value.type.kind not in ("number", "symbol", "unknown"):
        m.problem(
            "not-a-number", f"A ranking needs numbers, not a {value.type}.", line.value.span
        )
    if line.missing is not None:
        missing = ir.Compare("<", value.code, ir.Int(0))
        code = ir.Either(missing, ir.Int(line.missing), code)
    return code


# ---- deck rules


@dataclass(frozen=True, slots=True)
class DeckRule:
    """A line of a deck declaration: a function of the deck's cards that must hold, and what
    it says.
    """

    function: str
    text: str
    place: int


def lower_decks(m: Meaning) -> None:
    """`extra["deck"]`: the rules; `extra["starts_in"]`: the zone a deck's cards begin in,
    by declaration.
    """
    rules: list[DeckRule] = []
    starts: list[tuple[str, str]] = []
    for node in m.ruleset.all(d.DeckDeclaration):
        mine = deck_part(m, node)
        for line in node.lines:
            if isinstance(line, d.StartsInLine):
                if str(line.zone) not in m.zones:
                    m.unknown("unknown-zone", "zone", line.zone, list(m.zones))
                    continue
                part = m.function(m.fresh("deck_part"), ("cards",), mine, True)
                starts.append((part, str(line.zone)))
                m.used.add(str(line.zone))
            else:
                rules.append(deck_rule(m, line, mine))
    m.extra["deck"] = tuple(rules)
    m.extra["starts_in"] = tuple(starts)
    if not starts:
        text = "No `deck` says where a deck's cards start."
        m.problem("no-deck", text, m.ruleset.format.span, "Add to deck: starts in ZONE")


def deck_part(m: Meaning, node: d.DeckDeclaration) -> ir.Expression:
    """The cards that this deck is about: all, or those an `only` line without condition
    names.
    """
    for line in node.lines:
        if (
            isinstance(line, d.OnlyLine)
            and line.condition is None
            and len(m.ruleset.all(d.DeckDeclaration)) > 1
        ):
            return only_of(m, line)
    return ir.Local("cards")


def only_of(m: Meaning, line: d.OnlyLine) -> ir.Expression:
    of = line.of
    while isinstance(of, e.Bracket):
        of = of.inner
    name = m.fresh("it")
    scope = Scope(it=Value(ir.Local(name), Type("card")), player=ir.Int(0))
    condition = of.condition if isinstance(of, e.Where) else None
    return ir.Select(name, ir.Local("cards"), lower_condition(m, condition, scope))


def deck_rule(m: Meaning, line: d.CountLine | d.OnlyLine, mine: ir.Expression) -> DeckRule:
    from ..print_files import print_node

    place = m.place(line.span, clauses_of(line.cites))
    scope = Scope(player=ir.Int(0))
    unless = (
        ir.Not(lower_condition(m, line.condition, scope))
        if line.condition is not None
        else None
    )
    if isinstance(line, d.OnlyLine):
        test: ir.Expression = ir.Compare("==", ir.Count(only_of(m, line)), ir.Count(mine))
    elif line.per is not None:
        test = per_name(m, line, mine)
    else:
        test = count_test(
            line, ir.Count(counted(m, line, mine)), lower_number(m, line.number, scope)
        )
    if unless is not None:
        test = ir.Or(unless, test)
    function = m.function(m.fresh("deck_rule"), ("cards",), ir.Mark(place, test))
    return DeckRule(function, print_node(line).partition("  cites")[0].strip(), place)


def counted(m: Meaning, line: d.CountLine, mine: ir.Expression) -> ir.Expression:
    name = m.fresh("it")
    kind = str(line.kind)
    of = kind if kind in m.ruleset.names("card kind") else ""
    scope = Scope(it=Value(ir.Local(name), Type("card", of)), player=ir.Int(0))
    tests: list[ir.Expression] = []
    if of:
        tests.append(
            ir.Compare("==", ir.Table("kind", ir.Local(name)), ir.Int(m.kind_number(of)))
        )
    elif kind != "cards":
        m.unknown(
            "unknown-kind",
            "kind of card",
            line.kind,
            ["cards", *m.ruleset.names("card kind")],
        )
    tests.append(lower_condition(m, line.where, scope))
    return ir.Select(name, mine, conjunction(*tests))


def count_test(
    line: d.CountLine, count: ir.Expression, number: ir.Expression
) -> ir.Expression:
    sign = {"ExactlyCount": "==", "AtLeastCount": ">=", "AtMostCount": "<="}
    return ir.Compare(sign[type(line.count).__name__], count, number)


def per_name(m: Meaning, line: d.CountLine, mine: ir.Expression) -> ir.Expression:
    """`at most 3 cards per name`: for each card, how many share its name."""
    assert line.per is not None
    one, two = m.fresh("one"), m.fresh("two")
    members = counted(m, line, mine)
    table = {"name": "name", "code": "code", "number": "code"}.get(str(line.per))
    if table is None:
        m.unknown("unknown-word", "field to count by", line.per, ["name", "code"])
        return TRUE
    same = ir.Compare("==", ir.Table(table, ir.Local(two)), ir.Table(table, ir.Local(one)))
    number = lower_number(m, line.number, Scope(player=ir.Int(0)))
    count = ir.Count(ir.Select(two, members, same))
    return ir.Not(ir.Exists(one, members, ir.Not(count_test(line, count, number))))


__all__ = ["NUMBER", "PLAYER", "Node"]
