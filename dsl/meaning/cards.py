"""Cards: what `card's word` is, and the tables their fields become."""

from __future__ import annotations

from collections.abc import Iterator

from ..ir import ir
from ..ir.types import CARDS, NAME, NUMBER, PLAYER, TRUTH, UNKNOWN, Type, record, symbol
from ..nodes import declarations as d
from ..nodes.base import Node, Word, walk
from ..nodes.expressions import String, Use
from .context import CardDefinition, Meaning, Scope, Value
from .names import field_value, type_named, type_of
from .secrets import check_secret

OWN_FIELDS = ("owner", "name", "code", "kind", "beneath", "mentions")


def of_card(m: Meaning, owner: Value, word: Word, scope: Scope) -> Value:
    """A field of its kind, a property, a note kept for each card, or what every card has."""
    from .properties import find_property, property_of

    text = str(word)
    if text not in ("owner", "beneath"):
        check_secret(m, owner, text, word.span, scope)
    if text == "owner":
        return Value(ir.Table("owner", owner.code), PLAYER)
    if text in ("name", "code"):
        return Value(ir.Table(text, owner.code), NAME)
    if text == "mentions":
        return Value(ir.Table(text, owner.code), NAME.set)
    if text in m.ruleset.names("keyword"):
        m.used.add(text)
        table = f"names_in_{text}"
        if table not in m.tables:
            m.tables[table] = [names_in(m, card, text) for card in m.cards]
        return Value(ir.Table(table, owner.code), NAME.set)
    if text == "beneath":
        return beneath(m, owner)
    declared = {**m.ruleset.names("gauge"), **m.ruleset.names("note")}
    if text in declared:
        return field_value(m, word, owner.code, scope, "card")
    if find_property(m, word, owner.type) is not None:
        return property_of(m, word, owner, scope)
    field = find_field(m, owner.type.of, text)
    if field is None and has_part(m, owner.type.of, text):
        from .parts import parts_of

        return parts_of(m, owner, text)
    if field is None:
        known = [
            *OWN_FIELDS,
            *declared,
            *m.ruleset.properties(),
            *field_names(m, owner.type.of),
        ]
        what = f"field or property of a {owner.type}"
        m.unknown("unknown-field", what, word, known)
        return Value(ir.Int(ir.NONE), UNKNOWN)
    m.used.add(text)
    return field_of(m, owner, field)


def beneath(m: Meaning, owner: Value) -> Value:
    """What lies below the top card of a stack."""
    m.flags.add("entry")
    code = ir.Native("cards_beneath", (owner.code,))
    return Value(code, CARDS, owner.zone, owner.owner)


def check_owned(m: Meaning, word: Word) -> None:
    """Whether a word can stand behind the 's of anything; what a slot is filled with is not
    known where its phrase is declared.
    """
    from .parts import part_fields, plain_fields

    rules = m.ruleset
    known = [*OWN_FIELDS, "opponent", "bearer", "tags", "aside", *rules.properties()]
    for kind in ("zone", "gauge", "note", "keyword"):
        known += rules.names(kind)
    known += field_names(m, "")
    for part in part_fields(m).values():
        known += [str(part.per), *(str(field.name) for field in plain_fields(part))]
    for phrase in rules.all(d.PhraseDeclaration):
        known += [str(slot.name) for slot in phrase.parameters]
    if str(word) not in known:
        what = "zone, gauge, note, property or field"
        m.unknown("unknown-name", what, word, known)


def field_names(m: Meaning, kind: str) -> list[str]:
    return [
        str(f.name)
        for k in kinds_of(m, kind)
        for f in k.fields
        if isinstance(f, (d.PlainField, d.PartField))
    ]


def kinds_of(m: Meaning, kind: str) -> list[d.CardDeclaration]:
    kinds = [k for k in m.ruleset.all(d.CardDeclaration)]
    return [k for k in kinds if k.name == kind] if kind else kinds


def has_part(m: Meaning, kind: str, text: str) -> bool:
    return any(
        isinstance(f, d.PartField) and f.name == text
        for k in kinds_of(m, kind)
        for f in k.fields
    )


def find_field(m: Meaning, kind: str, text: str) -> d.PlainField | None:
    for k in kinds_of(m, kind):
        for field in k.fields:
            if isinstance(field, d.PlainField) and field.name == text:
                return field
    return None


