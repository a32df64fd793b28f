"""Typed choices as code: one member, several in any order, an order, effects, payment."""

from __future__ import annotations

from ..ir import ir
from ..ir.names import FACE, ITEMS, TURNED_TERMS
from ..ir.options import MOST_NUMBERS, SHARES, ZERO, group_of, packed
from ..typed import statements as t
from ..typed.types import Type
from ..typed.values import Binding, Value
from ..typed.walk import pays
from .context import (
    FALSE,
    NOBODY,
    TRUE,
    Frame,
    Lowered,
    Lowering,
    code_of_statement,
    count_above,
    lower_block,
    lower_value,
    there,
)
from .hidden import may_hold, order_hidden
from .moves import caught_move
from .properties import conditions_of
from .values import lower_owner


def site_kind(type_: Type) -> str:
    """What an option of a site is."""
    match type_.kind:
        case "symbol" | "part":
            return f"{type_.kind}:{type_.of}"
        case "card" | "print" | "player" | "number" | "name" | "record" | "keyword":
            return type_.kind
        case _:
            return "number"


@code_of_statement(t.Choose)
def choose(b: Lowering, node: t.Choose, frame: Frame) -> Lowered:
    seat = lower_value(b, node.seat, frame.env)
    members = lower_value(b, node.members, frame.env)
    found: Lowered = [ir.Reveal(members, seat)] if node.searches else []
    place, kind = b.place(node.at), site_kind(node.members.type)
    passing = "none" if node.least is None else "done"
    several = node.least is not None
    asked = ir.Site(node.prompt, kind, place, (), passing, node.secret, several=several)
    site = b.site(asked)
    b.asked[site] = node, dict(frame.env)
    if node.least is None:
        name = b.fresh(node.binding.name)
        frame.env[node.binding] = ir.Local(name)
        may_pass = TRUE if node.optional else FALSE
        if kind == "card" and may_hold(b, members, seat):
            among = b.fresh("among")
            found.append(ir.ShuffleHidden(among, members, seat))
            members = ir.Local(among)
        return [*found, ir.Choose(name, seat, site, members, may_pass)]
    return found + choose_many(b, node, frame, members, seat, site)


def choose_many(
    b: Lowering,
    node: t.Choose,
    frame: Frame,
    members: ir.Expression,
    seat: ir.Expression,
    site: int,
) -> Lowered:
    """Several members; what was picked when shows in nothing: the set has the order of the
    members.
    """
    assert node.least is not None and node.most is not None and node.every is not None
    chosen = ir.Local(b.fresh(node.binding.name))
    is_hidden = node.members.type.kind == "card" and may_hold(b, members, NOBODY)
    all_ = ir.Local(b.fresh("all"))
    first = order_hidden(all_.name, once(members), seat, is_hidden)
    inner = {**frame.env, node.every: all_}
    bounds = [lower_value(b, one, inner) for one in (node.least, node.most)]
    frame.env[node.binding] = chosen
    if is_hidden:
        b.unordered[chosen.name] = True
    if node.fit is not None:
        conditions = conditions_of(b, node.fit, all_, frame.env)
        return [*first, *fitting_picks(b, chosen, all_, bounds, conditions, seat, site)]
    return [*first, *picks(b, chosen, all_, bounds, seat, site)]


def fitting_picks(
    b: Lowering,
    chosen: ir.Local,
    all_: ir.Local,
    bounds: list[ir.Expression],
    conditions: tuple[ir.Expression, ...],
    seat: ir.Expression,
    site: int,
) -> Lowered:
    """A pick of what leads to a set that fits together each time, then "done"."""
    names = ("taken", "ways", "pick", "least", "most", "it")
    taken, ways, pick, least, most, it = (ir.Local(b.fresh(x)) for x in names)
    so_far = ir.Count(taken)
    found = ir.Native("ways_to_fit", (all_, taken, ir.Items((least, most)), *conditions))
    largest = ir.Native("most_that_fit", (all_, ir.Items((ir.Int(0), most)), *conditions))
    weights = ir.Select(it.name, ways, ir.Compare(">", it, ir.Int(0)))
    may_end = ir.Compare(">", ir.TopOne(ways), ir.Int(0))
    among = ir.Native("members_that_fit", (all_, ways))
    picked = (so_far, least, most)
    more = ir.Let(taken.name, ir.Join(taken, ir.Items((pick,))), True)
    body = (
        ir.Let(ways.name, found, True),
        ir.Choose(pick.name, seat, site, among, may_end, picked, weights),
        ir.If(ir.Compare("<", pick, ir.Int(0)), (ir.Let(most.name, so_far),), (more,)),
    )
    return [
        ir.Let(taken.name, ir.Items(()), True),
        *(ir.Let(x.name, bound) for x, bound in zip((least, most), bounds, strict=True)),
        ir.Let(most.name, at_most(most, ir.Count(all_))),
        ir.Let(most.name, largest),
        ir.Let(least.name, at_most(least, most)),
        ir.While(ir.Compare("<", so_far, most), body),
        ir.Let(chosen.name, ir.Select(it.name, all_, ir.Contains(taken, it)), True),
    ]


