"""Cards that come along with others: the other side of a card, the token it makes."""

from __future__ import annotations

from ..ir import ir
from ..ir.wordbook import brings_table
from ..nodes import declarations as d
from ..nodes.base import Word
from ..problems.problem import Label
from ..ruleset.ruleset import Ruleset
from .context import CardDefinition, Meaning


def card_fields(ruleset: Ruleset) -> dict[str, d.PlainField]:
    """The fields that hold the code of another card: those of type `card` or of a kind."""
    return {
        str(field.name): field
        for kind in ruleset.all(d.CardDeclaration)
        for field in kind.fields
        if isinstance(field, d.PlainField) and is_card_type(ruleset, field.type)
    }


def is_card_type(ruleset: Ruleset, type_: d.Type) -> bool:
    """Whether a field of this type holds the code of a card."""
    if not isinstance(type_, (d.PlainType, d.ListType, d.MaybeType)):
        return False
    return type_.word == "card" or str(type_.word) in ruleset.names("card kind")


def named_codes(ruleset: Ruleset, card: CardDefinition) -> list[Word]:
    """The codes that the fields of a card name."""
    found = (card.fields.get(name) for name in card_fields(ruleset))
    return [value for value in found if isinstance(value, Word)]


def brings_of(program: ir.Program) -> tuple[tuple[str, str], ...]:
    """(field, zone) of the cards that come along."""
    found = program.extra.get("brings", ())
    pairs: tuple[tuple[object, object], ...] = found if isinstance(found, tuple) else ()  # pyright: ignore[reportUnknownVariableType]
    return tuple((str(field), str(zone)) for field, zone in pairs)


# ---- fields


def twin_table(m: Meaning, kind: d.CardDeclaration, field: d.PlainField) -> None:
    """Which card each card names. Whose copy of it lies where is known in a match only:
    `field_x` is filled there.
    """
    name = str(field.name)
    if field.per is not None or isinstance(field.type, d.ListType):
        text = f'A field holds the code of one card, so "{name}" cannot hold several.'
        m.problem("one-card", text, field.span, f"{name} card optional")
    m.table(f"field_{name}")
    table = m.table(brings_table(name))
    numbers = first_numbers(m)
    assert isinstance(field.type, (d.PlainType, d.ListType, d.MaybeType))
    for number, card in enumerate(m.cards):
        code = card.fields.get(name)
        if card.kind == kind.name and isinstance(code, Word):
            table[number] = twin_of(m, card, code, field.type.word, name, numbers)


def first_numbers(m: Meaning) -> dict[str, int]:
    """The number of each card by its code."""
    found: dict[str, int] = {}
    for number, card in enumerate(m.cards):
        found.setdefault(str(card.code), number)
    return found


def twin_of(
    m: Meaning,
    card: CardDefinition,
    code: Word,
    kind: Word,
    field: str,
    numbers: dict[str, int],
) -> int:
    """The number of the card with a code, if it can be the other of this one."""
    if str(code) not in numbers:
        m.unknown("unknown-card", "card", code, list(numbers))
        return ir.NONE
    if code == card.code:
        text = f'"{card.name}" names itself as its {field}.'
        m.problem("wrong-twin", text, code.span, "Write the code of another card.")
    other = m.cards[numbers[str(code)]]
    if kind != "card" and other.kind != kind:
        text = f'"{other.name}" is no {kind}, and {field} is one.'
        m.problem("wrong-twin", text, code.span, f"{field} card")
    back_kind = kind_of_field(m, other.kind, field)
    if back_kind not in ("", "card", card.kind):
        text = f'The {field} of "{other.name}" is a {back_kind}, and "{card.name}" is none.'
        m.problem("wrong-twin", text, code.span, f"{field} card")
    back = other.fields.get(field)
    if isinstance(back, Word) and back != card.code:
        text = (
            f'"{other.name}" is the {field} of "{card.name}", and names {back} as its own.'
        )
        place = Label(back.span, "another one")
        m.problem("wrong-twin", text, code.span, f"{field}  {card.code}", place)
    return numbers[str(code)]


def kind_of_field(m: Meaning, kind: str, name: str) -> str:
    """What a field of a kind of card holds: `card` or a kind; empty if there is none."""
    for node in m.ruleset.all(d.CardDeclaration):
        for field in node.fields if node.name == kind else ():
            if isinstance(field, d.PlainField) and field.name == name:
                type_ = field.type
                plain = isinstance(type_, (d.PlainType, d.MaybeType))
                return str(type_.word) if plain else ""
    return ""


# ---- what comes along


def lower_brings(m: Meaning) -> None:
    """`extra["brings"]`: the fields whose cards come along, and where they start."""
    fields = card_fields(m.ruleset)
    found: dict[str, tuple[str, d.BringsLine]] = {}
    for node in m.ruleset.all(d.DeckDeclaration):
        for line in node.lines:
            if not isinstance(line, d.BringsLine):
                continue
            name, zone = str(line.field), str(line.zone)
            if name not in fields:
                m.unknown("unknown-field", "field with a card", line.field, list(fields))
            elif zone not in m.zones:
                m.unknown("unknown-zone", "zone", line.zone, list(m.zones))
            elif name in found:
                text = f'Two lines bring "{name}".'
                first = Label(found[name][1].span, "the first one")
                m.problem("declared-twice", text, line.span, "Remove one.", first)
            else:
                m.used.add(zone)
                found[name] = (zone, line)
    m.extra["brings"] = tuple((name, zone) for name, (zone, _) in found.items())
    refuse_in_parts(m)
    for name, field in fields.items():
        if name not in found and not any(wanted(m, name)):
            text = f'No deck brings the card that "{name}" names into the game.'
            m.problem("never-brought", text, field.span, f"brings its {name} to ZONE")


def refuse_in_parts(m: Meaning) -> None:
    """A part of a card names no card."""
    for kind in m.ruleset.all(d.CardDeclaration):
        for part in kind.fields:
            for field in part.fields if isinstance(part, d.PartField) else ():
                if not isinstance(part, d.PartField) or not isinstance(field, d.PlainField):
                    continue
                if is_card_type(m.ruleset, field.type):
                    text = f"A card has another card; a {part.name} of it has none."
                    m.problem("one-card", text, field.span)


def wanted(m: Meaning, name: str) -> list[bool]:
    """A line that names the field wrongly has its own problem."""
    return [
        str(line.field) == name
        for node in m.ruleset.all(d.DeckDeclaration)
        for line in node.lines
        if isinstance(line, d.BringsLine)
    ]