def field_of(m: Meaning, owner: Value, field: d.PlainField) -> Value:
    name = f"field_{field.name}"
    if field.per is not None:
        entry = type_of(m, field.type)
        kind = Type("table", f"{field.per}|{entry.of if entry.kind == 'symbol' else ''}")
        return Value(ir.Table(name, owner.code), kind, origin=owner.code)
    type_ = field_type(m, field)
    if type_.kind == "card":  # the card of this match that came along, none for other cards
        type_ = Type("card", type_.of, maybe=True)
    code: ir.Expression = ir.Table(name, owner.code)
    if type_.kind == "truth":  # of no card, and where a kind has no such field: no
        code = ir.Compare("==", code, ir.Int(1))
    return Value(code, type_, origin=owner.code)


def is_optional(field: d.PlainField) -> bool:
    return any(
        isinstance(a, d.KindAttribute) and a.word == "optional" for a in field.attributes
    )


def field_type(m: Meaning, field: d.PlainField) -> Type:
    base = type_of(m, field.type)
    if isinstance(field.type, d.PlainType) and field.type.word == "terms":
        return record("terms")
    if base.kind == "text" or base in (record("effect"), record("cost")):
        return Type("text", str(field.name))
    if is_optional(field) and not base.many:
        return Type(base.kind, base.of, maybe=True)
    return base


def card_tables(m: Meaning) -> None:
    """One table a field, filled from the cards; texts become ability numbers, phrases
    records.
    """
    kinds = list(m.ruleset.names("card kind"))
    m.tables["kind"] = [kinds.index(card.kind) for card in m.cards]
    m.tables["name"] = [m.name_index(str(card.name)) for card in m.cards]
    m.tables["code"] = [m.name_index(str(card.code)) for card in m.cards]
    m.tables["mentions"] = [mentions_of(m, card) for card in m.cards]
    for kind in m.ruleset.all(d.CardDeclaration):
        for field in kind.fields:
            if isinstance(field, d.PlainField):
                field_table(m, kind, field)


def mentions_of(m: Meaning, card: CardDefinition) -> tuple[int, ...]:
    """The names that stand in the texts of a card, each once, and in angle brackets the
    phrases and keywords.
    """
    nodes = [node for text in card.texts.values() for node in walk(text)]
    texts = [str(node.text) for node in nodes if isinstance(node, String)]
    texts += [f"<{node.phrase}>" for node in nodes if isinstance(node, Use)]
    return tuple(m.name_index(text) for text in dict.fromkeys(texts))


def names_in(m: Meaning, card: CardDefinition, keyword: str) -> tuple[int, ...]:
    """The names in the slots of a keyword that a card has."""
    uses = [
        node
        for text in card.texts.values()
        for node in walk(text)
        if isinstance(node, Use) and node.phrase == keyword
    ]
    return tuple(m.name_index(str(n.text)) for use in uses for n in strings_of(use))


def strings_of(node: Node) -> Iterator[String]:
    return (inner for inner in walk(node) if isinstance(inner, String))


def field_table(m: Meaning, kind: d.CardDeclaration, field: d.PlainField) -> None:
    from .companions import is_card_type, twin_table

    if is_card_type(m.ruleset, field.type):
        twin_table(m, kind, field)
        return
    type_ = field_type(m, field)
    missing: object = ir.missing_of(type_.kind)
    if field.per is not None or type_.many:
        missing = ()
    table = m.tables.setdefault(f"field_{field.name}", [missing] * len(m.cards))
    for number, card in enumerate(m.cards):
        if card.kind != kind.name or type_.kind == "text":
            continue
        value = card.fields.get(str(field.name))
        if field.per is not None:
            table[number] = value if isinstance(value, tuple) else ()
        elif value is not None:
            table[number] = entry_of(m, value, type_)


def entry_of(m: Meaning, value: object, type_: Type) -> object:
    """A field's value as plain ints."""
    from ..nodes.expressions import Use
    from .terms import record_number

    if isinstance(value, tuple):
        return tuple(entry_of(m, item, type_.one) for item in value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    if isinstance(value, Use) and type_.kind == "keyword":
        from .parts import keyword_number

        return keyword_number(m, value)
    if isinstance(value, Use):
        return record_number(m, value)
    if isinstance(value, str):
        return m.name_index(value)
    return value


__all__ = ["NUMBER", "TRUTH", "Scope", "symbol", "type_named"]
