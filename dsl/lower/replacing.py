"""What happens instead of an event: who says which of several rules replaces it, and that none
replaces it twice.

Where more than one could, those that match are gathered first, as options whose group is the
rule and whose element is who bears it. Their owners are asked in turn: one who owns all of them,
or else the players in the order of waiting effects; without such an order they come one by one,
as the files have them.
"""

from __future__ import annotations

from ..ir import ir
from ..ir.names import engine_name
from ..ir.options import element_of, group_of, packed
from ..nodes.dataclass import dataclass
from ..typed.rules import SPEAKER, THIS, Event, Rule
from ..typed.values import Value
from ..typed.walk import pays
from ..vocabulary.titles import instead_of
from .context import (
    NOBODY,
    TRUE,
    Env,
    Lowered,
    Lowering,
    conjunction,
    count_above,
    lower_value,
    speaker_of,
    there,
)
from .events import (
    Make,
    allow_condition,
    bind_bearers,
    bind_reactions,
    called_body,
    cannot_be_done,
    caught,
    forbid_condition,
    in_order,
    needed_by_all,
    rules_about,
    run_body,
    use_of,
)
from .speakers import bear, set_up
from .values import card_of_part

Arguments = tuple[ir.Expression, ...]


@dataclass(frozen=True, slots=True)
class Replacement:
    """A rule that may replace an event, and the note that says that it is doing so."""

    number: int
    rule: Rule
    mark: str


def catch_preceding(b: Lowering, event: str, fields: Env) -> Lowered:
    """What rules do before an event."""
    found = caught(b, event, "before", fields)
    return found + bind_reactions(b, event, "before", fields, lambda one: run_body(b, one.rule))


def catch_before(
    b: Lowering, event: str, fields: Env, arguments: tuple[ir.Expression, ...]
) -> Lowered:
    """What comes before an event: it may be forbidden, preceded, or replaced; where replacements
    win over prohibitions, replaced, forbidden or preceded.
    """
    preceding: Lowered = []
    forbidden = forbid_condition(b, event, fields)
    if forbidden is not None:
        stop = (ir.Announce(event, 2, arguments), *cannot_be_done(b), ir.Return())
        preceding.append(ir.If(forbidden, stop))
    preceding += catch_preceding(b, event, fields)
    replacing = replaced(b, event, fields, arguments)
    allowed = allow_condition(b, event, fields) if b.format.beats("allow", "instead") else None
    if replacing and allowed is not None:
        replacing = [ir.If(ir.Not(allowed), tuple(replacing))]
    first = b.format.beats("instead", "forbid")
    return [*replacing, *preceding] if first else [*preceding, *replacing]


def replaced(b: Lowering, event: str, fields: Env, arguments: Arguments) -> Lowered:
    """All that may happen instead of an event; what comes behind is the event itself."""
    found = [
        Replacement(number, rule, mark_of(b, rule))
        for number, rule in enumerate(rules_about(b, event, "instead"))
    ]
    if not found:
        return []
    rule = found[0].rule
    if len(found) == 1 and (rule.said is None or rule.bearer is not None):
        lines = only_one(b, event, fields, found[0], arguments)
    else:
        lines = Several(b, event, fields, found, arguments).lowered()
    some = b.has_some(needed_by_all(b, [one.rule for one in found]))
    return lines if some == TRUE else [ir.If(some, tuple(lines))]


# ---- one rule


def only_one(
    b: Lowering, event: str, fields: Env, one: Replacement, arguments: Arguments
) -> Lowered:
    """The rule's body happens instead of the event. An optional one asks first."""
    rule = one.rule

    def make(env: Env, condition: ir.Expression) -> Lowered:
        free = conjunction(condition, is_free(one, env))
        body = carried_out(b, event, one, env, arguments)
        if not rule.optional:
            return [ir.If(free, body)]
        place = plain_place(b, rule)
        paid = pays(rule.body)
        site = b.site(ir.Site(rule.label, "label", place, (rule.label,), "decline", pays=paid))
        name = b.fresh("instead")
        options = ir.Either(free, ir.Items((ir.Int(0),)), ir.Items(()))
        seat = speaking_player(b, rule, env)
        accepted = ir.Compare("==", ir.Local(name), ir.Int(0))
        return [ir.Choose(name, seat, site, options, TRUE), ir.If(accepted, body)]

    return bind_bearers(b, rule, fields, make)


