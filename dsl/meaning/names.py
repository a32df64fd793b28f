"""What a name means where it stands."""

from __future__ import annotations

from dataclasses import replace

from ..ir import ir
from ..ir.types import (
    CARD,
    CARDS,
    GAME,
    NAME,
    NOTHING,
    NUMBER,
    PLAYER,
    PLAYERS,
    TRUTH,
    UNKNOWN,
    Type,
    record,
    symbol,
)
from ..nodes import declarations as d
from ..nodes.base import Word
from ..nodes.expressions import Expression, Name, Use
from ..nodes.statements import PhaseStatement
from .context import FALSE, TRUE, Macro, Meaning, Scope, Value

FIXED = {
    "yes": Value(TRUE, TRUTH),
    "no": Value(FALSE, TRUTH),
    "always": Value(TRUE, TRUTH),
    "none": Value(ir.Int(ir.NONE), NOTHING),
    "empty": Value(ir.Items(()), Type("empty", many=True)),
    "face_up": Value(ir.Int(1), Type("face")),
    "face_down": Value(ir.Int(0), Type("face")),
    "game": Value(ir.Int(0), GAME),
}


def lower_name(m: Meaning, word: Word, scope: Scope, expected: Type | None = None) -> Value:
    """The value of a bare name; a symbol of the expected type wins only if nothing else has
    the name.
    """
    local = scope.locals.get(str(word))
    if isinstance(local, Value):
        return local
    if isinstance(local, Macro):
        from .phrases import lower_macro

        if local.scope.hoisted is None:  # a choice is made in front of what mentions it
            local.scope.hoisted = scope.hoisted
        return lower_macro(m, local, word, expected)
    special = special_name(m, word, scope)
    if special is not None:
        return special
    if word == "none" and expected is not None and expected.kind == "number":
        return Value(ir.Int(ir.NO_NUMBER), NOTHING)
    if expected is not None:
        found = symbol_value(m, word, expected)
        if found is not None:
            return found
    if word in FIXED:
        return FIXED[str(word)]
    found = declared_name(m, word, scope)
    if found is not None:
        return found
    owner = whose_it_is(m, word, scope)
    if owner:
        text = f'I know no name "{word}" here. Did you mean "{owner} {word}"?'
        m.problem("unknown-name", text, word.span, f"{owner} {word}")
    else:
        m.unknown("unknown-name", "name", word, known_names(m, scope))
    return Value(ir.Int(ir.NONE), UNKNOWN)


def whose_it_is(m: Meaning, word: Word, scope: Scope) -> str:
    """`its` or `this's` where the candidate, or else the card that speaks, has something of
    this name.
    """
    from .expressions import property_or_field

    this = None if scope.this is None else Value(scope.this, replace(CARD, maybe=False))
    for owner, value in (("its", scope.it), ("this's", this)):
        if value is None or value.type.kind == "unknown":
            continue
        before = len(m.problems)
        found = property_or_field(m, value, word, scope)
        wrong = m.problems[before:]
        del m.problems[before:]
        if not wrong and found.type.kind != "unknown":
            return owner
    return ""


def special_name(m: Meaning, word: Word, scope: Scope) -> Value | None:
    text = str(word)
    if text in ("player", "you") and scope.player is not None:
        return Value(scope.player, PLAYER)
    if text == "opponent" and scope.player is not None:
        return Value(ir.NextPlayer(scope.player), PLAYER)
    if text == "names":
        return Value(ir.Entry("names", ir.Int(0), True), NAME.set)
    if text == "players":
        return Value(ir.Range(ir.Int(m.ruleset.seats)), PLAYERS)
    if text == "this" and scope.this is not None:
        return Value(scope.this, Type("card"))
    if text == "it" and scope.it is not None:
        return scope.it
    if text == "holder" and scope.holder is not None:
        return scope.holder
    if text == "phase":
        m.flags.add("phase")
        return Value(ir.Field("phase"), Type("phase"))
    if text == "rule" and scope.rule:
        return Value(ir.Int(m.name_index(scope.rule)), Type("rule"))
    return None


