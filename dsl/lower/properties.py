"""Properties, rankings and deck rules as functions of the program; groups of cards."""

from __future__ import annotations

from dataclasses import replace

from ..ir import ir
from ..ir.deck import Deck, DeckPart, DeckRule
from ..ir.names import DECK_PART, OUT, engine_name, field_table
from ..ir.traverse import all_nodes
from ..ruleset.shapes import every_field
from ..typed import ids
from ..typed.fitting import Fit, MostThatFit
from ..typed.format import DeckMeaning, RankingLine, RankingMeaning
from ..typed.rules import SPEAKER, THIS, PropertyMeaning, Standing
from ..typed.values import AsNumber, BestGroups, Binding, Local, Value
from .context import FALSE, TRUE, Env, Lowering, code_of, conjunction, lower_value, speaks
from .printed import made_function, own_of, printed
from .speakers import ability_of, any_needed, bear, needed, needed_to_run, speakers
from .values import bound, is_missing, property_function

SHORT = 6  # parts of a base that is written twice
NEWEST = ((("set", False),),)
ANY_TOTAL = 1 << 49
ANY_NUMBER = 1 << 20  # of cards in a group


def property_specs(b: Lowering) -> None:
    """How modifiers of properties are put together; and what cards may be made, which have nothing
    else.
    """
    if b.format.gained or b.format.lost:
        b.properties[str(ids.GAINED)] = ir.PropertySpec(ids.GAINED.name, "card", ())
    for what in b.format.made:
        b.properties[str(what)] = ir.PropertySpec(what.name, "card", NEWEST)
    for known in b.format.properties.values():
        if known.layers is None:
            continue
        of, part, width = "card", "", 1
        if known.part is not None:
            of, part, width = "part", known.part, b.format.widths[known.part]
        elif known.id.of in ("player", "game"):
            of = known.id.of
        b.properties[str(known.id)] = ir.PropertySpec(
            known.id.name, of, known.layers, known.rounds, known.floor, width, part
        )
    for known in b.format.made.values():
        lower_made(b, known)


def lower_property(b: Lowering, known: PropertyMeaning) -> None:
    subject = known.subject.name if known.subject is not None else ""
    target: ir.Expression = ir.Local(subject) if subject else ir.Int(0)
    env: Env = {known.subject: target} if known.subject is not None else {}
    code, name = lower_value(b, known.base, env), str(known.id)
    is_set = known.type.many
    if known.layers is not None and is_set:
        number = ir.Int(list(b.properties).index(name))
        code = ir.Native("gathered", (number, target, code))
    elif known.layers is not None:
        standing = tuple(lower_standing(b, change, target) for change in known.standing)
        code = ir.Pipeline(name, target, code, standing)
    code = ir.Mark(b.place(known.at), code)
    function = property_function(known.id.name, known.id.of)
    b.function(function, (subject,) if subject else (), code, is_set)


def lower_made(b: Lowering, known: PropertyMeaning) -> None:
    """What a card is made for a time, else what it is by itself."""
    if known.id == ids.PRINT:
        return
    card, names = ir.Local("card"), ["card"]
    own = own_of(b, known.id, card)
    if known.id.name in tables_of_symbols(b) and known.id == ids.given(known.id.name):
        own, names = printed(b, field_table(known.id.name), card, ir.Local("key")), ["card", "key"]
    standing = tuple(lower_standing(b, change, card) for change in known.standing)
    code = ir.Pipeline(str(known.id), card, own, standing)
    b.function(made_function(known.id), tuple(names), code)


def ask_for_cards(b: Lowering) -> None:
    """Of what only some cards change, a match asks first whether it has any of these; it comes when
    all that could change a property is lowered.
    """
    names = {property_function(k.id.name, k.id.of): k for k in b.format.properties.values()}
    names |= {made_function(k.id): k for k in b.format.made.values()}
    for name, known in names.items():
        function = b.functions.get(name)
        if function is not None:
            code = asked_for_cards(b, known, function.value)
            b.functions[name] = replace(function, value=code)


