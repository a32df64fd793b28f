"""Expressions: from nodes to values with types."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..ir import ir
from ..ir.types import CARD, CARDS, GAME, NAME, NUMBER, PLAYER, TRUTH, UNKNOWN, Type, record
from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes.base import Span, Word
from .context import FALSE, TRUE, Macro, Meaning, Scope, Value, conjunction
from .names import FIXED, field_value, lower_name, zone_value

THINGS = ("card", "player", "name")


def lower(
    m: Meaning, node: e.Expression, scope: Scope, expected: Type | None = None
) -> Value:
    """The value of an expression; `expected` helps a bare word to be a symbol."""
    if isinstance(node, e.Name):
        return lower_name(m, node.word, scope, expected)
    method = LOWER.get(type(node))
    if method is None:
        m.problem("no-meaning", f"I cannot use {type(node).__name__} here.", node.span)
        return Value(ir.Int(ir.NONE), UNKNOWN)
    return method(m, node, scope, expected)


def lower_condition(m: Meaning, node: e.Expression | None, scope: Scope) -> ir.Expression:
    """A truth; anything else is an error that says what it is."""
    if node is None:
        return TRUE
    value = lower(m, node, scope, TRUTH)
    if value.type.kind == "unknown":
        return FALSE
    if value.type.kind == "record" and not value.type.many:
        return ir.ApplyDispatch("condition", value.code, (player_of(scope), this_of(scope)))
    if value.type.kind != "truth" or value.type.many:
        text = f"`{words(node)}` is a {value.type}, not a condition."
        mend = (
            "For several values write: is one of (a, b)."
            if value.type.kind == "number"
            else ""
        )
        m.problem("not-a-condition", text, node.span, mend)
        return FALSE
    return value.code


def lower_set(
    m: Meaning, node: e.Expression, scope: Scope, expected: Type | None = None
) -> Value:
    """A set: a single thing becomes the set of it (none: empty), a kind all cards of that
    kind in play.
    """
    value = lower(m, node, scope, expected)
    return as_set(m, value, node)


def as_set(m: Meaning, value: Value, node: e.Expression) -> Value:
    if value.type.many:
        return value
    if value.type.kind == "text":
        return sentences(value)
    if value.type.kind == "kind":
        text = f"Where? Say in which zone: {value.type.of} in ZONE."
        m.problem("where", text, node.span, f"{value.type.of} in hand")
        return Value(ir.Items(()), Type("card", value.type.of, many=True))
    if value.type.kind == "unknown":
        return Value(ir.Items(()), Type("unknown", many=True))
    items: ir.Expression = ir.Items((value.code,))
    if value.type.maybe:
        name = m.fresh("one")
        items = ir.Bind(
            name,
            value.code,
            ir.Either(
                is_missing(ir.Local(name), value.type),
                ir.Items(()),
                ir.Items((ir.Local(name),)),
            ),
        )
    return replace(value, code=items, type=value.type.set)


def is_missing(code: ir.Expression, type_: Type) -> ir.Expression:
    """Whether a value is none."""
    if type_.kind == "number":
        return ir.Compare("==", code, ir.Int(ir.NO_NUMBER))
    return ir.Compare("<", code, ir.Int(0))


def sentences(text: Value) -> Value:
    """What a text says that is there to be run, sentence by sentence."""
    code = text.code
    if isinstance(code, ir.Table):
        code = ir.Table(code.name.replace("field_", "runs_", 1), code.card)
    return replace(text, code=code, type=Type("sentence", text.type.of, many=True))


def lower_number(m: Meaning, node: e.Expression, scope: Scope) -> ir.Expression:
    value = lower(m, node, scope, NUMBER)
    return as_number(m, value, node)


def as_number(m: Meaning, value: Value, node: e.Expression) -> ir.Expression:
    """A number; a symbol that is written as a number counts as that number, none as 0."""
    if value.type.kind == "number" and value.type.maybe and not value.type.many:
        name = m.fresh("number")
        missing = is_missing(ir.Local(name), value.type)
        return ir.Bind(name, value.code, ir.Either(missing, ir.Int(0), ir.Local(name)))
    if value.type.kind in ("number", "unknown") and not value.type.many:
        return value.code
    if value.type.kind == "symbol":
        start = first_number(m, value.type.of)
        if start is not None:
            return (
                value.code if start == 0 else ir.Arithmetic("+", value.code, ir.Int(start))
            )
    if value.type == record("number"):
        return ir.ApplyDispatch(
            "number", value.code, (player_of(scope_none()), ir.Int(ir.NONE))
        )
    m.problem(
        "not-a-number", f"`{words(node)}` is a {value.type}, not a number.", node.span
    )
    return ir.Int(0)


def scope_none() -> Scope:
    return Scope(player=ir.Int(0))


def first_number(m: Meaning, of: str) -> int | None:
    """The first symbol of a `values` whose symbols are numbers in a row."""
    values = m.values_of(of)
    if values is None or not all(str(item.name).isdigit() for item in values.items):
        return None
    numbers = [int(item.name) for item in values.items]
    if numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        return numbers[0]
    return None


def lower_player(m: Meaning, node: e.Expression, scope: Scope) -> ir.Expression:
    value = lower(m, node, scope, PLAYER)
    if value.type.kind not in ("player", "unknown") or value.type.many:
        m.problem(
            "not-a-player", f"`{words(node)}` is a {value.type}, not one player.", node.span
        )
    return value.code


def player_of(scope: Scope) -> ir.Expression:
    return scope.player if scope.player is not None else ir.Int(0)


def this_of(scope: Scope) -> ir.Expression:
    return scope.this if scope.this is not None else ir.Int(ir.NONE)


def words(node: e.Expression) -> str:
    """An expression as written, for messages."""
    from ..syntax.print_files import print_node

    return print_node(node).strip()


# ---- literals and sets


def lower_literal(m: Meaning, node: e.Number, scope: Scope, expected: Type | None) -> Value:
    if expected is not None and expected.kind == "symbol":
        start = first_number(m, expected.of)
        values = m.values_of(expected.of)
        if (
            start is not None
            and values is not None
            and 0 <= node.value - start < len(values.items)
        ):
            return Value(ir.Int(node.value - start), expected.one)
    return Value(ir.Int(node.value), NUMBER)


def lower_string(m: Meaning, node: e.String, scope: Scope, expected: Type | None) -> Value:
    return Value(ir.Int(m.name_index(str(node.text))), NAME)


def lower_bracket(
    m: Meaning, node: e.Bracket, scope: Scope, expected: Type | None
) -> Value:
    return lower(m, node.inner, scope, expected)


def lower_where(m: Meaning, node: e.Where, scope: Scope, expected: Type | None) -> Value:
    of = lower_set(m, node.of, scope, expected)
    name = m.fresh("it")
    inner = scope.child()
    inner.it = Value(ir.Local(name), of.type.one, of.zone, of.owner, of.origin)
    if of.type.kind == "record" and isinstance(node.of, e.Within):
        inner.locals |= named_candidate(node.of.kind, inner.it)
    condition = lower_condition(m, node.condition, inner)
    return replace(of, code=ir.Select(name, of.code, condition), place=None)


def named_candidate(kind: e.Expression, candidate: Value) -> dict[str, Value | Macro]:
    """`way in target's grows_from where ..`: the candidate also goes by the name of its kind."""
    return {str(kind.word): candidate} if isinstance(kind, e.Name) else {}


def lower_within(m: Meaning, node: e.Within, scope: Scope, expected: Type | None) -> Value:
    place = lower_set(m, node.place, scope)
    if isinstance(node.kind, e.Name) and node.kind.word == "cards":
        return replace(place, place=None)
    if place.type.kind in ("record", "part") and isinstance(node.kind, e.Name):
        if str(node.kind.word) != place.type.of:
            text = f"`{words(node.place)}` are {place.type}, not {node.kind.word}."
            m.problem("not-a-kind", text, node.kind.span, place.type.of)
        return place
    kind = lower(m, node.kind, scope)
    if kind.type.kind == "kind":
        name = m.fresh("it")
        test = ir.Compare("==", ir.Table("kind", ir.Local(name)), kind.code)
        code = (
            place.code
            if place.type.of == kind.type.of
            else ir.Select(name, place.code, test)
        )
        return replace(
            place, code=code, type=Type("card", kind.type.of, many=True), place=None
        )
    if kind.type.kind == "card":
        inside = ir.Contains(place.code, kind.code)
        return replace(kind, code=ir.Either(inside, kind.code, ir.Int(ir.NONE)))
    if kind.type.kind != "unknown":
        m.problem("not-a-kind", f"`{words(node.kind)}` is no kind of card.", node.kind.span)
    return place


def lower_count(m: Meaning, node: e.Count, scope: Scope, expected: Type | None) -> Value:
    return Value(ir.Count(lower_set(m, node.of, scope).code), NUMBER)


def over_members(
    m: Meaning, word: Word, of: e.Expression, scope: Scope
) -> tuple[str, Value, Value]:
    members = lower_set(m, of, scope)
    name = m.fresh("it")
    each = Value(ir.Local(name), members.type.one, members.zone, members.owner)
    return name, members, property_or_field(m, each, word, scope)


def lower_total(m: Meaning, node: e.Total, scope: Scope, expected: Type | None) -> Value:
    name, members, value = over_members(m, node.word, node.of, scope)
    number = as_number(m, value, node)
    return Value(ir.Total(name, members.code, number), NUMBER)


def lower_extreme(
    m: Meaning, node: e.Highest | e.Lowest, scope: Scope, expected: Type | None
) -> Value:
    name, members, value = over_members(m, node.word, node.of, scope)
    highest = isinstance(node, e.Highest)
    missing = ir.Int(ir.missing_of(value.type.kind))
    there = members.code
    if value.type.maybe:
        there = ir.Select(name, there, ir.Not(is_missing(value.code, value.type)))
    code = ir.Extreme(highest, name, there, value.code, missing)
    return Value(code, replace(value.type, maybe=True))


def lower_end(
    m: Meaning, node: e.Top | e.Bottom, scope: Scope, expected: Type | None
) -> Value:
    from .counts import check_count

    of = lower_set(m, node.of, scope)
    top = isinstance(node, e.Top)
    if node.amount is None:
        one = ir.TopOne(of.code) if top else ir.BottomOne(of.code)
        return replace(of, code=one, type=replace(of.type.one, maybe=True), place=None)
    check_count(m, node.amount, "there are no such cards")
    amount = lower_number(m, node.amount, scope)
    code = ir.Top(of.code, amount) if top else ir.Bottom(of.code, amount)
    return replace(of, code=code, place=None)


def lower_exists(m: Meaning, node: e.Exists, scope: Scope, expected: Type | None) -> Value:
    condition = node.condition
    if isinstance(node.of, e.Within):
        of = lower_within(m, node.of, scope, None)
        kind = node.of.kind
    else:
        of = lower_exists_of(m, node.of, scope)
        kind = node.of
    if condition is None:
        code: ir.Expression = ir.Compare(">", ir.Count(of.code), ir.Int(0))
    else:
        name = m.fresh("it")
        inner = scope.child()
        inner.it = Value(ir.Local(name), of.type.one, of.zone, of.owner, of.origin)
        if isinstance(kind, e.Name) and of.type.kind in ("record", "player"):
            inner.locals[str(kind.word)] = inner.it
        code = ir.Exists(name, of.code, lower_condition(m, condition, inner))
    return Value(ir.Not(code) if node.no else code, TRUTH)


def lower_exists_of(m: Meaning, node: e.Expression, scope: Scope) -> Value:
    """`there is player where ..` ranges over all players."""
    if isinstance(node, e.Name) and node.word == "player":
        return lower_name(m, Word("players"), scope)
    return lower_set(m, node, scope)


# ---- of, its, index


def lower_of(m: Meaning, node: e.Of, scope: Scope, expected: Type | None) -> Value:
    owner = lower(m, node.owner, scope)
    return property_or_field(m, owner, node.word, scope)


def lower_its(m: Meaning, node: e.Its, scope: Scope, expected: Type | None) -> Value:
    if scope.it is None:
        text = f'"its {node.word}" needs a candidate: it stands only inside `where` and filters.'
        m.problem("no-candidate", text, node.span)
        return Value(ir.Int(ir.NONE), UNKNOWN)
    return property_or_field(m, scope.it, node.word, scope)


def property_or_field(m: Meaning, owner: Value, word: Word, scope: Scope) -> Value:
    """`owner's word`: what it is depends on what the owner is."""
    kind = owner.type.kind
    if owner.type.many and kind in ("player", "card", "part", "record"):
        return over_owners(m, owner, word, scope)
    if kind == "player":
        return of_player(m, owner, word, scope)
    if kind == "card":
        from .cards import of_card

        return of_card(m, owner, word, scope)
    if kind == "sentence" or (kind == "record" and word in ("tags", "aside")):
        from .tags import of_sentence

        return of_sentence(m, owner, word)
    if kind == "record":
        from .terms import of_record

        return of_record(m, owner, word, scope)
    if kind == "part":
        from .parts import of_part

        return of_part(m, owner, word, scope)
    if kind == "game":
        return of_game(m, word, scope)
    if kind == "unknown":
        from .cards import check_owned

        check_owned(m, word)
    else:
        m.problem("has-no", f"A {owner.type} has no {word}.", word.span)
    return Value(ir.Int(ir.NONE), UNKNOWN)


def over_owners(m: Meaning, owner: Value, word: Word, scope: Scope) -> Value:
    """`players' hand`: the union; of numbers the list."""
    name = m.fresh("of")
    each = replace(owner, code=ir.Local(name), type=owner.type.one)
    value = property_or_field(m, each, word, scope)
    if value.type.many:
        code: ir.Expression = ir.Flatten(name, owner.code, value.code)
    else:
        code = ir.Each(name, owner.code, value.code)
        if value.type.maybe:
            it = m.fresh("it")
            code = ir.Select(it, code, ir.Not(is_missing(ir.Local(it), value.type)))
    return Value(code, value.type.set, value.zone)


def of_player(m: Meaning, owner: Value, word: Word, scope: Scope) -> Value:
    rules, text = m.ruleset, str(word)
    if text == "opponent":
        return Value(ir.NextPlayer(owner.code), PLAYER)
    if text in rules.names("zone"):
        return zone_value(m, word, owner.code)
    if text in rules.names("gauge") or text in rules.names("note"):
        return field_value(m, word, owner.code, scope)
    if text in rules.properties():
        from .properties import property_of

        return property_of(m, word, owner, scope)
    known = [
        *rules.names("zone"),
        *rules.names("gauge"),
        *rules.names("note"),
        *rules.properties(),
    ]
    m.unknown("unknown-name", "zone, gauge, note or property", word, known)
    return Value(ir.Int(ir.NONE), UNKNOWN)


def of_game(m: Meaning, word: Word, scope: Scope) -> Value:
    return lower_name(m, word, replace(scope, locals={}))


def lower_index(m: Meaning, node: e.Index, scope: Scope, expected: Type | None) -> Value:
    """`its attack[its letter]`: a field with one value per symbol, by the symbol."""
    table = lower(m, node.table, scope)
    if table.type.kind == "part" and table.type.many and table.origin is not None:
        return lower_part_index(m, node, table, scope)
    if table.type.kind != "table" or not isinstance(table.code, ir.Table):
        if table.type.kind != "unknown":
            m.problem(
                "not-a-table", f"`{words(node.table)}` has no entries to pick.", node.span
            )
        return Value(ir.Int(ir.NONE), UNKNOWN)
    values, _, of = table.type.of.partition("|")
    key = lower(m, node.key, scope, Type("symbol", values))
    if key.type.kind != "symbol" or key.type.of != values:
        text = f"`{words(node.key)}` is a {key.type}; the entries are by {values}."
        m.problem("wrong-key", text, node.key.span)
    entry = Type("symbol", of) if of else NUMBER
    return Value(ir.Table(table.code.name, table.code.card, key.code), entry)


def lower_part_index(m: Meaning, node: e.Index, parts: Value, scope: Scope) -> Value:
    """`active's attack[cross]`"""
    from .parts import part_at, part_fields

    values = str(part_fields(m)[parts.type.of].per)
    key = lower(m, node.key, scope, Type("symbol", values))
    if (key.type.kind, key.type.of) != ("symbol", values):
        text = f"`{words(node.key)}` is a {key.type}; the {parts.type.of}s are by {values}."
        m.problem("wrong-key", text, node.key.span)
    return part_at(m, parts, key)


# ---- truth


def lower_and(
    m: Meaning, node: e.AndExpression, scope: Scope, expected: Type | None
) -> Value:
    left = lower_condition(m, node.left, scope)
    if left == FALSE:
        return Value(FALSE, TRUTH)
    return Value(conjunction(left, lower_condition(m, node.right, scope)), TRUTH)


def lower_or(
    m: Meaning, node: e.OrExpression, scope: Scope, expected: Type | None
) -> Value:
    left = lower_condition(m, node.left, scope)
    if left == TRUE:
        return Value(TRUE, TRUTH)
    right = lower_condition(m, node.right, scope)
    if left == FALSE or right == TRUE:
        return Value(right, TRUTH)
    return Value(left if right == FALSE else ir.Or(left, right), TRUTH)


def lower_not(
    m: Meaning, node: e.NotExpression, scope: Scope, expected: Type | None
) -> Value:
    return Value(ir.Not(lower_condition(m, node.value, scope)), TRUTH)


# ---- arithmetic


def lower_arithmetic(m: Meaning, node: Any, scope: Scope, expected: Type | None) -> Value:
    sign = {e.Add: "+", e.Subtract: "-", e.Times: "*", e.Divide: "//"}[type(node)]
    left = lower(m, node.left, scope, expected)
    if isinstance(node, e.Add) and (left.type.many or left.type.kind == "kind"):
        right = lower_set(m, node.right, scope)
        return join(m, as_set(m, left, node.left), right, node.span)
    right = lower(m, node.right, scope, NUMBER)
    if isinstance(node, e.Add) and (right.type.many or are_things(left, right)):
        right = as_set(m, right, node.right)
        return join(m, as_set(m, left, node.left), right, node.span)
    if isinstance(node, e.Add) and left.type.kind == right.type.kind == "unknown":
        return left
    if left.type.kind == "symbol" and right.type.kind == "number" and sign in "+-":
        values = m.values_of(left.type.of)
        if (
            values is not None
            and not values.ordered
            and first_number(m, left.type.of) is None
        ):
            text = f"The {left.type.of}s have no order, so `{words(node)}` says nothing."
            m.problem("no-order", text, node.span, "Declare them with < instead of |.")
        return Value(ir.Arithmetic(sign, left.code, right.code), left.type)
    numbers = (as_number(m, left, node.left), as_number(m, right, node.right))
    return Value(ir.Arithmetic(sign, *numbers), NUMBER)


def are_things(left: Value, right: Value) -> bool:
    """Two cards, players or names: they cannot be counted together, so both make a set."""
    return left.type.kind == right.type.kind and left.type.kind in THINGS


def join(m: Meaning, left: Value, right: Value, span: Span) -> Value:
    if (
        "unknown" not in (left.type.kind, right.type.kind)
        and left.type.kind != right.type.kind
    ):
        m.problem("mixed-set", f"One side is {left.type}, the other {right.type}.", span)
    of = left.type.of if left.type.of == right.type.of else ""
    zone = left.zone if left.zone == right.zone else ""
    return Value(
        ir.Join(left.code, right.code), replace(left.type, of=of), zone, left.owner
    )


def lower_negative(
    m: Meaning, node: e.Negative, scope: Scope, expected: Type | None
) -> Value:
    return Value(ir.Arithmetic("-", ir.Int(0), lower_number(m, node.value, scope)), NUMBER)


def lower_use(m: Meaning, node: e.Use, scope: Scope, expected: Type | None) -> Value:
    from .phrases import lower_use_value

    return lower_use_value(m, node, scope, expected)


def unavailable(
    m: Meaning, node: e.Expression, scope: Scope, expected: Type | None
) -> Value:
    m.problem("no-meaning", f"`{words(node)}` has no meaning here.", node.span)
    return Value(FALSE, TRUTH)


def lower_comparison(m: Meaning, node: Any, scope: Scope, expected: Type | None) -> Value:
    from .conditions import compare

    return Value(compare(m, node, scope), TRUTH)


LOWER: dict[type[e.Expression], Callable[[Meaning, Any, Scope, Type | None], Value]] = {
    e.Number: lower_literal,
    e.String: lower_string,
    e.Bracket: lower_bracket,
    e.Where: lower_where,
    e.Within: lower_within,
    e.Count: lower_count,
    e.Total: lower_total,
    e.Highest: lower_extreme,
    e.Lowest: lower_extreme,
    e.Top: lower_end,
    e.Bottom: lower_end,
    e.Exists: lower_exists,
    e.Of: lower_of,
    e.Its: lower_its,
    e.Index: lower_index,
    e.AndExpression: lower_and,
    e.OrExpression: lower_or,
    e.NotExpression: lower_not,
    e.Add: lower_arithmetic,
    e.Subtract: lower_arithmetic,
    e.Times: lower_arithmetic,
    e.Divide: lower_arithmetic,
    e.Negative: lower_negative,
    e.Use: lower_use,
    **dict.fromkeys(
        (
            e.IsExpression,
            e.IsNotExpression,
            e.AtLeastExpression,
            e.AtMostExpression,
            e.MoreExpression,
            e.LessExpression,
            e.OneOfExpression,
            e.HasExpression,
            e.HasNoExpression,
            e.FitsExpression,
            e.MatchesExpression,
            e.ContainsExpression,
            e.SharesExpression,
            e.CanExpression,
        ),
        lower_comparison,
    ),
}

__all__ = ["CARD", "CARDS", "FIXED", "GAME", "Macro", "d", "lower", "record"]
