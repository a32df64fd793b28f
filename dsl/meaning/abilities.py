"""What cards say: sentences as abilities, with labels that trigger, stand, wait in a window
or are run.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .. import ir
from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes import statements as s
from ..nodes.base import NOWHERE, Node, Span
from ..nodes.texts import Sentence
from ..ruleset import clauses_of
from ..types import PLAYER, Type
from .catching import bind_bearers
from .context import (
    ABILITY_SPAN,
    TRUE,
    CaughtRule,
    Meaning,
    Scope,
    StandingChange,
    Value,
    conjunction,
)
from .expressions import lower_condition
from .phrases import declared_phrase, lower_effect, phrase_scope
from .properties import find_property, key_of, target_word

Lowered = list[ir.Statement]
OWN = ("this", "player")


@dataclass(slots=True)
class Ability:
    """One sentence, shared by all cards that say it; `bearers` are card definitions, with
    the field it stands in.
    """

    number: int
    sentence: Sentence
    labels: list[d.LabelDeclaration] = field(default_factory=list[d.LabelDeclaration])
    bearers: list[int] = field(default_factory=list[int])
    span: Span = NOWHERE
    standing: bool = False


def abilities_of(m: Meaning) -> dict[Sentence, Ability]:
    found = m.extra.setdefault("abilities", {})
    assert isinstance(found, dict)
    return found  # pyright: ignore[reportUnknownVariableType]


def run_table(field: str) -> str:
    """The table of a text field's sentences that are run when the rules run the field."""
    return f"runs_{field}"


def text_fields(m: Meaning) -> list[str]:
    from .cards import field_type

    names = [
        str(f.name)
        for kind in m.ruleset.all(d.CardDeclaration)
        for f in kind.fields
        if isinstance(f, d.PlainField) and field_type(m, f).kind == "text"
    ]
    return list(dict.fromkeys(names))


def collect_abilities(m: Meaning) -> None:
    """Numbers every sentence, and sorts it into the tables by what its labels say."""
    known = abilities_of(m)
    for name in text_fields(m):
        m.tables[f"field_{name}"] = [() for _ in m.cards]
        m.tables[run_table(name)] = [() for _ in m.cards]
    for number, card in enumerate(m.cards):
        for name, text in card.texts.items():
            for sentence in text.sentences:
                ability = known.get(sentence)
                if ability is None:
                    ability = known[sentence] = Ability(
                        len(known), sentence, span=sentence.span
                    )
                    ability.labels = labels_of(m, sentence)
                    ability.standing = stands(m, sentence)
                if number not in ability.bearers:
                    ability.bearers.append(number)
                add_to(m, f"field_{name}", number, ability.number)
                if is_run(ability):
                    add_to(m, run_table(name), number, ability.number)
    for ability in known.values():
        sort_ability(m, ability)


def add_to(m: Meaning, table: str, card: int, ability: int) -> None:
    entries = m.tables.setdefault(table, [() for _ in m.cards])
    old = entries[card]
    entries[card] = (*(old if isinstance(old, tuple) else ()), ability)


def labels_of(m: Meaning, sentence: Sentence) -> list[d.LabelDeclaration]:
    found: list[d.LabelDeclaration] = []
    for word in sentence.labels:
        label = m.ruleset.names("label").get(str(word))
        if isinstance(label, d.LabelDeclaration):
            m.used.add(f"label {word}")
            found.append(label)
    return found


def effect_body(m: Meaning, sentence: Sentence) -> s.Block | None:
    phrase = declared_phrase(m, sentence.effect)
    if isinstance(phrase, d.KeywordDeclaration):
        return phrase.body
    if isinstance(phrase, d.PhraseDeclaration) and isinstance(phrase.body, d.EffectBody):
        return phrase.body.body
    return None


def standing_rules(body: s.Block | None) -> list[Node]:
    """The statements of a block, lines taken apart."""
    found: list[Node] = []
    for statement in body.statements if body is not None else ():
        found += statement.statements if isinstance(statement, s.Line) else (statement,)
    return found


def effect_rules_of(body: s.Block | None) -> list[s.Rule]:
    """The rules an effect consists of, when it consists of rules that have no end of their
    own.
    """
    statements = standing_rules(body)
    rules = [x for x in statements if isinstance(x, s.Rule)]
    has_until = any(
        isinstance(t, s.UntilTail) for r in rules for t in getattr(r, "tails", ())
    )
    return rules if rules and len(rules) == len(statements) and not has_until else []


def effect_rules(m: Meaning, sentence: Sentence) -> list[s.Rule]:
    return effect_rules_of(effect_body(m, sentence))


def is_keyword(m: Meaning, sentence: Sentence) -> bool:
    return str(sentence.effect.phrase) in m.ruleset.names("keyword")


def stands(m: Meaning, sentence: Sentence) -> bool:
    """It consists of rules, or is a keyword, so nobody runs it."""
    if is_keyword(m, sentence):
        keyword = m.ruleset.names("keyword")[str(sentence.effect.phrase)]
        assert isinstance(keyword, d.KeywordDeclaration)
        return keyword.body is None or bool(effect_rules(m, sentence))
    return bool(effect_rules(m, sentence))