def symbol_value(m: Meaning, word: Word, expected: Type) -> Value | None:
    """A word as a symbol, role, phase, zone or verb where one is expected."""
    text = str(word)
    if expected.kind == "symbol":
        values = m.values_of(expected.of)
        if values is not None:
            for number, item in enumerate(values.items):
                if item.name == text:
                    m.used.add(f"{expected.of}.{text}")
                    return Value(ir.Int(number), symbol(expected.of))
    if expected.kind == "phase" and text in m.phases:
        path, _ = m.phases[text]
        return Value(ir.Int(phase_number(m, path)), Type("phase"))
    if expected.kind == "rule" and text in doers(m):
        return Value(ir.Int(m.name_index(text)), Type("rule"))
    if expected.kind == "window" and text in m.ruleset.names("window"):
        return Value(ir.Int(m.name_index(text)), Type("window"))
    if expected.kind == "place" and text in m.ruleset.names("zone"):
        m.used.add(text)
        return Value(ir.Int(list(m.ruleset.names("zone")).index(text)), Type("place"))
    if expected.kind == "keyword" and text in m.ruleset.names("keyword"):
        from .phrases import keyword_value

        return keyword_value(m, Use(word, (), span=word.span))
    if expected.kind == "card":
        if text in m.ruleset.names("card kind"):
            return Value(ir.Int(m.kind_number(text)), Type("kind", text))
        if text in m.roles:
            return Value(ir.Int(m.role(text)), Type("role"))
        for zone in m.zones.values():
            if text in zone.orientations:
                return Value(ir.Int(zone.orientations.index(text)), Type("turned"))
    return None


def doers(m: Meaning) -> set[str]:
    """What can be `rule`: actions, verbs, phases and steps by their own name, the set-up."""
    rules = m.ruleset
    steps = {path.rpartition(".")[2] for path in m.phases}
    return {
        *rules.names("action"),
        *rules.names("verb"),
        *rules.names("window"),
        *steps,
        "setup",
    }


def phase_number(m: Meaning, path: str) -> int:
    """Phases are numbered in order of the turn; a step counts as its phase."""
    order = list(
        dict.fromkeys(
            p for p, node in m.phases.values() if isinstance(node, PhaseStatement)
        )
    )
    while path not in order and "." in path:
        path = path.rpartition(".")[0]
    return order.index(path) if path in order else ir.NONE


def declared_name(m: Meaning, word: Word, scope: Scope) -> Value | None:
    text = str(word)
    rules = m.ruleset
    if text in rules.names("zone"):
        return zone_value(m, word, scope.player)
    if text in rules.names("gauge") or text in rules.names("note"):
        return field_value(m, word, scope.player, scope)
    if text in rules.properties():
        return property_name(m, word, scope)
    if text in rules.names("option"):
        return option_value(m, word)
    if text in rules.names("parameter"):
        m.used.add(text)
        return parameter_value(m, rules.names("parameter")[text])
    if text in rules.names("values"):
        m.used.add(text)
        values = m.values_of(text)
        size = len(values.items) if values is not None else 0
        return Value(ir.Range(ir.Int(size)), symbol(text).set)
    if text in rules.names("card kind"):
        kind = Type("card", text, many=True)
        return (
            Value(ir.Int(m.kind_number(text)), Type("kind", text), origin=None)
            if kind
            else None
        )
    return loose_symbol(m, word)


def loose_symbol(m: Meaning, word: Word) -> Value | None:
    """A symbol named where no type is expected: fine if one `values` alone declares it."""
    owners = [
        (name, number)
        for name, node in m.ruleset.names("values").items()
        if isinstance(node, d.ValuesDeclaration)
        for number, item in enumerate(node.items)
        if item.name == str(word)
    ]
    if len(owners) == 1:
        m.used.add(owners[0][0])
        return Value(ir.Int(owners[0][1]), symbol(owners[0][0]))
    return None


