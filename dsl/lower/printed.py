"""What cards are and say now: what is printed on them, or while they are copies on others, and of
what kind they have been made.
"""

from __future__ import annotations

from ..ir import ir
from ..ir.names import COPY, engine_name, field_table, kept_field
from ..typed import ids
from ..typed import values as v
from ..typed.values import Value
from .context import Env, Lowering, code_of, is_one, keeper_of, lower_value, owner_of, speaker_of


def print_of(b: Lowering, card: ir.Expression) -> ir.Expression:
    """The card whose print is read: it itself, or what stands for the print that it has as a
    copy.
    """
    if ids.PRINT not in b.format.made or b.printed:
        return card
    name = engine_name("print of", "card")
    if name not in b.functions:
        b.function(name, ("card",), ir.Pipeline(str(ids.PRINT), ir.Local("card"), ir.Local("card")))
    return ir.Apply(name, (card,))


def printed(
    b: Lowering, table: str, card: ir.Expression, index: ir.Expression | None = None
) -> ir.Expression:
    """What is printed on a card."""
    return ir.Table(table, print_of(b, card), index)


def kept(b: Lowering, field: str, table: str, card: ir.Expression) -> ir.Expression:
    """The same of what changes for good; a copy has what is printed on the other."""
    name = b.fresh("print")
    of, own = print_of(b, card), ir.Local(name)
    if of == card:
        return ir.Field(field, card)
    is_own = ir.Compare(">=", own, ir.Int(ir.NONE))
    return ir.Bind(name, of, ir.Either(is_own, ir.Field(field, own), ir.Table(table, own)))


def printing(b: Lowering, group: int) -> ir.Expression:
    """The cards on which something is printed that a group of cards bears."""
    found = ir.Bearers(group)
    if ids.PRINT not in b.format.made:
        return found
    number = ir.Int([*b.properties].index(str(ids.PRINT)))
    return ir.Native("printing", (number, found, ir.Int(group)))


def made_function(what: ids.PropertyId) -> str:
    """The function that says what a card is made, else what is its own."""
    return engine_name("made", what.of.removeprefix(":"), what.name)


CARDS = (
    *(v.CardOwner, v.CardKeeper, v.CardSpeaker, v.Printed, v.PrintOf, v.CardField, v.FieldEntry),
    *(v.NamesInKeyword, v.Beneath, v.Attached, v.Bearer),
)


@code_of(*CARDS)
def lower_of_card(b: Lowering, value: Value, env: Env) -> ir.Expression:
    form = value.form
    assert isinstance(form, CARDS)
    card = lower_value(b, form.card, env)
    if form.card.type.kind == "print":
        return of_print(b, value, card, env)
    match form:
        case v.CardOwner():
            return owner_of(b, card)
        case v.CardKeeper():
            return keeper_of(card)
        case v.CardSpeaker():
            return speaker_of(b, card)
        case v.Printed(_, word):
            return printed(b, word, card)
        case v.PrintOf():
            return printed(b, COPY, card)
        case v.CardField(_, field):
            code = made_of(b, ids.given(field), card)
            return is_one(code) if value.type.kind == "truth" else code
        case v.FieldEntry(_, field, key):
            entry = lower_value(b, key, env)
            if ids.given(field) in b.format.made and not b.printed:
                return ir.Apply(made_function(ids.given(field)), (card, entry))
            return printed(b, field_table(field), card, entry)
        case v.NamesInKeyword(_, keyword):
            return printed(b, engine_name("names in", keyword), card)
        case v.Beneath():
            return ir.Native("cards_beneath", (card,))
        case v.Bearer():
            return ir.Native("bearer_of", (card,))
        case v.Attached(_, zone):
            number = ir.Int(list(b.format.zones).index(zone))
            return ir.Native("attached_to", (card, number))


def in_print(
    table: str, number: ir.Expression, index: ir.Expression | None = None
) -> ir.Expression:
    """What is printed on the card with a number, whether it is in the game or not."""
    return ir.Table(table, ir.Arithmetic("-", ir.Int(-2), number), index)


def of_print(b: Lowering, value: Value, number: ir.Expression, env: Env) -> ir.Expression:
    match value.form:
        case v.Printed(_, word):
            return in_print(word, number)
        case v.CardField(_, field):
            code = in_print(field_table(field), number)
            return is_one(code) if value.type.kind == "truth" else code
        case v.FieldEntry(_, field, key):
            return in_print(field_table(field), number, lower_value(b, key, env))
        case v.PrintOf():
            return in_print(COPY, number)
        case form:
            raise TypeError(form)


def field_code(b: Lowering, field: str, card: ir.Expression) -> ir.Expression:
    """What stands in a field of a card by itself."""
    table = field_table(field)
    if field in b.format.companions:
        return ir.Table(table, card)
    if field in b.format.changeable:
        return kept(b, kept_field(field), table, card)
    return printed(b, table, card)


def of_kind(b: Lowering, kind: str, card: ir.Expression) -> ir.Expression:
    """Whether a card is of a kind by itself."""
    number = list(b.format.ruleset.names("card kind")).index(kind)
    return ir.Compare("==", printed(b, "kind", card), ir.Int(number))


def made_of(b: Lowering, what: ids.PropertyId, card: ir.Expression) -> ir.Expression:
    """What a card is now, where it may be made something."""
    if what in b.format.made and not b.printed:
        return ir.Apply(made_function(what), (card,))
    return own_of(b, what, card)


def own_of(b: Lowering, what: ids.PropertyId, card: ir.Expression) -> ir.Expression:
    """What a card is by itself."""
    if what == ids.being(what.name):
        return of_kind(b, what.name, card)
    return field_code(b, what.name, card)