def is_run(ability: Ability) -> bool:
    modes = [label.mode for label in ability.labels if label.mode is not None]
    return not ability.standing and all(isinstance(mode, d.ToldMode) for mode in modes)


def mode_of(ability: Ability, kind: type[d.LabelMode]) -> d.LabelDeclaration | None:
    return next((label for label in ability.labels if isinstance(label.mode, kind)), None)


def sort_ability(m: Meaning, ability: Ability) -> None:
    window = mode_of(ability, d.WindowMode)
    if window is not None:
        assert isinstance(window.mode, d.WindowMode)
        for card in ability.bearers:
            add_to(m, f"in_{window.mode.window}", card, ability.number)
    while_ = mode_of(ability, d.WhileMode)
    if is_keyword(m, ability.sentence):
        table = m.table(f"keyword_{ability.sentence.effect.phrase}")
        for card in ability.bearers:
            table[card] = 1
    if while_ is not None or ability.standing:
        stand(m, ability, while_)


def group_of(m: Meaning, ability: Ability) -> int:
    """The number under which the cards that bear an ability are kept."""
    groups = m.extra.setdefault("groups", {})
    assert isinstance(groups, dict)
    if ability.number not in groups:
        groups[ability.number] = len(m.bearers)
        m.bearers.append(tuple(ability.bearers))
        table = m.table(f"bears_{len(m.bearers) - 1}")
        for card in ability.bearers:
            table[card] = 1
    return groups[ability.number]  # pyright: ignore[reportUnknownVariableType]


def stand(m: Meaning, ability: Ability, label: d.LabelDeclaration | None) -> None:
    """A standing sentence: its rules are caught, its changes join the properties they
    change.
    """
    from .events import caught_rule

    phrase = declared_phrase(m, ability.sentence.effect)
    if phrase is None:
        return
    condition = (
        label.mode.condition
        if label is not None and isinstance(label.mode, d.WhileMode)
        else None
    )
    scope = phrase_scope(m, phrase, ability.sentence.effect, card_scope())
    scope.holder = Value(ir.Local("this"), Type("card"))
    group = group_of(m, ability)
    for node in standing_rules(effect_body(m, ability.sentence)):
        if isinstance(node, (s.ChangeStatement, s.SetStatement)):
            m.standing.append(standing_change(m, node, scope, group, condition))
        elif isinstance(node, s.WhileRule):
            for inner in standing_rules(node.body):
                if isinstance(inner, (s.ChangeStatement, s.SetStatement)):
                    m.standing.append(
                        standing_change(m, inner, scope, group, node.condition)
                    )
                else:
                    cannot_stand(m, inner)
        elif isinstance(node, s.Rule):
            m.caught.append(caught_rule(node, scope, group, condition))
        else:
            cannot_stand(m, node)


def cannot_stand(m: Meaning, node: Node) -> None:
    text = (
        "This cannot hold while something lasts; only changes of properties and rules can."
    )
    m.problem("cannot-stand", text, node.span)


def standing_change(
    m: Meaning,
    node: s.ChangeStatement | s.SetStatement,
    scope: Scope,
    group: int,
    condition: e.Expression | None,
) -> StandingChange:
    word = target_word(node.target)
    declared = m.ruleset.properties().get(word, [])
    key = key_of(declared[0]) if declared else word
    if not declared:
        text = f'Only a property can be changed for as long as something lasts; "{word}" is none.'
        m.problem("cannot-stand", text, node.target.span)
    operation = "set" if isinstance(node, s.SetStatement) else str(node.operation)
    amount = node.value if isinstance(node, s.SetStatement) else node.amount
    tag = next((str(t.word) for t in node.tails if isinstance(t, s.TagTail)), "")
    for tail in node.tails:
        if isinstance(tail, s.UntilTail):
            m.problem("how-long", "What stands has no `until`.", tail.span)
    return StandingChange(
        key, operation, node.target, amount, tag, scope, group, condition, node
    )


def card_scope() -> Scope:
    return Scope(
        player=ir.Local("player"), this=ir.Local("this"), in_effect=True, language="card"
    )


# ---- procedures


def lower_abilities(m: Meaning) -> None:
    """`ability_n(this, player)` for each sentence that is ever run; standing ones have
    none.
    """
    from .payable import use_demand

    names: list[str] = []
    payable: list[str] = []
    for ability in list(abilities_of(m).values()):
        if ability.standing or mode_of(ability, d.WhileMode) is not None:
            names.append("")
            payable.append("")
            continue
        scope = card_scope()
        scope.rule = f"ability_{ability.number}"
        clauses = tuple(c for label in ability.labels for c in clauses_of(label.cites))
        place = m.place(ability.span, clauses)
        lines = [
            ir.Line(m.place(label.name.span, clauses_of(label.cites)))
            for label in ability.labels
        ]
        body = (ir.Line(place), *lines, *lower_effect(m, ability.sentence.effect, scope))
        names.append(m.procedure(f"ability_{ability.number}", OWN, body, place))
        demand = use_demand(m, ability.sentence.effect, card_scope(), False)
        is_cost = phrase_category(m, ability) == "cost"
        if is_cost:
            demand = use_demand(m, ability.sentence.effect, card_scope(), True)
        payable.append(m.function(f"payable_ability_{ability.number}", OWN, demand))
    m.dispatch["ability"] = names
    m.dispatch["payable_ability"] = payable


