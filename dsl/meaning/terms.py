"""Records: phrases that fill a card's fields (ways, terms, conditions), and how terms are
paid and fitted.
"""

from __future__ import annotations

from ..ir import ir
from ..ir.types import CARDS, TRUTH, UNKNOWN, Type, record
from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes import statements as s
from ..nodes.base import Node, Span, Word, parts_of
from ..nodes.texts import Sentence
from .context import FALSE, TRUE, Macro, Meaning, Scope, Value, conjunction
from .expressions import lower, lower_condition, lower_set, player_of, this_of

OWN = ("player", "this")
ALWAYS = "always"  # fills a slot for a condition or filter that a card leaves out


def phrase_of(m: Meaning, use: e.Use) -> d.PhraseDeclaration | None:
    found = m.ruleset.names("phrase").get(str(use.phrase))
    return found if isinstance(found, d.PhraseDeclaration) else None


def record_number(m: Meaning, use: e.Use) -> int:
    """The number of a phrase that stands in a card's field; its parts are records too."""
    if use in m.records:
        return m.records[use]
    number = m.records[use] = len(m.record_list)
    m.record_list.append(use)
    phrase = phrase_of(m, use)
    types = {str(p.name): p.type for p in phrase.parameters} if phrase is not None else {}
    for slot in use.slots:
        if isinstance(slot.value, e.Use) and not is_done(m, types.get(str(slot.name))):
            record_number(m, slot.value)
    return number


def lower_records(m: Meaning) -> None:
    """The functions behind every record, once all cards are read."""
    for name in ("condition", "fits", "candidates", "payable", "laid"):
        m.dispatch.setdefault(name, [])
    done = 0
    while done < len(m.record_list):
        use = m.record_list[done]
        lower_record(m, done, use)
        done += 1
    for name in ("condition", "fits", "candidates", "payable", "laid"):
        table = m.dispatch[name]
        table += [""] * (len(m.record_list) - len(table))


def own_scope() -> Scope:
    return Scope(player=ir.Local("player"), this=ir.Local("this"), language="card")


def put(m: Meaning, table: str, number: int, function: str) -> None:
    entries = m.dispatch.setdefault(table, [])
    entries += [""] * (number + 1 - len(entries))
    entries[number] = function


def lower_record(m: Meaning, number: int, use: e.Use) -> None:
    """Whatever can be asked of a record of its category."""
    from .phrases import phrase_scope

    if use.phrase == "list":
        return lower_terms(m, number, use)
    if use.phrase == ALWAYS and not use.slots:
        put(m, "condition", number, m.function(f"condition_{number}", OWN, TRUE))
        put(m, "fits", number, m.function(f"fits_{number}", ("card", *OWN), TRUE))
        return None
    phrase = phrase_of(m, use)
    if phrase is None:
        return None
    if isinstance(phrase.body, d.MeansBody):
        outer, card = own_scope(), ir.Local("card")
        if is_filter(m, str(phrase.category)):
            outer.it = Value(card, Type("card"))
        scope = phrase_scope(m, phrase, use, outer)
        meant = phrase.body.value
        macro = scope.locals.get(str(meant.word)) if isinstance(meant, e.Name) else None
        if isinstance(macro, Macro) and is_filter(m, macro.category):
            from .phrases import filter_condition

            test = filter_condition(m, macro, Value(card, Type("card")))
            put(m, "fits", number, m.function(f"fits_{number}", ("card", *OWN), test))
        elif outer.it is not None:
            scope.it = outer.it
            test = lower_condition(m, meant, scope)
            put(m, "fits", number, m.function(f"fits_{number}", ("card", *OWN), test))
        else:
            value = lower(m, meant, scope)
            if value.type == TRUTH or value.type.kind == "truth":
                code = m.function(f"condition_{number}", OWN, value.code)
                put(m, "condition", number, code)
    if isinstance(phrase.body, d.TakesBody):
        lower_term(m, number, phrase, use)
    slot_entries(m, number, use)
    return None


def is_filter(m: Meaning, category: str, above: frozenset[str] = frozenset()) -> bool:
    """Whether phrases of a category, by whatever name, say something of a candidate."""
    if category == "filter" or category in above:
        return category == "filter"
    if category in m.filters:
        return m.filters[category]
    found = any(
        speaks_of_it(m, phrase.body.value, phrase, above | {category})
        for phrase in m.ruleset.all(d.PhraseDeclaration)
        if phrase.category == category and isinstance(phrase.body, d.MeansBody)
    )
    if found or not above:  # below another one a category in a circle may be missed
        m.filters[category] = found
    return found


