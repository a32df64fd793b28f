"""What a bare name means where it stands, and what a player or the game has by a name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...nodes import attributes as attrs
from ...nodes import declarations as d
from ...nodes import expressions as e
from ...nodes.base import Word
from ...problems.articles import an
from ...problems.problem import Advice, Label
from ...problems.similar import nearest
from ...ruleset.ruleset import SHARED
from ...ruleset.shapes import holds_stacks, per_of, seen_from
from ...typed import ids
from ...typed import values as v
from ...typed.truths import FALSE, TRUE, Compare, InPrint, truth
from ...typed.types import (
    CARDS,
    GAME,
    NAME,
    NOTHING,
    NUMBER,
    ONE_CARD,
    PLAYER,
    PLAYERS,
    TRUTH,
    Type,
    symbol,
)
from ...typed.values import EMPTY, NO_NUMBER, NONE, Binding, Value, constant, local
from ..context import EXPECTING, MEMBERS, VALUES, Macro, Resolver, Scope, resolves
from .coercions import FIRST_PLAYER, kind_value, player, unknown_value
from .declared import type_of_gauge
from .members import member
from .phrases import check_given, keyword_value, macro_value
from .properties import property_of

STEPS = {"next": 1, "previous": -1}
FIXED = {
    "yes": TRUE,
    "no": FALSE,
    "always": TRUE,
    "none": Value(v.Constant(NONE), NOTHING),
    "empty": EMPTY,
    "face_up": Value(v.Constant(1), Type("face")),
    "face_down": Value(v.Constant(0), Type("face")),
    "game": Value(v.Constant(0), GAME),
}


def named(r: Resolver, word: Word, scope: Scope, expected: Type | None = None) -> Value:
    """The value of a bare name; a symbol of the expected type wins only if nothing else has
    the name.
    """
    found = scope.locals.get(str(word))
    if found is not None and str(word) in scope.given:
        r.bind_to(word, scope.given[str(word)])
    if isinstance(found, Macro):
        if found.scope.before is None:  # a choice is made in front of what mentions it
            found.scope.before = scope.before
        if found.use is None:
            check_given(r, found.category, scope, word.span)
        return macro_value(r, found, expected, scope)
    if found is None:
        found = special(r, word, scope)
    if found is None and expected is not None:
        if word == "none" and expected.kind == "number":
            return Value(v.Constant(NO_NUMBER), NOTHING)
        found = expected_symbol(r, word, expected)
    if found is None:
        found = FIXED.get(str(word)) or declared(r, word, scope)
    return found if found is not None else unknown_name(r, word, scope, expected)


@resolves(EXPECTING, e.Name)
def name(r: Resolver, node: e.Name, scope: Scope, expected: Type | None) -> Value:
    return named(r, node.word, scope, expected)


def unknown_name(r: Resolver, word: Word, scope: Scope, expected: Type | None = None) -> Value:
    owner = whose_it_is(r, word, scope)
    given = scope.given.get(str(word))
    meant = f"{owner} {word}" if owner else symbol_meant(r, word, expected) if given is None else ""
    if meant:
        text = f'I know no name "{word}" here. Did you mean "{meant}"?'
        r.problem("unknown-name", text, word.span, meant)
    elif given is not None:
        text = (
            f'"{word}" is known only in the block where it is given. Use it there, or give the '
            "name in every branch."
        )
        if given in r.candidates:
            text = (
                f'"{word}" is known only in the condition of its `where`. What is found gets a '
                "name of its own, behind the condition."
            )
        r.problem("unknown-name", text, word.span, "", Label(given, "given here"))
    else:
        r.unknown("unknown-name", "name", word, known_names(r, scope))
    return unknown_value()


def symbol_meant(r: Resolver, word: Word, expected: Type | None) -> str:
    """The symbol of the expected values that a word is near, also by its printed title."""
    values = r.values_of(expected.of) if expected and expected.kind == "symbol" else None
    names: dict[str, str] = {}
    for item in values.items if values is not None else ():
        names |= {str(title): str(item.name) for title in item.titles}
        names[str(item.name)] = str(item.name)
    return names.get(nearest(word, names) or "", "")


def whose_it_is(r: Resolver, word: Word, scope: Scope) -> str:
    """`its` or `this's` where the candidate, or else the card that speaks, has something of
    this name.
    """
    this = None if scope.this is None else replace(scope.this, type=ONE_CARD)
    for owner, value in (("its", scope.it), ("this's", this)):
        if value is not None and value.type.kind != "unknown":
            with r.trial() as wrong:
                found = member(r, value, word, scope)
            if not wrong and found.type.kind != "unknown":
                return owner
    return ""


def special(r: Resolver, word: Word, scope: Scope) -> Value | None:
    """The words that the language itself has for those around."""
    match str(word):
        case "player" | "you" if scope.player is not None:
            return replace(scope.player, type=PLAYER)
        case "opponent" if scope.player is not None:
            return opponent(r, scope.player, word)
        case "opponents" if scope.player is not None:
            return opponents(scope.player)
        case "print":
            r.features.add("print")
            return Value(InPrint(), Type("print", many=True))
        case "names":
            r.features.add("names")
            return Value(v.AllNames(), NAME.set)
        case "players":
            return Value(v.Players(), PLAYERS)
        case "this" if scope.this is not None:
            return replace(scope.this, type=ONE_CARD)
        case "it":
            return scope.it
        case "holder":
            return scope.holder
        case "phase":
            r.features.add("phase")
            return Value(v.CurrentPhase(), Type("phase"))
        case "rule" if scope.rule and r.values_of("rule") is None:
            return Value(v.Text(r.text(scope.rule)), Type("rule"))
        case _:
            return None


def opponent(r: Resolver, player: Value, word: Word) -> Value:
    """The other one of two."""
    most = r.ruleset.seats[-1]
    if most > 2:
        text = f"Up to {most} play, so `opponent` may be any of several."
        r.problem("opponent-of-several", text, word.span, "next player")
    return Value(v.NextPlayer(player), PLAYER)


def opponents(player: Value) -> Value:
    """All other players, in order of their seats."""
    each = Binding("it", PLAYER)
    other = truth(Compare("!=", local(each), player))
    return Value(v.Where(each, Value(v.Players(), PLAYERS), other), PLAYERS)


@resolves(VALUES, e.NextPlayer)
def next_player(r: Resolver, node: e.NextPlayer, scope: Scope) -> Value:
    if scope.player is None:
        text = f"After whom? No player is meant here, so none is {node.way}."
        advice = Advice(f"Say after whom, with `'s` in front of `{node.way} player`.")
        r.problem("whose", text, node.span, advice)
        return Value(v.NextPlayer(FIRST_PLAYER), PLAYER)
    return Value(v.NextPlayer(scope.player, STEPS[str(node.way)]), PLAYER)


@resolves(VALUES, e.NextOf)
def next_of(r: Resolver, node: e.NextOf, scope: Scope) -> Value:
    return Value(v.NextPlayer(player(r, node.owner, scope), STEPS[str(node.way)]), PLAYER)


@resolves(VALUES, e.TurnOrder)
def turn_order(r: Resolver, node: e.TurnOrder, scope: Scope) -> Value:
    return Value(v.TurnOrder(player(r, node.first, scope)), PLAYERS)


@resolves(VALUES, e.PlayersOut)
def players_out(r: Resolver, node: e.PlayersOut, scope: Scope) -> Value:
    return Value(v.Players(out=True), PLAYERS)


def expected_symbol(r: Resolver, word: Word, expected: Type) -> Value | None:
    """A word as a symbol, role, phase, zone or verb where one is expected."""
    text = str(word)
    match expected.kind:
        case "symbol":
            values = r.values_of(expected.of)
            items = [str(item.name) for item in values.items] if values is not None else []
            if values is not None and text in items:
                r.bind(word, values.items[items.index(text)])
                return Value(v.Constant(items.index(text)), symbol(expected.of))
        case "phase" if text in r.steps:
            return Value(v.Constant(phase_number(r, r.steps[text].id)), Type("phase"))
        case "rule" if text in doers(r):
            return Value(v.Text(r.text(text)), Type("rule"))
        case "window" if text in r.names("window"):
            r.bind(word, r.names("window")[text])
            return Value(v.Text(r.text(text)), Type("window"))
        case "place" if text in r.names("zone"):
            r.used.add(text)
            r.bind(word, r.names("zone")[text])
            return Value(v.Constant(list(r.names("zone")).index(text)), Type("place"))
        case "keyword" if text in r.names("keyword"):
            r.bind(word, r.names("keyword")[text])
            return keyword_value(r, e.Use(word, (), span=word.span))
        case "card" | "print":
            if text in r.names("card kind"):
                r.bind(word, r.names("card kind")[text])
            return symbol_of_card(r, text)
        case _:
            pass
    return None


def symbol_of_card(r: Resolver, text: str) -> Value | None:
    """What a card may be: of a kind, in a role, turned."""
    if text in r.names("card kind"):
        return kind_value(r, text)
    if text in r.roles:
        return Value(v.Constant(r.roles[text]), Type("role"))
    for zone in r.zones.values():
        if text in zone.orientations:
            return Value(v.Constant(zone.orientations.index(text)), Type("turned"))
    return None


def doers(r: Resolver) -> set[str]:
    """What can be `rule`: actions, verbs, phases and steps by their own name, the set-up."""
    found = {step.id.name for step in r.steps.values()} | {"setup"}
    return found.union(*(r.names(kind) for kind in ("action", "verb", "window")))


def phase_number(r: Resolver, step: ids.StepId) -> int:
    """Phases are numbered in order of the turn; a step counts as its phase."""
    steps = r.steps.values()
    order = list(dict.fromkeys(x.id for x in steps if x.is_phase))
    while step not in order and len(step.names) > 1:
        step = step.parent
    return order.index(step) if step in order else NONE


def declared(r: Resolver, word: Word, scope: Scope) -> Value | None:
    text = str(word)
    if text in r.names("zone"):
        return zone_value(r, word, scope.player, scope.it)
    if text in r.names("gauge") or text in r.names("note"):
        return gauge_value(r, word, scope.player)
    if text in r.ruleset.properties():
        return property_name(r, word, scope)
    option = r.ruleset.find(d.OptionDeclaration, text)
    if option is not None:
        r.used.add(text)
        r.bind(word, option)
        kind = NUMBER if isinstance(option.value, d.NumberValue) else TRUTH
        return Value(v.OptionSetting(ids.OptionId(text)), kind)
    if text in r.names("parameter"):
        r.bind(word, r.names("parameter")[text])
        return parameter_value(r, r.names("parameter")[text])
    values = r.values_of(text)
    if values is not None:
        r.used.add(text)
        r.bind(word, values)
        return Value(v.UpTo(len(values.items)), symbol(text).set)
    if text in r.names("card kind"):
        r.bind(word, r.names("card kind")[text])
        return kind_value(r, text)
    return loose_symbol(r, word)


def loose_symbol(r: Resolver, word: Word) -> Value | None:
    """A symbol named where no type is expected: fine if one `values` alone declares it."""
    owners = [
        (of, number)
        for of in r.names("values")
        for number, item in enumerate(getattr(r.values_of(of), "items", ()))
        if item.name == str(word)
    ]
    if len(owners) != 1:
        return None
    of, number = owners[0]
    r.used.add(of)
    r.bind(word, getattr(r.values_of(of), "items", ())[number])
    return Value(v.Constant(number), symbol(of))


def parameter_value(r: Resolver, node: object) -> Value:
    """The value of a parameter, which may be that of another one."""
    assert isinstance(node, d.ParameterDeclaration)
    r.used.add(str(node.name))
    seen: list[str] = []
    while not isinstance(node.value, int):
        seen.append(str(node.name))
        if str(node.value) in seen:
            text = f'The parameter "{node.name}" is what it is itself: it never gets a value.'
            r.problem("parameter-cycle", text, node.value.span)
            return constant(0)
        other = r.ruleset.find(d.ParameterDeclaration, node.value)
        if other is None:
            with r.trial() as problems:
                value = named(r, node.value, Scope())
            if problems:
                known = [name for name in r.names("parameter") if name not in seen]
                r.unknown("unknown-name", "name", node.value, known)
            return value
        r.used.add(str(node.value))
        node = other
    return constant(node.value)


def zone_value(r: Resolver, word: Word, owner: Value | None, it: Value | None = None) -> Value:
    text, zone = str(word), ids.ZoneId(str(word))
    r.used.add(text)
    node = r.names("zone")[text]
    assert isinstance(node, d.ZoneDeclaration)
    r.bind(word, node)
    if per_of(node) == "game":
        owner = None
    elif owner is None:
        ask_whose(r, word, it)
        owner = FIRST_PLAYER
    stacks = holds_stacks(node)
    if stacks:
        r.features.add("entry")
    type_ = replace(CARDS, of=kind_held(r, text))
    return Value(v.Zone(zone, owner, stacks), type_, text, owner, place=(zone, owner))


def ask_whose(r: Resolver, word: Word, it: Value | None) -> None:
    """A problem with a zone or property of players where no player is meant; a candidate who is
    one is the likeliest.
    """
    is_player = it is not None and it.type.kind == "player"
    fix = f"its {word}" if is_player else f"players' {word}"
    r.problem("whose", f'Whose "{word}"? No player is meant here.', word.span, fix)


def kind_held(r: Resolver, zone: str) -> str:
    """The one kind of card that a zone holds; empty for any, or if the zone is not known."""
    node = r.names("zone").get(zone)
    found = node.attributes if isinstance(node, d.ZoneDeclaration) else ()
    held = [a for a in found if isinstance(a, attrs.HoldsAttribute)]
    if any(a.condition is not None for a in held):
        return ""
    kinds = [str(a.kind) for a in held if a.kind in r.names("card kind")]
    return kinds[0] if kinds else ""


def gauge_value(r: Resolver, word: Word, owner: Value | None, owner_type: str = "player") -> Value:
    """A gauge or note, of what it is kept for."""
    text = str(word)
    r.used.add(text)
    node = r.names("gauge").get(text) or r.names("note")[text]
    r.bind(word, node)
    per, side, gauge = per_of(node), seen_from(node), ids.GaugeId(text)
    kind = type_of_gauge(r, node)
    if per == "game" and not side:
        return Value(v.Gauge(gauge, None), kind)
    if side:
        if owner is None or owner_type == "card":
            message = f'"{word}" has two sides, one for each player; say whose.'
            r.problem("whose", message, word.span, f"player's {word}")
            owner = FIRST_PLAYER
        return Value(v.Gauge(gauge, owner, ids.GaugeId(side)), kind)
    if owner is None or (per == "card") != (owner_type == "card"):
        not_kept_for(r, word, per, owner)
        owner = FIRST_PLAYER
    return Value(v.Gauge(gauge, owner), kind)


def not_kept_for(r: Resolver, word: Word, per: str, owner: Value | None) -> None:
    """A gauge or note is asked of nobody, or of a card where players have it, or the reverse."""
    message = f'"{word}" is kept for each {per}; say whose it is.'
    whose = "player's" if owner is None else "owner's"
    which = Advice(f"Say of which card, such as `this card's {word}`.")
    r.problem("whose", message, word.span, which if per == "card" else f"{whose} {word}")


def property_name(r: Resolver, word: Word, scope: Scope) -> Value:
    """A property named alone: of the game, or of the player in scope."""
    declared_ = r.ruleset.properties()[str(word)]
    if any(p.of == "game" for p in declared_):
        return property_of(r, word, FIXED["game"], scope)
    if any(p.of == "player" for p in declared_):
        if scope.player is None:
            ask_whose(r, word, scope.it)
            return unknown_value()
        return property_of(r, word, replace(scope.player, type=PLAYER), scope)
    kinds = ", ".join(f"{an(p.of)}" for p in declared_)
    text = f'"{word}" is a property of {kinds}; say of which.'
    r.problem("whose", text, word.span, f"its {word}")
    return unknown_value()


@resolves(MEMBERS, "player")
def of_player(r: Resolver, owner: Value, word: Word, scope: Scope) -> Value:
    text = str(word)
    if text == "opponent":
        return opponent(r, owner, word)
    if text == "opponents":
        return opponents(owner)
    if text in r.names("zone"):
        return zone_value(r, word, owner)
    if text in r.names("gauge") or text in r.names("note"):
        return gauge_value(r, word, owner)
    if text in r.ruleset.properties():
        return property_of(r, word, owner, scope)
    known = [*r.names("zone"), *r.names("gauge"), *r.names("note")]
    known += r.ruleset.properties()
    r.unknown("unknown-name", "zone, gauge, note or property", word, known)
    return unknown_value()


@resolves(MEMBERS, "game")
def of_game(r: Resolver, owner: Value, word: Word, scope: Scope) -> Value:
    return named(r, word, replace(scope, locals={}))


def known_names(r: Resolver, scope: Scope) -> Iterator[str]:
    """Everything that could have been meant, looked up when somebody asks."""
    yield from (*scope.locals, "player", "opponent", "opponents", "none", "empty", *doers(r))
    for kind in SHARED:
        yield from r.names(kind)
    yield from r.ruleset.properties()
    if scope.this is not None:
        yield "this"
