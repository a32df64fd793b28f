"""Typed expressions as code."""

from __future__ import annotations

from ..ir import ir
from ..ir.names import (
    DECK_PART,
    FACE,
    ITEMS,
    PHASE,
    ROLE,
    TURNED,
    engine_name,
    field_table,
    option_field,
)
from ..typed import ids
from ..typed import truths as q
from ..typed import values as v
from ..typed.types import Type
from ..typed.values import Value
from .context import (
    FALSE,
    NOBODY,
    TRUE,
    Env,
    Lowering,
    code_of,
    conjunction,
    disjunction,
    is_one,
    lower_value,
)
from .printed import in_print, made_of, printed

LISTS = "lists of parts"  # what list fields of parts hold, each once
COLUMNS = {"face": FACE, "turned": TURNED, "role": ROLE}


def runs_table(field: str) -> str:
    """The table of those sentences of a field that are ever run."""
    return engine_name("runs", field)


def keyword_table(keyword: str) -> str:
    """The table that gives 1 for the cards with a keyword."""
    return engine_name("keyword", keyword)


def slot_list(slot: str) -> str:
    """The list that gives, by record, what stands in a slot."""
    return engine_name("slot", slot)


def tagged_list(kind: str, tag: str) -> str:
    """The list that gives 1 for the sentences or records with a tag."""
    return engine_name(kind, "tagged", tag)


def is_missing(code: ir.Expression, type_: Type) -> ir.Expression:
    """Whether a value is none."""
    if type_.kind == "number":
        return ir.Compare("==", code, ir.Int(ir.NO_NUMBER))
    return ir.Compare("<", code, ir.Int(0))


Code = ir.Expression
NUMBERED = (v.Keyword, v.Terms)
CONSTANTS = (
    v.Constant, v.Text, v.Local, v.AllNames, v.UpTo, v.Players, v.CurrentPhase, v.Marked,
    v.ChangesSoFar, q.InPrint, *NUMBERED,
)  # fmt: skip
STATE = (v.NextPlayer, v.TurnOrder, v.Zone, v.Gauge, v.OptionSetting, v.Property, q.FittingNames)
TEXTS = (v.ObjectTop, v.Sentences, v.RecordSlot, v.TermSlots, v.DeckPartOf)
PARTS = (v.Parts, v.PartAt, v.PartCard, v.PartKey, v.PartField)
NUMBERS = (v.AsNumber, v.Arithmetic, v.Count, v.Total, v.Extreme, v.Either, v.With)
SETS = (v.Items, v.AsSet, v.Join, v.Where, v.IfAmong, v.ForEach, v.Some, v.End)
LOGIC = (q.And, q.Or, q.Not, q.Compare, q.IsMissing, q.SameMembers, q.Contains, q.Exists)
ASKED = (q.CardIs, q.IsKeyword, q.HasTag, q.IsAside)
RECORDS = (q.RecordHolds, q.Fits, q.Laid, q.Payable, q.CanBeDone, q.CanAct, q.CanDo)


def lower_owner(b: Lowering, owner: Value | None, env: Env) -> Code | None:
    """Whose something is; None for what is nobody's."""
    return None if owner is None else lower_value(b, owner, env)


def bound(b: Lowering, each: v.Binding, env: Env) -> tuple[str, Env]:
    """A name for each member, and what bindings are inside."""
    name = b.fresh(each.name)
    return name, {**env, each: ir.Local(name)}


# ---- constants, names and the state


@code_of(*CONSTANTS)
def lower_constant(b: Lowering, value: Value, env: Env) -> Code:
    match value.form:
        case v.Keyword(said) | v.Terms(said):
            return b.number_of(said)
        case v.Constant(number):
            return ir.Int(number)
        case v.Text(text):
            return ir.Int(b.name_index(text))
        case v.Local(binding):
            return env[binding]
        case v.ChangesSoFar():
            return ir.Sequence()
        case v.AllNames():
            return ir.Entry("names", ir.Int(0), True)
        case v.UpTo(count):
            return ir.Range(ir.Int(count))
        case q.InPrint():
            return ir.Range(ir.Int(len(b.format.cards)))
        case v.Players(out):
            return b.players_out if out else b.players
        case v.CurrentPhase():
            return ir.Field(PHASE)
        case v.Marked(at, inner):
            return ir.Mark(b.place(at), lower_value(b, inner, env))
        case form:
            raise TypeError(form)