def speaks_of_it(
    m: Meaning, node: Node, phrase: d.PhraseDeclaration, above: frozenset[str]
) -> bool:
    """Whether `it` in an expression is what the phrase is asked of, in a slot's too."""
    if isinstance(node, e.Its):
        return True
    if isinstance(node, e.Name):
        types = {str(p.name): p.type for p in phrase.parameters}
        slot = str(getattr(types.get(str(node.word)), "word", ""))
        return node.word == "it" or (bool(slot) and is_filter(m, slot, above))
    if isinstance(node, (e.Where, e.Exists, e.FitsExpression)):  # the rest is of others
        return speaks_of_it(m, next(parts_of(node)), phrase, above)
    return any(speaks_of_it(m, part, phrase, above) for part in parts_of(node))


def slot_entries(m: Meaning, number: int, use: e.Use) -> None:
    """The slots of a record by name: numbers of records, or plain values."""
    phrase = phrase_of(m, use)
    types = {str(p.name): p.type for p in phrase.parameters} if phrase is not None else {}
    for slot in use.slots:
        entries = m.extra.setdefault(f"slot:{slot.name}", {})
        assert isinstance(entries, dict)
        entries[number] = slot_entry(m, slot.value, types.get(str(slot.name)))


def is_done(m: Meaning, type_: d.Type | None) -> bool:
    """Whether what fills a slot is something to be carried out."""
    word = str(getattr(type_, "word", ""))
    return word == "effect" or any(
        phrase.category == word and isinstance(phrase.body, d.EffectBody)
        for phrase in m.ruleset.all(d.PhraseDeclaration)
    )


def collect_done(m: Meaning) -> None:
    """Effects that fill slots of what is printed in fields are abilities, run by rules."""
    from .abilities import new_ability

    for use in list(m.record_list):
        phrase = phrase_of(m, use)
        for parameter in phrase.parameters if phrase is not None else ():
            value = next((s.value for s in use.slots if s.name == parameter.name), None)
            if isinstance(value, e.Use) and is_done(m, parameter.type):
                new_ability(m, Sentence((), value, span=value.span))


def slot_entry(m: Meaning, value: e.Expression, type_: d.Type | None = None) -> int:
    from .abilities import abilities_of

    if isinstance(value, e.Use) and is_done(m, type_):
        return abilities_of(m)[Sentence((), value)].number
    if isinstance(value, e.Use):
        return record_number(m, value)
    if isinstance(value, e.Name) and value.word == ALWAYS:
        return record_number(m, e.Use(value.word, ()))
    if isinstance(value, e.Name) and is_done(m, type_):
        return ir.NONE  # `free`: nothing to carry out
    return constant_of(m, value)


def constant_of(m: Meaning, value: e.Expression) -> int:
    """A plain value; what depends on who speaks (`opponent`) is none here."""
    before = len(m.problems)
    lowered = lower(m, value, Scope())
    if isinstance(value, e.Name):
        del m.problems[before:]
    return lowered.code.value if isinstance(lowered.code, ir.Int) else ir.NONE


# ---- terms


def takes(phrase: d.PhraseDeclaration) -> d.TakesBody:
    assert isinstance(phrase.body, d.TakesBody)
    return phrase.body


def term_scope(m: Meaning, phrase: d.PhraseDeclaration, use: e.Use) -> Scope:
    from .phrases import phrase_scope

    return phrase_scope(m, phrase, use, own_scope())


def lower_term(m: Meaning, number: int, phrase: d.PhraseDeclaration, use: e.Use) -> None:
    """`candidates`: the cards that could be taken for it now."""
    body = takes(phrase)
    members = lower_set(m, body.of, term_scope(m, phrase, use))
    put(
        m, "candidates", number, m.function(f"candidates_{number}", OWN, members.code, True)
    )
    turned = turned_number(m, phrase)
    entries = m.extra.setdefault("slot:turned", {})
    assert isinstance(entries, dict)
    entries[number] = turned


def turned_number(m: Meaning, phrase: d.PhraseDeclaration) -> int:
    """The orientation a term's card is laid in: a number of any zone that declares the
    word, else -1.
    """
    for manner in takes(phrase).manners:
        if isinstance(manner, s.TurnedManner):
            for zone in m.zones.values():
                if str(manner.word) in zone.orientations:
                    return zone.orientations.index(str(manner.word))
            m.unknown(
                "unknown-orientation",
                "orientation",
                manner.word,
                [o for z in m.zones.values() for o in z.orientations],
            )
    return ir.NONE