def picks(
    b: Lowering,
    chosen: ir.Local,
    all_: ir.Local,
    bounds: list[ir.Expression],
    seat: ir.Expression,
    site: int,
) -> Lowered:
    """A pick of all that is left each time, then "done"."""
    rest, pick, least, most = (ir.Local(b.fresh(x)) for x in ("rest", "pick", "least", "most"))
    left, count = ir.Count(rest), ir.Count(all_)
    so_far = ir.Arithmetic("-", count, left)
    missing = ir.Arithmetic("-", least, so_far)
    one_or_all = ir.Either(ir.Compare(">=", missing, left), ir.Int(1), left)
    may_end = ir.Compare("<=", least, so_far)
    among = ir.Bottom(rest, one_or_all)
    ask = ir.Choose(pick.name, seat, site, among, may_end, (so_far, least, most))
    done = ir.Let(most.name, so_far)
    fewer = ir.Let(rest.name, others(b, rest.name, pick.name), True)
    body = (ask, ir.If(ir.Compare("<", pick, ir.Int(0)), (done,), (fewer,)))
    it = ir.Local(b.fresh("it"))
    taken = ir.Select(it.name, all_, ir.Not(ir.Contains(rest, it)))
    return [
        ir.Let(rest.name, all_, True),
        *(ir.Let(x.name, bound) for x, bound in zip((least, most), bounds, strict=True)),
        *(ir.Let(x.name, at_most(x, count)) for x in (least, most)),
        ir.While(ir.Compare("<", so_far, most), body),
        ir.Let(chosen.name, taken, True),
    ]


def once(members: ir.Expression) -> ir.Expression:
    """Each member once, as of two sets that are joined."""
    plain = members
    while isinstance(plain, ir.Select | ir.Top | ir.Bottom | ir.Reversed):
        plain = plain.of
    return members if isinstance(plain, ir.Zone | ir.Range) else ir.Native("distinct", (members,))


def at_most(value: ir.Expression, most: ir.Expression) -> ir.Expression:
    return ir.Either(ir.Compare(">", value, most), most, value)


@code_of_statement(t.Random)
def random(b: Lowering, node: t.Random, frame: Frame) -> Lowered:
    name, of = b.fresh(node.binding.name), lower_value(b, node.of, frame.env)
    frame.env[node.binding] = ir.Local(name)
    type_ = node.binding.type
    kind = f"symbol:{type_.of}" if type_.kind == "symbol" else type_.kind
    return [ir.Random(name, of, b.draw(ir.Draw(node.binding.name, kind)))]


def others(b: Lowering, rest: str, pick: str) -> ir.Expression:
    """All that are left but the one that was picked."""
    it = b.fresh("it")
    return ir.Select(it, ir.Local(rest), ir.Compare("!=", ir.Local(it), ir.Local(pick)))


@code_of_statement(t.EachInAnyOrder)
def each_in_any_order(b: Lowering, node: t.EachInAnyOrder, frame: Frame) -> Lowered:
    rest, name = b.fresh("rest"), b.fresh(node.binding.name)
    kind = site_kind(node.of.type)
    site = b.site(ir.Site("Which next?", kind, b.place(node.at)), orders=True)
    frame.env[node.binding] = ir.Local(name)
    members = lower_value(b, node.of, frame.env)
    seat = lower_value(b, node.seat, frame.env)
    ask = ir.Choose(name, seat, site, ir.Local(rest))
    fewer = ir.Let(rest, others(b, rest, name), True)
    body = lower_block(b, node.body, frame)
    return [
        *order_hidden(rest, members, seat, kind == "card" and may_hold(b, members, seat)),
        ir.While(count_above(ir.Local(rest), 0), (ask, fewer, *body)),
    ]