def asked_for_cards(b: Lowering, known: PropertyMeaning, code: ir.Expression) -> ir.Expression:
    """The value of a property, or its base where the match has no card that changes it."""
    if isinstance(code, ir.Mark):
        return ir.Mark(code.place, asked_for_cards(b, known, code.value))
    if not isinstance(code, ir.Pipeline) or len([*all_nodes(code.base)]) > SHORT:
        return code
    base, floor = code.base, b.properties[code.name].floor
    if floor is not None:
        if not isinstance(base, ir.Int):
            return code
        base = ir.Int(max(base.value, floor))
    cards = any_needed(
        (
            *(needed(b, change.said) for change in known.standing),
            *(needed_to_run(b, one) for one in b.modified.get(code.name, ())),
        )
    )
    some = b.has_some(cards) if cards else TRUE
    return code if some == TRUE else ir.Either(some, code, base)


def tables_of_symbols(b: Lowering) -> set[str]:
    """The fields that have an entry for each symbol of a `values`."""
    every = every_field(b.format.ruleset)
    return {str(field.name) for _, part, field in every if part is None and field.per is not None}


def lower_standing(b: Lowering, change: Standing, target: ir.Expression) -> ir.Standing:
    """A change that holds while its condition does, as part of the property's own function."""
    bound = b.fresh("bearer")
    if change.said is None:
        return standing_of_rules(b, change, target, bound)
    if change.said.holder is not None:  # a keyword changes the part that has it
        env, borne = bear(b, change.said, {}, target)
        test = conjunction(speaks(b, env[SPEAKER]), lower_value(b, change.condition, env))
        condition = conjunction(borne, test)
        condition = b.via((change.at, *change.via), condition)
        over: ir.Expression = ir.Items((target,))
    else:
        env, _ = bear(b, change.said, {}, ir.Local(bound))
        test = conjunction(speaks(b, env[SPEAKER]), lower_value(b, change.condition, env))
        own = change.target is not None and change.target.form == Local(THIS)
        over = speakers(b, change.said, target if own else None)
        same = ir.Mark(b.place(change.at), is_target(b, change.target, target, env))
        condition = conjunction(test, same)
        condition = b.via(change.via, condition)
    amount = ir.Mark(b.happens(ability_of(b, change.said)), lower_value(b, change.amount, env))
    since = ir.Int(0) if change.since is None else lower_value(b, change.since, env)
    return ir.Standing(bound, over, condition, change.operation, amount, change.tag, since)


def standing_of_rules(
    b: Lowering, change: Standing, target: ir.Expression, bound: str
) -> ir.Standing:
    """The same for one that no card says."""
    same = ir.Mark(b.place(change.at), is_target(b, change.target, target, {}))
    condition = b.via(change.via, conjunction(lower_value(b, change.condition, {}), same))
    amount = lower_value(b, change.amount, {})
    since = ir.Int(0) if change.since is None else lower_value(b, change.since, {})
    return ir.Standing(bound, None, condition, change.operation, amount, change.tag, since)


def is_target(b: Lowering, changed: Value | None, target: ir.Expression, env: Env) -> ir.Expression:
    """Whether this is what a change changes."""
    if changed is None:
        return FALSE
    code = lower_value(b, changed, env)
    if changed.type.many:
        return ir.Contains(code, target)
    return ir.Compare("==", code, target)


# ---- rankings


def lower_ranking(b: Lowering, ranking: RankingMeaning) -> None:
    """The place of each player: behind all who are better by the first line in which they differ.
    Who is out keeps the place that was left for him; where all are first, nobody is.
    """
    seat, other, it = (ir.Local(b.fresh(x)) for x in ("seat", "other", "it"))
    better: ir.Expression = FALSE
    for line in reversed(ranking.lines):
        theirs, mine = (ranking_value(b, line, one) for one in (other, seat))
        same = ir.Mark(b.place(line.at), ir.Compare("==", theirs, mine))
        better = ir.Either(same, better, ir.Compare(">" if line.highest else "<", theirs, mine))
    better = conjunction(ir.Compare("!=", other, seat), better)
    ahead = ir.Count(ir.Select(other.name, b.players, better))
    place: ir.Expression = ir.Arithmetic("+", ahead, ir.Int(1))
    if b.eliminates:
        place = ir.Either(b.is_left(seat), place, ir.Field(OUT, seat))
    places = ir.Local(b.fresh("places"))
    differ = ir.Exists(it.name, places, ir.Compare(">", it, ir.Int(1)))
    code = ir.Either(differ, places, ir.Items(()))
    found = ir.Bind(places.name, ir.Each(seat.name, b.seated, place), code)
    name = engine_name("ranking", ranking.id)
    b.function(name, (), ir.Mark(b.place(ranking.at), found), True)