def amount_of(m: Meaning, phrase: d.PhraseDeclaration, use: e.Use) -> int:
    body = takes(phrase)
    value = lower(m, body.amount, term_scope(m, phrase, use))
    if isinstance(value.code, ir.Int):
        return value.code.value
    m.problem("not-a-number", "How many a term takes is a plain number.", body.span)
    return 1


def terms_in(m: Meaning, use: e.Use) -> list[tuple[d.PhraseDeclaration, e.Use]]:
    """The terms of a list, each as often as it takes cards."""
    found: list[tuple[d.PhraseDeclaration, e.Use]] = []
    for slot in use.slots:
        if isinstance(slot.value, e.Use):
            phrase = phrase_of(m, slot.value)
            if phrase is not None and isinstance(phrase.body, d.TakesBody):
                found += [(phrase, slot.value)] * amount_of(m, phrase, slot.value)
    return found


def lower_terms(m: Meaning, number: int, use: e.Use) -> None:
    """`payable(from, out, player, this)`: terms from number `from` on can be met without
    the card `out`;
    `laid(cards)`: cards that lie there meet all terms."""
    terms = terms_in(m, use)
    entries = m.extra.setdefault("slot:items", {})
    assert isinstance(entries, dict)
    entries[number] = tuple(record_number(m, term) for _, term in terms)
    parameters = ("start", "out", *OWN)
    sets = tuple(open_set(m, phrase, term, k) for k, (phrase, term) in enumerate(terms))
    code: ir.Expression = ir.Matches(sets) if sets else TRUE
    put(m, "payable", number, m.function(f"payable_{number}", parameters, code))
    laid = tuple(laid_set(m, phrase, term) for phrase, term in terms)
    enough = ir.Compare("==", ir.Count(ir.Local("cards")), ir.Int(len(terms)))
    code = conjunction(enough, ir.Matches(laid)) if laid else enough
    put(m, "laid", number, m.function(f"laid_{number}", ("cards", *OWN), code))


def open_set(m: Meaning, phrase: d.PhraseDeclaration, use: e.Use, k: int) -> ir.Expression:
    """Who could pay term number k; a term already paid is met by a stand-in of its own."""
    body = takes(phrase)
    scope = term_scope(m, phrase, use)
    of = body.of
    if isinstance(of, (e.Top, e.Bottom)) and of.amount is None:
        members = lower_set(m, of.of, scope)  # any card of the pile will come to lie on top
    else:
        members = lower_set(m, of, scope)
    it = m.fresh("it")
    free = ir.And(
        ir.Compare("!=", ir.Local(it), ir.Local("out")),
        ir.Compare("!=", ir.Local(it), ir.Local("this")),
    )
    paid = ir.Compare("<", ir.Int(k), ir.Local("start"))
    return ir.Either(paid, ir.Items((ir.Int(-2 - k),)), ir.Select(it, members.code, free))


def laid_set(m: Meaning, phrase: d.PhraseDeclaration, use: e.Use) -> ir.Expression:
    """Which of the cards laid down could have been laid for this term."""
    body = takes(phrase)
    it = m.fresh("it")
    scope = term_scope(m, phrase, use)
    scope.it = Value(ir.Local(it), Type("card"))
    tests: list[ir.Expression] = []
    of: e.Expression = body.of
    if isinstance(of, e.Where):
        tests.append(lower_condition(m, of.condition, scope))
        of = of.of
    if isinstance(of, e.Within) and not (
        isinstance(of.kind, e.Name) and of.kind.word == "cards"
    ):
        kind = lower(m, of.kind, scope)
        tests.append(ir.Compare("==", ir.Table("kind", ir.Local(it)), kind.code))
    turned = turned_number(m, phrase)
    if turned >= 0:
        m.flags.add("turned")
        tests.append(ir.Compare("==", ir.Field("turned", ir.Local(it)), ir.Int(turned)))
    return ir.Select(it, ir.Local("cards"), conjunction(*tests))


# ---- what rules ask of records


