"""Records: phrases that fill the fields of cards, and what rules ask of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from ...nodes import attributes as attrs
from ...nodes import declarations as d
from ...nodes import expressions as e
from ...nodes import statements as s
from ...nodes.base import Node, Span, Word, parts_of
from ...nodes.expressions import Sentence
from ...typed import ids
from ...typed.records import LaidTerm, OpenTerm, RecordMeaning
from ...typed.rules import SPEAKER, THIS
from ...typed.truths import (
    FALSE,
    TRUE,
    CardIs,
    Exists,
    Fits,
    IsAside,
    Laid,
    Not,
    Payable,
    conjunction,
    truth,
)
from ...typed.types import ONE_CARD, TERMS, Type
from ...typed.values import (
    NONE,
    Binding,
    Constant,
    RecordSlot,
    TermSlots,
    Text,
    Value,
    local,
)
from ..context import Macro, Resolver, Scope, resolves_members
from ..sentences import keyword_ability, new_ability, phrase_of
from .coercions import (
    condition,
    origin_of,
    player_of,
    resolve,
    resolve_set,
    this_of,
    unknown_value,
)
from .declared import type_of
from .members import candidate
from .phrases import filter_condition, phrase_scope

ALWAYS = "always"  # fills a slot for a condition or filter that a card leaves out


def record_number(r: Resolver, use: e.Use) -> int:
    """The number of a phrase that stands in a card's field; its parts are records too."""
    if use in r.records:
        return r.records[use]
    number = r.records[use] = len(r.records)
    phrase = phrase_of(r, use)
    types = {str(p.name): p.type for p in phrase.parameters} if phrase is not None else {}
    for slot in use.slots:
        if isinstance(slot.value, e.Use) and not is_done(r, types.get(str(slot.name))):
            record_number(r, slot.value)
    return number


def entry_of(r: Resolver, value: object, type_: Type) -> object:
    """A field's value as plain data: phrases become numbers of records or abilities, names stay
    texts, a set is a tuple.
    """
    if isinstance(value, tuple):
        members = cast(tuple[object, ...], value)
        return tuple(entry_of(r, member, type_.one) for member in members)
    if isinstance(value, e.Use) and type_.kind == "keyword":
        return keyword_ability(r, value).id
    if isinstance(value, e.Use):
        return record_number(r, value)
    return str(value) if isinstance(value, str) else value


def resolve_records(r: Resolver) -> list[RecordMeaning]:
    """What can be asked of every record, once all cards are read; more may come up meanwhile."""
    found: list[RecordMeaning] = []
    while len(found) < len(r.records):
        for number, use in list(enumerate(r.records))[len(found) :]:
            found.append(resolve_record(r, ids.RecordId(number), use))
    return found


def own_scope() -> Scope:
    return Scope(local(SPEAKER), local(THIS), language="card")


def resolve_record(r: Resolver, number: ids.RecordId, use: e.Use) -> RecordMeaning:
    """Whatever can be asked of a record of its category."""
    found = RecordMeaning(number, use)
    if use.phrase == e.LIST:
        resolve_terms(r, found)
        return found
    if use.phrase == ALWAYS and not use.slots:
        found.holds = found.fits = TRUE
        return found
    phrase = phrase_of(r, use)
    if phrase is None:
        return found
    if isinstance(phrase.body, d.MeansBody):
        resolve_meant(r, found, phrase, phrase.body.value)
    elif isinstance(phrase.body, d.TakesBody):
        found.candidates = resolve_set(r, phrase.body.of, term_scope(r, phrase, use))
        found.orientation = orientation_of(r, phrase)
    types = {str(p.name): p.type for p in phrase.parameters}
    for slot in use.slots:
        r.slots.setdefault(str(slot.name))
        entry = slot_entry(r, slot.value, types.get(str(slot.name)))
        found.slots[ids.SlotId(str(slot.name))] = entry
    return found


