"""Zones, gauges, notes, options, rankings and deck rules: from declarations to the
program's tables.
"""

from __future__ import annotations

from ..ir import ir
from ..ir.types import NUMBER, PLAYER
from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes.base import Node
from ..ruleset.ruleset import clauses_of
from .context import Meaning, Scope
from .expressions import (
    as_number,
    first_number,
    is_missing,
    lower,
)
from .moments import moment_number
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
    for kind in rules.all(d.CardDeclaration):
        for part in kind.fields:
            for inner in part.fields if isinstance(part, d.PartField) else ():
                if isinstance(inner, d.PlainField):
                    for attribute in inner.attributes:
                        refuse_attribute(m, attribute)
            for attribute in part.attributes if isinstance(part, d.PlainField) else ():
                refuse_attribute(m, attribute)
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


FIELD_WORDS = ("optional", "beneath")


def kinds_for(m: Meaning, thing: Node) -> list[str]:
    """A gauge or note may be kept for each card of a kind."""
    return [] if isinstance(thing, d.ZoneDeclaration) else [*m.ruleset.names("card kind")]


def refuse_attribute(m: Meaning, attribute: d.Attribute) -> None:
    if isinstance(attribute, d.KindAttribute) and attribute.word == "kept":
        not_yet(m, attribute, "fields that change for good")
    elif isinstance(attribute, d.KindAttribute) and attribute.word not in FIELD_WORDS:
        known = [*FIELD_WORDS, "starts"]
        m.unknown("unknown-word", "word of a field", attribute.word, known)


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


def side_of_gauge(m: Meaning, attribute: d.SeenFromAttribute) -> str:
    """The note that says for whom the number is as it is kept."""
    name = str(attribute.word)
    note = m.ruleset.names("note").get(name)
    if not isinstance(note, d.NoteDeclaration):
        m.unknown("unknown-name", "note", attribute.word, [*m.ruleset.names("note")])
        return ""
    type_ = type_of_field(m, note)
    if type_.kind != "player" or per_of(note) != "game":
        text = f'"{name}" is no note of one player, so it names no side of the gauge.'
        m.problem("not-a-player", text, attribute.span, f"note {name}: player shared")
        return ""
    m.used.add(name)
    return name


def gauge_spec(m: Meaning, node: d.GaugeDeclaration) -> ir.FieldSpec:
    low: int | None = None
    high: int | None = None
    start, until, seen_from = 0, -1, ""
    for attribute in node.attributes:
        if isinstance(attribute, d.RangeAttribute):
            low, high = attribute.low, attribute.high
        elif isinstance(attribute, d.StartsAttribute):
            value = attribute.value
            start = value if isinstance(value, int) else constant(m, value)  # pyright: ignore[reportUnnecessaryIsInstance]
        elif isinstance(attribute, d.UntilAttribute):
            until = moment_number(m, attribute.moment, Scope())
        elif isinstance(attribute, d.SeenFromAttribute):
            seen_from = side_of_gauge(m, attribute)
        elif isinstance(attribute, d.KindAttribute) and attribute.word != "shared":
            m.unknown("unknown-word", "word of a gauge", attribute.word, ["shared"])
    if low is not None and high is not None and not low <= start <= high:
        text = f'"{node.name}" starts at {start}, outside {low}..{high}.'
        m.problem("start-out-of-range", text, node.span)
    if seen_from and (low is None or high is None or low != -high):
        text = f'"{node.name}" has two sides, so its range reaches as far on both.'
        mend = f"-{high}..{high}" if high is not None else "-10..10"
        m.problem("uneven-sides", text, node.span, mend)
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
        seen_from,
    )


def constant(m: Meaning, node: e.Expression) -> int:
    value = lower(m, node, Scope())
    if isinstance(value.code, ir.Int):
        return value.code.value
    m.problem("not-a-constant", "A start is a plain value.", node.span)
    return 0


def note_spec(m: Meaning, node: d.NoteDeclaration) -> ir.FieldSpec:
    type_ = type_of_field(m, node)
    nothing = type_.maybe or type_.kind in ("player", "card", "symbol")
    start = ir.missing_of(type_.kind) if nothing else 0
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
        missing = is_missing(value.code, value.type)
        code = ir.Either(missing, ir.Int(line.missing), code)
    return code


__all__ = ["NUMBER", "PLAYER", "Node"]
