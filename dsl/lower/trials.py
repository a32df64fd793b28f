"""What is tried, as a procedure of its own that can be taken back."""

from __future__ import annotations

from dataclasses import replace

from ..ir import ir
from ..ir.free_locals import free_locals
from ..ir.names import TRYING
from ..typed import statements as t
from .context import Frame, Lowered, Lowering, code_of_statement, lower_block, lower_value

FAILED = ir.Compare("==", ir.Field(TRYING), ir.Int(2))
GIVE_UP = (ir.Set(TRYING, None, ir.Int(2)), ir.Return())


@code_of_statement(t.Try)
def try_(b: Lowering, node: t.Try, frame: Frame) -> Lowered:
    """It is known behind each statement whether it could be done. A try inside another one has a
    mark of its own, and gives that of the other back.
    """
    inner = replace(frame.apart().child(), tries=True)
    place, body = b.place(node.at), list[ir.Statement]()
    for one in node.body:
        body += lower_block(b, (one,), inner)
        body.append(ir.If(FAILED, (ir.Return(),)))
    whole = (ir.Set(TRYING, None, ir.Int(1)), *body)
    names = free_locals(whole)
    procedure = b.procedure(b.fresh("try"), names, whole, place)
    given = tuple(ir.Local(name) for name in names)
    before, failed = b.fresh("trying"), b.fresh("failed")
    failing = lower_block(b, node.failing, frame.child())
    return [
        ir.Let(before, ir.Field(TRYING)),
        ir.Try(failed, procedure, given, FAILED, place),
        ir.Set(TRYING, None, ir.Local(before)),
        ir.If(ir.Local(failed), tuple(failing)),
    ]


@code_of_statement(t.Needed)
def needed(b: Lowering, node: t.Needed, frame: Frame) -> Lowered:
    return [ir.If(ir.Not(lower_value(b, node.condition, frame.env)), GIVE_UP)]