def resolve_meant(
    r: Resolver, found: RecordMeaning, phrase: d.PhraseDeclaration, meant: e.Expression
) -> None:
    """A filter, or a condition."""
    outer = own_scope()
    card = local(found.card)
    if is_filter(r, str(phrase.category)):
        outer.it = card
    scope = phrase_scope(r, phrase, found.use, outer)
    macro = scope.locals.get(str(meant.word)) if isinstance(meant, e.Name) else None
    if isinstance(macro, Macro) and is_filter(r, macro.category):
        found.fits = filter_condition(r, macro, card)
    elif outer.it is not None:
        scope.it = outer.it
        found.fits = condition(r, meant, scope)
    else:
        value = resolve(r, meant, scope)
        if value.type.kind == "truth":
            found.holds = value


def is_filter(r: Resolver, category: str, above: frozenset[str] = frozenset()) -> bool:
    """Whether phrases of a category, by whatever name, say something of a candidate."""
    if category == "filter" or category in above:
        return category == "filter"
    if category in r.filters:
        return r.filters[category]
    found = any(
        speaks_of_it(r, phrase.body.value, phrase, above | {category})
        for phrase in r.ruleset.all(d.PhraseDeclaration)
        if phrase.category == category and isinstance(phrase.body, d.MeansBody)
    )
    if found or not above:  # below another one a category in a circle may be missed
        r.filters[category] = found
    return found


def speaks_of_it(
    r: Resolver, node: Node, phrase: d.PhraseDeclaration, above: frozenset[str]
) -> bool:
    """Whether `it` in an expression is what the phrase is asked of, in a slot's too."""
    if isinstance(node, e.Its):
        return True
    if isinstance(node, e.Name):
        types = {str(p.name): p.type for p in phrase.parameters}
        slot = str(getattr(types.get(str(node.word)), "word", ""))
        return node.word == "it" or (bool(slot) and is_filter(r, slot, above))
    if isinstance(node, (e.Where, e.Exists, e.FitsExpression)):  # the rest is of others
        return speaks_of_it(r, next(parts_of(node)), phrase, above)
    return any(speaks_of_it(r, part, phrase, above) for part in parts_of(node))


def is_done(r: Resolver, type_: attrs.Type | None) -> bool:
    """Whether what fills a slot is something to be carried out."""
    return str(getattr(type_, "word", "")) in r.done_categories


def collect_done(r: Resolver) -> None:
    """Effects that fill slots of what is printed in fields are abilities, run by rules."""
    for use in list(r.records):
        phrase = phrase_of(r, use)
        for parameter in phrase.parameters if phrase is not None else ():
            value = next((x.value for x in use.slots if x.name == parameter.name), None)
            if isinstance(value, e.Use) and is_done(r, parameter.type):
                new_ability(r, Sentence((), value, span=value.span))


def slot_entry(r: Resolver, value: e.Expression, type_: attrs.Type | None) -> int | str:
    """What fills a slot, as plain data; what depends on who speaks (`opponent`) is none."""
    if isinstance(value, e.Use) and is_done(r, type_):
        return new_ability(r, Sentence((), value, span=value.span)).id
    if isinstance(value, e.Use):
        return record_number(r, value)
    if isinstance(value, e.Name) and value.word == ALWAYS:
        return record_number(r, e.Use(value.word, ()))
    if isinstance(value, e.Name) and is_done(r, type_):
        return NONE  # `free`: nothing to carry out
    if isinstance(value, e.Name):
        with r.trial():
            found = resolve(r, value, Scope())
    else:
        found = resolve(r, value, Scope())
    if isinstance(found.form, Text):
        return found.form.text
    return found.form.value if isinstance(found.form, Constant) else NONE


# ---- terms


def term_scope(r: Resolver, phrase: d.PhraseDeclaration, use: e.Use) -> Scope:
    return phrase_scope(r, phrase, use, own_scope())


def taking(phrase: d.PhraseDeclaration) -> d.TakesBody:
    assert isinstance(phrase.body, d.TakesBody)
    return phrase.body