def phrase_category(m: Meaning, ability: Ability) -> str:
    phrase = declared_phrase(m, ability.sentence.effect)
    return str(phrase.category) if isinstance(phrase, d.PhraseDeclaration) else ""


def run_text(m: Meaning, value: Value, scope: Scope) -> Lowered:
    """`run option's effect`: every sentence of the field that is there to be run, in order."""
    if not isinstance(value.code, ir.Table):
        return []
    table = value.code.name.replace("field_", "runs_", 1)
    name = m.fresh("ability")
    player = (
        scope.player if scope.player is not None else ir.Table("owner", value.code.card)
    )
    body: Lowered = [ir.Run("ability", ir.Local(name), (value.code.card, player))]
    if settle_word(m) == "sentence" and scope.settles:
        body.append(ir.Call("settle"))
    return [ir.For(name, ir.Table(table, value.code.card), tuple(body))]


def settle_word(m: Meaning) -> str:
    found = m.ruleset.one(d.TriggersDeclaration)
    lines = found.lines if found is not None else ()
    words = [str(line.word) for line in lines if isinstance(line, d.SettleLine)]
    return words[0] if words else "effect"


# ---- labels: limits, windows, triggers


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
        taken.update({(moment, number, card): 1 for card in ability.bearers})
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
    labels = {str(label.name): label for _, label in window_abilities(m, window)}
    if not labels:
        return ir.Items(())
    usable(m, window)
    table = f"in_{window}"
    result: ir.Expression = ir.Items(())
    for label in labels.values():
        result = join(result, offers_of_label(m, window, label, table))
    return result


def join(left: ir.Expression, right: ir.Expression) -> ir.Expression:
    return right if left == ir.Items(()) else ir.Join(left, right)


def offers_of_label(
    m: Meaning, window: str, label: d.LabelDeclaration, table: str
) -> ir.Expression:
    """The bearers are all cards with such a label; mostly a condition names the one that
    counts.
    """
    assert isinstance(label.mode, d.WindowMode)
    group = label_group(m, label)
    rule = CaughtRule("in", window, label.mode.condition, None, Scope(), label, group=group)
    player = ir.Local("player")
    card, number = m.fresh("card"), m.fresh("number")
    scope = Scope(player=player, this=ir.Local(card), language="card")
    condition = conjunction(
        ir.Compare("==", ir.Table(f"bears_{group}", ir.Local(card)), ir.Int(1)),
        ir.Compare("==", ir.Table("owner", ir.Local(card)), player),
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
        ir.Int(label_number(m, label)),
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


def label_number(m: Meaning, label: d.LabelDeclaration) -> int:
    return list(m.ruleset.names("label")).index(str(label.name))


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


def label_group(m: Meaning, label: d.LabelDeclaration) -> int:
    groups = m.extra.setdefault("label groups", {})
    assert isinstance(groups, dict)
    if label.name not in groups:
        cards = sorted(
            {c for a in abilities_of(m).values() if label in a.labels for c in a.bearers}
        )
        groups[label.name] = len(m.bearers)
        m.bearers.append(tuple(cards))
        table = m.table(f"bears_{len(m.bearers) - 1}")
        for card in cards:
            table[card] = 1
    return groups[label.name]  # pyright: ignore[reportUnknownVariableType]


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
        labels.append(label_number(m, windows[0]) if windows else ir.NONE)
        if not windows:
            names.append("")
            continue
        test = conjunction(
            within_limit(m, ability, ir.Local("this")),
            use_demand(m, ability.sentence.effect, card_scope(), False),
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
        for label in ability.labels:
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
    group = group_of(m, ability)
    while_ = mode_of(ability, d.WhileMode)
    standing = (
        while_.mode.condition
        if while_ is not None and isinstance(while_.mode, d.WhileMode)
        else None
    )
    rule = CaughtRule(
        "when",
        str(mode.event),
        mode.condition,
        None,
        Scope(),
        label,
        group=group,
        standing=standing,
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
        assert isinstance(scope.this, ir.Local)
        this, player = scope.this.name, m.fresh("player")
        inner.player = ir.Local(player)
        inner.in_effect = True
        body = (ir.Line(place), *lower_block(m, body_node, inner))
        more = tuple(n for n in free_locals(body) if n not in (this, player))
        procedure = m.procedure(m.fresh("when"), (this, player, *more), body, place)
        arguments = (
            scope.this,
            ir.Table("owner", scope.this),
            *(ir.Local(n) for n in more),
        )
        return [ir.If(condition, (ir.Queue(trigger_number(m, procedure), arguments),))]

    return bind_bearers(m, rule, fields, make)


__all__ = ["PLAYER", "find_property", "lower_abilities", "run_ability"]
