"""Records: phrases that fill the fields of cards, and what rules ask of them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import cast

from ...nodes import attributes as attrs
from ...nodes import declarations as d
from ...nodes import expressions as e
from ...nodes import modes
from ...nodes.base import Node, Span, Word, first_of, parts_of
from ...nodes.dataclass import dataclass
from ...nodes.expressions import Sentence
from ...problems.articles import an
from ...problems.problem import Advice
from ...ruleset.categories import included
from ...ruleset.ruleset import Ruleset
from ...typed import ids
from ...typed import truths as tr
from ...typed import values as v
from ...typed.abilities import Ability
from ...typed.records import Entry, LaidTerm, OpenTerm, RecordMeaning
from ...typed.rules import SPEAKER, THIS
from ...typed.truths import FALSE, TRUE, conjunction, truth
from ...typed.types import ONE_CARD, TERMS, Type
from ...typed.values import NONE, Binding, Value, local
from ..context import MEMBERS, VALUES, Resolver, Scope, asked, resolves, spans_in
from ..findings import Unit
from ..sentences import body_of, keyword_ability, new_ability, phrase_of
from .cards import orientation
from .coercions import condition, origin_of, player_of, resolve, resolve_set, this_of, unknown_value
from .declared import type_of
from .members import candidate
from .phrases import filter_condition, phrase_scope

WHOLE = ids.SlotId("")  # what a record does, run as a whole
ALWAYS = "always"  # fills a slot for a condition or filter that a card leaves out


def new_record(r: Resolver, use: e.Use) -> e.Use:
    """A phrase that stands in a card's field is a record; its parts are records too."""
    if use not in r.records:
        r.records[use] = None
        for slot, type_ in typed_slots(r, use):
            asked_inside = not is_done(r, type_) or str(slot.name) in slots_asked_inside(r)
            if asked_inside and isinstance(slot.value, e.Use):
                new_record(r, slot.value)
    return use


@asked
def slots_asked_inside(r: Resolver) -> frozenset[str]:
    """What the rules ask something of, by the names they write: slots of slots among it."""
    owners = (node.owner for node in r.ruleset.inside(e.Of))
    return frozenset(str(one.word) for one in owners if isinstance(one, (e.Of, e.Its)))


def typed_slots(r: Resolver, use: e.Use) -> list[tuple[e.Slot, attrs.Type | None]]:
    """What fills the slots of a phrase, with the types that its declaration says."""
    phrase = phrase_of(r, use)
    types = {str(p.name): p.type for p in phrase.parameters} if phrase is not None else {}
    return [(slot, types.get(str(slot.name))) for slot in use.slots]


def entry_of(r: Resolver, value: object, type_: Type) -> object:
    """A field's value as plain data: phrases are records or sentences, a set is a tuple."""
    if isinstance(value, tuple):
        members = cast(tuple[object, ...], value)
        return tuple(entry_of(r, member, type_.one) for member in members)
    if isinstance(value, e.Use) and type_.kind == "keyword":
        return keyword_ability(r, value).sentence
    if isinstance(value, e.Use):
        return new_record(r, value)
    return str(value) if isinstance(value, str) else value


def own_scope() -> Scope:
    return Scope(local(SPEAKER), local(THIS), language="card")


def meaning_of_record(r: Resolver, use: e.Use) -> Unit[RecordMeaning]:
    """Whatever can be asked of a record, resolved once for all cards."""
    return r.known_unit((use, *spans_in(use)), lambda: resolve_record(r, use))


def resolve_record(r: Resolver, use: e.Use) -> RecordMeaning:
    """Whatever can be asked of a record of its category."""
    found = RecordMeaning(use)
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
        scope = phrase_scope(r, phrase, use, own_scope())
        found.candidates = resolve_set(r, phrase.body.of, scope)
        found.orientation = orientation_of(r, phrase.body)
    for slot, type_ in typed_slots(r, use):
        r.slots.setdefault(str(slot.name))
        found.slots[ids.SlotId(str(slot.name))] = slot_entry(r, slot.value, type_)
        inner = as_record(str(slot.name))
        if (
            isinstance(slot.value, e.Use)
            and is_done(r, type_)
            and slot.name in slots_asked_inside(r)
        ):
            r.slots.setdefault(inner)
            found.slots[inner] = new_record(r, slot.value)
    if isinstance(phrase.body, d.EffectBody):
        r.slots.setdefault(WHOLE)
        found.slots[WHOLE] = deed_of(r, use).sentence
    return found


def as_record(slot: str) -> ids.SlotId:
    """A slot that is filled by what is carried out, as a record that has slots itself."""
    return ids.SlotId(f"{slot} as record")


