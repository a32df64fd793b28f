"""What declarations say of themselves: for what they are kept, which fields and parts they have."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from ..cards.definition import CardDefinition
from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes import statements as s
from ..nodes.base import Node, Span, Word, first_of, walk
from .remembered import Remembered
from .ruleset import Ruleset, once

CHANGEABLE = "changeable"  # a field whose printed value rules may change for good


def flat(statements: tuple[Node, ...]) -> list[Node]:
    """Statements with lines of several taken apart."""
    found: list[Node] = []
    for node in statements:
        found += node.statements if isinstance(node, s.Line) else (node,)
    return found


def attributes_of(node: object) -> tuple[attrs.Attribute, ...]:
    return getattr(node, "attributes", ())


def per_of(node: object) -> str:
    """For what a gauge, note or zone is kept: game, player or card."""
    for attribute in attributes_of(node):
        if isinstance(attribute, attrs.PerAttribute):
            return "player" if attribute.word == "player" else "card"
    return "game"


def seen_from(node: object) -> str:
    """The note by which a gauge has two sides; empty for one that has not."""
    found = (str(a.word) for a in attributes_of(node) if isinstance(a, attrs.SeenFromAttribute))
    return next(found, "")


def holds_stacks(node: d.ZoneDeclaration) -> bool:
    """A group of stacks: its members are the stacks, each known by its top card."""
    return any(isinstance(a, attrs.KindAttribute) and a.of == "stacks" for a in node.attributes)


def has_word(node: object, word: str) -> bool:
    """Whether a bare word such as `optional` is among the attributes of something declared."""
    return any(isinstance(a, attrs.KindAttribute) and a.word == word for a in attributes_of(node))


def every_field(
    ruleset: Ruleset,
) -> Iterator[tuple[d.CardDeclaration, d.PartField | None, d.PlainField]]:
    """Every plain field, with the kind of card and the part that it is of; those of a part come
    where the part stands.
    """
    for kind in ruleset.all(d.CardDeclaration):
        for field in kind.fields:
            if isinstance(field, d.PartField):
                yield from ((kind, field, inner) for inner in plain_fields(field))
            elif isinstance(field, d.PlainField):
                yield kind, None, field


def field_names(kind: d.CardDeclaration) -> set[str]:
    """What the fields and parts of a kind of card are called."""
    own = (field for field in kind.fields if isinstance(field, (d.PlainField, d.PartField)))
    return {str(field.name) for field in own}


def plain_fields(part: d.CardDeclaration | d.PartField) -> list[d.PlainField]:
    """The fields of a kind of card, or of a part, that are no parts themselves."""
    return [field for field in part.fields if isinstance(field, d.PlainField)]


@once
def parts_declared(ruleset: Ruleset) -> dict[str, d.PartField]:
    """The parts that kinds of card declare, by name."""
    found: dict[str, d.PartField] = {}
    for kind in ruleset.all(d.CardDeclaration):
        for field in kind.fields:
            if isinstance(field, d.PartField):
                found.setdefault(str(field.name), field)
    return found


def has_commas(ruleset: Ruleset, type_: attrs.Type) -> bool:
    """Whether several values of a type are parted by commas: they are no phrases."""
    word = str(getattr(type_, "word", ""))
    return word in ("number", "name", "word") or word in ruleset.names("values")


def is_card_type(ruleset: Ruleset, type_: attrs.Type) -> bool:
    """Whether a field of this type holds the code of a card."""
    if not isinstance(type_, (attrs.PlainType, attrs.ListType, attrs.MaybeType)):
        return False
    return type_.word == "card" or str(type_.word) in ruleset.names("card kind")


@once
def card_fields(ruleset: Ruleset) -> dict[str, d.PlainField]:
    """The fields that hold the code of another card: those of type `card` or of a kind."""
    return {
        str(field.name): field
        for _, part, field in every_field(ruleset)
        if part is None and is_card_type(ruleset, field.type)
    }


def named_codes(ruleset: Ruleset, card: CardDefinition) -> list[Word]:
    """The codes that the fields of a card name."""
    found = (card.fields.get(name) for name in card_fields(ruleset))
    return [value for value in found if isinstance(value, Word)]


# ---- what is changed


def target_word(node: e.Expression) -> str:
    """The name of what is changed."""
    if isinstance(node, (e.Of, e.Name, e.Its)):
        return str(node.word)
    return target_word(node.table) if isinstance(node, e.Index) else ""


def layer_of(node: s.ChangeStatement | s.SetStatement) -> str:
    """The layer in which a change of a property counts: by its tag, or by what it does."""
    tag = first_of(s.TagTail, node.tails)
    if tag is not None:
        return str(tag.word)
    done = "set" if isinstance(node, s.SetStatement) else str(node.operation)
    return {"lower": "raise", "divide": "multiply"}.get(done, done)


@once
def layers_changed(ruleset: Ruleset) -> dict[str, set[str]]:
    """Everything that some statement changes, by name, and the layers of these changes."""
    found: dict[str, set[str]] = {}
    for part in ruleset.inside(s.ChangeStatement, s.SetStatement):
        found.setdefault(target_word(part.target), set()).add(layer_of(part))
    return found


# ---- declarations by what they go by

Key = tuple[Hashable, ...]


@once
def declarations_by_key(ruleset: Ruleset) -> tuple[dict[Key, Node], dict[int, Key]]:
    """Each declaration by what it goes by as long as others change: its class, its name, what a
    property is of, and which of several it is in its file; and the same by its identity.
    """
    found: dict[Key, Node] = {}
    keys: dict[int, Key] = {}
    times: dict[Key, int] = {}
    for node in ruleset.declarations:
        name, of = (getattr(node, part, None) for part in ("name", "of"))
        words = tuple(str(word) for word in (name, of) if isinstance(word, Word))
        plain = (node.__class__.__name__, node.span.file, *words)
        times[plain] = number = times.get(plain, 0) + 1
        found[(*plain, number)] = node
        keys[id(node)] = (*plain, number)
    return found, keys


def key_of(ruleset: Ruleset, node: Node) -> Key:
    """What a declaration goes by."""
    with ruleset.noting(None):
        return declarations_by_key(ruleset)[1][id(node)]


def declaration_of(ruleset: Ruleset, *key: Hashable) -> Node | None:
    """The declaration that goes by this: who asks depends on all that it says, and on where."""
    with ruleset.noting(None):
        found = declarations_by_key(ruleset)[0].get(key)
    ruleset.note(found, declaration_of, *key)
    return found


# ---- where names are declared


NAMES: Remembered[tuple[Span, ...]] = Remembered()


@once
def names_by_file(ruleset: Ruleset) -> dict[str, list[tuple[Span, ...]]]:
    """Where each declaration of a file declares its names, those inside it too."""
    NAMES.renew()
    found: dict[str, list[tuple[Span, ...]]] = {}
    for node in ruleset.declarations:
        found.setdefault(node.span.file, []).append(NAMES.of(node, spans_of_names))
    return found


def spans_of_names(node: Node) -> tuple[Span, ...]:
    names = (getattr(part, "name", None) for part in walk(node))
    return tuple(name.span for name in names if isinstance(name, Word))


def names_in(ruleset: Ruleset, file: str) -> object:
    """The same of one file: who asks depends on where the names stand."""
    with ruleset.noting(None):
        found = names_by_file(ruleset).get(file, [])
    ruleset.note(found, names_in, file)
    return found
