"""Labels in front of sentences: how often, in which window, and what they wait for."""

from __future__ import annotations

from ..ir import ir
from ..nodes import declarations as d
from ..ruleset.ruleset import clauses_of
from .abilities import (
    OWN,
    Ability,
    Lowered,
    abilities_of,
    ability_of_group,
    card_scope,
    group_of,
    holder_of,
    standing_condition,
)
from .catching import bind_bearers
from .context import (
    ABILITY_SPAN,
    TRUE,
    CaughtRule,
    Meaning,
    Scope,
    Value,
    conjunction,
)
from .expressions import lower_condition
from .rebinding import rebind


def limit_field(m: Meaning, ability: Ability) -> str:
    """The note that counts how often a card used an ability; empty without a limit.

    Abilities that no card has both share one: few notes make small states.
    """
    limit = next((label.limit for label in ability.labels if label.limit is not None), None)
    if limit is None:
        return ""
    word = str(limit.per)
    moment = "turn" if word == "turn" else m.phases[word][0] if word in m.phases else ""
    if not moment:
        m.unknown("unknown-step", "phase or step", limit.per, ["turn", *m.phases])
        return ""
    taken = m.extra.setdefault("uses", {})
    assert isinstance(taken, dict)
    if ability.number not in taken:
        number = 0
        while any((moment, number, card) in taken for card in ability.bearers):
            number += 1
        for card in ability.bearers:
            taken[(moment, number, card)] = 1
        taken[ability.number] = name = f"uses_{moment}_{number}"
        m.fields.setdefault(
            name, ir.FieldSpec(name, "card", 0, 0, None, m.moment(moment), secret="inner")
        )
    return str(taken[ability.number])  # pyright: ignore[reportUnknownArgumentType, reportUnknownMemberType]


def within_limit(m: Meaning, ability: Ability, this: ir.Expression) -> ir.Expression:
    name = limit_field(m, ability)
    if not name:
        return TRUE
    limit = next(label.limit for label in ability.labels if label.limit is not None)
    return ir.Compare("<", ir.Field(name, this), ir.Int(limit.number))


def count_use(m: Meaning, ability: Ability, this: ir.Expression) -> Lowered:
    name = limit_field(m, ability)
    if not name:
        return []
    return [ir.Set(name, this, ir.Arithmetic("+", ir.Field(name, this), ir.Int(1)))]


def window_abilities(m: Meaning, window: str) -> list[tuple[Ability, d.LabelDeclaration]]:
    found: list[tuple[Ability, d.LabelDeclaration]] = []
    for ability in abilities_of(m).values():
        for label in ability.labels:
            if isinstance(label.mode, d.WindowMode) and label.mode.window == window:
                found.append((ability, label))
    return found


def label_options(m: Meaning, window: str, scope: Scope) -> ir.Expression:
    """card * ABILITY_SPAN + number of the ability on the card, for all that may be used
    now.
    """
    labels = {
        (str(label.name), ability.sentence.beneath): (ability, label)
        for ability, label in window_abilities(m, window)
    }
    if not labels:
        return ir.Items(())
    usable(m, window)
    table = f"in_{window}"
    result: ir.Expression = ir.Items(())
    for ability, label in labels.values():
        result = join(result, offers_of_label(m, window, ability, label, table))
    return result


def join(left: ir.Expression, right: ir.Expression) -> ir.Expression:
    return right if left == ir.Items(()) else ir.Join(left, right)


