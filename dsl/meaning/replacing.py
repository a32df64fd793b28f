"""What happens instead of an event: who says which of several rules replaces it, and that
none replaces it twice.

Where more than one could, those that match are gathered first, as rule << ACTION_SHIFT |
card that bears it + 1. Their owners are asked in turn: one who owns all of them, or else
the players in the order of waiting effects; without such an order they come one by one, as
the files have them.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..ir import ir
from ..ir.types import Type
from ..nodes import declarations as d
from ..nodes import statements as s
from ..nodes.base import walk
from ..vocabulary.titles import instead_of
from .catching import Make, bear, bind_bearers, bound_to_one, event_scope, set_up
from .context import TRUE, CaughtRule, Meaning, Scope, Value, conjunction
from .expressions import lower_player, words
from .parts import card_of_part

Lowered = list[ir.Statement]
Arguments = tuple[ir.Expression, ...]
SPAN = ir.Int(1 << ir.ACTION_SHIFT)
ACTS = (s.DoStatement, s.AnnounceStatement, s.RunStatement, s.OpenStatement)


@dataclass(frozen=True, slots=True)
class Replacement:
    """A rule that may replace an event, and the note that says that it is doing so."""

    number: int
    rule: CaughtRule
    mark: str

    @property
    def is_optional(self) -> bool:
        return self.rule.optional is not None


def replaced(
    m: Meaning,
    event: str,
    fields: dict[str, Value],
    arguments: Arguments,
) -> Lowered:
    """All that may happen instead of an event; what comes behind is the event itself."""
    found = [
        Replacement(number, rule, mark_of(m, rule))
        for number, rule in enumerate(
            r for r in m.caught if r.event == event and r.kind == "instead"
        )
    ]
    if not found:
        return []
    if len(found) == 1 and (
        found[0].rule.group < 0 or bound_to_one(m, found[0].rule, fields)
    ):
        return only_one(m, event, fields, found[0], arguments)
    return several(m, event, fields, found, arguments)


# ---- one rule


def only_one(
    m: Meaning, event: str, fields: dict[str, Value], one: Replacement, arguments: Arguments
) -> Lowered:
    """The rule's body happens instead of the event. An optional one asks first."""

    def make(scope: Scope, condition: ir.Expression) -> Lowered:
        free = conjunction(condition, is_free(one, scope))
        body = carried_out(m, event, one, scope, arguments)
        if not one.is_optional:
            return [ir.If(free, body)]
        label = label_of(event, one)
        place = m.place(one.rule.node.span)
        site = m.site(ir.Site(label, "label", place, (label,), "decline"))
        name = m.fresh("instead")
        options = ir.Either(free, ir.Items((ir.Int(0),)), ir.Items(()))
        seat = scope.player if scope.player is not None else ir.Int(0)
        accepted = ir.Compare("==", ir.Local(name), ir.Int(0))
        return [ir.Choose(name, seat, site, options, TRUE), ir.If(accepted, body)]

    return bind_bearers(m, one.rule, fields, make)


def label_of(event: str, one: Replacement) -> str:
    """What choosing it is called: as it says, or what it replaces when."""
    label = getattr(one.rule.optional, "label", None)
    if label is not None:
        return str(label)
    condition = one.rule.condition
    where = f" where {words(condition)}" if condition is not None else ""
    return f"Instead of {event}{where}"


def carried_out(
    m: Meaning, event: str, one: Replacement, scope: Scope, arguments: Arguments
) -> ir.Block:
    """While the body happens, the rule does not meet the event again."""
    from .events import called_body

    body: Lowered = [ir.Announce(event, 3, arguments)]
    inside = called_body(m, one.rule, scope)
    if one.mark:
        owner = scope.this if one.rule.group >= 0 else None
        inside = [ir.Set(one.mark, owner, ir.Int(1)), *inside]
        inside.append(ir.Set(one.mark, owner, ir.Int(0)))
    return (*body, *inside, ir.Return())


def mark_of(m: Meaning, rule: CaughtRule) -> str:
    """The note of a rule whose body may bring about what it replaces; of others none."""
    if rule.body is None or not any(isinstance(part, ACTS) for part in walk(rule.body)):
        moves = any(r.event == "moved" for r in m.caught)
        if not moves or rule.body is None:
            return ""
        if not any(isinstance(part, s.MoveStatement) for part in walk(rule.body)):
            return ""
    number = next(i for i, known in enumerate(m.caught) if known is rule)
    name = f"replacing_{number}"
    per = "card" if rule.group >= 0 else "game"
    m.fields.setdefault(name, ir.FieldSpec(name, per, 0, 0, 1, secret="inner"))
    return name


