"""Properties: derived values, and the pipeline of modifiers a format declares for them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..ir import ir
from ..ir.types import GAME, PLAYER, UNKNOWN, Type
from ..nodes import declarations as d
from ..nodes import statements as s
from ..nodes.base import Node, Word
from ..nodes.expressions import Expression, Index, Its, Name, Of
from ..ruleset.ruleset import clauses_of
from .context import FALSE, Meaning, Scope, StandingChange, Value, conjunction
from .expressions import as_number, first_number, lower, lower_condition
from .rebinding import rebind

DEEPEST = 40  # properties that need each other in a row


@dataclass(frozen=True, slots=True)
class Known:
    """A lowered property: its function, type, and where its cards come from."""

    function: str
    type: Type
    zone: str


def known_properties(m: Meaning) -> dict[str, Known]:
    found = m.extra.setdefault("properties", {})
    assert isinstance(found, dict)
    return found  # pyright: ignore[reportUnknownVariableType]


def find_property(m: Meaning, word: Word, owner: Type) -> d.PropertyDeclaration | None:
    """The declaration that fits what the property is asked of."""
    declared = m.ruleset.properties().get(str(word), [])
    for item in declared:
        if owner.kind in ("player", "game") and item.of == owner.kind:
            return item
        if owner.kind == "card" and (item.of in ("card", "cards") or item.of == owner.of):
            return item
        if owner.kind == "part" and item.of == owner.of:
            return item
    if owner.kind == "card" and not owner.of and declared:
        kinds = [item for item in declared if item.of in m.ruleset.names("card kind")]
        if len(kinds) == 1:
            return kinds[0]
    return None


def property_of(m: Meaning, word: Word, owner: Value, scope: Scope) -> Value:
    item = find_property(m, word, owner.type)
    if item is None:
        text = f'There is no property "{word}" of a {owner.type}.'
        m.problem("unknown-property", text, word.span)
        return Value(ir.Int(ir.NONE), UNKNOWN)
    m.used.add(str(word))
    known = lower_property(m, item)
    arguments = () if item.of == "game" else (owner.code,)
    return Value(ir.Apply(known.function, arguments), known.type, known.zone)


def key_of(item: d.PropertyDeclaration) -> str:
    return f"{item.name}.{item.of}"


def lower_property(m: Meaning, item: d.PropertyDeclaration) -> Known:
    key = key_of(item)
    known = known_properties(m)
    if key in known:
        return known[key]
    if key in m.lowering:
        names = [name for name in m.lowering[m.lowering.index(key) :] if "." in name]
        chain = " -> ".join([*names, key])
        m.problem("property-cycle", f"This property needs itself: {chain}.", item.span)
        return Known(key, UNKNOWN, "")
    if len(m.lowering) >= DEEPEST:
        text = f"This property stands at the end of a chain of more than {DEEPEST} others."
        m.problem("nested-too-deep", text, item.span)
        return Known(key, UNKNOWN, "")
    m.lowering.append(key)
    before = len(m.problems)
    scope, parameters, target = property_scope(m, item)
    base = base_value(m, item, scope)
    code = base.code
    spec = pipeline_spec(m, item)
    if base.type.many:
        if isinstance(item.body, d.PipelineBody):
            code = changing_list(m, item, key, target, code)
    elif spec is not None:
        m.properties[key] = spec
        changes = [change for change in m.standing if change.property == key]
        found: list[ir.Standing | None] = []
        for change in changes:
            with m.blaming(change.ability):
                found.append(lower_standing(m, change, key, target))
        standing = tuple(change for change in found if change is not None)
        code = ir.Pipeline(key, target, code, standing)
    clauses = clauses_of(body_cites(item))
    code = ir.Mark(m.place(item.span, clauses), code)
    name = m.function(f"property_{item.name}_{item.of}", parameters, code, base.type.many)
    m.lowering.pop()
    m.kept += m.problems[before:]  # told once, whoever asked first, and why
    del m.problems[before:]
    known[key] = Known(name, base.type, base.zone)
    return known[key]


def changing_list(
    m: Meaning,
    item: d.PropertyDeclaration,
    key: str,
    target: ir.Expression,
    base: ir.Expression,
) -> ir.Expression:
    """A list that grant and void change."""
    for line in item.body.lines if isinstance(item.body, d.PipelineBody) else ():
        if not isinstance(line, (d.StartsLine, d.CaseLine)):
            text = "A list has no layers and no floor: what is granted comes last."
            m.problem("no-layer", text, line.span)
    for change in m.standing:
        if change.property == key:
            text = "A list is changed by `grant` and `void` only, for a time."
            m.problem("cannot-stand", text, change.node.span, "grant .. until end of turn")
    of, width = modified_thing(m, item)
    m.properties[key] = ir.PropertySpec(key, of, (), width=width)
    number = list(m.properties).index(key)
    if of == "card":
        m.flags.add("entry")
    return ir.Native("gathered", (ir.Int(number), target, base))


def modified_thing(m: Meaning, item: d.PropertyDeclaration) -> tuple[str, int]:
    """What modifiers of a property hang on, and how many of it a card has."""
    from .parts import part_fields, width_of

    if item.of in ("player", "game"):
        return str(item.of), 1
    if str(item.of) in part_fields(m):
        return "part", width_of(m, str(item.of))
    return "card", 1


def body_cites(item: d.PropertyDeclaration) -> s.Cites | None:
    return item.body.cites


def property_scope(
    m: Meaning,
    item: d.PropertyDeclaration,
) -> tuple[Scope, tuple[str, ...], ir.Expression]:
    from .parts import card_of_part, part_fields

    if str(item.of) in part_fields(m):
        part = Value(ir.Local("part"), Type("part", str(item.of)))
        bearer = card_of_part(m, part)
        scope = Scope(player=ir.Table("owner", bearer), this=bearer, it=part)
        return scope, ("part",), part.code
    if item.of == "game":
        return Scope(), (), ir.Int(0)
    if item.of == "player":
        owner = ir.Local("owner")
        return Scope(player=owner), ("owner",), owner
    card = ir.Local("card")
    of = "" if item.of in ("card", "cards") else str(item.of)
    scope = Scope(
        player=ir.Table("owner", card), this=card, it=Value(card, Type("card", of))
    )
    return scope, ("card",), card


def base_value(m: Meaning, item: d.PropertyDeclaration, scope: Scope) -> Value:
    """`means e`, or the first case that holds and else the plain `starts as`."""
    if isinstance(item.body, d.MeansBody):
        return lower(m, item.body.value, scope)
    cases = [line for line in item.body.lines if isinstance(line, d.CaseLine)]
    plain = [line for line in item.body.lines if isinstance(line, d.StartsLine)]
    if len(plain) > 1:
        m.problem("declared-twice", "There is a second plain `starts as`.", plain[1].span)
    if plain:
        value = lower(m, plain[0].value, scope)
        value = replace(value, code=marked(m, plain[0], plain[0].cites, value.code))
    else:
        m.problem(
            "no-start", f'"{item.name}" has no `starts as` without a condition.', item.span
        )
        value = Value(ir.Int(0), Type("number"))
    code = value.code
    for case in reversed(cases):
        condition = lower_condition(m, case.condition, scope)
        then = lower(m, case.value, scope, value.type)
        check_case(m, case, value.type, then.type)
        code = ir.Either(condition, marked(m, case, case.cites, then.code), code)
    return replace(value, code=code)


def check_case(m: Meaning, case: d.CaseLine, wanted: Type, found: Type) -> None:
    """All lines of a property start as the same kind of thing."""
    kinds = (wanted.kind, found.kind)
    if "unknown" in kinds or ("none" in kinds and not wanted.many):
        return
    if kinds == ("number", "symbol") and first_number(m, found.of) is not None:
        return
    if kinds[0] != kinds[1] or wanted.many != found.many:
        told, plain = (f"list of {t.one}" if t.many else f"{t}" for t in (found, wanted))
        text = f"This starts as a {told}, the plain line as a {plain}."
        m.problem("type-changes", text, case.value.span)


def marked(
    m: Meaning, node: Node, cites: s.Cites | None, code: ir.Expression
) -> ir.Expression:
    return ir.Mark(m.place(node.span, clauses_of(cites)), code)


def pipeline_spec(m: Meaning, item: d.PropertyDeclaration) -> ir.PropertySpec | None:
    """The layers; None for a `means` that nothing modifies."""
    of, width = modified_thing(m, item)
    if isinstance(item.body, d.MeansBody):
        if str(item.name) not in modified_names(m):
            return None
        return ir.PropertySpec(key_of(item), of, ((("set", False),),), width=width)
    layers: list[tuple[tuple[str, bool], ...]] = []
    rounds, floor = "down", None
    for line in item.body.lines:
        if isinstance(line, d.OrderLine):
            for layer in line.layers:
                layers.append(tuple((str(o.word), o.last) for o in layer.operations))
        elif isinstance(line, d.RoundsLine):
            rounds = str(line.word)
            if rounds not in ("down", "up"):
                m.problem(
                    "unknown-word",
                    "A property rounds down or up.",
                    line.span,
                    "rounds down",
                )
        elif isinstance(line, d.FloorLine):
            floor = line.number
    return ir.PropertySpec(key_of(item), of, tuple(layers), rounds, floor, width)


def modified_names(m: Meaning) -> set[str]:
    """The names of all properties that some statement changes."""
    found = m.extra.get("modified")
    if not isinstance(found, set):
        found = {
            target_word(part.target)
            for part in m.ruleset.inside(s.ChangeStatement, s.SetStatement)
        }
        m.extra["modified"] = found
    return found  # pyright: ignore[reportUnknownVariableType]


def target_word(node: Expression) -> str:
    if isinstance(node, (Of, Name, Its)):
        return str(node.word)
    return target_word(node.table) if isinstance(node, Index) else ""


def lower_standing(
    m: Meaning, change: StandingChange, key: str, target: ir.Expression
) -> ir.Standing | None:
    """A change that holds while its condition does, as part of the property's own function;
    None for one that never does.
    """
    bound = m.fresh("bearer")
    if change.part:
        return standing_of_part(m, change, key, target)
    over = ir.Bearers(change.group)
    scope = rebind(change.scope, ir.Local(bound), ir.Table("owner", ir.Local(bound)))
    condition = lower_condition(m, change.condition, scope)
    if condition == FALSE:
        return None
    of = property_target(m, change.target, scope)
    same: ir.Expression = FALSE
    if of is not None:
        same = (
            ir.Contains(of.code, target)
            if of.type.many
            else ir.Compare("==", of.code, target)
        )
    value = lower(m, change.amount, scope)
    amount = value.code
    if change.operation != "set":
        amount = as_number(m, value, change.amount)
    same = ir.Mark(m.place(change.node.span, ()), same)
    return ir.Standing(
        bound,
        over,
        m.via(change.via, conjunction(condition, same)),
        change.operation,
        amount,
        change.tag,
    )


def standing_of_part(
    m: Meaning, change: StandingChange, key: str, target: ir.Expression
) -> ir.Standing:
    """A keyword changes the part that has it; others are not looked for."""
    from .parts import bears, card_of_part

    holder = Value(target, Type("part", change.part))
    card = card_of_part(m, holder)
    scope = rebind(change.scope, card, ir.Table("owner", card))
    scope.holder = holder
    owner = change.target.owner if isinstance(change.target, Of) else None
    if not (isinstance(owner, Name) and owner.word == "holder"):
        text = f"A keyword of a {change.part} changes only what has it, for as long as it has it."
        m.problem("cannot-stand", text, change.node.span, "holder's ..")
    condition = lower_condition(m, change.condition, scope)
    value = lower(m, change.amount, scope)
    amount = value.code
    if change.operation != "set":
        amount = as_number(m, value, change.amount)
    borne = conjunction(bears(m, holder, change.ability), condition)
    return ir.Standing(
        m.fresh("bearer"),
        ir.Items((target,)),
        m.via((change.node, *change.via), borne),
        change.operation,
        amount,
        change.tag,
    )


def property_target(m: Meaning, node: Expression, scope: Scope) -> Value | None:
    """What `X's power` or `power` changes: the value of X."""
    if isinstance(node, Of):
        return lower(m, node.owner, scope)
    if isinstance(node, Its):
        return scope.it
    if isinstance(node, Name):
        declared = m.ruleset.properties().get(str(node.word), [])
        if any(p.of == "game" for p in declared):
            return Value(ir.Int(0), GAME)
        if scope.player is not None and any(p.of == "player" for p in declared):
            return Value(scope.player, PLAYER)
    return None