def offers_of_label(
    m: Meaning, window: str, one: Ability, label: d.LabelDeclaration, table: str
) -> ir.Expression:
    """The bearers are all cards with such a label, in such a field as `one`; mostly a
    condition names the one that counts.
    """
    assert isinstance(label.mode, d.WindowMode)
    beneath = one.sentence.beneath
    group = label_group(m, label, beneath)
    rule = CaughtRule("in", window, label.mode.condition, None, Scope(), label, group=group)
    player = ir.Local("player")
    card, number = m.fresh("card"), m.fresh("number")
    this = ir.Local(card)
    scope = rebind(card_scope(holder_of(m, one)), this, player)
    condition = conjunction(
        ir.Compare("==", ir.Table(f"bears_{group}", this), ir.Int(1)),
        ir.Compare("==", ir.Table("owner", this), player),
        ir.Mark(
            m.place(label.span, clauses_of(label.cites)),
            lower_condition(m, label.mode.condition, scope),
        ),
    )
    bearer = bearer_in_window(m, rule, player)
    cards: ir.Expression = ir.Bearers(group) if bearer is None else ir.Items((bearer,))
    able = ir.ApplyDispatch(
        "usable",
        ir.Table(table, ir.Local(card), ir.Local(number)),
        (ir.Local(card), player),
    )
    of_label = ir.Compare(
        "==",
        ir.Entry("label_of", ir.Table(table, ir.Local(card), ir.Local(number))),
        ir.Int(label_number(m, label, beneath)),
    )
    numbers = ir.Select(
        number,
        ir.Range(ir.Count(ir.Table(table, ir.Local(card)))),
        ir.And(of_label, able),
    )
    coded = ir.Each(
        number,
        numbers,
        ir.Arithmetic(
            "+", ir.Arithmetic("*", ir.Local(card), ir.Int(ABILITY_SPAN)), ir.Local(number)
        ),
    )
    return ir.Flatten(card, ir.Select(card, cards, condition), coded)


def label_number(m: Meaning, label: d.LabelDeclaration, beneath: bool) -> int:
    return list(m.ruleset.names("label")).index(str(label.name)) * 2 + beneath


def bearer_in_window(
    m: Meaning, rule: CaughtRule, player: ir.Expression
) -> ir.Expression | None:
    """`active is this`: the one card that may use such an ability."""
    from ..nodes import expressions as e
    from .catching import conjuncts
    from .expressions import lower
    from .names import is_name

    for test in conjuncts(rule.condition):
        if isinstance(test, e.IsExpression) and is_name(test.right, "this"):
            return lower(m, test.left, Scope(player=player)).code
    return None


def label_group(m: Meaning, label: d.LabelDeclaration, beneath: bool) -> int:
    groups = m.extra.setdefault("label groups", {})
    assert isinstance(groups, dict)
    key = (str(label.name), beneath)
    if key not in groups:
        bearing = [
            a
            for a in abilities_of(m).values()
            if label in a.labels and a.sentence.beneath == beneath
        ]
        cards = sorted({c for a in bearing for c in a.bearers})
        groups[key] = len(m.bearers)
        m.bearers.append(tuple(cards))
        table = m.table(f"bears_{len(m.bearers) - 1}")
        for card in cards:
            table[card] = 1
    return groups[key]  # pyright: ignore[reportUnknownVariableType]


def usable(m: Meaning, window: str) -> None:
    """Functions that tell whether an ability is within its limit and can be carried out."""
    if "usable" in m.dispatch:
        return
    from .payable import use_demand

    names: list[str] = []
    labels: list[object] = []
    for ability in abilities_of(m).values():
        windows = [
            label for label in ability.labels if isinstance(label.mode, d.WindowMode)
        ]
        beneath = ability.sentence.beneath
        labels.append(label_number(m, windows[0], beneath) if windows else ir.NONE)
        if not windows:
            names.append("")
            continue
        scope = card_scope(holder_of(m, ability))
        test = conjunction(
            within_limit(m, ability, ir.Local("this")),
            lower_condition(m, standing_condition(ability), scope),
            use_demand(m, ability.sentence.effect, scope, False),
        )
        names.append(m.function(f"usable_{ability.number}", OWN, test))
    m.dispatch["usable"] = names
    m.extra["label_of"] = tuple(labels)


