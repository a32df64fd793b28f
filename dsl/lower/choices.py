"""Typed choices as code: one member, several in canonical order, an order, effects, payment."""

from __future__ import annotations

from ..ir import ir
from ..ir.names import FACE, ITEMS, TURNED_TERMS
from ..typed import statements as t
from ..typed.types import Type
from .context import (
    FALSE,
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
from .values import lower_owner


def site_kind(type_: Type) -> str:
    """What an option of a site is."""
    match type_.kind:
        case "symbol" | "part":
            return f"{type_.kind}:{type_.of}"
        case "card" | "player" | "number" | "name" | "record" | "keyword":
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
    site = b.site(ir.Site(node.prompt, kind, place, (), passing, node.secret))
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
    """Single picks in the order of the set, each behind the last, then "done"."""
    names = ("rest", node.binding.name, "pick", "least", "most", "open")
    rest, chosen, pick, least, most, open_ = (ir.Local(b.fresh(x)) for x in names)
    assert node.least is not None and node.most is not None and node.every is not None
    inner = {**frame.env, node.every: rest}
    low, high = lower_value(b, node.least, inner), lower_value(b, node.most, inner)
    so_far, left = ir.Count(chosen), ir.Count(rest)
    missing = ir.Arithmetic("-", least, so_far)
    spare = ir.Either(ir.Compare(">", missing, ir.Int(1)), missing, ir.Int(1))
    first = ir.Arithmetic("-", ir.Arithmetic("+", left, ir.Int(1)), spare)
    among = ir.Bottom(rest, first)
    frame.env[node.binding] = chosen
    going = ir.And(ir.And(open_, ir.Compare("<", so_far, most)), count_above(rest, 0))
    picked = (
        ir.Let(chosen.name, ir.Join(chosen, ir.Items((pick,))), True),
        ir.Let(rest.name, ir.After(rest, pick), True),
    )
    ask = ir.Choose(pick.name, seat, site, among, ir.Compare("<=", least, so_far))
    done = ir.If(ir.Compare("<", pick, ir.Int(0)), (ir.Let(open_.name, ir.Int(0)),), picked)
    fewer = ir.Either(ir.Compare(">", least, left), left, least)
    return [
        *order_hidden(b, rest.name, members, seat, node.members.type.kind == "card"),
        ir.Let(chosen.name, ir.Items(()), True),
        ir.Let(least.name, low),
        ir.Let(least.name, fewer),
        ir.Let(most.name, high),
        ir.Let(open_.name, ir.Int(1)),
        ir.While(going, (ask, done)),
    ]


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
    site = b.site(ir.Site("Which next?", kind, b.place(node.at)))
    frame.env[node.binding] = ir.Local(name)
    members = lower_value(b, node.of, frame.env)
    seat = lower_value(b, node.seat, frame.env)
    ask = ir.Choose(name, seat, site, ir.Local(rest))
    fewer = ir.Let(rest, others(b, rest, name), True)
    body = lower_block(b, node.body, frame)
    return [
        *order_hidden(b, rest, members, seat, kind == "card"),
        ir.While(count_above(ir.Local(rest), 0), (ask, fewer, *body)),
    ]


@code_of_statement(t.Arrange)
def arrange(b: Lowering, node: t.Arrange, frame: Frame) -> Lowered:
    """Puts cards back where they lie in an order the player picks, the first pick on top."""
    cards = lower_value(b, node.cards, frame.env)
    seat = lower_value(b, node.seat, frame.env)
    rest, pick, order = b.fresh("rest"), b.fresh("pick"), b.fresh("order")
    site = b.site(ir.Site("Next card", "card", b.place(node.at), (), "done"))
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
    site = b.site(ir.Site(node.label, "label", place, (node.label,), "decline"))
    name = b.fresh("offer")
    seat, open_ = (lower_value(b, x, frame.env) for x in (node.seat, node.open))
    options = ir.Either(open_, ir.Items((ir.Int(0),)), ir.Items(()))
    then = tuple(lower_block(b, node.body, frame))
    otherwise = tuple(lower_block(b, node.otherwise, frame))
    taken = ir.Compare("==", ir.Local(name), ir.Int(0))
    return [ir.Choose(name, seat, site, options, TRUE), ir.If(taken, then, otherwise)]


@code_of_statement(t.ChooseOne)
def choose_one(b: Lowering, node: t.ChooseOne, frame: Frame) -> Lowered:
    labels = tuple(option.label for option in node.options)
    place = b.place(node.at)
    site = b.site(ir.Site(node.prompt, "label", place, labels, secret=node.secret))
    options: ir.Expression = ir.Items(())
    branches: Lowered = []
    name = b.fresh("option")
    for number, option in reversed(list(enumerate(node.options))):
        open_ = lower_value(b, option.open, frame.env)
        one: ir.Expression = ir.Items((ir.Int(number),))
        if open_ != TRUE:
            one = ir.Either(open_, one, ir.Items(()))
        options = one if options == ir.Items(()) else ir.Join(one, options)
        body = (ir.Line(b.place(option.at)), *lower_block(b, option.body, frame))
        same = ir.Compare("==", ir.Local(name), ir.Int(number))
        branches = [ir.If(same, body, tuple(branches))]
    seat = lower_value(b, node.seat, frame.env)
    return [ir.Choose(name, seat, site, options), *branches]


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
    site = b.site(ir.Site("Pay with", "card", b.place(node.at)))
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


def laid_for(b: Lowering, term: str, card: str, zone: str, owner: ir.Expression | None) -> Lowered:
    """A card is laid for a term, turned as the term says."""
    moves: Lowered = [ir.Move(ir.Local(card), False, zone, owner)]
    for turned in range(len(b.format.zones[zone].orientations)):
        same = ir.Compare("==", ir.Entry(TURNED_TERMS, ir.Local(term)), ir.Int(turned))
        one = ir.Move(ir.Local(card), False, zone, owner, turned=turned)
        moves = [ir.If(same, (one,), tuple(moves))]
    return moves
