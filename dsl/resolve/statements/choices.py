"""Choosing: one card, several, an order, one of several effects, and paying terms."""

from __future__ import annotations

from dataclasses import replace

from ...ir.options import MOST_NUMBERS
from ...nodes import expressions as e
from ...nodes import statements as s
from ...nodes.base import Word
from ...ruleset.shapes import flat
from ...typed.statements import (
    Alternative,
    Arrange,
    Assign,
    Block,
    Choose,
    ChooseNumber,
    ChooseOne,
    Distribute,
    Offer,
    Pay,
    Random,
)
from ...typed.truths import Compare, conjunction, is_some, truth
from ...typed.types import CARDS, NUMBER, TERMS
from ...typed.values import Binding, Count, Value, Where, constant, local
from ..context import STATEMENTS, Resolver, Scope, at, at_header, resolves
from ..values.coercions import (
    binds_one,
    check_count,
    condition,
    number,
    number_of,
    origin_of,
    player,
    player_of,
    resolve,
    resolve_set,
    resolve_some,
    words,
    written_number,
)
from ..values.expressions import named_candidate
from ..values.groups import fit_of
from ..values.meant import whole_span
from ..values.members import asked_of, candidate
from ..values.secrets import look
from .blocks import block
from .payable import possible

PAYING, ASSIGNING = "Pay with", "Which card for this?"  # where nothing else is asked

Choosing = s.ChooseStatement | s.ChooseNumberStatement | s.DistributeStatement


@resolves(STATEMENTS, s.ChooseStatement)
def choose(r: Resolver, node: s.ChooseStatement, scope: Scope) -> Block:
    seat, secret, prompt = chooser(r, node, scope)
    if not isinstance(node.count, s.AtLeastCount):
        check_count(r, number_of(node.count), "nothing could ever be chosen")
    with r.trial():
        zone = resolve_set(r, node.of, scope).zone
    asking = scope.child(asked=None if searches(r, zone) else seat)
    members = choice_members(r, node, asking)
    searches_ = members.type.kind == "card" and searches(r, members.zone)
    optional, bounds = isinstance(node.count, s.UpToCount), (None, None, None)
    exact = isinstance(node.count, s.ExactlyCount)
    type_ = replace(members.type.one, maybe=members.type.kind in ("card", "print"))
    if not binds_one(node.count):
        optional, type_ = False, members.type
        bounds = bounds_of(r, node, Binding("rest", type_), asking)
    name = Binding(str(node.name), type_)
    fit = fit_of(r, node, members, asking)
    bind(scope, node.name, name, members)
    asked = (at(node), prompt, secret, searches_)
    return (Choose(name, seat, members, *asked, optional, *bounds, exact, fit),)


def bind(scope: Scope, word: Word, chosen: Binding, members: Value) -> None:
    """What is chosen among some members has a name from now on."""
    form = local(chosen).form
    scope.name(word, replace(members, form=form, type=chosen.type, place=None))


def choice_members(r: Resolver, node: s.ChooseStatement, scope: Scope) -> Value:
    """What can be chosen; in `way in target's evolves_from where ..` the candidate may also be
    named by its kind.
    """
    where = node.of
    if not isinstance(where, e.Where) or not isinstance(where.of, e.Within):
        return resolve_some(r, where, scope)
    members = resolve_set(r, where.of, scope)
    if members.type.kind != "record":
        return resolve_set(r, where, scope)
    each, it = candidate(members)
    inner = asked_of(r, scope, it, where.name)
    inner.locals |= named_candidate(where.of.kind, it)
    return replace(members, form=Where(each, members, condition(r, where.condition, inner)))


@resolves(STATEMENTS, s.ChooseNumberStatement)
def choose_number(r: Resolver, node: s.ChooseNumberStatement, scope: Scope) -> Block:
    seat, secret, prompt = chooser(r, node, scope)
    asking = scope.child(asked=seat)
    low, high = (number(r, one, asking) for one in (node.low, node.high))
    ends = written_number(node.low), written_number(node.high)
    if ends[0] is not None and ends[1] is not None:
        check_numbers(r, node, ends[1] - ends[0] + 1)
    name = Binding(str(node.name), NUMBER)
    scope.name(node.name, local(name))
    return (ChooseNumber(name, seat, low, high, at(node), prompt, secret),)