def resolve_meant(
    r: Resolver, found: RecordMeaning, phrase: d.PhraseDeclaration, meant: e.Expression
) -> None:
    """A filter, or a condition."""
    outer = own_scope()
    card = local(found.card)
    if is_filter(r, str(phrase.category)):
        outer.it = card
    scope = phrase_scope(r, phrase, found.use, outer)
    macro = scope.macro(meant)
    if macro is not None and is_filter(r, macro.category):
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
    if category not in r.filters:
        with r.ruleset.noting(None):
            found = any(
                speaks_of_it(r, phrase.body.value, phrase, above | {category})
                for phrase in r.ruleset.all(d.PhraseDeclaration)
                if phrase.category == category and isinstance(phrase.body, d.MeansBody)
            ) or any(
                is_filter(r, one, above | {category})
                for one in included(r.ruleset, category) - {category}
            )
        if above and not found:  # below another one a category in a circle may be missed
            return found
        r.filters[category] = found
    r.note(r.filters[category], is_filter, category)
    return r.filters[category]


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
    is_named = isinstance(node, (e.Where, e.Exists)) and node.name is not None
    if isinstance(node, (e.Where, e.Exists, e.FitsExpression)) and not is_named:
        # the rest is of others
        return speaks_of_it(r, parts_of(node)[0], phrase, above)
    return any(speaks_of_it(r, part, phrase, above) for part in parts_of(node))


def is_done(r: Resolver, type_: attrs.Type | None) -> bool:
    """Whether what fills a slot is something to be carried out."""
    return str(getattr(type_, "word", "")) in r.done_categories


def is_deed(r: Resolver, use: e.Use, type_: attrs.Type | None) -> bool:
    """Whether a phrase that fills a slot is carried out: of targets some ask, others are there."""
    phrase = phrase_of(r, use)
    return is_done(r, type_) and (phrase is None or body_of(phrase) is not None)


def deed_of(r: Resolver, use: e.Use) -> Ability:
    """What a record does, where its phrase does something."""
    return new_ability(r, Sentence((), use, span=use.span))


def done_by(r: Resolver, record: Value) -> Value | None:
    """What one record does as a whole, as a sentence; none where its category does nothing."""
    of = record.type
    if of.kind != "record" or of.many or of.of not in r.done_categories:
        return None
    r.slots.setdefault(WHOLE)
    return Value(v.RecordSlot(record, WHOLE), Type("sentence"), origin=record.origin)


def collect_done(r: Resolver) -> None:
    """Effects that are printed in fields, or fill slots there, are abilities, run by rules."""
    for use in list(r.records):
        phrase = phrase_of(r, use)
        if phrase is not None and isinstance(phrase.body, d.EffectBody):
            deed_of(r, use)
        for slot, type_ in typed_slots(r, use):
            if isinstance(slot.value, e.Use) and is_deed(r, slot.value, type_):
                deed_of(r, slot.value)


def slot_entry(r: Resolver, value: e.Expression, type_: attrs.Type | None) -> Entry:
    """What fills a slot, as plain data; what depends on who speaks (`opponent`) is none."""
    if isinstance(value, e.Use) and is_deed(r, value, type_):
        return deed_of(r, value).sentence
    if isinstance(value, e.Use):
        return new_record(r, value)
    if isinstance(value, e.Name) and value.word == ALWAYS:
        return new_record(r, e.Use(value.word, ()))
    if isinstance(value, e.Name) and is_done(r, type_):
        return NONE  # `free`: nothing to carry out
    with r.trial() if isinstance(value, e.Name) else nullcontext():
        found = resolve(r, value, Scope())
    match found.form:
        case v.Text(entry) | v.Constant(entry) | v.Keyword(entry):
            return entry
        case _:
            return NONE


# ---- terms


def orientation_of(r: Resolver, body: d.TakesBody) -> int:
    """The orientation a term's card is laid in: a number of any zone that declares the
    word, else -1.
    """
    manner = first_of(modes.TurnedManner, body.manners)
    if manner is None:
        return NONE
    return orientation(r, manner.word, list(r.zones.values()), NONE)


@dataclass(slots=True)
class Term:
    """A term of a list; its scope is made anew for each use of it."""

    body: d.TakesBody
    phrase: d.PhraseDeclaration
    use: e.Use

    def scope(self, r: Resolver) -> Scope:
        return phrase_scope(r, self.phrase, self.use, own_scope())