def parameter_value(m: Meaning, node: object) -> Value:
    """The value of a parameter, which may be that of another one."""
    assert isinstance(node, d.ParameterDeclaration)
    seen: list[str] = []
    while not isinstance(node.value, int):
        seen.append(str(node.name))
        if str(node.value) in seen:
            text = (
                f'The parameter "{node.name}" is what it is itself: it never gets a value.'
            )
            m.problem("parameter-cycle", text, node.value.span)
            return Value(ir.Int(0), NUMBER)
        other = m.ruleset.names("parameter").get(str(node.value))
        if not isinstance(other, d.ParameterDeclaration):
            return lower_name(m, node.value, Scope())
        m.used.add(str(node.value))
        node = other
    return Value(ir.Int(node.value), NUMBER)


def option_value(m: Meaning, word: Word) -> Value:
    m.used.add(str(word))
    node = m.ruleset.names("option")[str(word)]
    assert isinstance(node, d.OptionDeclaration)
    kind = NUMBER if isinstance(node.value, d.NumberValue) else TRUTH
    return Value(ir.Field(f"option_{word}"), kind)


def is_per_player(node: object) -> bool:
    attributes: tuple[d.Attribute, ...] = getattr(node, "attributes", ())
    return any(isinstance(a, d.PerAttribute) and a.word == "player" for a in attributes)


def per_of(node: object) -> str:
    """game, player or card."""
    attributes: tuple[d.Attribute, ...] = getattr(node, "attributes", ())
    for a in attributes:
        if isinstance(a, d.PerAttribute):
            return "player" if a.word == "player" else "card"
    return "game"


def seen_from(node: object) -> str:
    """The note by which a gauge has two sides; empty for one that has not."""
    attributes: tuple[d.Attribute, ...] = getattr(node, "attributes", ())
    found = (str(a.word) for a in attributes if isinstance(a, d.SeenFromAttribute))
    return next(found, "")


def sided(side: str, player: ir.Expression, value: ir.Expression) -> ir.Expression:
    """A number as a player reads it whom the note `side` names, or else from the other side;
    while it names nobody, as the first seat does.
    """
    named = ir.Field(side)
    there = ir.Compare(">=", named, ir.Int(0))
    same = ir.Compare("==", player, ir.Either(there, named, ir.Int(0)))
    return ir.Either(same, value, ir.Arithmetic("-", ir.Int(0), value))


def zone_value(m: Meaning, word: Word, owner: ir.Expression | None) -> Value:
    text = str(word)
    m.used.add(text)
    node = m.ruleset.names("zone")[text]
    assert isinstance(node, d.ZoneDeclaration)
    if is_per_player(node):
        if owner is None:
            m.problem(
                "whose",
                f'Whose "{word}"? No player is meant here.',
                word.span,
                f"players' {word}",
            )
            owner = ir.Int(0)
    else:
        owner = None
    held = next(
        (str(a.kind) for a in node.attributes if isinstance(a, d.HoldsAttribute)), ""
    )
    kind = held if held != "cards" and held in m.ruleset.names("card kind") else ""
    if any(
        isinstance(a, d.HoldsAttribute) and a.condition is not None for a in node.attributes
    ):
        kind = ""
    type_ = replace(CARDS, of=kind)
    code: ir.Expression = ir.Zone(text, owner)
    if holds_stacks(node):
        m.flags.add("entry")
        code = ir.Native("stack_tops", (code,))
    return Value(code, type_, text, owner, place=(text, owner))


def holds_stacks(node: d.ZoneDeclaration) -> bool:
    """A group of stacks: its members are the stacks, each known by its top card."""
    return any(isinstance(a, d.KindAttribute) and a.of == "stacks" for a in node.attributes)