def plain_place(b: Lowering, rule: Rule) -> int:
    """Where a rule is written, whatever it cites."""
    return b.place(type(rule.at)(rule.at.span))


def speaking_player(b: Lowering, rule: Rule, env: Env) -> ir.Expression:
    """Who is asked: the player for whom the rule speaks, or of the event."""
    if rule.said is not None or rule.lasting is not None:
        return env[SPEAKER]
    return player_of_event(b, rule.event, env)


def player_of_event(b: Lowering, event: Event, env: Env) -> ir.Expression:
    """Whose an event is; of a card that goes where nobody's cards lie, for whom it speaks; of one
    that is given to nobody, who had it.
    """
    if "player" not in event.fields:
        return ir.Int(0)
    player = env[event.binding("player")]
    if event.name not in ("moved", "given"):
        return player
    known = ir.Compare(">=", player, ir.Int(0))
    if event.name == "given":
        return ir.Either(known, player, env[event.binding("former")])
    return ir.Either(known, player, speaker_of(b, env[event.binding("card")]))


def carried_out(
    b: Lowering, event: str, one: Replacement, env: Env, arguments: Arguments
) -> ir.Block:
    """While the body happens, the rule does not meet the event again."""
    inside = called_body(b, one.rule, env)
    if one.mark:
        owner = marked_card(one.rule, env)
        start, stop = (ir.Set(one.mark, owner, ir.Int(n)) for n in (1, 0))
        inside = [start, *inside, stop]
    used = use_of(b, one.rule, env)
    return (ir.Announce(event, 3, arguments), *used, *inside, ir.Return())


def marked_card(rule: Rule, env: Env) -> ir.Expression | None:
    return env[THIS] if rule.said is not None else None


def mark_of(b: Lowering, rule: Rule) -> str:
    """The note of a rule whose body may bring about what it replaces: at an event it does, or at
    a move that rules are about; of others none.
    """
    moves = any(other.event.name == "moved" for other in b.format.rules)
    if not rule.acts and not (moves and rule.moves):
        return ""
    name = engine_name("replacing", b.format.rules.index(rule))
    per = "card" if rule.said is not None else "game"
    b.fields.setdefault(name, ir.FieldSpec(name, per, 0, 0, 1, secret="inner"))
    return name


def is_free(one: Replacement, env: Env) -> ir.Expression:
    """It is not what happens instead just now."""
    if not one.mark:
        return TRUE
    note = ir.Field(one.mark, marked_card(one.rule, env))
    return ir.Compare("==", note, ir.Int(0))


# ---- several