def ranking_value(b: Lowering, line: RankingLine, player: ir.Expression) -> ir.Expression:
    env: Env = {line.player: player}
    code = lower_value(b, line.value, env)
    if line.missing is None:
        return code
    form = line.value.form
    raw = form.value if isinstance(form, AsNumber) else line.value
    missing = is_missing(lower_value(b, raw, env), raw.type)
    return ir.Either(missing, ir.Int(line.missing), code)


# ---- groups of cards


@code_of(BestGroups)
def lower_best_groups(b: Lowering, value: Value, env: Env) -> ir.Expression:
    form = value.form
    assert isinstance(form, BestGroups)
    cards = ir.Local(b.fresh("cards"))

    def column(of: Value | None) -> ir.Expression:
        return ir.Items(()) if of is None else column_of(b, form.each, of, cards, env)

    arguments: list[ir.Expression] = [cards, column(form.worth)]
    for shape in form.shapes:
        most = ANY_NUMBER if shape.most is None else shape.most
        arguments.append(ir.Items((ir.Int(shape.least), ir.Int(most))))
        arguments += map(column, (shape.alike, shape.different, shape.row))
    members = lower_value(b, form.of, env)
    return ir.Bind(cards.name, members, ir.Native("best_of_groups", tuple(arguments)))


def column_of(
    b: Lowering, each: Binding, of: Value, members: ir.Expression, env: Env
) -> ir.Expression:
    """What each member has, as far as it has any."""
    name, inside = bound(b, each, env)
    code = lower_value(b, of, inside)
    if of.type.maybe:
        code = ir.Either(is_missing(code, of.type), ir.Int(ir.NO_NUMBER), code)
    return ir.Each(name, members, code)


def conditions_of(
    b: Lowering, fit: Fit, members: ir.Expression, env: Env
) -> tuple[ir.Expression, ...]:
    """What a set is asked together, for the helpers that look for such sets: of each limit what it
    asks, and what the members have.
    """
    found: list[ir.Expression] = []
    for limit in fit.limits:
        low, high = (
            ir.Int(end) if bound is None else lower_value(b, bound, env)
            for bound, end in ((limit.low, -ANY_TOTAL), (limit.high, ANY_TOTAL))
        )
        found.append(ir.Items((ir.Int(limit.kind), low, high)))
        found.append(column_of(b, fit.each, limit.value, members, env))
    return tuple(found)


@code_of(MostThatFit)
def lower_most_that_fit(b: Lowering, value: Value, env: Env) -> ir.Expression:
    form = value.form
    assert isinstance(form, MostThatFit)
    members = ir.Local(b.fresh("members"))
    least = lower_value(b, form.least, env)
    most = ir.Count(members) if form.most is None else lower_value(b, form.most, env)
    given = (members, ir.Items((least, most)), *conditions_of(b, form.fit, members, env))
    size = ir.Native("most_that_fit", given)
    return ir.Bind(members.name, lower_value(b, form.members, env), size)


# ---- decks


def lower_deck(b: Lowering, deck: DeckMeaning) -> Deck:
    """The rules of decks, each a function of the cards of a deck, and the parts of decks."""
    if deck.several:
        b.table(DECK_PART)
    env: Env = {deck.cards: ir.Local("cards")}
    b.printed = True
    rules: list[DeckRule] = []
    for test in deck.tests:
        place = b.place(test.at)
        code = ir.Mark(place, lower_value(b, test.holds, env))
        function = b.function(b.fresh("deck_rule"), ("cards",), code)
        rules.append(DeckRule(function, test.text, place, test.of_table))
    parts: list[DeckPart] = []
    for part in deck.parts:
        function = ""
        if part.fitting is not None:
            code = lower_value(b, part.fitting, env)
            function = b.function(b.fresh("deck_part"), ("cards",), code, True)
        parts.append(DeckPart(part.name, part.zone, function, part.of_table))
    b.printed = False
    return Deck(tuple(rules), tuple(parts), deck.brings)