def terms_in(r: Resolver, use: e.Use) -> list[Term]:
    """The terms of a list, each as often as it takes cards."""
    found: list[Term] = []
    for value in (slot.value for slot in use.slots):
        phrase = phrase_of(r, value) if isinstance(value, e.Use) else None
        if isinstance(value, e.Use) and phrase and isinstance(phrase.body, d.TakesBody):
            term = Term(phrase.body, phrase, value)
            amount = resolve(r, term.body.amount, term.scope(r)).form
            if not isinstance(amount, v.Constant):
                text = "How many a term takes is a plain number."
                r.problem("not-a-number", text, term.body.span)
            found += [term] * (amount.value if isinstance(amount, v.Constant) else 1)
    return found


def resolve_terms(r: Resolver, found: RecordMeaning) -> None:
    """Which cards could pay each of several terms, and which could have been laid for it."""
    terms = terms_in(r, found.use)
    found.terms = tuple(new_record(r, term.use) for term in terms)
    found.open = tuple(open_term(r, term) for term in terms)
    found.laid = tuple(laid_term(r, term) for term in terms)


def open_term(r: Resolver, term: Term) -> OpenTerm:
    """Who could pay a term."""
    of = term.body.of
    if isinstance(of, (e.Top, e.Bottom)) and of.amount is None:
        of = of.of  # any card of the pile will come to lie on top
    return OpenTerm(resolve_set(r, of, term.scope(r)))


def laid_term(r: Resolver, term: Term) -> LaidTerm:
    """Whether a card that was laid down could have been laid for this term."""
    each = Binding("it", ONE_CARD)
    test = could_be_of(r, resolve_set(r, term.body.of, term.scope(r)), local(each))
    if test is None:
        text = "A term takes cards of zones, so that those that are laid for it can be asked again."
        advice = Advice("Name the zones, and say behind `where` which cards.")
        r.problem("term-place", text, term.body.of.span, advice)
    tests = [] if test is None else [test]
    wanted = orientation_of(r, term.body)
    if wanted >= 0:
        r.features.add("turned")
        turned = Value(v.Constant(wanted), Type("turned"))
        tests.append(truth(tr.CardIs("turned", local(each), turned)))
    return LaidTerm(each, conjunction(*tests))


def could_be_of(r: Resolver, cards: Value, one: Value) -> Value | None:
    """Whether a card could be one of a set but for the place where it lies now; None where the set
    is not made of what lies in zones.
    """
    match cards.form:
        case v.Zone() | v.Attached():
            return TRUE
        case v.Some(of=of) | v.End(of=of) | v.AsSet(of):
            return could_be_of(r, of, one)
        case v.Where(each, of, condition_):
            rest = could_be_of(r, of, one)
            return None if rest is None else conjunction(rest, with_name(each, one, condition_))
        case v.Join(left, right):
            return either_of(could_be_of(r, left, one), could_be_of(r, right, one))
        case v.Either(condition_, then, otherwise):
            sides = could_be_of(r, then, one), could_be_of(r, otherwise, one)
            if sides[0] is None or sides[1] is None:
                return None
            first = conjunction(condition_, sides[0])
            return either_of(first, conjunction(truth(tr.Not(condition_)), sides[1]))
        case v.ForEach(each, of, value):
            found = could_be_of(r, value, one)
            if found is None or found == TRUE:
                return found
            return truth(tr.Exists(each, of, found))
        case v.Property(property, of, None) if str(property) in r.properties:
            known = r.properties[str(property)]
            if known.layers is not None:  # cards are granted to it, wherever they lie
                return None
            found = could_be_of(r, known.base, one)
            if found is None or found == TRUE or known.subject is None or of is None:
                return found
            return with_name(known.subject, of, found)
        case _:
            return TRUE if cards.type.kind == "unknown" else None


def either_of(one: Value | None, other: Value | None) -> Value | None:
    """One of two holds, unless one of them cannot be asked."""
    if one is None or other is None:
        return None
    return TRUE if TRUE in (one, other) else truth(tr.Or(one, other))


def with_name(each: Binding, of: Value, test: Value) -> Value:
    """A test in which a name is given to what it is asked of."""
    return truth(v.With(each, of, test))


# ---- what rules ask of records


def slots_in(ruleset: Ruleset, categories: frozenset[str]) -> list[d.Parameter]:
    """The slots of all phrases of some categories, in order of the text."""
    with ruleset.noting(None):
        phrases = ruleset.all(d.PhraseDeclaration)
    found = [slot for one in phrases if one.category in categories for slot in one.parameters]
    ruleset.note(found, slots_in, categories)
    return found