def field_value(
    m: Meaning,
    word: Word,
    owner: ir.Expression | None,
    scope: Scope,
    owner_type: str = "player",
) -> Value:
    text = str(word)
    m.used.add(text)
    node = m.ruleset.names("gauge").get(text) or m.ruleset.names("note")[text]
    per = per_of(node)
    kind = type_of_field(m, node)
    side = seen_from(node)
    if per == "game" and not side:
        return Value(ir.Field(text), kind)
    if side and (owner is None or owner_type == "card"):
        message = f'"{word}" has two sides, one for each player; say whose.'
        m.problem("whose", message, word.span, f"player's {word}")
        owner = ir.Int(0)
    if side and owner is not None:
        return Value(sided(side, owner, ir.Field(text)), kind)
    if owner is None or (per == "card" and owner_type != "card"):
        whose = "player" if per == "player" else "card"
        m.problem(
            "whose",
            f'"{word}" is kept for each {whose}; say whose it is.',
            word.span,
            f"{'it' if per == 'card' else 'player'}'s {word}",
        )
        owner = ir.Int(0)
    code: ir.Expression = ir.Field(text, owner)
    if kind.kind == "truth":  # of nobody: no
        code = ir.Compare("==", code, ir.Int(1))
    return Value(code, kind)


def type_of_field(m: Meaning, node: object) -> Type:
    return type_of(m, node.type) if isinstance(node, d.NoteDeclaration) else NUMBER


def type_of(m: Meaning, node: d.Type | None) -> Type:
    """The type a declaration writes."""
    if node is None:
        return PLAYER
    if isinstance(node, d.TruthType):
        return TRUTH
    assert isinstance(node, (d.PlainType, d.ListType, d.MaybeType))
    base = type_named(m, node.word)
    if isinstance(node, d.ListType):
        return base.set
    return replace(base, maybe=True) if isinstance(node, d.MaybeType) else base


def type_named(m: Meaning, word: Word) -> Type:
    simple = {
        "number": NUMBER,
        "signed": NUMBER,
        "name": NAME,
        "word": NAME,
        "player": PLAYER,
        "card": replace(CARD, maybe=False),
        "cards": CARDS,
        "text": Type("text"),
        "keyword": Type("keyword"),
        "condition": record("condition"),
        "truth": TRUTH,
    }
    text = str(word)
    if text in simple:
        return simple[text]
    if m.values_of(text) is not None:
        m.used.add(text)
        return symbol(text)
    if text in m.ruleset.names("card kind"):
        return Type("card", text)
    if text in part_names(m):
        return Type("part", text)
    if text in categories(m):
        return record(text)
    known = [
        *simple,
        *m.ruleset.names("values"),
        *m.ruleset.names("card kind"),
        *part_names(m),
        *categories(m),
    ]
    m.unknown("unknown-type", "type", word, known)
    return UNKNOWN


def part_names(m: Meaning) -> set[str]:
    """The parts that kinds of card have."""
    return {
        str(field.name)
        for kind in m.ruleset.all(d.CardDeclaration)
        for field in kind.fields
        if isinstance(field, d.PartField)
    }


def categories(m: Meaning) -> set[str]:
    built_in = {"effect", "cost", "condition", "terms"}
    return built_in | {str(p.category) for p in m.ruleset.all(d.PhraseDeclaration)}


def property_name(m: Meaning, word: Word, scope: Scope) -> Value:
    """A property named alone: of the game, or of the player in scope."""
    from .properties import property_of

    declared = m.ruleset.properties()[str(word)]
    if any(p.of == "game" for p in declared):
        return property_of(m, word, Value(ir.Int(0), GAME), scope)
    if any(p.of == "player" for p in declared):
        if scope.player is None:
            m.problem("whose", f'Whose "{word}"? No player is meant here.', word.span)
            return Value(ir.Int(ir.NONE), UNKNOWN)
        return property_of(m, word, Value(scope.player, PLAYER), scope)
    kinds = ", ".join(f"a {p.of}" for p in declared)
    m.problem(
        "whose",
        f'"{word}" is a property of {kinds}; say of which.',
        word.span,
        f"its {word}",
    )
    return Value(ir.Int(ir.NONE), UNKNOWN)


def known_names(m: Meaning, scope: Scope) -> list[str]:
    """Everything that could have been meant."""
    rules = m.ruleset
    known = [*scope.locals, "player", "opponent", "none", *doers(m)]
    for kind in ("zone", "gauge", "note", "option", "parameter", "card kind"):
        known += rules.names(kind)
    known += rules.properties()
    if scope.this is not None:
        known.append("this")
    return known


def is_name(node: Expression, text: str) -> bool:
    return isinstance(node, Name) and node.word == text
