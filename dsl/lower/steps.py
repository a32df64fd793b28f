"""Phases and steps that may be skipped, and what ends with them."""

from __future__ import annotations

from ..ir import ir
from ..ir.names import engine_name
from ..typed import ids
from ..typed.values import Value
from .context import TRUE, Env, Lowered, Lowering, conjunction, lower_value


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


def half_field(step: ids.StepId) -> str:
    """The note of each player which half of the ends of a phase or step the next one is of."""
    return engine_name("half", step)


def end_condition(
    b: Lowering, moment: ids.Moment, condition: Value | None, env: Env
) -> ir.Expression:
    """Whether something that begins now ends at a moment: one of a half if the next end is of
    the other.
    """
    test = TRUE if condition is None else lower_value(b, condition, env)
    if not isinstance(moment, ids.StepEnd) or moment.half < 0:
        return test
    note = ir.Field(half_field(moment.step), ir.Int(moment.seat))
    return conjunction(test, ir.Compare("!=", note, ir.Int(moment.half)))


def beginning(b: Lowering, step: ids.StepId, player: ir.Expression | None) -> Lowered:
    """What lasts until this phase or step starts ends, for all and for whose it is."""
    return at_edge(b, ids.StepStart, step, player)


def ending(b: Lowering, step: ids.StepId, player: ir.Expression | None) -> Lowered:
    """What lasts until this phase or step ends does so, for all and for whose it is."""
    return at_edge(b, ids.StepEnd, step, player)


def at_edge(
    b: Lowering,
    edge: type[ids.StepStart | ids.StepEnd],
    step: ids.StepId,
    player: ir.Expression | None,
) -> Lowered:
    found: Lowered = []
    if edge(step) in b.moments:
        found.append(ir.Expire(b.moment(edge(step))))
    if player is None:
        return found
    for seat in range(b.seats):
        end = edge(step, seat)
        ends: Lowered = [ir.Expire(b.moment(end))] if end in b.moments else []
        ends += ending_halves(b, step, seat) if edge is ids.StepEnd else []
        if ends:
            here = ir.Compare("==", player, ir.Int(seat))
            found.append(ir.If(here, tuple(ends)))
    return found


def ending_halves(b: Lowering, step: ids.StepId, seat: int) -> Lowered:
    """What lasts until every second end does so at this one or the next."""
    halves = [ids.StepEnd(step, seat, half) for half in (0, 1)]
    if halves[0] not in b.moments:
        return []
    name, owner = half_field(step), ir.Int(seat)
    even, odd = (
        (ir.Expire(b.moment(end)), ir.Set(name, owner, ir.Int(1 - end.half))) for end in halves
    )
    return [ir.If(ir.Compare("==", ir.Field(name, owner), ir.Int(0)), even, odd)]