@code_of_statement(t.Arrange)
def arrange(b: Lowering, node: t.Arrange, frame: Frame) -> Lowered:
    """Puts cards back where they lie in an order the player picks, the first pick on top."""
    cards = lower_value(b, node.cards, frame.env)
    seat = lower_value(b, node.seat, frame.env)
    rest, pick, order = b.fresh("rest"), b.fresh("pick"), b.fresh("order")
    site = b.site(ir.Site("Next card", "card", b.place(node.at), (), "done"), orders=True)
    behind = ir.Join(ir.Items((ir.Local(pick),)), ir.Local(order))
    return [
        ir.Reveal(cards, seat),
        ir.Let(rest, cards, True),
        ir.Let(order, ir.Items(()), True),
        ir.While(
            count_above(ir.Local(rest), 0),
            (
                ir.Choose(pick, seat, site, ir.Local(rest)),
                ir.Let(order, behind, True),
                ir.Let(rest, others(b, rest, pick), True),
            ),
        ),
        *laid_back(b, order, node, frame),
    ]


def laid_back(b: Lowering, order: str, node: t.Arrange, frame: Frame) -> Lowered:
    """Cards laid down again where they were; where some may be open they stay as they lie."""
    zone, owner = node.cards.zone, lower_owner(b, node.cards.owner, frame.env)
    if b.format.zones[zone].seen == "nobody":
        return [ir.Move(ir.Local(order), True, zone, owner)]
    card = b.fresh("card")
    is_open = ir.Compare("==", ir.Field(FACE, ir.Local(card)), ir.Int(1))
    moves = [ir.Move(ir.Local(card), False, zone, owner, face=face) for face in (1, 0)]
    return [ir.For(card, ir.Local(order), (ir.If(is_open, (moves[0],), (moves[1],)),))]


# ---- effects


@code_of_statement(t.Offer)
def offer(b: Lowering, node: t.Offer, frame: Frame) -> Lowered:
    place = b.place(node.at)
    asked = ir.Site(node.label, "label", place, (node.label,), "decline", pays=pays(node.body))
    site = b.site(asked)
    b.asked[site] = node, dict(frame.env)
    name = b.fresh("offer")
    seat, open_ = (lower_value(b, x, frame.env) for x in (node.seat, node.open))
    options = ir.Either(open_, ir.Items((ir.Int(0),)), ir.Items(()))
    then = tuple(lower_block(b, node.body, frame))
    otherwise = tuple(lower_block(b, node.otherwise, frame))
    taken = ir.Compare("==", ir.Local(name), ir.Int(0))
    return [ir.Choose(name, seat, site, options, TRUE), ir.If(taken, then, otherwise)]


@code_of_statement(t.ChooseOne)
def choose_one(b: Lowering, node: t.ChooseOne, frame: Frame) -> Lowered:
    if node.bounds is not None:
        return choose_several(b, node, node.bounds, frame)
    site, options, name = *options_of(b, node, frame), b.fresh("option")
    branches: Lowered = []
    for number, option in reversed(list(enumerate(node.options))):
        same = ir.Compare("==", ir.Local(name), ir.Int(number))
        branches = [ir.If(same, alternative(b, option, frame), tuple(branches))]
    seat = lower_value(b, node.seat, frame.env)
    return [ir.Choose(name, seat, site, options), *branches]


def choose_several(
    b: Lowering, node: t.ChooseOne, bounds: tuple[Value, Value, Binding], frame: Frame
) -> Lowered:
    """All are chosen before anything happens."""
    site, options = options_of(b, node, frame, "done")
    chosen, all_ = ir.Local(b.fresh("chosen")), ir.Local(b.fresh("all"))
    inner = {**frame.env, bounds[2]: all_}
    ends = [lower_value(b, one, inner) for one in bounds[:2]]
    seat = lower_value(b, node.seat, frame.env)
    found: Lowered = [ir.Let(all_.name, options, True)]
    found += picks(b, chosen, all_, ends, seat, site)
    for number, option in enumerate(node.options):
        taken = ir.Contains(chosen, ir.Int(number))
        found.append(ir.If(taken, alternative(b, option, frame)))
    return found


def options_of(
    b: Lowering, node: t.ChooseOne, frame: Frame, passing: str = "pass"
) -> tuple[int, ir.Expression]:
    """The site of a choice among options, and the numbers of those that are open."""
    labels = tuple(option.label for option in node.options)
    place = b.place(node.at)
    several = node.bounds is not None
    paid = any(pays(option.body) for option in node.options)
    asked = ir.Site(node.prompt, "label", place, labels, passing, node.secret, (), several, paid)
    site = b.site(asked)
    b.asked[site] = node, dict(frame.env)
    options: ir.Expression = ir.Items(())
    for number, option in reversed(list(enumerate(node.options))):
        open_ = lower_value(b, option.open, frame.env)
        one: ir.Expression = ir.Items((ir.Int(number),))
        if open_ != TRUE:
            one = ir.Either(open_, one, ir.Items(()))
        options = one if options == ir.Items(()) else ir.Join(one, options)
    return site, options