def orientation_of(r: Resolver, phrase: d.PhraseDeclaration) -> int:
    """The orientation a term's card is laid in: a number of any zone that declares the
    word, else -1.
    """
    for manner in taking(phrase).manners:
        if isinstance(manner, s.TurnedManner):
            known = [o for zone in r.zones.values() for o in zone.orientations]
            for zone in r.zones.values():
                if str(manner.word) in zone.orientations:
                    return zone.orientations.index(str(manner.word))
            r.unknown("unknown-orientation", "orientation", manner.word, known)
    return NONE


def amount_of(r: Resolver, phrase: d.PhraseDeclaration, use: e.Use) -> int:
    body = taking(phrase)
    value = resolve(r, body.amount, term_scope(r, phrase, use))
    if isinstance(value.form, Constant):
        return value.form.value
    text = "How many a term takes is a plain number."
    r.problem("not-a-number", text, body.span)
    return 1


@dataclass(frozen=True, slots=True)
class Term:
    phrase: d.PhraseDeclaration
    use: e.Use


def terms_in(r: Resolver, use: e.Use) -> list[Term]:
    """The terms of a list, each as often as it takes cards."""
    found: list[Term] = []
    for slot in use.slots:
        phrase = phrase_of(r, slot.value) if isinstance(slot.value, e.Use) else None
        if phrase is not None and isinstance(phrase.body, d.TakesBody):
            assert isinstance(slot.value, e.Use)
            term = Term(phrase, slot.value)
            found += [term] * amount_of(r, phrase, slot.value)
    return found


def resolve_terms(r: Resolver, found: RecordMeaning) -> None:
    """Which cards could pay each of several terms, and which could have been laid for it."""
    terms = terms_in(r, found.use)
    found.terms = tuple(ids.RecordId(record_number(r, term.use)) for term in terms)
    found.open = tuple(open_term(r, term) for term in terms)
    found.laid = tuple(laid_term(r, term) for term in terms)


def open_term(r: Resolver, term: Term) -> OpenTerm:
    """Who could pay a term."""
    of = taking(term.phrase).of
    if isinstance(of, (e.Top, e.Bottom)) and of.amount is None:
        of = of.of  # any card of the pile will come to lie on top
    return OpenTerm(resolve_set(r, of, term_scope(r, term.phrase, term.use)))


def laid_term(r: Resolver, term: Term) -> LaidTerm:
    """Whether a card that was laid down could have been laid for this term."""
    scope = term_scope(r, term.phrase, term.use)
    each = Binding("it", ONE_CARD)
    scope.it = local(each)
    tests: list[Value] = []
    of = taking(term.phrase).of
    if isinstance(of, e.Where):
        tests.append(condition(r, of.condition, scope))
        of = of.of
    whole = (
        isinstance(of, e.Within) and isinstance(of.kind, e.Name) and of.kind.word == "cards"
    )
    if isinstance(of, e.Within) and not whole:
        tests.append(truth(CardIs("kind", local(each), resolve(r, of.kind, scope))))
    orientation = orientation_of(r, term.phrase)
    if orientation >= 0:
        r.features.add("turned")
        turned = Value(Constant(orientation), Type("turned"))
        tests.append(truth(CardIs("turned", local(each), turned)))
    return LaidTerm(each, conjunction(*tests))


# ---- what rules ask of records


@resolves_members("record")
def of_record(r: Resolver, owner: Value, word: Word, scope: Scope) -> Value:
    """A slot of a record by its name; of terms, the list of that slot of each of them."""
    if word in ("tags", "aside"):
        return of_sentence(r, owner, word, scope)
    category = "term" if owner.type == TERMS else owner.type.of
    phrases = [p for p in r.ruleset.all(d.PhraseDeclaration) if p.category == category]
    types = [p.type for phrase in phrases for p in phrase.parameters if p.name == str(word)]
    if not types:
        known = [str(p.name) for phrase in phrases for p in phrase.parameters]
        r.unknown("unknown-slot", f"slot of a {category}", word, known)
        return unknown_value()
    r.slots.setdefault(str(word))
    kind = Type("sentence") if is_done(r, types[0]) else slot_type(r, types[0])
    slot = ids.SlotId(str(word))
    if owner.type == TERMS:
        return Value(TermSlots(owner, slot), kind.set)
    return Value(RecordSlot(owner, slot), kind, origin=owner.origin)


