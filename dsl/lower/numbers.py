"""Choices of numbers as code."""

from __future__ import annotations

from ..ir import ir
from ..ir.options import MOST_NUMBERS, ZERO
from ..typed import statements as t
from .context import Frame, Lowered, Lowering, code_of_statement, lower_value


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


def too_many(count: ir.Expression, place: int) -> ir.Statement:
    """The fault of more numbers than can be offered."""
    over = ir.Compare(">", count, ir.Int(MOST_NUMBERS))
    return ir.If(over, (ir.Fault("too-many-numbers", place),))
