"""raise, lower, multiply, divide, set: of a gauge or note at once, of a property as a modifier;
`grant` and `void`: of a list, for a time.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, cast

from ...ir.names import kept_field
from ...nodes import declarations as d
from ...nodes import expressions as e
from ...nodes import statements as s
from ...nodes.base import Node, Word, first_of
from ...nodes.dataclass import dataclass
from ...problems.articles import an
from ...problems.problem import Advice, Label
from ...ruleset.shapes import CHANGEABLE, layer_of, per_of, seen_from
from ...syntax.print_files import print_node
from ...typed import ids
from ...typed.statements import Block, Change, Forget, ForgetUses, Modify, Operation, UndoUse
from ...typed.truths import is_false
from ...typed.types import NUMBER, PLAYER, Type
from ...typed.values import Gauge, Local, Property, Value, constant
from ..context import STATEMENTS, Resolver, Scope, resolves
from ..values.cards import changeable_fields, field_type, fields_of
from ..values.coercions import as_number, condition, is_name, number, resolve, resolve_set, words
from ..values.declared import type_of_gauge
from ..values.meant import starting_as, with_end, without_tail
from ..values.members import check_owned
from ..values.names import not_kept_for
from ..values.phrases import sentences_of
from ..values.properties import find_property, property_target, use_of, use_of_property
from .gains import (
    gainers,
    gives_sentences,
    keyword_filled,
    list_of_part,
    sentences_given,
    sentences_lost,
)
from .moments import Endings, ends_of

CHANGES, USES, USE = "changes", "uses", "use"
NOTHING = constant(0)
LIST_IDLE = "A list has no layers, so `{tail}` does nothing."
LIST_HOW_LONG = "A list property is changed for a time only."
GAINS_HOW_LONG = "What a card gains it has for a time."
LOSES_HOW_LONG = "What a card loses it lacks for a time."


@dataclass(frozen=True, slots=True)
class Target:
    """What is changed: a gauge or note of `of.owner`, or a property of `of.of`."""

    of: Gauge | Property
    type: Type

    @property
    def name(self) -> str:
        return (
            self.of.gauge.rpartition(":")[2]
            if isinstance(self.of, Gauge)
            else self.of.property.name
        )


def find_target(r: Resolver, node: e.Expression, scope: Scope) -> Target | None:
    owner: Value | None = None
    if isinstance(node, e.Of):
        owner = resolve(r, node.owner, scope)
        if owner.type.kind == "game":
            owner = None
    elif isinstance(node, e.Its):
        owner = scope.it
    elif not isinstance(node, e.Name):
        r.problem("not-changeable", f"`{words(node)}` cannot be changed.", node.span)
        return None
    text = str(node.word)
    declared = r.names("gauge").get(text) or r.names("note").get(text)
    if declared is None and owner is not None and owner.type.kind == "card":
        field = first_of(d.PlainField, (f for f in fields_of(r, owner.type.of) if f.name == text))
        if field is not None:
            return field_target(r, node, field, owner)
    if declared is None:
        return property_target_of(r, node, node.word, owner, scope)
    side, per = seen_from(r.names("gauge").get(text)), per_of(declared)
    if owner is not None and {owner.type.kind, per} == {"player", "card"} and not side:
        if find_property(r, node.word, owner.type) is not None:
            return property_target_of(r, node, node.word, owner, scope)
        not_kept_for(r, node.word, per, owner)
        return None
    r.used.add(text)
    if per == "game" and not side:
        owner = None
    elif owner is None:
        if per == "card" or scope.player is None:
            which = Advice(f"Say of which card, such as `this card's {text}`.")
            fix = which if per == "card" else f"player's {text}"
            r.problem("whose", f'Whose "{text}"?', node.word.span, fix)
            return None
        owner = replace(scope.player, type=PLAYER)
    sided = ids.GaugeId(side) if side else None
    return Target(Gauge(ids.GaugeId(text), owner, sided), type_of_gauge(r, declared))


def field_target(
    r: Resolver, node: e.Expression, field: d.PlainField, owner: Value
) -> Target | None:
    """What is printed on a card, for good."""
    name = str(field.name)
    if name not in changeable_fields(r):
        refuse_printed(r, node, field)
        return None
    r.used.add(name)
    return Target(Gauge(ids.GaugeId(kept_field(name)), owner, None), field_type(r, field))


def refuse_printed(r: Resolver, node: e.Expression, field: d.PlainField) -> None:
    """A change of what is printed; a property that starts as it can be changed."""
    text, fix = f'"{field.name}" is printed on the card and stays so.', ""
    found = starting_as(r, str(field.name))
    if len(found) == 1 and isinstance(node, (e.Of, e.Its)):
        fix = words(replace(node, word=Word(found[0])))
        text += f" What can be changed is the property that starts as it: `{fix}`."
    declared = print_node(field).strip()
    changeable = Label(field.span, f"can be changed if declared: `{declared} {CHANGEABLE}`")
    r.problem("cannot-change", text, node.span, fix, changeable)


def property_target_of(
    r: Resolver, node: e.Expression, word: Word, owner: Value | None, scope: Scope
) -> Target | None:
    value = owner if owner is not None else property_target(r, node, scope)
    if value is None:
        before = len(r.problems)
        found = resolve(r, node, scope)  # names what is unknown
        if len(r.problems) == before:
            text = f"`{words(node)}` cannot be changed."
            if isinstance(found.form, Local):
                text = f"`{words(node)}` stays what it is; what changes is a gauge or a note."
            r.problem("not-changeable", text, node.span)
        return None
    if value.type.kind == "unknown":
        check_owned(r, word)
        return None
    item = find_property(r, word, value.type)
    if item is None:
        known = [*r.names("gauge"), *r.names("note"), *r.ruleset.properties()]
        r.unknown("unknown-name", "gauge, note or property", word, known)
        return None
    r.used.add(str(word))
    known = use_of_property(r, item)
    return Target(Property(known.id, value), known.type)


@resolves(STATEMENTS, s.ChangeStatement)
def change(r: Resolver, node: s.ChangeStatement, scope: Scope) -> Block:
    target = find_target(r, node.target, scope)
    if target is None or refuse_list(r, node, target):
        return ()
    operation = cast(Operation, str(node.operation))
    amount = number(r, node.amount, scope)
    countable = target.type.kind in ("number", "symbol", "unknown")
    if isinstance(target.of, Gauge) and not countable:
        text = f'"{target.name}" is {an(target.type)}; only numbers are raised or lowered.'
        advice = Advice(f"Say what it is now: `set {target.name} to` and that.")
        r.problem("not-a-number", text, node.target.span, advice)
    return change_target(r, node, target, operation, amount, scope)


@resolves(STATEMENTS, s.SetStatement)
def set_(r: Resolver, node: s.SetStatement, scope: Scope) -> Block:
    target = find_target(r, node.target, scope)
    if target is None or refuse_list(r, node, target):
        return ()
    value = resolve(r, node.value, scope, target.type)
    kinds = (target.type.kind, value.type.kind)
    open_ = "unknown" in kinds or kinds[1] == "none" or kinds == ("number", "symbol")
    if not open_ and (kinds[0] != kinds[1] or value.type.many != target.type.many):
        text = f"`{words(node.target)}` is {an(target.type)} and cannot become {an(value.type)}."
        r.problem("type-changes", text, node.value.span)
    if isinstance(target.of, Gauge) and target.type == NUMBER:
        value = as_number(r, value, node.value)
    return change_target(r, node, target, "set", value, scope)


def refuse_list(r: Resolver, node: s.ChangeStatement | s.SetStatement, target: Target) -> bool:
    """A list is no number and not one thing."""
    if isinstance(target.of, Gauge) or not target.type.many:
        return False
    text = f'"{target.name}" is a list: `grant` adds to it, `void` empties it.'
    given = node.amount if isinstance(node, s.ChangeStatement) else node.value
    fix = f"grant {words(given)} to {words(node.target)} until end of turn"
    r.problem("no-layer", text, node.span, fix)
    return True


def change_target(
    r: Resolver,
    node: s.ChangeStatement | s.SetStatement,
    target: Target,
    operation: Operation,
    amount: Value,
    scope: Scope,
) -> Block:
    """A property for a time; a gauge or note for good, where only `if` may stand behind it."""
    if isinstance(target.of, Property):
        return modify(r, node, target.of, operation, amount, scope)
    test: Value | None = None
    for tail in node.tails:
        if isinstance(tail, s.IfTail):
            test = condition(r, tail.condition, scope)
            break
        what = word_of_tail(tail)
        text = f"A gauge or note is changed for good; `{what}` belongs to properties."
        fix = without_tail(node, tail)
        text += f" Write: `{fix}`." if fix else ""
        r.problem("not-a-property", text, node.span, fix)
    of = target.of
    return (Change(of.gauge, of.owner, of.side, operation, amount, test),)


def word_of_tail(tail: s.Tail) -> str:
    """With what a tail begins."""
    if isinstance(tail, s.UntilTail):
        return "until"
    return "since" if isinstance(tail, s.SinceTail) else "as"


def modify(
    r: Resolver,
    node: s.ChangeStatement | s.SetStatement,
    target: Property,
    operation: Operation,
    amount: Value,
    scope: Scope,
) -> Block:
    until: Endings | None = None
    tag, test = "", None
    for tail in node.tails:
        if isinstance(tail, s.UntilTail):
            until = ends_of(r, tail.moment, scope)
        elif isinstance(tail, s.TagTail):
            tag = str(tail.word)
        elif isinstance(tail, s.IfTail):
            test = condition(r, tail.condition, scope)
        elif isinstance(tail, s.SinceTail):
            text = "`since` belongs to what stands in a `while`; this is made now."
            r.problem("how-long", text, tail.span)
    never = test is not None and is_false(test)  # a slot that says something else
    if never or (until is None and scope.language == "open"):
        return ()
    name = target.property.name
    if until is None:
        text = f'How long? "{name}" is a property, so this changes it for a time only.'
        r.problem("how-long", text, node.span, with_end(node))
        return ()
    refuse_without_layer(r, node, target.property)
    return (Modify(target.property, target.of, operation, amount, until, tag, test),)


def refuse_without_layer(
    r: Resolver, node: s.ChangeStatement | s.SetStatement, changed: ids.PropertyId
) -> None:
    """A change that the `order` of a property does not name, for a time or while it stands; without
    an `order` there is one kind of change.
    """
    known, name, wanted = use_of(r, changed), changed.name, layer_of(node)
    layers = known.layers if known is not None and not known.type.many else None
    if layers is None or wanted in {name for layer in layers for name, _ in layer}:
        return
    text = f'The `order` of "{name}" has no layer for {wanted}, so this would do nothing.'
    if not layers:
        text = f'"{name}" is changed in several ways, and no `order` says which comes first.'
    r.problem("no-layer", text, node.span, Advice(f"Name {wanted} in the order of {name}."))


# ---- lists


@resolves(STATEMENTS, s.GrantStatement)
def grant(r: Resolver, node: s.GrantStatement, scope: Scope) -> Block:
    """Cards gain what is said; or each member of a set joins a list, in order."""
    return gain_or_lose(r, node, scope, "grant")


@resolves(STATEMENTS, s.RevokeStatement)
def revoke(r: Resolver, node: s.RevokeStatement, scope: Scope) -> Block:
    """Cards lose what is said; or each member of a set leaves a list."""
    return gain_or_lose(r, node, scope, "revoke")


def gain_or_lose(
    r: Resolver,
    node: s.GrantStatement | s.RevokeStatement,
    scope: Scope,
    operation: Literal["grant", "revoke"],
) -> Block:
    if not gives_sentences(r, node, scope):
        listed = list_target(r, node.to, scope)
    else:
        owners = gainers(r, node, scope, ("card", "part"))
        if owners is not None and owners.type.kind == "card":
            what = keywords_in(r, node, scope, True)
            if scope.language == "open" or (operation == "grant" and not sentences_of(what)):
                return ()
            return change_list(r, node, Property(ids.GAINED, owners), operation, what, scope)
        listed = None if owners is None else list_of_part(r, owners, node.to.span)
    if listed is None:
        return ()
    target, wanted = listed
    if wanted.kind == "keyword":
        members = keywords_in(r, node, scope, False)
    else:
        members = resolve_set(r, node.what, scope, wanted)
    if not fits_list(r, node, target, wanted, members):
        return ()
    return change_list(r, node, target, operation, members, scope)


def keywords_in(
    r: Resolver, node: s.GrantStatement | s.RevokeStatement, scope: Scope, on_cards: bool
) -> Value:
    """The keywords and sentences that are gained or lost."""
    if isinstance(node, s.RevokeStatement):
        return sentences_lost(r, node, scope)
    return sentences_given(r, node, scope) if on_cards else keyword_filled(r, node, scope)


def fits_list(
    r: Resolver,
    node: s.GrantStatement | s.RevokeStatement,
    target: Property,
    wanted: Type,
    members: Value,
) -> bool:
    """Whether what joins or leaves a list can be in it."""
    of_another = wanted.of and members.type.of not in (wanted.of, "")
    if members.type.kind not in (wanted.kind, "unknown") or of_another:
        what, to = words(node.what), words(node.to)
        text = f"`{to}` is a list of {wanted}; `{what}` is {an(members.type.one)}."
        r.problem("type-changes", text, node.what.span)
        return False
    found, owner = members.type, target.of.type if target.of is not None else NOTHING.type
    if found.kind == "keyword" and found.of and owner.kind == "part" and owner.of != found.of:
        what = words(node.what)
        text = f"`{what}` is a keyword of {an(found.of)}; {an(owner.of)} cannot have it."
        advice = Advice(f"Grant another keyword, or declare it `on {owner.of}`.")
        r.problem("wrong-bearer", text, node.what.span, advice)
    return True


@resolves(STATEMENTS, s.VoidStatement)
def void(r: Resolver, node: s.VoidStatement, scope: Scope) -> Block:
    """Empties a list for a time, or ends all changes of a card, or what it used up."""
    if isinstance(node.what, e.Of) and node.what.word in (CHANGES, USES, USE):
        return forget(r, node, node.what, scope)
    listed = list_target(r, node.what, scope)
    if listed is None:
        return ()
    return change_list(r, node, listed[0], "void", NOTHING, scope)


def change_list(
    r: Resolver,
    node: s.GrantStatement | s.RevokeStatement | s.VoidStatement,
    target: Property,
    operation: Literal["grant", "revoke", "void"],
    members: Value,
    scope: Scope,
) -> Block:
    """Until a moment, on a condition."""
    gains = target.property == ids.GAINED
    how_long = GAINS_HOW_LONG if gains else LIST_HOW_LONG
    if gains and operation == "revoke":
        how_long = LOSES_HOW_LONG
    until, test = lasts(r, node, node.tails, scope, LIST_IDLE, how_long)
    if until is None:
        return ()
    return (Modify(target.property, target.of, operation, members, until, "", test),)


def lasts(
    r: Resolver, node: Node, tails: tuple[s.Tail, ...], scope: Scope, idle: str, how_long: str
) -> tuple[Endings | None, Value | None]:
    """Until when, which must be said, and on which condition; a tail beside these is `idle`."""
    until: Endings | None = None
    test: Value | None = None
    for tail in tails:
        if isinstance(tail, s.UntilTail):
            until = ends_of(r, tail.moment, scope)
        elif isinstance(tail, s.IfTail):
            test = condition(r, tail.condition, scope)
        else:
            r.problem("no-layer", idle.format(tail=word_of_tail(tail)), tail.span)
    if until is None:
        r.problem("how-long", f"How long? {how_long}", node.span, with_end(node))
    return until, test


def forget(r: Resolver, node: s.VoidStatement, of: e.Of, scope: Scope) -> Block:
    cards = resolve_set(r, of.owner, scope)
    if cards.type.kind != "card":
        text = f"`{words(of.owner)}` is {an(cards.type.one)}; {of.word} hang on cards."
        r.refuse(cards, "not-cards", text, of.owner.span)
        return ()
    for tail in node.tails:
        r.problem("how-long", "What was changed is over for good here.", tail.span)
    if of.word == USES:
        return (ForgetUses(cards),)
    if of.word == USE:
        if scope.this is None or not is_name(of.owner, "this"):
            text = "Only the use of the sentence that is being carried out can be taken back."
            r.problem("which-use", text, of.span, "this card's use")
            return ()
        return (UndoUse(scope.this),)
    r.features.add("entry")
    return (Forget(cards),)


def list_target(r: Resolver, node: e.Expression, scope: Scope) -> tuple[Property, Type] | None:
    """The list property that is changed, and what its members are."""
    target = find_target(r, node, scope)
    if target is None or target.type.kind == "unknown":
        return None
    if isinstance(target.of, Property) and target.type.many:
        known = use_of(r, target.of.property)
        if known is not None and known.layers is not None:
            return target.of, target.type.one
    text = f"`{words(node)}` is no list that can change."
    advice = Advice("Declare a property that starts as a list, and change that.")
    r.problem("not-a-list", text, node.span, advice)
    return None
