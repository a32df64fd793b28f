"""`owner's word`: what it is depends on what the owner is."""

from __future__ import annotations

from dataclasses import replace

from ...nodes import declarations as d
from ...nodes import expressions as e
from ...nodes.base import Word
from ...problems.articles import an
from ...ruleset.ruleset import OWN_FIELDS, Ruleset, once
from ...ruleset.shapes import every_field
from ...typed.types import PLAYER
from ...typed.values import Binding, ForEach, Value, local
from ..context import MEMBERS, VALUES, Resolver, Scope, resolves
from .coercions import resolve, unknown_value


@resolves(VALUES, e.Of)
def of(r: Resolver, node: e.Of, scope: Scope) -> Value:
    return member(r, resolve(r, node.owner, scope), node.word, scope)


@resolves(VALUES, e.Its)
def its(r: Resolver, node: e.Its, scope: Scope) -> Value:
    if scope.it is None:
        text = f'"its {node.word}" needs a candidate: it stands only inside `where` and filters.'
        mend = f"{scope.called}'s {node.word}" if scope.called else ""
        if mend:
            text = f"This candidate has a name. Write: `{mend}`."
        elif scope.player is not None:
            with r.trial() as wrong:
                mine = member(r, replace(scope.player, type=PLAYER), node.word, scope)
            mend = str(node.word) if not wrong and mine.type.kind != "unknown" else ""
            text += f" Of the player it is plain `{mend}`." if mend else ""
        r.problem("no-candidate", text, node.span, mend)
        return unknown_value()
    return member(r, scope.it, node.word, scope)


def member(r: Resolver, owner: Value, word: Word, scope: Scope) -> Value:
    """A field, property or zone of the owner; of several the union, or the list of them."""
    kind = owner.type.kind
    if owner.type.many and kind in ("player", "card", "print", "part", "record"):
        each = Binding("of", owner.type.one)
        one = replace(owner, form=local(each).form, type=each.type)
        value = member(r, one, word, scope)
        return Value(ForEach(each, owner, value), value.type.set, value.zone)
    if kind == "unknown":
        check_owned(r, word)
    elif kind in MEMBERS:
        return MEMBERS[kind](r, owner, word, scope)
    else:
        r.problem("has-no", f"{an(owner.type, True)} has no {word}.", word.span)
    return unknown_value()


def candidate(members: Value) -> tuple[Binding, Value]:
    """One of several, and where it comes from."""
    each = Binding("it", members.type.one)
    it = Value(local(each).form, each.type, members.zone, members.owner, members.origin)
    return each, it


def asked_of(r: Resolver, scope: Scope, it: Value, name: Word | None) -> Scope:
    """Where a condition is asked of a candidate: it goes by its name if it has one, else it is
    `it`.
    """
    if name is None:
        return scope.child(it=it, called="")
    inner = scope.child(called=str(name))
    inner.name(name, it)
    r.candidates.add(name.span)
    return inner


def check_owned(r: Resolver, word: Word) -> None:
    """Whether a word can stand behind the 's of anything; what a slot is filled with is not
    known where its phrase is declared.
    """
    known = owned_words(r.ruleset)
    if str(word) not in known:
        r.unknown("unknown-name", "zone, gauge, note, property or field", word, known)


@once
def owned_words(rules: Ruleset) -> dict[str, None]:
    """What can stand behind the 's of something."""
    known = [*OWN_FIELDS, "opponent", "opponents", "bearer", "tags", "aside", *rules.properties()]
    for kind in ("zone", "gauge", "note", "keyword"):
        known += rules.names(kind)
    for _, part, field in every_field(rules):
        known += [str(field.name), *((part.name, part.per) if part is not None else ())]
    for phrase in rules.all(d.PhraseDeclaration):
        known += [str(slot.name) for slot in phrase.parameters]
    return dict.fromkeys(known)