@resolves(MEMBERS, "record")
def of_record(r: Resolver, owner: Value, word: Word, scope: Scope) -> Value:
    """A slot of a record by its name; of terms, the list of that slot of each of them."""
    if word in ("tags", "aside"):
        return of_sentence(r, owner, word, scope)
    category = "term" if owner.type == TERMS else owner.type.of
    slots = slots_in(r.ruleset, included(r.ruleset, category))
    types = [slot.type for slot in slots if slot.name == str(word)]
    if not types:
        known = [str(slot.name) for slot in slots]
        r.unknown("unknown-slot", f"slot of {an(category)}", word, known)
        return unknown_value()
    r.slots.setdefault(str(word))
    type_ = types[0]
    if is_done(r, type_):
        kind = Type("sentence")
    elif isinstance(type_, (attrs.PlainType, attrs.ListType)) and type_.word in ("terms", "term"):
        kind = TERMS
    else:
        kind = type_of(r, type_)
    slot = ids.SlotId(str(word))
    if owner.type == TERMS:
        return Value(v.TermSlots(owner, slot), kind.set)
    return Value(v.RecordSlot(owner, slot), kind, origin=owner.origin)


@resolves(MEMBERS, "sentence")
def of_sentence(r: Resolver, owner: Value, word: Word, scope: Scope) -> Value:
    """`its tags`; `its aside`: whether a sentence is printed in brackets."""
    kind = owner.type.kind
    if word == "tags":
        return Value(owner.form, Type("tags", kind))
    if word != "aside" and isinstance(owner.form, v.RecordSlot) and owner.form.slot != WHOLE:
        inner = filling_record(r, owner.form, owner.origin)
        if inner is not None:
            return of_record(r, inner, word, scope)
    if word == "aside" and kind == "sentence" and isinstance(owner.form, v.Keyword):
        return TRUE if owner.form.sentence.aside else FALSE
    if word == "aside" and kind == "sentence":
        return truth(tr.IsAside(owner))
    known = ["tags", "aside"] if kind == "sentence" else ["tags"]
    r.unknown("unknown-field", f"word about {an(owner.type.one)}", word, known)
    return unknown_value()


def filling_record(r: Resolver, form: v.RecordSlot, origin: Value | None) -> Value | None:
    """What fills a slot of a record, to be asked for its own slots."""
    category, name = form.record.type.of, str(form.slot)
    slots = slots_in(r.ruleset, included(r.ruleset, category))
    types = (slot.type for slot in slots if slot.name == name)
    word = next((str(getattr(type_, "word", "")) for type_ in types), "")
    if not word:
        return None
    inner = v.RecordSlot(form.record, as_record(name))
    r.slots.setdefault(inner.slot)
    return Value(inner, Type("record", word), origin=origin)


def payable_terms(r: Resolver, terms: Value, scope: Scope, span: Span) -> Value:
    """`X's terms is payable`"""
    if terms.type != TERMS:
        text = f"Only terms are payable; this is {an(terms.type)}."
        if terms.type.one == TERMS:
            text = "These are the terms of several; ask it of one."
        r.refuse(terms, "not-terms", text, span)
        return FALSE
    return truth(tr.Payable(terms, player_of(scope), origin_of(terms)))


def all_of(members: Value, test: Callable[[Value], Value]) -> Value:
    """Whether something holds for every member."""
    each, it = candidate(members)
    return truth(tr.Not(truth(tr.Exists(each, members, truth(tr.Not(test(it)))))))


@resolves(VALUES, e.FitsExpression)
def fits(r: Resolver, node: e.FitsExpression, scope: Scope) -> Value:
    """`card fits filter`, `card fits filters` (one of them), `cards fits terms`"""
    left = resolve(r, node.left, scope)
    macro = scope.macro(node.right)
    if macro is None:
        right = resolve(r, node.right, scope)
    elif macro.category == "terms":
        listed = macro.use if isinstance(macro.use, e.Use) else None
        right = Value(v.Terms(new_record(r, listed)) if listed else v.Constant(NONE), TERMS)
    elif macro.category.startswith("way"):
        right = resolve(r, node.right, scope)
    elif left.type.many:
        return all_of(left, lambda it: filter_condition(r, macro, it, scope))
    else:
        return filter_condition(r, macro, left, scope)
    own = (player_of(scope), this_of(scope))
    if right.type.kind == "record" and right.type.many and not left.type.many:
        each = Binding("filter", right.type.one)
        return truth(tr.Exists(each, right, truth(tr.Fits(local(each), left, *own))))
    if right.type.kind != "record" or right.type.many:
        text = "Only a filter or terms can be fitted."
        r.refuse(right, "not-a-filter", text, node.right.span)
        return FALSE
    if right.type == TERMS:
        members = left if left.type.many else resolve_set(r, node.left, scope)
        return truth(tr.Laid(right, members, *own))
    if left.type.many:
        return all_of(left, lambda it: truth(tr.Fits(right, it, *own)))
    return truth(tr.Fits(right, left, *own))