def run_ability(
    m: Meaning, window: str, player: ir.Expression, element: ir.Expression
) -> Lowered:
    """Uses the ability an option names."""
    if not window_abilities(m, window):
        return []
    card, ability = m.fresh("card"), m.fresh("ability")
    number = ir.Arithmetic("%", element, ir.Int(ABILITY_SPAN))
    body: Lowered = [
        ir.Let(card, ir.Arithmetic("//", element, ir.Int(ABILITY_SPAN))),
        ir.Let(ability, ir.Table(f"in_{window}", ir.Local(card), number)),
        ir.Announce("ability", 0, (player, ir.Local(card), ir.Local(ability))),
    ]
    for known, _ in window_abilities(m, window):
        count = count_use(m, known, ir.Local(card))
        if count:
            same = ir.Compare("==", ir.Local(ability), ir.Int(known.number))
            body.append(ir.If(same, tuple(count)))
    body.append(ir.Run("ability", ir.Local(ability), (ir.Local(card), player)))
    return body


def queue_triggers(m: Meaning, event: str, fields: dict[str, Value]) -> Lowered:
    """Every sentence whose label catches the event waits, for the card that says it."""
    found: Lowered = []
    for ability in abilities_of(m).values():
        for label in ability.labels if not ability.standing else ():
            if isinstance(label.mode, d.WhenMode) and label.mode.event == event:
                found += queue_one(m, ability, label, label.mode, fields)
    for rule in [
        r for r in m.caught if r.kind == "when" and r.event == event and r.group >= 0
    ]:
        found += queue_rule(m, rule, fields)
    return found


def queue_one(
    m: Meaning,
    ability: Ability,
    label: d.LabelDeclaration,
    mode: d.WhenMode,
    fields: dict[str, Value],
) -> Lowered:
    rule = CaughtRule(
        "when",
        str(mode.event),
        mode.condition,
        None,
        Scope(holder=holder_of(m, ability)),
        label,
        group=group_of(m, ability),
        standing=standing_condition(ability),
    )
    place = m.place(label.span, clauses_of(label.cites))
    trigger = trigger_number(m, f"ability_{ability.number}")

    def make(scope: Scope, condition: ir.Expression) -> Lowered:
        assert scope.this is not None
        test = conjunction(condition, within_limit(m, ability, scope.this))
        owner = ir.Table("owner", scope.this)
        queue = (
            ir.Line(place),
            *count_use(m, ability, scope.this),
            ir.Queue(trigger, (scope.this, owner)),
        )
        return [ir.If(test, queue)]

    return bind_bearers(m, rule, fields, make)


def trigger_number(m: Meaning, procedure: str) -> int:
    if procedure not in m.triggers:
        m.triggers.append(procedure)
    return m.triggers.index(procedure)


def queue_rule(m: Meaning, rule: CaughtRule, fields: dict[str, Value]) -> Lowered:
    """A `when` inside a keyword or phrase: waits with what its body needs of the event."""
    from .locals import free_locals
    from .statements import header_span, lower_block

    assert rule.body is not None
    body_node = rule.body

    def make(scope: Scope, condition: ir.Expression) -> Lowered:
        place = m.place(
            header_span(rule.node), clauses_of(getattr(rule.node, "cites", None))
        )
        inner = scope.child()
        assert scope.this is not None
        this = scope.this.name if isinstance(scope.this, ir.Local) else m.fresh("this")
        player = m.fresh("player")
        inner.this, inner.player = ir.Local(this), ir.Local(player)
        inner.in_effect = True
        with m.blaming(ability_of_group(m, rule.group)):
            does = lower_block(m, body_node, inner)
        body = (ir.Line(place), *does)
        more = tuple(n for n in free_locals(body) if n not in (this, player))
        stem = m.fresh("when")
        ability = ability_of_group(m, rule.group)
        limited = next((a for a in abilities_of(m).values() if a.number == ability), None)
        test, count = condition, list[ir.Statement]()
        if limited is not None:
            test = conjunction(condition, within_limit(m, limited, scope.this))
            count = count_use(m, limited, scope.this)
        if ability >= 0:  # by this name it is told what waits
            stem = f"ability_{ability}_{stem}"
        procedure = m.procedure(stem, (this, player, *more), body, place)
        arguments = (
            scope.this,
            ir.Table("owner", scope.this),
            *(ir.Local(n) for n in more),
        )
        queue = ir.Queue(trigger_number(m, procedure), arguments)
        return [ir.If(test, (*count, queue))]

    return bind_bearers(m, rule, fields, make)