def alternative(b: Lowering, option: t.Alternative, frame: Frame) -> ir.Block:
    """What an option does."""
    return (ir.Line(b.place(option.at)), *lower_block(b, option.body, frame))


# ---- payment


@code_of_statement(t.Pay)
def pay(b: Lowering, node: t.Pay, frame: Frame) -> Lowered:
    """Moves a card for each term, in order; asks only where more than one card would do."""
    names = (node.paid.name, "number", "term", "card", "it")
    paid, number, term, card, it = (b.fresh(x) for x in names)
    terms, player, origin = (
        lower_value(b, x, frame.env) for x in (node.terms, node.player, node.origin)
    )
    zone, owner = node.place[0], lower_owner(b, node.place[1], frame.env)
    later = ir.Arithmetic("+", ir.Local(number), ir.Int(1))
    rest = ir.ApplyDispatch("payable", terms, (later, ir.Local(it), player, origin))
    fits = ir.And(ir.Compare("!=", ir.Local(it), origin), rest)
    candidates = ir.ApplyDispatch("candidates", ir.Local(term), (player, origin), True)
    site = b.site(ir.Site(node.prompt, "card", b.place(node.at)), orders=True)
    frame.env[node.paid] = ir.Local(paid)
    laid = laid_for(b, term, card, zone, owner)
    moved = caught_move(b, card, zone, owner, None, node.rule, laid)
    more = ir.Join(ir.Local(paid), ir.Items((ir.Local(card),)))
    body: ir.Block = (
        ir.Choose(card, player, site, ir.Select(it, candidates, fits)),
        ir.If(there(card), (*moved, ir.Let(paid, more, True))),
        ir.Let(number, later),
    )
    return [
        ir.Let(paid, ir.Items(()), True),
        ir.Let(number, ir.Int(0)),
        ir.For(term, ir.Entry(ITEMS, terms, True), body),
    ]


@code_of_statement(t.Assign)
def assign(b: Lowering, node: t.Assign, frame: Frame) -> Lowered:
    """Picks a card for each term, in order, if all can be met; asks only where more than one
    would do.
    """
    names = (node.assigned.name, "rest", "number", "term", "card")
    assigned, rest, number, term, card = (ir.Local(b.fresh(x)) for x in names)
    terms, player, origin = (
        lower_value(b, x, frame.env) for x in (node.terms, node.player, node.origin)
    )
    members = lower_value(b, node.cards, frame.env)

    def assignable(start: ir.Expression, cards: ir.Expression) -> ir.Expression:
        return ir.ApplyDispatch("assignable", terms, (start, cards, player, origin))

    def without(one: ir.Expression) -> ir.Expression:
        other = b.fresh("it")
        return ir.Select(other, rest, ir.Compare("!=", ir.Local(other), one))

    it, later = b.fresh("it"), ir.Arithmetic("+", number, ir.Int(1))
    fits = ir.ApplyDispatch("laid_for", terms, (number, rest, player, origin), True)
    among = ir.Select(it, fits, assignable(later, without(ir.Local(it))))
    site = b.site(ir.Site(node.prompt, "card", b.place(node.at)), orders=True)
    body: ir.Block = (
        ir.Choose(card.name, player, site, among),
        ir.Let(assigned.name, ir.Join(assigned, ir.Items((card,))), True),
        ir.Let(rest.name, without(card), True),
        ir.Let(number.name, later),
    )
    frame.env[node.assigned] = assigned
    every = ir.For(term.name, ir.Entry(ITEMS, terms, True), body)
    return [
        *order_hidden(rest.name, members, player, may_hold(b, members, player)),
        ir.Let(assigned.name, ir.Items(()), True),
        ir.Let(number.name, ir.Int(0)),
        ir.If(assignable(ir.Int(0), rest), (every,)),
    ]


def laid_for(b: Lowering, term: str, card: str, zone: str, owner: ir.Expression | None) -> Lowered:
    """A card is laid for a term, turned as the term says."""
    moves: Lowered = [ir.Move(ir.Local(card), False, zone, owner)]
    for turned in range(len(b.format.zones[zone].orientations)):
        same = ir.Compare("==", ir.Entry(TURNED_TERMS, ir.Local(term)), ir.Int(turned))
        one = ir.Move(ir.Local(card), False, zone, owner, turned=turned)
        moves = [ir.If(same, (one,), tuple(moves))]
    return moves


# ---- numbers