@resolves(STATEMENTS, s.DistributeStatement)
def distribute(r: Resolver, node: s.DistributeStatement, scope: Scope) -> Block:
    seat, secret, prompt = chooser(r, node, scope)
    asking = scope.child(asked=seat)
    check_count(r, node.amount, "there would be nothing to distribute")
    amount, members = number(r, node.amount, asking), resolve_set(r, node.of, asking)
    least = constant(0) if node.least is None else number(r, node.least, asking)
    most = None if node.most is None else number(r, node.most, asking)
    one, share = Binding(str(node.name), members.type.one), Binding(str(node.share), NUMBER)
    inner = scope.child()
    bind(inner, node.name, one, members)
    inner.name(node.share, local(share))
    body = block(r, node.body, inner)
    asked = (at_header(node), prompt, secret)
    return (Distribute(one, share, seat, amount, members, least, most, body, *asked),)


def check_numbers(r: Resolver, node: s.ChooseNumberStatement, count: int) -> None:
    """There must be a number to choose, and no more than can be shown."""
    if count < 1:
        text = f"There is no number from {words(node.low)} to {words(node.high)}."
        fix = f"{words(node.high)} to {words(node.low)}"
        r.problem("no-numbers", text, whole_span(node.low, node.high), fix)
    elif count > MOST_NUMBERS:
        text = f"These are {count:,} numbers; no more than {MOST_NUMBERS:,} can be offered."
        r.problem("too-many-numbers", text, node.high.span)


def chooser(r: Resolver, node: Choosing, scope: Scope) -> tuple[Value, bool, str]:
    """Who chooses, whether in secret, and what is asked."""
    seat, secret, prompt = player_of(scope), False, f"Choose {node.name}"
    for option in node.options:
        if isinstance(option, s.ByOption):
            seat = player(r, option.player, scope)
        elif isinstance(option, s.SecretlyOption):
            secret = True
        elif isinstance(option, s.AskingOption):
            prompt = str(option.prompt)
    return seat, secret, prompt


def searches(r: Resolver, zone: str) -> bool:
    """Choosing from a zone that its owner cannot look into shows the chooser the
    candidates.
    """
    spec = r.zones.get(zone)
    return spec is not None and spec.seen == "nobody"


def bounds_of(
    r: Resolver, node: s.ChooseStatement | s.ChooseSeveralStatement, every: Binding, scope: Scope
) -> tuple[Value, Value, Binding]:
    """How many at least and at most, and what stands for all there are."""
    written = number_of(node.count)
    none, all_ = constant(0), Value(Count(local(every)), NUMBER)
    wanted = number(r, written, scope) if written is not None else none
    least = none if isinstance(node.count, (s.AnyCount, s.UpToCount)) else wanted
    most = all_ if isinstance(node.count, (s.AnyCount, s.AtLeastCount)) else wanted
    return least, most, every


@resolves(STATEMENTS, s.RandomStatement)
def random(r: Resolver, node: s.RandomStatement, scope: Scope) -> Block:
    of = resolve_set(r, node.of, scope)
    chosen = Binding(str(node.name), replace(of.type.one, maybe=of.type.kind in ("card", "print")))
    bind(scope, node.name, chosen, of)
    return (Random(chosen, of),)


@resolves(STATEMENTS, s.ArrangeStatement)
def arrange(r: Resolver, node: s.ArrangeStatement, scope: Scope) -> Block:
    """Puts cards back where they lie in an order the player picks, the first pick on top."""
    cards = resolve_set(r, node.what, scope)
    if not cards.zone:
        text = f"`{words(node.what)}` lie in no one zone."
        r.refuse(cards, "not-a-zone", text, node.what.span)
        return ()
    seat = player(r, node.player, scope)
    if r.zones[cards.zone].seen != "nobody":
        r.features.add("face")
    return (Arrange(seat, cards, at(node)),)


def terms_of_one(r: Resolver, node: e.Expression, terms: Value, done: str) -> bool:
    """Whether a value is the terms of one thing; else that is a problem."""
    if terms.type == TERMS:
        return True
    several = terms.type.one == TERMS
    wrong = f"are the terms of several; one is {done}." if several else "are no terms."
    r.refuse(terms, "not-terms", f"`{words(node)}` {wrong}", node.span)
    return False


