"""Choices of numbers as code, and of shares of a number."""

from __future__ import annotations

from ..ir import ir
from ..ir.options import MOST_NUMBERS, SHARES, ZERO, group_of, packed
from ..typed import statements as t
from .choices import at_most, once, site_kind
from .context import (
    Frame,
    Lowered,
    Lowering,
    code_of_statement,
    count_above,
    lower_block,
    lower_value,
)
from .hidden import may_hold, order_hidden


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
    site = b.site(ir.Site(node.prompt, f"share:{kind}", place, (), "none", node.secret))
    others = ir.Arithmetic("-", ir.Count(rest), ir.Int(1))
    spare = ir.Arithmetic("-", left, ir.Arithmetic("*", least, others))
    needed = ir.Arithmetic("-", left, ir.Arithmetic("*", most, others))
    count = ir.Arithmetic("+", ir.Arithmetic("-", high, low), ir.Int(1))
    offered = packed(one, ir.Arithmetic("+", low, it), SHARES)
    is_hidden = kind == "card" and may_hold(b, members, seat)
    frame.env |= {node.one: one, node.share: share}
    ask: ir.Block = (
        ir.Let(one.name, ir.BottomOne(rest)),
        ir.Let(low.name, at_most(least, left)),
        ir.Let(high.name, at_least(at_most(spare, most), low)),
        ir.Let(low.name, at_most(at_least(needed, low), high)),
        too_many(count, place),
        ir.Choose(pick.name, seat, site, ir.Each(it.name, ir.Range(count), offered)),
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