def of_record(m: Meaning, owner: Value, word: Word, scope: Scope) -> Value:
    """A slot of a record by its name; of terms, the list of that slot of each of them."""
    if owner.type == record("terms"):
        each = Value(ir.Local(m.fresh("of")), record("term"))
        value = of_record(m, each, word, scope)
        assert isinstance(each.code, ir.Local)
        items = ir.Each(
            each.code.name, ir.Entry("slot:items", owner.code, True), value.code
        )
        it = m.fresh("it")
        there = ir.Compare("!=", ir.Local(it), ir.Int(ir.NONE))
        return Value(ir.Select(it, items, there), value.type.set)
    phrases = [p for p in m.ruleset.all(d.PhraseDeclaration) if p.category == owner.type.of]
    types = [p.type for phrase in phrases for p in phrase.parameters if p.name == str(word)]
    if not types:
        known = [str(p.name) for phrase in phrases for p in phrase.parameters]
        m.unknown("unknown-slot", f"slot of a {owner.type.of}", word, known)
        return Value(ir.Int(ir.NONE), UNKNOWN)
    m.extra.setdefault(f"slot:{word}", {})
    kind = slot_type(m, types[0])
    if is_done(m, types[0]):
        kind = Type("sentence")
    return Value(ir.Entry(f"slot:{word}", owner.code), kind, origin=owner.origin)


def slot_type(m: Meaning, type_: d.Type) -> Type:
    from .names import type_of

    if isinstance(type_, (d.PlainType, d.ListType)) and type_.word in ("terms", "term"):
        return record("terms")
    return type_of(m, type_)


def origin_of(value: Value) -> ir.Expression:
    return value.origin if value.origin is not None else ir.Int(ir.NONE)


def payable_terms(m: Meaning, terms: Value, scope: Scope, span: Span) -> ir.Expression:
    """`X's terms is payable`"""
    if terms.type != record("terms"):
        if terms.type.kind != "unknown":
            text = f"Only terms are payable; this is a {terms.type}."
            if terms.type.one == record("terms"):
                text = "These are the terms of several; ask it of one."
            m.problem("not-terms", text, span)
        return FALSE
    arguments = (ir.Int(0), ir.Int(ir.NONE), player_of(scope), origin_of(terms))
    return ir.ApplyDispatch("payable", terms.code, arguments)


def fits(m: Meaning, node: e.FitsExpression, scope: Scope) -> ir.Expression:
    """`card fits filter`, `card fits filters` (one of them), `cards fits terms`"""
    left = lower(m, node.left, scope)
    if isinstance(node.right, e.Name):
        macro = scope.locals.get(str(node.right.word))
        if isinstance(macro, Macro) and is_condition(macro):
            return fits_macro(m, left, macro)
    right = terms_in_slot(m, node.right, scope) or lower(m, node.right, scope)
    own = (player_of(scope), this_of(scope))
    if right.type.kind == "record" and right.type.many and not left.type.many:
        name = m.fresh("filter")
        test = ir.ApplyDispatch("fits", ir.Local(name), (left.code, *own))
        return ir.Exists(name, right.code, test)
    if right.type.kind != "record" or right.type.many:
        if right.type.kind != "unknown":
            m.problem(
                "not-a-filter", "Only a filter or terms can be fitted.", node.right.span
            )
        return FALSE
    if right.type == record("terms"):
        members = left.code if left.type.many else lower_set(m, node.left, scope).code
        return ir.ApplyDispatch("laid", right.code, (members, *own))
    if left.type.many:
        name = m.fresh("it")
        test = ir.ApplyDispatch("fits", right.code, (ir.Local(name), *own))
        return ir.Not(ir.Exists(name, left.code, ir.Not(test)))
    return ir.ApplyDispatch("fits", right.code, (left.code, *own))


def is_condition(macro: Macro) -> bool:
    """Whether a slot is filled by a filter, or by a phrase that filters are made of."""
    return macro.category == "filter" or (
        macro.category != "terms" and not macro.category.startswith("way")
    )


def terms_in_slot(m: Meaning, node: e.Expression, scope: Scope) -> Value | None:
    """The terms that fill a slot of the phrase in which they are asked for."""
    macro = scope.locals.get(str(node.word)) if isinstance(node, e.Name) else None
    if not isinstance(macro, Macro) or macro.category != "terms":
        return None
    number = record_number(m, macro.use) if isinstance(macro.use, e.Use) else ir.NONE
    return Value(ir.Int(number), record("terms"))


def fits_macro(m: Meaning, left: Value, macro: Macro) -> ir.Expression:
    """A filter that fills a slot, asked of a card or of all cards of a set."""
    from .phrases import filter_condition

    if not left.type.many:
        return filter_condition(m, macro, left)
    name = m.fresh("it")
    each = Value(ir.Local(name), left.type.one, left.zone, left.owner)
    return ir.Not(ir.Exists(name, left.code, ir.Not(filter_condition(m, macro, each))))


__all__ = ["CARDS", "lower_records", "record_number"]
