"""A small table to lay programs on: two seats, four zones, eight cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playsheet.dsl.ir import ir
from playsheet.dsl.ir.names import ENTRY, FACE, TURNED
from playsheet.interpreter.runtime.match import Match

ZONES = (
    ir.ZoneSpec("deck", True, "pile", 0, "nobody", "all"),
    ir.ZoneSpec("hand", True, "group", 0, "owner", "all"),
    ir.ZoneSpec("field", True, "stack", 1, "all", "all", keeps_object=True),
    ir.ZoneSpec("prize", True, "stack", 0, "nobody", "all"),
    ir.ZoneSpec("row", False, "slots", 0, "knowers", "all"),
)
FIELDS = (
    ir.FieldSpec("turn", "game"),
    ir.FieldSpec("points", "player", 3, 0, 20),
    ir.FieldSpec("boost", "player", 0, until=0),
    ir.FieldSpec("mark", "card", 0),
)
LAYERS = ((("set", False), ("multiply", True)), (("raise", False),))
PROPERTIES = (
    ir.PropertySpec("power", "card", LAYERS, "down", 0),
    ir.PropertySpec("luck", "player", ()),
)
CARDS = tuple((i // 2, i % 2) for i in range(8))
STARTS = {("deck", 0): (0, 2, 4), ("deck", 1): (1, 3, 5), ("hand", 0): (6,), ("hand", 1): (7,)}
PLACES = tuple(ir.Place("test.rules", i, 1, i, 9) for i in range(10))
SITES = (ir.Site("which", "card", 1), ir.Site("secret", "number", 2, secret=True))

ZERO, ONE = ir.Int(0), ir.Int(1)


def number(value: int | str | ir.Expression) -> ir.Expression:
    """An int stands for itself, a name for a local."""
    if isinstance(value, int):
        return ir.Int(value)
    return ir.Local(value) if isinstance(value, str) else value


def ask(name: str, *options: int | str, seat: int = 0, site: int = 0) -> ir.Choose:
    """A choice of written options."""
    return ir.Choose(name, ir.Int(seat), site, ir.Items(tuple(map(number, options))))


def move(
    card: int | str | ir.Expression, zone: str, owner: int | None = 0, **extra: Any
) -> ir.Move:
    """One card moves."""
    return ir.Move(number(card), False, zone, None if owner is None else ir.Int(owner), **extra)


def procedure(name: str, parameters: Sequence[str], *body: ir.Statement) -> ir.Procedure:
    """A procedure at place 5."""
    return ir.Procedure(name, tuple(parameters), body, place=5)


def program(*procedures: ir.Procedure, **extra: Any) -> ir.Program:
    """A program over the table's zones and fields."""
    parts: dict[str, Any] = {
        "functions": {},
        "triggers": (),
        "dispatch": {},
        "tables": {"power": (5, 6, 7, 8), "by_side": ((1, 2), (3, 4), (5, 6), (7, 8))},
        "columns": (FACE, TURNED, ENTRY),
        **extra,
    }
    return ir.Program(
        seats=2,
        fields={spec.name: spec for spec in FIELDS},
        zones={spec.name: spec for spec in ZONES},
        properties={spec.word: spec for spec in PROPERTIES},
        moments=(ir.Moment("turn"),),
        procedures={one.name: one for one in procedures},
        names=(),
        sites=SITES,
        places=PLACES,
        **parts,
    )


def table(*body: ir.Statement, others: Sequence[ir.Procedure] = (), **extra: Any) -> Match:
    """A match whose game is `body`."""
    options = {key: extra.pop(key) for key in ("budget", "compile") if key in extra}
    rules = program(procedure("game", (), *body), *others, **extra)
    return Match(rules, CARDS, STARTS, **options)


def very_many_changes(said: str, **extra: Any) -> tuple[Match, int]:
    """A match in which very many cards could change a number of a card, and what those that are
    there make of it: all of them ("by all"), the card itself ("by itself"), or those under it
    ("beneath").
    """
    bearers = tuple(
        (number // 10 if number % 10 in (3, 5) else 99 + number,) for number in range(60)
    )
    card, it = ir.Local("x"), ir.Local("it")
    top = ir.Native("object_top", (it,))
    holds = {
        "by all": ir.Int(1),
        "by itself": ir.Compare("==", it, card),
        "beneath": ir.And(ir.Compare("!=", top, ir.Int(-1)), ir.Compare("==", card, top)),
    }
    standing = tuple(
        ir.Standing("it", ir.Bearers(number), holds[said], "raise", ir.Int(1 + number))
        for number in range(len(bearers))
    )
    value = ir.Pipeline("power", card, ir.Int(10), standing)
    functions = {"power of": ir.Function("power of", ("x",), value)}
    moves = [move(0, "field"), move(2, "field", to="onto"), move(4, "field", to="onto")]
    asked = ir.Set("turn", None, ir.Apply("power of", (card,)))
    body = (*moves, ask("x", 4), asked)
    match = table(*body, functions=functions, bearers=bearers, **extra)
    cards = {"by all": CARDS, "by itself": CARDS[4:5], "beneath": CARDS[:4:2]}[said]
    says = [number for number, (one,) in enumerate(bearers) for card, _ in cards if card == one]
    assert len(says) > 1
    return match, 10 + sum(says) + len(says)


def watched_by_cards(definition: int) -> Match:
    """A match in which a number changes with the points of a player where there is a card of this
    definition; the mark of card 0 counts how often it may have changed, of four times.
    """
    said = ir.Standing("it", ir.Bearers(0), ir.Int(1), "raise", ir.Field("points", ZERO))
    value = ir.Pipeline("power", ZERO, ir.Field("turn", None), (said,))
    more = ir.Arithmetic("+", ir.Field("mark", ZERO), ONE)
    asks = (
        ir.Changed("is_new", (ir.Compare(">", value, ir.Int(9)),)),
        ir.If(ir.Local("is_new"), (ir.Set("mark", ZERO, more),)),
    )
    steps = (
        ir.Set("points", ZERO, ir.Int(9)),
        ir.Set("boost", ONE, ir.Int(2)),
        ir.Set("turn", None, ir.Int(4)),
    )
    body = [*asks, *(one for step in steps for one in (step, *asks)), ask("x", 1, 2)]
    return table(*body, bearers=((definition,),))


def played(match: Match, *answers: int, variant: Any = None) -> list[Any]:
    """The state behind these answers (indices of options)."""
    state = match.new_state(7)
    chosen = () if variant is None else (variant,)
    match.begin(state, *chosen)
    for index in answers:
        match.apply(state, index, *chosen)
    return state
