"""Phases and steps that may be skipped, and what ends with them."""

from __future__ import annotations

from ..ir import ir
from ..ir.names import engine_name
from ..typed import ids
from .context import Lowered, Lowering


def skip_field(step: ids.StepId) -> str:
    """The note that a phase or step will be left out."""
    return engine_name("skip", step)


def skip_owner(b: Lowering, step: ids.StepId, player: ir.Expression | None) -> ir.Expression:
    """Whose note says that a phase or step is skipped: the first seat's for one of nobody."""
    if player is None or not b.format.skips.get(step, False):
        return ir.Int(0)
    return player


def is_skipped(b: Lowering, step: ids.StepId, player: ir.Expression | None) -> ir.Expression:
    note = ir.Field(skip_field(step), skip_owner(b, step, player))
    return ir.Compare("==", note, ir.Int(1))


def ending(b: Lowering, step: ids.StepId, player: ir.Expression | None) -> Lowered:
    """What lasts until this phase or step ends does so, for all and for whose it is."""
    found: Lowered = []
    end = ids.StepEnd(step)
    if end in b.moments:
        found.append(ir.Expire(b.moment(end)))
    if player is None:
        return found
    for seat in range(b.format.ruleset.seats):
        end = ids.StepEnd(step, seat)
        if end in b.moments:
            here = ir.Compare("==", player, ir.Int(seat))
            found.append(ir.If(here, (ir.Expire(b.moment(end)),)))
    return found