@code_of(*STATE)
def lower_state(b: Lowering, value: Value, env: Env) -> Code:
    match value.form:
        case v.NextPlayer(player, steps):
            return b.next_player(lower_value(b, player, env), steps)
        case v.TurnOrder(first):
            name = b.fresh("first")
            known = ir.Compare(">=", ir.Local(name), ir.Int(0))
            order = ir.Either(known, b.players_from(ir.Local(name)), ir.Items(()))
            return ir.Bind(name, lower_value(b, first, env), order)
        case v.Zone(zone, owner, stacks):
            code = ir.Zone(zone, lower_owner(b, owner, env))
            return ir.Native("stack_tops", (code,)) if stacks else code
        case v.Gauge(gauge, None, _):
            return ir.Field(gauge)
        case v.Gauge(gauge, owner, None) if owner is not None:
            code = ir.Field(gauge, lower_value(b, owner, env))
            return is_one(code) if value.type.kind == "truth" else code
        case v.Gauge(gauge, owner, side) if owner is not None and side is not None:
            return sided(side, lower_value(b, owner, env), ir.Field(gauge))
        case v.OptionSetting(option):
            return ir.Field(option_field(option))
        case v.Property(known, of, None):
            arguments = () if of is None else (lower_value(b, of, env),)
            return ir.Apply(property_function(known.name, known.of), arguments)
        case v.Property(known, of, kind) if of is not None and kind is not None:
            return property_of_kind(b, value, env)
        case q.FittingNames() as form:
            return fitting_names(b, form)
        case form:
            raise TypeError(form)


def property_of_kind(b: Lowering, value: Value, env: Env) -> Code:
    """A property of cards of a kind, asked of any card: those of other kinds have none."""
    form = value.form
    assert isinstance(form, v.Property) and form.of is not None and form.kind is not None
    each, known = v.Binding("card", form.of.type), form.property
    name, inside = bound(b, each, env)
    is_one_of_them = q.truth(q.CardIs("kind", v.local(each), form.kind))
    has_it = lower_value(b, is_one_of_them, inside)
    found: Code = ir.Apply(property_function(known.name, known.of), (inside[each],))
    none: Code = ir.Int(0 if value.type.kind == "truth" else ir.missing_of(value.type.kind))
    if value.type.many:
        none = ir.Items(())
    return ir.Bind(name, lower_value(b, form.of, env), ir.Either(has_it, found, none))


def sided(side: str, player: Code, value: Code) -> Code:
    """A number as a player reads it whom the note `side` names, or else from the other side;
    while it names nobody, as the first seat does.
    """
    named = ir.Field(side)
    known = ir.Compare(">=", named, ir.Int(0))
    same = ir.Compare("==", player, ir.Either(known, named, ir.Int(0)))
    return ir.Either(same, value, ir.Arithmetic("-", ir.Int(0), value))


def property_function(name: str, of: str) -> str:
    return engine_name("property", name, of)


def fitting_names(b: Lowering, form: q.FittingNames) -> Code:
    if form not in b.fitting:
        if form.anywhere:
            fragment = form.fragment.lower()
            found = [k for name, k in b.names.items() if fragment in name.lower()]
        else:
            cards = b.format.cards
            names = dict.fromkeys(str(c.code if form.codes else c.name) for c in cards)
            found = sorted(b.name_index(n) for n in names if fits(form.fragment, n))
        b.fitting[form] = ir.Items(tuple(map(ir.Int, found)))
    return b.fitting[form]


