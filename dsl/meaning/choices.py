"""Choosing: one card, several in canonical order, an order, and paying terms."""

from __future__ import annotations

from dataclasses import replace

from ..ir import ir
from ..ir.types import Type, record
from ..nodes import expressions as e
from ..nodes import statements as s
from ..ruleset.ruleset import clauses_of
from .context import FALSE, TRUE, Meaning, Scope, Value
from .counts import check_count
from .expressions import lower, lower_number, lower_player, lower_set, player_of, words
from .terms import origin_of

Lowered = list[ir.Statement]


def binds_one(count: s.ChooseCount) -> bool:
    """`1`, `exactly 1` and `up to 1` bind one thing; everything else a set."""
    number = getattr(count, "number", None)
    single = isinstance(count, (s.PlainCount, s.ExactlyCount, s.UpToCount))
    return single and isinstance(number, e.Number) and number.value == 1


def site_kind(m: Meaning, type_: Type) -> str:
    if type_.kind == "symbol":
        return f"symbol:{type_.of}"
    if type_.kind in ("card", "player", "number", "name"):
        return type_.kind
    if type_.kind == "part":
        return f"part:{type_.of}"
    if type_.kind in ("record", "keyword"):
        return type_.kind
    return "number"


def lower_choose_statement(m: Meaning, node: s.ChooseStatement, scope: Scope) -> Lowered:
    seat, secret, prompt = chooser(m, node, scope)
    if not isinstance(node.count, s.AtLeastCount):
        number = getattr(node.count, "number", None)
        check_count(m, number, "nothing could ever be chosen")
    asking = scope.child()
    asking.asked = seat if not searches_in(m, node, scope) else None
    members = choice_members(m, node, asking)
    place = m.place(node.span, clauses_of(None))
    found: Lowered = []
    if members.type.kind == "card" and searches(m, members.zone):
        found.append(ir.Reveal(members.code, seat))
    if binds_one(node.count):
        passing = TRUE if isinstance(node.count, s.UpToCount) else FALSE
        site = m.site(
            ir.Site(prompt, site_kind(m, members.type), place, (), "none", secret)
        )
        name = m.fresh(str(node.name))
        type_ = replace(members.type.one, maybe=members.type.kind == "card")
        scope.locals[str(node.name)] = replace(
            members, code=ir.Local(name), type=type_, place=None
        )
        return [*found, ir.Choose(name, seat, site, members.code, passing)]
    site = m.site(ir.Site(prompt, site_kind(m, members.type), place, (), "done", secret))
    return found + choose_many(m, node, scope, members, seat, site)


def choice_members(m: Meaning, node: s.ChooseStatement, scope: Scope) -> Value:
    """What can be chosen; `way` without more is a record of the set it is chosen from."""
    if isinstance(node.of, e.Where) and isinstance(node.of.of, e.Within):
        return named_where(m, node.of, scope)
    return lower_set(m, node.of, scope)


def named_where(m: Meaning, node: e.Where, scope: Scope) -> Value:
    """`way in target's evolves_from where ..`: the candidate may also be named by its kind."""
    assert isinstance(node.of, e.Within)
    of = lower_set(m, node.of, scope)
    if of.type.kind != "record":
        return lower_set(m, node, scope)
    from .expressions import lower_condition

    name = m.fresh("it")
    inner = scope.child()
    inner.it = Value(ir.Local(name), of.type.one, origin=of.origin)
    if isinstance(node.of.kind, e.Name):
        inner.locals[str(node.of.kind.word)] = inner.it
    return replace(
        of, code=ir.Select(name, of.code, lower_condition(m, node.condition, inner))
    )


def chooser(
    m: Meaning, node: s.ChooseStatement, scope: Scope
) -> tuple[ir.Expression, bool, str]:
    seat, secret, prompt = player_of(scope), False, f"Choose {node.name}"
    for option in node.options:
        if isinstance(option, s.ByOption):
            seat = lower_player(m, option.player, scope)
        elif isinstance(option, s.SecretlyOption):
            secret = True
        elif isinstance(option, s.AskingOption):
            prompt = str(option.prompt)
        else:
            m.problem("no-meaning", "There is no meaning for this yet.", option.span)
    return seat, secret, prompt