def is_free(one: Replacement, scope: Scope) -> ir.Expression:
    """It is not what happens instead just now."""
    if not one.mark:
        return TRUE
    owner = scope.this if one.rule.group >= 0 else None
    return ir.Compare("==", ir.Field(one.mark, owner), ir.Int(0))


# ---- several


def several(
    m: Meaning,
    event: str,
    fields: dict[str, Value],
    found: list[Replacement],
    arguments: Arguments,
) -> Lowered:
    """Those that match are gathered; groups of them are offered until one is taken."""
    left, group, pick = m.fresh("left"), m.fresh("group"), m.fresh("pick")
    body: Lowered = [ir.Let(left, ir.Items(()), True)]
    for one in found:
        body += bind_bearers(m, one.rule, fields, gathered(one, left))
    player = fields["player"].code if "player" in fields else ir.Int(ir.NONE)
    again = m.fresh("it")
    rest = ir.Select(
        again,
        ir.Local(left),
        ir.Not(ir.Contains(ir.Local(group), ir.Local(again))),
    )
    taken: Lowered = []
    for one in reversed(found):
        same = ir.Compare("==", rule_of(ir.Local(pick)), ir.Int(one.number))
        happens = taken_up(m, event, fields, one, pick, arguments)
        taken = [ir.If(same, happens, tuple(taken))]
    owners = Owners(m, found, player)
    first = asked_first(m, ir.Local(left), owners)
    round_: Lowered = [
        ir.Let(group, first, True),
        *asked(m, event, group, pick, owners),
        ir.If(ir.Compare(">=", ir.Local(pick), ir.Int(0)), tuple(taken)),
        ir.Let(left, rest, True),
    ]
    some = ir.Compare(">", ir.Count(ir.Local(left)), ir.Int(0))
    return [*body, ir.While(some, tuple(round_))]


def gathered(one: Replacement, left: str) -> Make:
    """Adds a rule that matches to those gathered."""

    def make(scope: Scope, condition: ir.Expression) -> Lowered:
        code: ir.Expression = ir.Int(one.number << ir.ACTION_SHIFT)
        speaker = speaker_of(one.rule, scope)
        if speaker is not None:
            behind = ir.Int((one.number << ir.ACTION_SHIFT) + 1)
            code = ir.Arithmetic("+", speaker, behind)
        more = ir.Join(ir.Local(left), ir.Items((code,)))
        free = conjunction(condition, is_free(one, scope))
        return [ir.If(free, (ir.Let(left, more, True),))]

    return make


def speaker_of(rule: CaughtRule, scope: Scope) -> ir.Expression | None:
    """For whom a rule speaks: the card or part that bears it, the player an effect set it up
    for; nobody for a rule of the format.
    """
    if rule.lasting:
        return scope.player
    if rule.group < 0:
        return None
    return scope.holder.code if rule.part and scope.holder is not None else scope.this


def rule_of(code: ir.Expression) -> ir.Expression:
    return ir.Arithmetic("//", code, SPAN)


def bearer_of(code: ir.Expression) -> ir.Expression:
    return ir.Arithmetic("-", ir.Arithmetic("%", code, SPAN), ir.Int(1))


@dataclass(frozen=True, slots=True)
class Owners:
    """Whose a gathered rule is: a card's or part's its owner's, one that an effect set up
    that player's, one of the format the event's `player`'s.
    """

    m: Meaning
    found: list[Replacement]
    player: ir.Expression

    def of(self, code: ir.Expression) -> ir.Expression:
        mine = ir.Compare(">=", bearer_of(code), ir.Int(0))
        whose: ir.Expression = ir.Table("owner", bearer_of(code))
        for one in self.found:
            if one.rule.lasting or one.rule.part:
                same = ir.Compare("==", rule_of(code), ir.Int(one.number))
                whose = ir.Either(same, self.of_rule(one, bearer_of(code)), whose)
        return ir.Either(mine, whose, self.player)

    def of_rule(self, one: Replacement, speaker: ir.Expression) -> ir.Expression:
        if one.rule.lasting:
            return speaker
        holder = Value(speaker, Type("part", one.rule.part))
        return ir.Table("owner", card_of_part(self.m, holder))