def fits(fragment: str, name: str) -> bool:
    """Whether a name has a fragment in it where its hyphens allow."""
    inside, name = fragment.strip("-").lower(), name.lower()
    return (
        inside in name
        and (fragment.startswith("-") or name.startswith(inside))
        and (fragment.endswith("-") or name.endswith(inside))
    )


# ---- of texts and records


@code_of(*TEXTS)
def lower_of_text(b: Lowering, value: Value, env: Env) -> Code:
    match value.form:
        case v.ObjectTop(card):
            return ir.Native("object_top", (lower_value(b, card, env),))
        case v.Sentences(Value(v.CardField(card, field))):
            return printed(b, runs_table(field), lower_value(b, card, env))
        case v.Sentences(text):
            return lower_value(b, text, env)
        case v.RecordSlot(record, slot):
            return ir.Entry(slot_list(slot), lower_value(b, record, env))
        case v.TermSlots(terms, slot):
            of, it = b.fresh("of"), b.fresh("it")
            every = ir.Entry(ITEMS, lower_value(b, terms, env), True)
            items = ir.Each(of, every, ir.Entry(slot_list(slot), ir.Local(of)))
            return ir.Select(it, items, ir.Compare("!=", ir.Local(it), NOBODY))
        case v.DeckPartOf(card):
            return ir.Table(DECK_PART, lower_value(b, card, env))
        case form:
            raise TypeError(form)


# ---- parts of cards


def width_of(b: Lowering, part: str) -> ir.Int:
    """How many of these parts a card has."""
    return ir.Int(b.format.widths[part])


def part_code(b: Lowering, card: Code, name: str, place: Code) -> Code:
    return ir.Arithmetic("+", ir.Arithmetic("*", card, width_of(b, name)), place)


def card_of_part(b: Lowering, part: Code, name: str) -> Code:
    return ir.Arithmetic("//", part, width_of(b, name))


def place_of_part(b: Lowering, part: Code, name: str) -> Code:
    return ir.Arithmetic("%", part, width_of(b, name))


@code_of(*PARTS)
def lower_part(b: Lowering, value: Value, env: Env) -> Code:
    match value.form:
        case v.Parts(card, part):
            return every_part(b, part, lower_value(b, card, env))
        case v.PartAt(card, part, key):
            return part_at(b, part, lower_value(b, card, env), lower_value(b, key, env))
        case v.PartCard(part):
            return card_of_part(b, lower_value(b, part, env), part.type.of)
        case v.PartKey(part):
            code = lower_value(b, part, env)
            place = place_of_part(b, code, part.type.of)
            return ir.Either(ir.Compare(">=", code, ir.Int(0)), place, NOBODY)
        case v.PartField(part, field):
            code, name = lower_value(b, part, env), part.type.of
            card, place = card_of_part(b, code, name), place_of_part(b, code, name)
            table = printed(b, field_table(field, name), card, place)
            return ir.Entry(LISTS, table, True) if value.type.many else table
        case form:
            raise TypeError(form)


def every_part(b: Lowering, part: str, of: Code) -> Code:
    place, card = b.fresh("place"), b.fresh("card")
    code = part_code(b, ir.Local(card), part, ir.Local(place))
    every = ir.Each(place, ir.Range(width_of(b, part)), code)
    known = ir.Compare(">=", ir.Local(card), ir.Int(0))
    return ir.Bind(card, of, ir.Either(known, every, ir.Items(())))


def part_at(b: Lowering, part: str, of: Code, key: Code) -> Code:
    card, at = ir.Local(b.fresh("card")), ir.Local(b.fresh("at"))
    zero = ir.Int(0)
    known = ir.And(ir.Compare(">=", card, zero), ir.Compare(">=", at, zero))
    code = ir.Either(known, part_code(b, card, part, at), NOBODY)
    return ir.Bind(card.name, of, ir.Bind(at.name, key, code))


# ---- numbers