@dataclass(slots=True)
class Several:
    """Rules that match are gathered; groups of them are offered until one is taken."""

    b: Lowering
    event: str
    fields: Env
    found: list[Replacement]
    arguments: Arguments

    def lowered(self) -> Lowered:
        b = self.b
        left, group, pick = (b.fresh(x) for x in ("left", "group", "pick"))
        parts = [
            (
                bind_bearers(b, one.rule, self.fields, self.gathered(one, left)),
                needed_by_all(b, [one.rule]),
            )
            for one in self.found
        ]
        body: Lowered = [ir.Let(left, ir.Items(()), True), *in_order(b, parts)]
        again = b.fresh("it")
        others = ir.Not(ir.Contains(ir.Local(group), ir.Local(again)))
        taken: Lowered = []
        for one in reversed(self.found):
            same = ir.Compare("==", self.rule_of(ir.Local(pick)), ir.Int(one.number))
            taken = [ir.If(same, self.taken_up(one, pick), tuple(taken))]
        chooser = b.format.course.order.chooser
        round_: Lowered = [
            ir.Let(group, self.asked_first(ir.Local(left)), True),
            *(self.asked(group, pick) if chooser is None else self.picked(group, pick, chooser)),
            ir.If(there(pick), tuple(taken)),
            ir.Let(left, ir.Select(again, ir.Local(left), others), True),
        ]
        return [*body, ir.While(count_above(ir.Local(left), 0), tuple(round_))]

    def rule_of(self, code: ir.Expression) -> ir.Expression:
        return group_of(code, len(self.found))

    def bearer_of(self, code: ir.Expression) -> ir.Expression:
        return element_of(code, len(self.found))

    def gathered(self, one: Replacement, left: str) -> Make:
        """Adds a rule that matches to those gathered."""

        def make(env: Env, condition: ir.Expression) -> Lowered:
            code = packed(bearer_for(one.rule, env), one.number, len(self.found))
            more = ir.Join(ir.Local(left), ir.Items((code,)))
            free = conjunction(condition, is_free(one, env))
            return [ir.If(free, (ir.Let(left, more, True),))]

        return make

    def owner_of(self, code: ir.Expression) -> ir.Expression:
        """Whose a gathered rule is: a card's or part's its owner's, one that an effect set up
        that player's, one of the format the event's `player`'s.
        """
        b, event = self.b, self.found[0].rule.event
        nobody: ir.Expression = NOBODY
        if "player" in event.fields:
            nobody = player_of_event(b, event, self.fields)
        mine = ir.Compare(">=", self.bearer_of(code), ir.Int(0))
        whose: ir.Expression = speaker_of(b, self.bearer_of(code))
        for one in self.found:
            speaker = self.owner_of_speaker(one.rule, self.bearer_of(code))
            if speaker is not None:
                same = ir.Compare("==", self.rule_of(code), ir.Int(one.number))
                whose = ir.Either(same, speaker, whose)
        return ir.Either(mine, whose, nobody)

    def owner_of_speaker(self, rule: Rule, speaker: ir.Expression) -> ir.Expression | None:
        """Of what speaks for a rule that is no card."""
        if rule.lasting is not None:
            return speaker
        if rule.said is None or rule.said.holder is None:
            return None
        return speaker_of(self.b, card_of_part(self.b, speaker, rule.said.holder.type.of))

    def asked_first(self, left: ir.Expression) -> ir.Expression:
        """All that are left if they have one owner; else those of who comes first; else one."""
        b = self.b
        it, seat = b.fresh("it"), b.fresh("seat")
        one = ir.BottomOne(left)
        first_owner = self.owner_of(one)
        of_others = ir.Compare("!=", self.owner_of(ir.Local(it)), first_owner)
        shared = ir.Not(ir.Exists(it, left, of_others))
        nobody = ir.Compare("<", first_owner, ir.Int(0))
        among: ir.Expression = ir.Items((one,))
        order = order_of_players(b)
        if order is None and b.format.course.order.chooser is not None:
            return left
        if order is not None:
            mine, chosen, again = (b.fresh(x) for x in ("it", "first", "it"))
            owned = ir.Compare("==", self.owner_of(ir.Local(mine)), ir.Local(seat))
            has = ir.Exists(mine, left, owned)
            first = ir.BottomOne(ir.Select(seat, order, has))
            same = ir.Compare("==", self.owner_of(ir.Local(again)), ir.Local(chosen))
            known = ir.Compare("<", ir.Local(chosen), ir.Int(0))
            either = ir.Either(known, among, ir.Select(again, left, same))
            among = ir.Bind(chosen, first, either)
        return ir.Either(ir.And(shared, ir.Not(nobody)), left, among)

    def asked(self, group: str, pick: str) -> Lowered:
        """The owner picks one; he may decline if none of them must happen."""
        b, found = self.b, self.found
        labels = tuple(one.rule.label for one in found)
        kinds = tuple(kind_of_speaker(one.rule) for one in found)
        place, prompt = plain_place(b, found[0].rule), instead_of(self.event)
        asked = ir.Site(prompt, "action", place, labels, "decline", element_kinds=kinds)
        site = b.site(asked, orders=True)
        it = b.fresh("it")
        binding = tuple(ir.Int(one.number) for one in found if not one.rule.optional)
        within = ir.Contains(ir.Items(binding), self.rule_of(ir.Local(it)))
        must = ir.Exists(it, ir.Local(group), within)
        may = ir.Not(must) if binding else TRUE
        if len(binding) == len(found):
            may = ir.Int(0)
        alone = ir.Compare("==", ir.Count(ir.Local(group)), ir.Int(1))
        first, seat = ir.BottomOne(ir.Local(group)), b.fresh("owner")
        choose = ir.Choose(pick, ir.Local(seat), site, ir.Local(group), may)
        forced = ir.And(alone, ir.Not(may))
        return [
            ir.Let(seat, self.owner_of(first)),
            ir.If(forced, (ir.Let(pick, first),), (choose,)),
        ]

    def picked(self, group: str, pick: str, chooser: Value) -> Lowered:
        """The player who orders all picks one; the owner of one that is optional may decline."""
        b, found = self.b, self.found
        labels = tuple(one.rule.label for one in found)
        kinds = tuple(kind_of_speaker(one.rule) for one in found)
        place, prompt = plain_place(b, found[0].rule), instead_of(self.event)
        site = b.site(ir.Site(prompt, "action", place, labels, element_kinds=kinds), orders=True)
        lines: Lowered = [
            ir.Choose(pick, lower_value(b, chooser, {}), site, ir.Local(group)),
            ir.Let(group, ir.Items((ir.Local(pick),)), True),
        ]
        for one in found:
            if one.rule.optional:
                label, taken = one.rule.label, b.fresh("taken")
                place, paid = plain_place(b, one.rule), pays(one.rule.body)
                asks = ir.Site(label, "label", place, (label,), "decline", pays=paid)
                yes = ir.Items((ir.Int(0),))
                owner, site = self.owner_of(ir.Local(pick)), b.site(asks)
                same = ir.Compare("==", self.rule_of(ir.Local(pick)), ir.Int(one.number))
                declined = ir.Compare("<", ir.Local(taken), ir.Int(0))
                none = ir.If(declined, (ir.Let(pick, NOBODY),))
                lines.append(ir.If(same, (ir.Choose(taken, owner, site, yes, TRUE), none)))
        return lines

    def taken_up(self, one: Replacement, pick: str) -> ir.Block:
        """What a rule that was taken does, for whom it speaks."""
        b, rule = self.b, one.rule
        env, before = self.fields, list[ir.Statement]()
        if rule.lasting is not None or rule.said is not None:
            name = b.fresh("player" if rule.lasting is not None else "bearer")
            before.append(ir.Let(name, self.bearer_of(ir.Local(pick))))
            if rule.lasting is not None:
                env, _ = set_up(b, rule.lasting, env, ir.Local(name))
            elif rule.said is not None:
                env, _ = bear(b, rule.said, env, ir.Local(name))
        return (*before, *carried_out(b, self.event, one, env, self.arguments))


def bearer_for(rule: Rule, env: Env) -> ir.Expression:
    """For whom a rule speaks: the card or part that bears it, the player an effect set it up
    for; nobody for a rule of the format.
    """
    if rule.lasting is not None:
        return env[SPEAKER]
    if rule.said is None:
        return NOBODY
    return env[rule.said.holder if rule.said.holder is not None else THIS]


def order_of_players(b: Lowering) -> ir.Expression | None:
    """The players as `triggers order` has them; None when it says nothing of players."""
    if b.format.course.order.first is None:
        return None
    return b.seated_from(lower_value(b, b.format.course.order.first, {}))


def kind_of_speaker(rule: Rule) -> str:
    """What an option of the choice names besides the rule."""
    if rule.lasting is not None:
        return "player"
    if rule.said is None:
        return "nothing"
    holder = rule.said.holder
    return f"part:{holder.type.of}" if holder is not None else "card"