def asked_first(m: Meaning, left: ir.Expression, owners: Owners) -> ir.Expression:
    """All that are left if they have one owner; else those of who comes first; else one."""
    it, seat = m.fresh("it"), m.fresh("seat")
    one = ir.BottomOne(left)
    of_others = ir.Compare("!=", owners.of(ir.Local(it)), owners.of(one))
    shared = ir.Not(ir.Exists(it, left, of_others))
    nobody = ir.Compare("<", owners.of(one), ir.Int(0))
    order = order_of_players(m)
    among: ir.Expression = ir.Items((one,))
    if order:
        mine = m.fresh("it")
        owned = ir.Compare("==", owners.of(ir.Local(mine)), ir.Local(seat))
        has = ir.Exists(mine, left, owned)
        first = ir.BottomOne(ir.Select(seat, ir.Items(order), has))
        chosen, again = m.fresh("first"), m.fresh("it")
        same = ir.Compare("==", owners.of(ir.Local(again)), ir.Local(chosen))
        mine_first = ir.Select(again, left, same)
        nobody_s = ir.Compare("<", ir.Local(chosen), ir.Int(0))
        among = ir.Bind(chosen, first, ir.Either(nobody_s, among, mine_first))
    return ir.Either(ir.And(shared, ir.Not(nobody)), left, among)


def order_of_players(m: Meaning) -> tuple[ir.Expression, ...]:
    """The players as `triggers order` has them; empty when it says nothing of players."""
    declared = m.ruleset.one(d.TriggersDeclaration)
    for line in declared.lines if declared is not None else ():
        for ordering in line.orderings if isinstance(line, d.TriggerOrderLine) else ():
            if isinstance(ordering, d.FirstOrdering):
                first = lower_player(m, ordering.player, Scope())
                after = range(1, m.ruleset.seats)
                return (first, *(ir.NextPlayer(first, steps) for steps in after))
    return ()


def asked(
    m: Meaning,
    event: str,
    group: str,
    pick: str,
    owners: Owners,
) -> Lowered:
    """The owner picks one; he may decline if none of them must happen."""
    found = owners.found
    place = m.place(found[0].rule.node.span)
    labels = tuple(label_of(event, one) for one in found)
    kinds = tuple(kind_of_speaker(one.rule) for one in found)
    prompt = instead_of(event)
    site = m.site(ir.Site(prompt, "action", place, labels, "decline", element_kinds=kinds))
    it = m.fresh("it")
    binding = ir.Items(tuple(ir.Int(one.number) for one in found if not one.is_optional))
    must = ir.Exists(it, ir.Local(group), ir.Contains(binding, rule_of(ir.Local(it))))
    may = ir.Not(must) if binding.items else TRUE
    if len(binding.items) == len(found):
        may = ir.Int(0)
    alone = ir.Compare("==", ir.Count(ir.Local(group)), ir.Int(1))
    first = ir.BottomOne(ir.Local(group))
    seat = m.fresh("owner")
    whose = ir.Let(seat, owners.of(first))
    choose = ir.Choose(pick, ir.Local(seat), site, ir.Local(group), may)
    return [
        whose,
        ir.If(
            ir.And(alone, ir.Not(may)),
            (ir.Let(pick, first),),
            (choose,),
        ),
    ]


def kind_of_speaker(rule: CaughtRule) -> str:
    """What an option of the choice names besides the rule."""
    if rule.lasting:
        return "player"
    if rule.group < 0:
        return "nothing"
    return f"part:{rule.part}" if rule.part else "card"


def taken_up(
    m: Meaning,
    event: str,
    fields: dict[str, Value],
    one: Replacement,
    pick: str,
    arguments: Arguments,
) -> ir.Block:
    """What a rule that was taken does, for whom it speaks."""
    if one.rule.lasting:
        name = m.fresh("player")
        scope, _ = set_up(one.rule, fields, ir.Local(name))
        body = carried_out(m, event, one, scope, arguments)
        return (ir.Let(name, bearer_of(ir.Local(pick))), *body)
    if one.rule.group < 0:
        scope = event_scope(one.rule, fields)
        return carried_out(m, event, one, scope, arguments)
    name = m.fresh("bearer")
    scope, _ = bear(m, one.rule, fields, name)
    body = carried_out(m, event, one, scope, arguments)
    return (ir.Let(name, bearer_of(ir.Local(pick))), *body)


__all__ = ["replaced"]