@code_of(*NUMBERS)
def lower_number(b: Lowering, value: Value, env: Env) -> Code:
    match value.form:
        case v.AsNumber(inner, start) if start:
            return ir.Arithmetic("+", lower_value(b, inner, env), ir.Int(start))
        case v.AsNumber(inner, _):
            name = b.fresh("number")
            missing = is_missing(ir.Local(name), inner.type)
            code = ir.Either(missing, ir.Int(0), ir.Local(name))
            return ir.Bind(name, lower_value(b, inner, env), code)
        case v.Arithmetic(sign, left, right):
            sides = lower_value(b, left, env), lower_value(b, right, env)
            return ir.Arithmetic(sign, *sides)
        case v.Count(of):
            return ir.Count(lower_value(b, of, env))
        case v.Total(each, of, inner):
            name, inside = bound(b, each, env)
            members = lower_value(b, of, env)
            return ir.Total(name, members, lower_value(b, inner, inside))
        case v.Extreme(highest, each, of, inner):
            name, inside = bound(b, each, env)
            members, code = lower_value(b, of, env), lower_value(b, inner, inside)
            if inner.type.maybe:
                members = ir.Select(name, members, ir.Not(is_missing(code, inner.type)))
            missing = ir.Int(ir.missing_of(inner.type.kind))
            return ir.Extreme(highest, name, members, code, missing)
        case v.Either(condition, then, otherwise):
            codes = (lower_value(b, one, env) for one in (condition, then, otherwise))
            return ir.Either(*codes)
        case v.With(each, of, inner):
            name, inside = bound(b, each, env)
            return ir.Bind(name, lower_value(b, of, env), lower_value(b, inner, inside))
        case form:
            raise TypeError(form)


# ---- sets


@code_of(*SETS)
def lower_set(b: Lowering, value: Value, env: Env) -> Code:
    match value.form:
        case v.Items(items):
            return ir.Items(tuple(lower_value(b, item, env) for item in items))
        case v.AsSet(one):
            name = b.fresh("one")
            missing = is_missing(ir.Local(name), one.type)
            code = ir.Either(missing, ir.Items(()), ir.Items((ir.Local(name),)))
            return ir.Bind(name, lower_value(b, one, env), code)
        case v.Join(left, right):
            return ir.Join(lower_value(b, left, env), lower_value(b, right, env))
        case v.Where(each, of, condition):
            name, inside = bound(b, each, env)
            members = lower_value(b, of, env)
            return ir.Select(name, members, lower_value(b, condition, inside))
        case v.IfAmong(one, of):
            code = lower_value(b, one, env)
            return ir.Either(ir.Contains(lower_value(b, of, env), code), code, NOBODY)
        case v.ForEach() as form:
            return of_each(b, form, env)
        case v.Some(top, of, amount):
            members, number = lower_value(b, of, env), lower_value(b, amount, env)
            return ir.Top(members, number) if top else ir.Bottom(members, number)
        case v.End(top, of):
            members = lower_value(b, of, env)
            return ir.TopOne(members) if top else ir.BottomOne(members)
        case form:
            raise TypeError(form)


def of_each(b: Lowering, form: v.ForEach, env: Env) -> Code:
    name, inner = bound(b, form.each, env)
    of, code = lower_value(b, form.of, env), lower_value(b, form.value, inner)
    if form.value.type.many:
        return ir.Flatten(name, of, code)
    each = ir.Each(name, of, code)
    if not form.value.type.maybe:
        return each
    it = b.fresh("it")
    return ir.Select(it, each, ir.Not(is_missing(ir.Local(it), form.value.type)))


# ---- truths