def searches(m: Meaning, zone: str) -> bool:
    """Choosing from a zone that its owner cannot look into shows the chooser the
    candidates.
    """
    spec = m.zones.get(zone)
    return spec is not None and spec.seen == "nobody"


def searches_in(m: Meaning, node: s.ChooseStatement, scope: Scope) -> bool:
    before = len(m.problems)
    zone = lower_set(m, node.of, scope).zone
    del m.problems[before:]
    return searches(m, zone)


def bounds(
    m: Meaning, node: s.ChooseStatement, scope: Scope, total: ir.Expression
) -> tuple[ir.Expression, ir.Expression]:
    """How many at least and at most."""
    count = node.count
    number = getattr(count, "number", None)
    wanted = lower_number(m, number, scope) if number is not None else ir.Int(0)
    if isinstance(count, s.AnyCount):
        return ir.Int(0), total
    if isinstance(count, s.AtLeastCount):
        return wanted, total
    if isinstance(count, s.UpToCount):
        return ir.Int(0), wanted
    return wanted, wanted


def choose_many(
    m: Meaning,
    node: s.ChooseStatement,
    scope: Scope,
    members: Value,
    seat: ir.Expression,
    site: int,
) -> Lowered:
    """Single picks in the order of the set, each behind the last, then "done"."""
    rest, chosen, pick = m.fresh("rest"), m.fresh(str(node.name)), m.fresh("pick")
    least, most, open_ = m.fresh("least"), m.fresh("most"), m.fresh("open")
    low, high = bounds(m, node, scope, ir.Count(ir.Local(rest)))
    so_far = ir.Count(ir.Local(chosen))
    missing = ir.Arithmetic("-", ir.Local(least), so_far)
    spare = ir.Either(ir.Compare(">", missing, ir.Int(1)), missing, ir.Int(1))
    among = ir.Bottom(
        ir.Local(rest),
        ir.Arithmetic("-", ir.Arithmetic("+", ir.Count(ir.Local(rest)), ir.Int(1)), spare),
    )
    scope.locals[str(node.name)] = replace(members, code=ir.Local(chosen), place=None)
    there = ir.Count(ir.Local(rest))
    return [
        ir.Let(rest, members.code, True),
        ir.Let(chosen, ir.Items(()), True),
        ir.Let(least, low),
        ir.Let(
            least,
            ir.Either(ir.Compare(">", ir.Local(least), there), there, ir.Local(least)),
        ),
        ir.Let(most, high),
        ir.Let(open_, ir.Int(1)),
        ir.While(
            ir.And(
                ir.And(ir.Local(open_), ir.Compare("<", so_far, ir.Local(most))),
                ir.Compare(">", there, ir.Int(0)),
            ),
            (
                ir.Choose(
                    pick, seat, site, among, ir.Compare("<=", ir.Local(least), so_far)
                ),
                ir.If(
                    ir.Compare("<", ir.Local(pick), ir.Int(0)),
                    (ir.Let(open_, ir.Int(0)),),
                    (
                        ir.Let(
                            chosen,
                            ir.Join(ir.Local(chosen), ir.Items((ir.Local(pick),))),
                            True,
                        ),
                        ir.Let(rest, ir.After(ir.Local(rest), ir.Local(pick)), True),
                    ),
                ),
            ),
        ),
    ]


def lower_arrange_statement(m: Meaning, node: s.ArrangeStatement, scope: Scope) -> Lowered:
    """Puts cards back where they lie in an order the player picks, the first pick on top."""
    members = lower_set(m, node.what, scope)
    if not members.zone:
        if members.type.kind == "unknown":
            return []
        m.problem("not-a-zone", f"`{words(node.what)}` lie in no one zone.", node.what.span)
        return []
    seat = lower_player(m, node.player, scope)
    rest, pick = m.fresh("rest"), m.fresh("pick")
    order = m.fresh("order")
    site = m.site(ir.Site("Next card", "card", m.place(node.span), (), "done"))
    it = m.fresh("it")
    others = ir.Select(it, ir.Local(rest), ir.Compare("!=", ir.Local(it), ir.Local(pick)))
    return [
        ir.Reveal(members.code, seat),
        ir.Let(rest, members.code, True),
        ir.Let(order, ir.Items(()), True),
        ir.While(
            ir.Compare(">", ir.Count(ir.Local(rest)), ir.Int(0)),
            (
                ir.Choose(pick, seat, site, ir.Local(rest)),
                ir.Let(order, ir.Join(ir.Items((ir.Local(pick),)), ir.Local(order)), True),
                ir.Let(rest, others, True),
            ),
        ),
        *laid_back(m, order, members),
    ]