@resolves(STATEMENTS, s.AssignStatement)
def assign(r: Resolver, node: s.AssignStatement, scope: Scope) -> Block:
    """Picks a card for each term, in order; asks only where more than one card would do."""
    terms, cards = resolve(r, node.terms, scope), resolve_set(r, node.place, scope)
    if not terms_of_one(r, node.terms, terms, "assigned"):
        return ()
    if cards.type.kind != "card":
        text = f"`{words(node.place)}` are no cards."
        r.refuse(cards, "not-cards", text, node.place.span)
        return ()
    picker = player_of(scope)
    look(r, cards, "terms", node.span, scope.child(asked=picker))
    assigned = Binding(str(node.name), CARDS)
    bind(scope, node.name, assigned, cards)
    r.features.add("assign")
    prompt = str(node.asking or ASSIGNING)
    return (Assign(terms, cards, picker, origin_of(terms), assigned, prompt, at(node)),)


@resolves(STATEMENTS, s.PayStatement)
def pay(r: Resolver, node: s.PayStatement, scope: Scope) -> Block:
    """Moves a card for each term, in order; asks only where more than one card would do."""
    terms, to = resolve(r, node.terms, scope), resolve(r, node.place, scope)
    if not terms_of_one(r, node.terms, terms, "paid"):
        return ()
    if to.place is None:
        r.problem("not-a-zone", f"`{words(node.place)}` is no zone.", node.place.span)
        return ()
    zone, owner = to.place
    paid = Binding(str(node.name or "paid"), CARDS)
    if node.name is not None:
        scope.locals[str(node.name)] = replace(local(paid), zone=zone, owner=owner)
    payer = player_of(scope)
    prompt = str(node.asking or PAYING)
    return (Pay(terms, payer, origin_of(terms), to.place, paid, prompt, scope.rule, at(node)),)


# ---- offers


@resolves(STATEMENTS, s.OfferStatement)
def offer(r: Resolver, node: s.OfferStatement, scope: Scope) -> Block:
    """Yes or decline; offered only if its first choice has an answer."""
    seat = player(r, node.player, scope)
    same = scope.player is not None and seat.form == scope.player.form
    inner = scope.child(player=scope.player if same else seat, asked=seat)
    tests = [condition(r, node.condition, scope.child(asked=seat))]
    first = next(iter(flat(node.body.statements)), None)
    if isinstance(first, s.ChooseStatement):
        tests.append(is_some(resolve_set(r, first.of, inner)))
    elif isinstance(first, s.ChooseNumberStatement):
        low, high = (number(r, one, inner) for one in (first.low, first.high))
        tests.append(truth(Compare("<=", low, high)))
    tests.append(possible(r, node.body.statements, inner, False))
    inner.asked = None
    body, open_ = block(r, node.body, inner), conjunction(*tests)
    otherwise = block(r, node.otherwise, scope.child()) if node.otherwise else ()
    return (Offer(seat, r.label(str(node.label)), open_, body, otherwise, at_header(node)),)


@resolves(STATEMENTS, s.ChooseOneStatement)
def choose_one(r: Resolver, node: s.ChooseOneStatement, scope: Scope) -> Block:
    seat, options = alternatives(r, node, scope)
    return (ChooseOne(seat, str(node.asking or ""), node.secretly, options, at_header(node)),)


@resolves(STATEMENTS, s.ChooseSeveralStatement)
def choose_several(r: Resolver, node: s.ChooseSeveralStatement, scope: Scope) -> Block:
    """Several of them, each at most once."""
    count = number_of(node.count)
    check_count(r, count, "nothing could ever be chosen")
    written = None if count is None else written_number(count)
    if written is not None and written > len(node.options):
        text = f"There are {len(node.options)} options here, fewer than {written}."
        r.problem("too-few-options", text, node.count.span)
    seat, options = alternatives(r, node, scope)
    bounds = bounds_of(r, node, Binding("rest", NUMBER.set), scope.child(asked=seat))
    asked = (seat, str(node.asking or ""), node.secretly, options)
    return (ChooseOne(*asked, at_header(node), bounds),)


def alternatives(
    r: Resolver, node: s.ChooseOneStatement | s.ChooseSeveralStatement, scope: Scope
) -> tuple[Value, tuple[Alternative, ...]]:
    """Who chooses, and the options."""
    seat = player_of(scope) if node.player is None else player(r, node.player, scope)
    found: list[Alternative] = []
    for option in reversed(node.options):
        asking = scope.child(asked=seat)
        test = condition(r, option.condition, asking)
        demand = possible(r, option.body.statements, asking, False)
        open_, body = conjunction(test, demand), block(r, option.body, scope.child())
        found.append(Alternative(r.label(str(option.label)), open_, body, at_header(option)))
    return seat, tuple(reversed(found))