@code_of(*LOGIC)
def lower_logic(b: Lowering, value: Value, env: Env) -> Code:
    match value.form:
        case q.And(left, right):
            code = lower_value(b, left, env)
            return code if code == FALSE else conjunction(code, lower_value(b, right, env))
        case q.Or(left, right):
            return disjunction(lower_value(b, left, env), lower_value(b, right, env))
        case q.Not(inner):
            return ir.Not(lower_value(b, inner, env))
        case q.Compare(sign, left, right):
            sides = lower_value(b, left, env), lower_value(b, right, env)
            if sign == "==" and all(isinstance(side, ir.Int) for side in sides):
                return TRUE if sides[0] == sides[1] else FALSE
            return ir.Compare(sign, *sides)
        case q.IsMissing(inner):
            return is_missing(lower_value(b, inner, env), inner.type)
        case q.SameMembers(left, right):
            sides = lower_value(b, left, env), lower_value(b, right, env)
            return ir.Native("same_members", sides)
        case q.Contains(of, inner):
            return ir.Contains(lower_value(b, of, env), lower_value(b, inner, env))
        case q.Exists(each, of, condition):
            name, inside = bound(b, each, env)
            members = lower_value(b, of, env)
            return ir.Exists(name, members, lower_value(b, condition, inside))
        case form:
            raise TypeError(form)


@code_of(*ASKED)
def lower_asked(b: Lowering, value: Value, env: Env) -> Code:
    match value.form:
        case q.CardIs(aspect, card, wanted):
            code = lower_value(b, card, env)
            if card.type.kind == "print":
                is_ = in_print(aspect, code)
                return ir.Compare("==", is_, lower_value(b, wanted, env))
            if aspect == "kind" and ids.being(wanted.type.of) in b.format.made:
                return is_one(made_of(b, ids.being(wanted.type.of), code))
            known = aspect in ("kind", "name")
            is_ = printed(b, aspect, code) if known else ir.Field(COLUMNS[aspect], code)
            return ir.Compare("==", is_, lower_value(b, wanted, env))
        case q.IsKeyword(ability, keyword):
            number = ir.Entry("keyword_of", lower_value(b, ability, env))
            return ir.Compare("==", number, ir.Int(keyword))
        case q.HasTag(of, kind, tag):
            return is_one(ir.Entry(tagged_list(kind, tag), lower_value(b, of, env)))
        case q.IsAside(sentence):
            return is_one(ir.Entry("aside_of", lower_value(b, sentence, env)))
        case form:
            raise TypeError(form)


@code_of(*RECORDS)
def lower_record(b: Lowering, value: Value, env: Env) -> Code:
    def asked(table: str, record: Value, *given: Value) -> Code:
        arguments = tuple(lower_value(b, one, env) for one in given)
        return ir.ApplyDispatch(table, lower_value(b, record, env), arguments)

    match value.form:
        case q.RecordHolds(record, player, this):
            return asked("condition", record, player, this)
        case q.Fits(record, card, player, this):
            return asked("fits", record, card, player, this)
        case q.Laid(terms, cards, player, this):
            return asked("laid", terms, cards, player, this)
        case q.Payable(terms, player, origin):
            own = lower_value(b, player, env), lower_value(b, origin, env)
            code = lower_value(b, terms, env)
            return ir.ApplyDispatch("payable", code, (ir.Int(0), NOBODY, *own))
        case q.CanBeDone() as form:
            return can_be_done(b, form, env)
        case q.CanAct(action, player, element):
            offered = ir.Apply(engine_name("offer", action), (lower_value(b, player, env),))
            if element is None:
                return ir.Compare(">", ir.Count(offered), ir.Int(0))
            return ir.Contains(offered, lower_value(b, element, env))
        case q.CanDo(verb, arguments):
            given = tuple(lower_value(b, one, env) for one in arguments)
            return ir.Apply(engine_name("can", verb), given)
        case form:
            raise TypeError(form)


def can_be_done(b: Lowering, form: q.CanBeDone, env: Env) -> Code:
    name = b.fresh("ability")
    own = lower_value(b, form.card, env), lower_value(b, form.player, env)
    test = ir.ApplyDispatch("payable_ability", ir.Local(name), own)
    code = lower_value(b, form.abilities, env)
    if form.abilities.type.many:
        return ir.Not(ir.Exists(name, code, ir.Not(test)))
    nothing = ir.Compare("<", ir.Local(name), ir.Int(0))
    return ir.Bind(name, code, ir.Or(nothing, test))
