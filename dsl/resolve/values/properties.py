"""Properties: derived values, and the pipeline of modifiers a format declares for them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ...nodes import declarations as d
from ...nodes.base import Word
from ...nodes.dataclass import dataclass
from ...nodes.expressions import Expression, Its, Name, Of
from ...problems.articles import an
from ...problems.problem import Advice, Problem
from ...ruleset.shapes import key_of, layers_changed
from ...typed import ids
from ...typed import values as v
from ...typed.rules import PropertyMeaning
from ...typed.types import GAME, ONE_CARD, PLAYER, UNKNOWN, Type
from ...typed.values import Binding, Value, constant, local
from ..context import Look, Resolver, Scope, at
from .coercions import condition, first_number, kind_value, resolve, unknown_value
from .owners import speaker_of
from .secrets import look_inside, speaker

DEEPEST = 40  # properties that need each other in a row
THE_GAME = Value(v.Constant(0), GAME)


def id_of(item: d.PropertyDeclaration) -> ids.PropertyId:
    """A property by its name and what it is of."""
    return ids.PropertyId(str(item.name), str(item.of))


def find_property(r: Resolver, word: Word, owner: Type) -> d.PropertyDeclaration | None:
    """The declaration that fits what the property is asked of."""
    declared = r.ruleset.properties().get(str(word), [])
    for item in declared:
        if owner.kind in ("player", "game") and item.of == owner.kind:
            return item
        if owner.kind == "card" and (item.of in ("card", "cards") or item.of == owner.of):
            return item
        if owner.kind == "part" and item.of == owner.of:
            return item
    if owner.kind == "card" and not owner.of and declared:
        kinds = [item for item in declared if item.of in r.names("card kind")]
        if len(kinds) == 1:
            return kinds[0]
    return None


def property_of(r: Resolver, word: Word, owner: Value, scope: Scope) -> Value:
    item = find_property(r, word, owner.type)
    if item is None:
        text = f'There is no property "{word}" of {an(owner.type)}.'
        r.problem("unknown-property", text, word.span)
        return unknown_value()
    r.used.add(str(word))
    r.bind(word, item)
    known = use_of_property(r, item)
    look_inside(r, known.looks, owner, str(word), word.span, scope)
    of = None if item.of == "game" else owner
    whose = speaker(r, owner, scope) if known.own else None
    type_, kind = known.type, None
    if owner.type.kind == "card" and item.of in r.names("card kind") and owner.type.of != item.of:
        kind = kind_value(r, str(item.of))  # cards of other kinds have none
        type_ = type_ if type_.many or type_.kind == "truth" else replace(type_, maybe=True)
    return Value(v.Property(known.id, of, kind), type_, known.zone, whose)


@dataclass(frozen=True, slots=True)
class PropertyUse:
    """What there is to know of a property where it is asked for or changed. `zone`: where its
    cards come from, with `own` from that of whoever has the property.
    """

    id: ids.PropertyId
    type: Type
    zone: str
    own: bool
    layers: tuple[tuple[tuple[str, bool], ...], ...] | None
    looks: tuple[Look, ...]


def use_of_property(r: Resolver, item: d.PropertyDeclaration) -> PropertyUse:
    """The same wherever it is used."""
    with r.ruleset.noting(None):
        known = resolve_property(r, item)
    base, looks = known.base, r.looked.get(str(known.id), ())
    own = base.owner is not None and base.owner.form in owners_of(r, known)
    found = PropertyUse(known.id, known.type, base.zone, own, known.layers, looks)
    r.note(found, use_of, known.id)
    return found


def owners_of(r: Resolver, known: PropertyMeaning) -> tuple[v.Form, ...]:
    """The player who has a property, or for whom the card speaks that has it."""
    if known.subject is None:
        return ()
    one = local(known.subject)
    return one.form, speaker_of(r, one).form


def use_of(r: Resolver, key: ids.PropertyId) -> PropertyUse | None:
    """The same by the id, None if there is no such property."""
    declared = r.ruleset.properties().get(key.name, [])
    return next((use_of_property(r, item) for item in declared if id_of(item) == key), None)


def resolve_properties(r: Resolver) -> None:
    """All properties, with what came up there, whoever asked for them first."""
    for item in r.ruleset.all(d.PropertyDeclaration):
        resolve_property(r, item)
    for found in r.found_in_properties:
        r.add(found)


def resolve_property(r: Resolver, item: d.PropertyDeclaration) -> PropertyMeaning:
    """What a property is before anything changes it; worked out when first asked for."""
    found = id_of(item)
    key = str(found)
    if key in r.properties:
        return r.properties[key]
    nothing = PropertyMeaning(found, None, None, Value(v.Constant(-1), UNKNOWN), at(item))
    if key in r.open:
        chain = " -> ".join([*r.open[r.open.index(key) :], key])
        r.problem("property-cycle", f"This property needs itself: {chain}.", item.span)
        return nothing
    if len(r.open) >= DEEPEST:
        text = f"This property stands at the end of a chain of more than {DEEPEST} others."
        r.problem("nested-too-deep", text, item.span)
        return nothing
    outer, r.looks = r.looks, []
    with r.opening(key):
        meaning, came_up = r.declared_unit(item, partial(meaning_of_property, r, item))
    known, r.looked[key], problems = meaning
    r.looks = outer
    if problems:
        del r.units[key_of(r.ruleset, item)]  # who asked first may be why
    r.kept += problems  # said once, whoever asked first, and why
    r.found_in_properties.append(came_up)
    r.properties[key] = known
    return known


def meaning_of_property(
    r: Resolver, item: d.PropertyDeclaration
) -> tuple[PropertyMeaning, tuple[Look, ...], list[Problem]]:
    """The same with the cards that it looks at, and what is wrong with it."""
    with r.trial() as problems:
        scope, subject = property_scope(r, item)
        base = base_value(r, item, scope)
    part = ids.PartId(str(item.of)) if str(item.of) in r.parts else None
    known = PropertyMeaning(id_of(item), subject, part, base, at(item, item.body.cites))
    with r.trial() as more:
        add_layers(r, item, known)
    return known, tuple(r.looks), [*problems, *more]


def property_scope(r: Resolver, item: d.PropertyDeclaration) -> tuple[Scope, Binding | None]:
    """The names in the lines of a property, and what stands for its owner."""
    if str(item.of) in r.parts:
        part = Binding("part", Type("part", str(item.of)))
        bearer = Value(v.PartCard(local(part)), ONE_CARD)
        return Scope(speaker_of(r, bearer), bearer, local(part)), part
    if item.of == "game":
        return Scope(), None
    if item.of == "player":
        owner = Binding("owner", PLAYER)
        return Scope(local(owner)), owner
    of = "" if item.of in ("card", "cards") else str(item.of)
    card = Binding("card", Type("card", of))
    this = local(card)
    return Scope(speaker_of(r, this), this, this), card


def base_value(r: Resolver, item: d.PropertyDeclaration, scope: Scope) -> Value:
    """`means e`, or the first case that holds and else the plain `starts as`."""
    if isinstance(item.body, d.MeansBody):
        return resolve(r, item.body.value, scope)
    cases = [line for line in item.body.lines if isinstance(line, d.CaseLine)]
    plain = [line for line in item.body.lines if isinstance(line, d.StartsLine)]
    if len(plain) > 1:
        text = "There is a second plain `starts as`."
        r.problem("declared-twice", text, plain[1].span)
    if plain:
        value = marked(plain[0], resolve(r, plain[0].value, scope))
    else:
        text = f'"{item.name}" has no `starts as` without a condition.'
        r.problem("no-start", text, item.span)
        value = constant(0)
    found = value
    for case in reversed(cases):
        test = condition(r, case.condition, scope)
        then = resolve(r, case.value, scope, found.type)
        check_case(r, case, found.type, then.type)
        kind = replace(then.type, maybe=True) if found.type.kind == "none" else found.type
        found = replace(found, form=v.Either(test, marked(case, then), found), type=kind)
    if plain and found.type.kind == "none":
        text = f'"{item.name}" starts as none, which does not say of what kind it is.'
        r.problem(
            "no-start", text, plain[0].value.span, Advice("Let a case say of what kind it is.")
        )
    return found


def marked(line: d.StartsLine | d.CaseLine, value: Value) -> Value:
    return replace(value, form=v.Marked(at(line, line.cites), value))


def check_case(r: Resolver, case: d.CaseLine, wanted: Type, found: Type) -> None:
    """All lines of a property start as the same kind of thing."""
    kinds = (wanted.kind, found.kind)
    if "unknown" in kinds or ("none" in kinds and not wanted.many):
        return
    if kinds == ("number", "symbol") and first_number(r, found.of) is not None:
        return
    if kinds[0] != kinds[1] or wanted.many != found.many:
        one, plain = (f"list of {t.one}" if t.many else f"{t}" for t in (found, wanted))
        text = f"This starts as {an(one)}, the plain line as {an(plain)}."
        r.problem("type-changes", text, case.value.span)


def add_layers(r: Resolver, item: d.PropertyDeclaration, known: PropertyMeaning) -> None:
    """How modifiers of the property are put together."""
    if known.type.many:
        if isinstance(item.body, d.PipelineBody):
            for line in item.body.lines:
                if not isinstance(line, (d.StartsLine, d.CaseLine)):
                    text = "A list has no layers and no floor: what is granted comes last."
                    r.problem("no-layer", text, line.span)
            known.layers = ()
        return
    changed = layers_changed(r.ruleset).get(str(item.name), set())
    if isinstance(item.body, d.MeansBody):
        if changed:
            known.layers = ((("set", False),),)
        return
    layers: list[tuple[tuple[str, bool], ...]] = []
    for line in item.body.lines:
        if isinstance(line, d.OrderLine):
            for layer in line.layers:
                layers.append(tuple((str(o.word), o.last) for o in layer.operations))
        elif isinstance(line, d.RoundsLine):
            known.rounds = str(line.word)
            if known.rounds not in ("down", "up"):
                text = "A property rounds down or up."
                r.problem("unknown-word", text, line.span, "rounds down")
        elif isinstance(line, d.FloorLine):
            known.floor = line.number
    if len(changed) == 1 and not any(isinstance(x, d.OrderLine) for x in item.body.lines):
        layers.append(tuple((kind, False) for kind in changed))  # of one kind there is no order
    known.layers = tuple(layers)


def property_target(r: Resolver, node: Expression, scope: Scope) -> Value | None:
    """What `X's power` or `power` changes: the value of X."""
    if isinstance(node, Of):
        return resolve(r, node.owner, scope)
    if isinstance(node, Its):
        return scope.it
    if isinstance(node, Name):
        declared = r.ruleset.properties().get(str(node.word), [])
        if any(p.of == "game" for p in declared):
            return THE_GAME
        if scope.player is not None and any(p.of == "player" for p in declared):
            return replace(scope.player, type=PLAYER)
    return None
