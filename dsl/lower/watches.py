"""What lasts until an event happens, or for as long as something is so: changes of properties, and
rules that effects set up.

What begins while an event is going on does not end with that event, but with the next one.
"""

from __future__ import annotations

from ..ir import ir
from ..ir.names import engine_name
from ..nodes.dataclass import dataclass
from ..nodes.expressions import Sentence
from ..typed import ids
from ..typed.rules import SPEAKER, THIS, WatchMeaning
from ..typed.statements import Lasting
from .context import TRUE, Env, Lowered, Lowering, Needed, conjunction, lower_value


def lasting_field(b: Lowering, lasting: Lasting) -> str:
    """The note that a rule for a time holds: for which card, and 1 more."""
    return engine_name("lasting", b.lasting[lasting])


def times_field(b: Lowering, lasting: Lasting) -> str:
    """The note how often a `when` for a time was set up."""
    return engine_name("times", b.lasting[lasting])


def givers_of(b: Lowering, given: Sentence | Lasting) -> Needed:
    """The cards without which no card gains a sentence, or nothing sets up what lasts, if that is
    so for some.
    """
    return None if b.has_copies else b.format.givers.get(given)


def if_some(b: Lowering, lasting: Lasting, lines: Lowered) -> Lowered:
    """What is done about something that lasts, in matches in which a card can set it up."""
    some = b.has_some(givers_of(b, lasting))
    return lines if some == TRUE else [ir.If(some, tuple(lines))]


@dataclass(frozen=True, slots=True, eq=False)
class Begun:
    """What there was when an event began: how many changes had been made, and for whom each rule
    held.
    """

    changes: str
    held: dict[Lasting, str]


def watches_of(b: Lowering, event: str) -> list[tuple[ids.Watch, WatchMeaning]]:
    """All that end with an event; with "" what is looked at at each settle point."""
    return [(watch, known) for watch, known in b.format.watches.items() if watch.event == event]


def lasting_until(b: Lowering, watch: ids.Watch) -> list[Lasting]:
    """What effects set up until then."""
    return [one for one in b.format.lasting if one.until is watch]


def begin_event(b: Lowering, event: str) -> tuple[Lowered, Begun | None]:
    """What comes before all that an event brings about."""
    found = watches_of(b, event)
    if not found:
        return [], None
    begun = Begun(b.fresh("changes"), {})
    lines: Lowered = [ir.Let(begun.changes, ir.Sequence())]
    for watch, _ in found:
        for lasting in lasting_until(b, watch):
            name, it = b.fresh("held"), b.fresh("it")
            begun.held[lasting] = name
            lines.append(ir.Let(name, for_whom(b, lasting, it), True))
    return lines, begun


def for_whom(b: Lowering, lasting: Lasting, it: str) -> ir.Expression:
    """The players for whom a rule holds."""
    note = ir.Field(lasting_field(b, lasting), ir.Local(it))
    seats = b.seated
    return ir.Select(it, seats, ir.Compare(">", note, ir.Int(0)))


def end_watched(b: Lowering, event: str, fields: Env, begun: Begun | None = None) -> Lowered:
    """Ends what lasted until this."""
    found: Lowered = []
    for watch, known in watches_of(b, event):
        found.append(end_changes(b, watch, known, fields, begun))
        for lasting in lasting_until(b, watch):
            found += if_some(b, lasting, [end_rule(b, lasting, known, fields, begun)])
    return found


def end_changes(
    b: Lowering, watch: ids.Watch, known: WatchMeaning, fields: Env, begun: Begun | None
) -> ir.Statement:
    """Ends the changes of properties for which it holds, with what each of them remembers."""
    given = known.event.fields if known.event is not None else {}
    named = [known.event.binding(name) for name in given] if known.event is not None else []
    bindings = (*named, *known.context)
    names = {one: b.fresh(one.name) for one in bindings}
    code = lower_value(b, known.condition, {one: ir.Local(name) for one, name in names.items()})
    moment = b.moment(watch)
    function = b.function(
        engine_name("watch", moment), tuple(names.values()), ir.Mark(b.place(known.at), code)
    )
    changes = ir.Sequence() if begun is None else ir.Local(begun.changes)
    return ir.ExpireIf(moment, function, tuple(fields[one] for one in named), changes)


def end_rule(
    b: Lowering, lasting: Lasting, known: WatchMeaning, fields: Env, begun: Begun | None
) -> ir.Statement:
    """The rule holds no longer for those players for whom it has come."""
    player = ir.Local(b.fresh("player"))
    note, times = lasting_field(b, lasting), times_field(b, lasting)
    this = ir.Arithmetic("-", ir.Field(note, player), ir.Int(1))
    test = lower_value(b, known.condition, {**fields, THIS: this, SPEAKER: player})
    ends: Lowered = [ir.Set(note, player, ir.Int(0))]
    if b.format.lasting[lasting]:
        ends.append(ir.Set(times, player, ir.Int(0)))
    every = for_whom(b, lasting, b.fresh("it"))
    held = every if begun is None else ir.Local(begun.held[lasting])
    still = ir.Compare(">", ir.Field(note, player), ir.Int(0))
    body = ir.If(conjunction(still, ir.Mark(b.place(known.at), test)), tuple(ends))
    return ir.For(player.name, held, (body,))