@code_of_statement(t.ChooseNumber)
def choose_number(b: Lowering, node: t.ChooseNumber, frame: Frame) -> Lowered:
    """One of the numbers in a row; 0 where there is none."""
    names = ("low", "count", node.binding.name, "it")
    low, count, chosen, it = (ir.Local(b.fresh(x)) for x in names)
    seat = lower_value(b, node.seat, frame.env)
    high = lower_value(b, node.high, frame.env)
    place = b.place(node.at)
    site = b.site(ir.Site(node.prompt, "chosen_number", place, (), "none", node.secret))
    up_to = ir.Arithmetic("+", ir.Arithmetic("-", high, low), ir.Int(1))
    first = ir.Arithmetic("+", low, ir.Int(ZERO))
    offered = ir.Each(it.name, ir.Range(count), ir.Arithmetic("+", first, it))
    number = ir.Arithmetic("-", chosen, ir.Int(ZERO))
    frame.env[node.binding] = chosen
    return [
        ir.Let(low.name, lower_value(b, node.low, frame.env)),
        ir.Let(count.name, up_to),
        too_many(count, place),
        ir.Choose(chosen.name, seat, site, offered),
        ir.Let(chosen.name, ir.Either(ir.Compare("<", chosen, ir.Int(0)), ir.Int(0), number)),
    ]


@code_of_statement(t.Distribute)
def distribute(b: Lowering, node: t.Distribute, frame: Frame) -> Lowered:
    """A share for each member in their order, of what the ones before it left; the last one takes
    the rest. All are asked before anything happens.
    """
    names = ("all", "rest", "left", "shares", "low", "high", "pick", "it")
    all_, rest, left, shares, low, high, pick, it = (ir.Local(b.fresh(x)) for x in names)
    one, share = ir.Local(b.fresh(node.one.name)), ir.Local(b.fresh(node.share.name))
    seat, amount, members, least = (
        lower_value(b, x, frame.env) for x in (node.seat, node.amount, node.members, node.least)
    )
    most = left if node.most is None else lower_value(b, node.most, frame.env)
    place, kind = b.place(node.at), site_kind(node.members.type)
    asked = ir.Site(node.prompt, f"share:{kind}", place, (), "none", node.secret)
    site = b.site(asked, orders=True)
    others = ir.Arithmetic("-", ir.Count(rest), ir.Int(1))
    spare = ir.Arithmetic("-", left, ir.Arithmetic("*", least, others))
    needed = ir.Arithmetic("-", left, ir.Arithmetic("*", most, others))
    count = ir.Arithmetic("+", ir.Arithmetic("-", high, low), ir.Int(1))
    offered = packed(one, ir.Arithmetic("+", low, it), SHARES)
    split = (left, others, least, ir.Int(ir.NONE) if node.most is None else most)
    is_hidden = kind == "card" and may_hold(b, members, seat)
    frame.env |= {node.one: one, node.share: share}
    ask: ir.Block = (
        ir.Let(one.name, ir.BottomOne(rest)),
        ir.Let(low.name, at_most(least, left)),
        ir.Let(high.name, at_least(at_most(spare, most), low)),
        ir.Let(low.name, at_most(at_least(needed, low), high)),
        too_many(count, place),
        ir.Choose(pick.name, seat, site, ir.Each(it.name, ir.Range(count), offered), FALSE, split),
        ir.Let(share.name, group_of(pick, SHARES)),
        ir.Let(left.name, ir.Arithmetic("-", left, share)),
        ir.Let(shares.name, ir.Join(shares, ir.Items((share,))), True),
        ir.Let(rest.name, ir.After(rest, one), True),
    )
    body: ir.Block = (
        ir.Let(share.name, ir.BottomOne(shares)),
        ir.Let(shares.name, ir.After(shares, share), True),
        ir.If(ir.Compare(">", share, ir.Int(0)), tuple(lower_block(b, node.body, frame))),
    )
    return [
        *order_hidden(all_.name, once(members), seat, is_hidden),
        ir.Let(rest.name, all_, True),
        ir.Let(shares.name, ir.Items(()), True),
        ir.Let(left.name, at_least(amount, ir.Int(0))),
        ir.While(ir.And(count_above(rest, 0), ir.Compare(">", left, ir.Int(0))), ask),
        ir.For(one.name, all_, body),
    ]


def at_least(value: ir.Expression, least: ir.Expression) -> ir.Expression:
    return ir.Either(ir.Compare("<", value, least), least, value)


def too_many(count: ir.Expression, place: int) -> ir.Statement:
    """The fault of more numbers than can be offered."""
    over = ir.Compare(">", count, ir.Int(MOST_NUMBERS))
    return ir.If(over, (ir.Fault("too-many-numbers", place),))