def slot_type(r: Resolver, type_: attrs.Type) -> Type:
    if isinstance(type_, (attrs.PlainType, attrs.ListType)) and type_.word in (
        "terms",
        "term",
    ):
        return TERMS
    return type_of(r, type_)


@resolves_members("sentence")
def of_sentence(r: Resolver, owner: Value, word: Word, scope: Scope) -> Value:
    """`its tags`; `its aside`: whether a sentence is printed in brackets."""
    kind = owner.type.kind
    if word == "tags":
        return Value(owner.form, Type("tags", kind))
    if word == "aside" and kind == "sentence":
        return truth(IsAside(owner))
    known = ["tags", "aside"] if kind == "sentence" else ["tags"]
    r.unknown("unknown-field", f"word about a {owner.type.one}", word, known)
    return unknown_value()


def payable_terms(r: Resolver, terms: Value, scope: Scope, span: Span) -> Value:
    """`X's terms is payable`"""
    if terms.type != TERMS:
        if terms.type.kind != "unknown":
            text = f"Only terms are payable; this is a {terms.type}."
            if terms.type.one == TERMS:
                text = "These are the terms of several; ask it of one."
            r.problem("not-terms", text, span)
        return FALSE
    return truth(Payable(terms, player_of(scope), origin_of(terms)))


def all_of(members: Value, test: Callable[[Value], Value]) -> Value:
    """Whether something holds for every member."""
    each, it = candidate(members)
    return truth(Not(truth(Exists(each, members, truth(Not(test(it)))))))


def fits(r: Resolver, node: e.FitsExpression, scope: Scope) -> Value:
    """`card fits filter`, `card fits filters` (one of them), `cards fits terms`"""
    left = resolve(r, node.left, scope)
    macro = (
        scope.locals.get(str(node.right.word)) if isinstance(node.right, e.Name) else None
    )
    if isinstance(macro, Macro) and is_condition(macro):
        return fits_macro(r, left, macro)
    right = terms_in_slot(r, macro) or resolve(r, node.right, scope)
    own = (player_of(scope), this_of(scope))
    if right.type.kind == "record" and right.type.many and not left.type.many:
        each = Binding("filter", right.type.one)
        return truth(Exists(each, right, truth(Fits(local(each), left, *own))))
    if right.type.kind != "record" or right.type.many:
        if right.type.kind != "unknown":
            text = "Only a filter or terms can be fitted."
            r.problem("not-a-filter", text, node.right.span)
        return FALSE
    if right.type == TERMS:
        members = left if left.type.many else resolve_set(r, node.left, scope)
        return truth(Laid(right, members, *own))
    if left.type.many:
        return all_of(left, lambda it: truth(Fits(right, it, *own)))
    return truth(Fits(right, left, *own))


def is_condition(macro: Macro) -> bool:
    """Whether a slot is filled by a filter, or by a phrase that filters are made of."""
    return macro.category == "filter" or (
        macro.category != "terms" and not macro.category.startswith("way")
    )


def terms_in_slot(r: Resolver, macro: Value | Macro | None) -> Value | None:
    """The terms that fill a slot of the phrase in which they are asked for."""
    if not isinstance(macro, Macro) or macro.category != "terms":
        return None
    number = record_number(r, macro.use) if isinstance(macro.use, e.Use) else NONE
    return Value(Constant(number), TERMS)


def fits_macro(r: Resolver, left: Value, macro: Macro) -> Value:
    """A filter that fills a slot, asked of a card or of all cards of a set."""
    if not left.type.many:
        return filter_condition(r, macro, left)
    return all_of(left, lambda it: filter_condition(r, macro, it))