def laid_back(m: Meaning, order: str, members: Value) -> Lowered:
    """Cards laid down again where they were; where some may be open they stay as they lie."""
    zone, owner = members.zone, members.owner
    if m.zones[zone].seen == "nobody":
        return [ir.Move(ir.Local(order), True, zone, owner)]
    m.flags.add("face")
    card = m.fresh("card")
    is_open = ir.Compare("==", ir.Field("face", ir.Local(card)), ir.Int(1))
    moves = [ir.Move(ir.Local(card), False, zone, owner, face=face) for face in (1, 0)]
    return [ir.For(card, ir.Local(order), (ir.If(is_open, (moves[0],), (moves[1],)),))]


def lower_pay_statement(m: Meaning, node: s.PayStatement, scope: Scope) -> Lowered:
    """Moves a card for each term, in order; asks only where more than one card would do."""
    from .events import caught_move, moves_are_caught

    terms = lower(m, node.terms, scope)
    to = lower(m, node.place, scope)
    if terms.type != record("terms"):
        if terms.type.kind != "unknown":
            text = f"`{words(node.terms)}` are no terms."
            if terms.type.one == record("terms"):
                text = f"`{words(node.terms)}` are the terms of several; one is paid."
            m.problem("not-terms", text, node.terms.span)
        return []
    if to.place is None:
        m.problem("not-a-zone", f"`{words(node.place)}` is no zone.", node.place.span)
        return []
    zone, owner = to.place
    paid, number, term, card = (m.fresh(x) for x in ("paid", "number", "term", "card"))
    own = (player_of(scope), origin_of(terms))
    it = m.fresh("it")
    later_ones = ir.Arithmetic("+", ir.Local(number), ir.Int(1))
    fits = ir.And(
        ir.Compare("!=", ir.Local(it), own[1]),
        ir.ApplyDispatch("payable", terms.code, (later_ones, ir.Local(it), *own)),
    )
    candidates = ir.ApplyDispatch("candidates", ir.Local(term), own, True)
    site = m.site(ir.Site("Pay with", "card", m.place(node.span)))
    if node.name is not None:
        scope.locals[str(node.name)] = Value(
            ir.Local(paid), Type("card", many=True), zone, owner
        )
    caught = laid_for(m, term, card, to.place)
    if moves_are_caught(m):
        caught = caught_move(m, card, to.place, scope, caught)
    return [
        ir.Let(paid, ir.Items(()), True),
        ir.Let(number, ir.Int(0)),
        ir.For(
            term,
            ir.Entry("slot:items", terms.code, True),
            (
                ir.Choose(card, player_of(scope), site, ir.Select(it, candidates, fits)),
                ir.If(
                    ir.Compare(">=", ir.Local(card), ir.Int(0)),
                    (
                        *caught,
                        ir.Let(
                            paid, ir.Join(ir.Local(paid), ir.Items((ir.Local(card),))), True
                        ),
                    ),
                ),
                ir.Let(number, later_ones),
            ),
        ),
    ]


def laid_for(
    m: Meaning, term: str, card: str, place: tuple[str, ir.Expression | None]
) -> Lowered:
    """A card is laid for a term, turned as the term says."""
    moves: tuple[ir.Statement, ...] = (ir.Move(ir.Local(card), False, *place),)
    for turned in range(len(m.zones[place[0]].orientations)):
        m.flags.add("turned")
        same = ir.Compare("==", ir.Entry("slot:turned", ir.Local(term)), ir.Int(turned))
        one = ir.Move(ir.Local(card), False, *place, turned=turned)
        moves = (ir.If(same, (one,), moves),)
    return [*moves]
