"""Expressions as what is wanted of them: a value, a set, a truth, a number, a player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...nodes import expressions as e
from ...nodes import statements as s
from ...nodes.base import Span
from ...problems.articles import an
from ...syntax.print_files import print_node
from ...typed import values as v
from ...typed.truths import FALSE, TRUE, RecordHolds
from ...typed.types import NUMBER, PLAYER, TRUTH, UNKNOWN, Type
from ...typed.values import MISSING, Value, constant
from ..context import EXPECTING, VALUES, Resolver, Scope
from .meant import zone_for

NOBODY = Value(v.Constant(-1), Type("card"))
FIRST_PLAYER = Value(v.Constant(0), PLAYER)
CALCULATE: dict[type[e.Expression], Callable[[int, int], int]] = {
    e.Add: lambda left, right: left + right,
    e.Subtract: lambda left, right: left - right,
    e.Times: lambda left, right: left * right,
    e.Divide: lambda left, right: left // right if right else 1,
}


def resolve(r: Resolver, node: e.Expression, scope: Scope, expected: Type | None = None) -> Value:
    """The value of an expression; `expected` helps a bare word to be a symbol."""
    kind = type(node)
    if kind in EXPECTING:
        return EXPECTING[kind](r, node, scope, expected).at(node.span)
    if kind in VALUES:
        return VALUES[kind](r, node, scope).at(node.span)
    r.problem("no-meaning", f"I cannot use {kind.__name__} here.", node.span)
    return MISSING


def words(node: e.Expression) -> str:
    """An expression as written, for messages."""
    return print_node(node).strip()


def player_of(scope: Scope) -> Value:
    """Who is meant by `player`; the first seat where nobody is."""
    return scope.player if scope.player is not None else FIRST_PLAYER


def led_by(player: Value, scope: Scope) -> Scope:
    """A scope inside another one in which somebody is the player, whoever was before."""
    inner = scope.child(player=player)
    if isinstance(inner.locals.get("player"), Value):  # of the event or verb around
        del inner.locals["player"]
    return inner


def this_of(scope: Scope) -> Value:
    return scope.this if scope.this is not None else NOBODY


def origin_of(value: Value) -> Value:
    """The card on which a value is printed; no card where that is unknown."""
    return value.origin if value.origin is not None else NOBODY


def condition(r: Resolver, node: e.Expression | None, scope: Scope) -> Value:
    """A truth; anything else is an error that says what it is."""
    if node is None:
        return TRUE
    value = resolve(r, node, scope, TRUTH)
    if value.type.kind == "unknown":
        return FALSE
    if value.type.kind == "record" and not value.type.many:
        form = RecordHolds(value, player_of(scope), this_of(scope))
        return Value(form, TRUTH, span=node.span)
    if value.type.kind != "truth" or value.type.many:
        text = f"`{words(node)}` is {an(value.type)}, not a condition."
        r.problem("not-a-condition", text, node.span)
        return FALSE
    return value


def resolve_set(
    r: Resolver, node: e.Expression, scope: Scope, expected: Type | None = None
) -> Value:
    """A set: a single thing becomes the set of it (none: empty)."""
    return as_set(r, resolve(r, node, scope, expected), node)


SEVERAL = {"player": "players", "opponent": "opponents"}


def resolve_some(r: Resolver, node: e.Expression, scope: Scope) -> Value:
    """A set to choose from: who is meant by `player` is one, and no choice."""
    named = node.of if isinstance(node, e.Where) else node
    word = named.word if isinstance(named, e.Name) else ""
    if str(word) not in SEVERAL:
        return resolve_set(r, node, scope)
    with r.trial():
        type_ = resolve(r, named, scope).type
    if type_.kind != "player" or type_.many:  # a name of the author's
        return resolve_set(r, node, scope)
    several = SEVERAL[str(word)]
    text = f"`{word}` is one player, so there is nothing to choose: all of them are `{several}`."
    r.problem("chosen-from-one", text, named.span, several)
    return Value(v.Items(), Type("unknown", many=True))


def as_set(r: Resolver, value: Value, node: e.Expression) -> Value:
    """A value as a set: of one thing the set of it, none of none, of a text its sentences."""
    if value.type.many:
        return value
    if value.type.kind == "text":
        return sentences(value)
    if value.type.kind == "kind":
        meant = f"{value.type.of} in {zone_for(r, value.type.of)}"
        text = f"Where? Say in which zone, such as `{meant}`."
        r.problem("where", text, node.span, meant)
        return Value(v.Items(), Type("card", value.type.of, many=True))
    if value.type.kind == "unknown":
        return Value(v.Items(), Type("unknown", many=True))
    form = v.AsSet(value) if value.type.maybe else v.Items((value,))
    return replace(value, form=form, type=value.type.set)


def sentences(text: Value) -> Value:
    """What a text says that is there to be run, sentence by sentence."""
    return replace(text, form=v.Sentences(text), type=Type("sentence", text.type.of, many=True))


def number(r: Resolver, node: e.Expression, scope: Scope) -> Value:
    """An expression as a number; anything else is an error that says what it is."""
    return as_number(r, resolve(r, node, scope, NUMBER), node)


def as_number(r: Resolver, value: Value, node: e.Expression) -> Value:
    """A number; a symbol that is written as a number counts as that number, none as 0."""
    if value.type.kind == "number" and value.type.maybe and not value.type.many:
        return Value(v.AsNumber(value), NUMBER, span=value.span)
    if value.type.kind in ("number", "unknown") and not value.type.many:
        return value
    if value.type.kind == "symbol":
        start = first_number(r, value.type.of)
        if start is not None:
            form = v.AsNumber(value, start) if start else value.form
            return Value(form, NUMBER, span=value.span)
    kind, meant = an(value.type), ""
    if value.type.many:
        kind, meant = f"several {value.type}", f"count of {words(node)}"
    text = f"`{words(node)}` is {kind}, not a number."
    text += f" How many they are: `{meant}`." if meant else ""
    r.problem("not-a-number", text, node.span, meant)
    return constant(0)


def kind_value(r: Resolver, kind: str) -> Value:
    """A kind of card, by its name."""
    return Value(v.Constant(r.kind_number(kind)), Type("kind", kind))


def first_number(r: Resolver, of: str) -> int | None:
    """The first symbol of a `values` whose symbols are numbers in a row."""
    values = r.values_of(of)
    if values is None or not all(str(item.name).isdigit() for item in values.items):
        return None
    numbers = [int(item.name) for item in values.items]
    in_a_row = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    return numbers[0] if in_a_row else None


def player(r: Resolver, node: e.Expression, scope: Scope) -> Value:
    """An expression as one player; anything else is an error that says what it is."""
    value = resolve(r, node, scope, PLAYER)
    if value.type.kind not in ("player", "unknown") or value.type.many:
        text = f"`{words(node)}` is {an(value.type)}, not one player."
        r.problem("not-a-player", text, node.span)
    return value


def unknown_value() -> Value:
    """What stands for something that has no meaning; nothing more is found wrong with it."""
    return Value(v.Constant(-1), UNKNOWN)


# ---- numbers that say how many


def written_number(node: e.Expression) -> int | None:
    """The number that a text without names says."""
    if isinstance(node, e.Number):
        return node.value
    if isinstance(node, e.Bracket):
        return written_number(node.inner)
    if isinstance(node, e.Negative):
        value = written_number(node.value)
        return None if value is None else -value
    if isinstance(node, (e.Add, e.Subtract, e.Times, e.Divide)):
        left, right = written_number(node.left), written_number(node.right)
        if left is not None and right is not None:
            return CALCULATE[type(node)](left, right)
    return None


def check_count(r: Resolver, node: e.Expression | None, what: str) -> None:
    """`what` would never do anything with fewer than one."""
    value = None if node is None else written_number(node)
    if node is not None and value is not None and value < 1:
        refuse_count(r, words(node), node.span, what)


def number_of(count: s.ChooseCount) -> e.Expression | None:
    """The number that a choice names, if it names one."""
    return getattr(count, "number", None)


def binds_one(count: s.ChooseCount) -> bool:
    """`1`, `exactly 1` and `up to 1` bind one thing; everything else a set."""
    written = number_of(count)
    single = isinstance(count, (s.PlainCount, s.ExactlyCount, s.UpToCount))
    return single and isinstance(written, e.Number) and written.value == 1


def refuse_count(r: Resolver, written: str, span: Span, what: str) -> None:
    """Reports a number that says none where there has to be one."""
    r.problem("counts-none", f"`{written}` is less than one: {what}.", span, "1")


def conjuncts(node: e.Expression | None) -> list[e.Expression]:
    """The conditions that `and` joins."""
    if node is None:
        return []
    if isinstance(node, e.AndExpression):
        return [*conjuncts(node.left), *conjuncts(node.right)]
    return [node]


def both(first: e.Expression | None, second: e.Expression | None) -> e.Expression | None:
    """Two conditions, each of which may be missing, as one."""
    if first is None or second is None:
        return first or second
    return e.AndExpression(first, second, span=second.span)


def is_name(node: object, text: str) -> bool:
    """Whether an expression is this bare word."""
    return isinstance(node, e.Name) and node.word == text
