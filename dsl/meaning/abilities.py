"""What cards say: sentences as abilities, sorted by what their labels say, and their procedures."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..ir import ir
from ..ir.types import Type
from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes import statements as s
from ..nodes.base import NOWHERE, Node, Span, Word
from ..nodes.texts import Sentence
from ..ruleset.ruleset import clauses_of
from .context import (
    MOST_PHRASES,
    Macro,
    Meaning,
    Scope,
    StandingChange,
    Value,
)
from .phrases import declared_phrase, lower_effect, phrase_scope
from .properties import key_of, target_word

Lowered = list[ir.Statement]
OWN = ("this", "player")
MOST_OF_SENTENCE = 1_000  # phrases, each where it is used


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
    part: str = ""


def abilities_of(m: Meaning) -> dict[Sentence, Ability]:
    found = m.extra.setdefault("abilities", {})
    assert isinstance(found, dict)
    return found  # pyright: ignore[reportUnknownVariableType]


def speechless(m: Meaning) -> set[int]:
    """The cards with a sentence that can be read but has no meaning."""
    wrong = [one for one in abilities_of(m).values() if one.number in m.blamed]
    return {card for one in wrong for card in one.bearers}


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


def new_ability(m: Meaning, sentence: Sentence) -> Ability:
    """The ability a sentence is; the same sentence is the same ability."""
    known = abilities_of(m)
    ability = known.get(sentence)
    if ability is None:
        ability = known[sentence] = Ability(len(known), sentence, span=sentence.span)
        m.said_at[ability.number] = ability.span
        ability.labels = labels_of(m, sentence)
        ability.standing = stands(m, sentence)
    return ability


def collect_abilities(m: Meaning) -> None:
    """Numbers every sentence, and sorts it into the tables by what its labels say."""
    from .terms import collect_done

    known = abilities_of(m)
    for name in text_fields(m):
        m.tables[f"field_{name}"] = [() for _ in m.cards]
        m.tables[run_table(name)] = [() for _ in m.cards]
    for number, card in enumerate(m.cards):
        for name, text in card.texts.items():
            for said in text.sentences:
                sentence = replace(said, beneath=speaks_beneath(m, card.kind, name))
                ability = new_ability(m, sentence)
                refuse_bearer(m, sentence.effect, card.kind)
                if number not in ability.bearers:
                    ability.bearers.append(number)
                add_to(m, f"field_{name}", number, ability.number)
                if is_run(ability):
                    add_to(m, run_table(name), number, ability.number)
    collect_done(m)
    for use in granted_uses(m):
        new_ability(m, Sentence((), use, span=use.span)).part = part_of_keyword(m, use)
    for ability in known.values():
        sort_ability(m, ability)


def speaks_beneath(m: Meaning, kind: str, field: str) -> bool:
    """Whether what stands in a field speaks for the card on top of its own."""
    declared = m.ruleset.names("card kind").get(kind)
    fields = declared.fields if isinstance(declared, d.CardDeclaration) else ()
    return any(
        isinstance(attribute, d.KindAttribute) and attribute.word == "beneath"
        for one in fields
        if isinstance(one, d.PlainField) and one.name == field
        for attribute in one.attributes
    )


def holder_of(m: Meaning, ability: Ability) -> Value:
    """What a sentence speaks for: its card; the card on top of it; a part of its card."""
    this = ir.Local("this")
    if ability.part:
        return Value(this, Type("part", ability.part))
    if ability.sentence.beneath:
        m.flags.add("entry")
        return Value(ir.Native("object_top", (this,)), Type("card", maybe=True))
    return Value(this, Type("card"))


def standing_condition(ability: Ability) -> e.Expression | None:
    """What holds as long as a sentence may do anything: the `while` in front of it, and for
    one that speaks for the card on top that there is one.
    """
    label = mode_of(ability, d.WhileMode)
    found = label.mode if label is not None else None
    own = found.condition if isinstance(found, d.WhileMode) else None
    if not ability.sentence.beneath:
        return own
    span = ability.span if own is None else own.span
    holder, none = (e.Name(Word(text), span=span) for text in ("holder", "none"))
    covered = e.IsNotExpression(holder, none, span=span)
    return covered if own is None else e.AndExpression(covered, own, span=span)


def bearer_of(m: Meaning, keyword: str) -> str:
    """What has a keyword: a kind of card, a part of cards, or `card` for any card."""
    found = m.ruleset.names("keyword").get(keyword)
    on = found.on if isinstance(found, d.KeywordDeclaration) else None
    return str(on) if on is not None else "card"


def refuse_bearer(m: Meaning, use: e.Use, bearer: str) -> None:
    """A keyword stands only on what it is declared on."""
    name = str(use.phrase)
    if name not in m.ruleset.names("keyword"):
        return
    from .parts import part_fields

    on = bearer_of(m, name)
    if on == bearer or (on == "card" and bearer not in part_fields(m)):
        return
    what = "card" if on == "card" else on
    text = f'"{name}" is a keyword of a {what}; a {bearer} cannot have it.'
    m.problem("wrong-bearer", text, use.span, f"keyword {name} on {bearer}")


def granted_uses(m: Meaning) -> dict[e.Use, None]:
    """Keywords that some effect may grant, found while the effects got their meaning."""
    found = m.extra.setdefault("granted", {})
    assert isinstance(found, dict)
    return found  # pyright: ignore[reportUnknownVariableType]


def part_of_keyword(m: Meaning, use: e.Use) -> str:
    """The part of cards that bears a keyword, if a part does."""
    from .parts import part_fields

    keyword = m.ruleset.names("keyword").get(str(use.phrase))
    on = keyword.on if isinstance(keyword, d.KeywordDeclaration) else None
    return str(on) if on is not None and str(on) in part_fields(m) else ""


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


def use_stands(m: Meaning, use: e.Use) -> bool:
    """Whether a phrase consists of rules, or runs only what fills its slots and does."""
    phrase = m.ruleset.names("phrase").get(str(use.phrase))
    if not isinstance(phrase, d.PhraseDeclaration):
        return False
    if not isinstance(phrase.body, d.EffectBody):
        return False
    if effect_rules_of(phrase.body.body):
        return True
    statements = standing_rules(phrase.body.body)
    fillers = [run_filler(node, use) for node in statements]
    return bool(fillers) and all(f is not None and use_stands(m, f) for f in fillers)


def run_filler(node: Node, use: e.Use) -> e.Use | None:
    """What `run a` carries out in a phrase whose slot a is filled by a phrase."""
    if not isinstance(node, s.RunStatement) or not isinstance(node.what, e.Name):
        return None
    given = {str(slot.name): slot.value for slot in use.slots}
    value = given.get(str(node.what.word))
    return value if isinstance(value, e.Use) else None


def is_keyword(m: Meaning, sentence: Sentence) -> bool:
    return str(sentence.effect.phrase) in m.ruleset.names("keyword")


def stands(m: Meaning, sentence: Sentence) -> bool:
    """It consists of rules, or is a keyword, so nobody runs it."""
    if is_keyword(m, sentence):
        keyword = m.ruleset.names("keyword")[str(sentence.effect.phrase)]
        assert isinstance(keyword, d.KeywordDeclaration)
        return keyword.body is None or bool(effect_rules(m, sentence))
    return bool(effect_rules(m, sentence)) or use_stands(m, sentence.effect)


def is_run(ability: Ability) -> bool:
    modes = [label.mode for label in ability.labels if label.mode is not None]
    return not ability.standing and all(
        isinstance(mode, d.ToldMode) or (isinstance(mode, d.WindowMode) and mode.told)
        for mode in modes
    )


def holds_for_a_while(ability: Ability) -> bool:
    """It is never carried out: it consists of rules, or has a `while` and nothing to wait
    for.
    """
    happens = any(mode_of(ability, mode) for mode in (d.WhenMode, d.WindowMode))
    return ability.standing or (mode_of(ability, d.WhileMode) is not None and not happens)


def mode_of(ability: Ability, kind: type[d.LabelMode]) -> d.LabelDeclaration | None:
    return next((label for label in ability.labels if isinstance(label.mode, kind)), None)


def sort_ability(m: Meaning, ability: Ability) -> None:
    window = mode_of(ability, d.WindowMode)
    if window is not None:
        assert isinstance(window.mode, d.WindowMode)
        for card in ability.bearers:
            add_to(m, f"in_{window.mode.window}", card, ability.number)
    if is_keyword(m, ability.sentence) and not ability.sentence.beneath:
        table = m.table(f"keyword_{ability.sentence.effect.phrase}")
        for card in ability.bearers:
            table[card] = 1
    if holds_for_a_while(ability):
        with m.blaming(ability.number):
            stand(m, ability)


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


def ability_of_group(m: Meaning, group: int) -> int:
    """The number of the ability whose bearers are kept under a number; -1: of none."""
    groups = m.extra.get("groups")
    assert groups is None or isinstance(groups, dict)
    pairs = groups.items() if groups else ()  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
    return next((int(number) for number, kept in pairs if kept == group), -1)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


def stand(m: Meaning, ability: Ability) -> None:
    """A standing sentence: its rules are caught, its changes join the properties they
    change.
    """
    phrase = declared_phrase(m, ability.sentence.effect)
    if phrase is None:
        return
    condition = standing_condition(ability)
    outer = card_scope(holder_of(m, ability))
    scope = phrase_scope(m, phrase, ability.sentence.effect, outer)
    labels = [label for label in ability.labels if label.mode is not None]
    via = (*labels, phrase)
    stand_block(m, ability, effect_body(m, ability.sentence), scope, condition, via)


def stand_block(
    m: Meaning,
    ability: Ability,
    body: s.Block | None,
    scope: Scope,
    condition: e.Expression | None,
    via: tuple[Node, ...],
) -> None:
    """What stands in a block as long as a condition holds, in its slots too."""
    from .events import caught_rule

    group, number = group_of(m, ability), ability.number
    for node in standing_rules(body):
        node = behind_label(m, ability, node)
        if isinstance(node, (s.ChangeStatement, s.SetStatement)):
            change = standing_change(m, node, scope, group, condition)
            m.standing.append(replace(change, ability=number, part=ability.part, via=via))
        elif isinstance(node, s.WhileRule):
            both = while_both(condition, node.condition)
            stand_block(m, ability, node.body, scope, both, (*via, node))
        elif isinstance(node, s.Rule):
            rule = caught_rule(node, scope, group, condition)
            m.caught.append(replace(rule, ability=number, part=ability.part, via=via))
        elif not stand_slot(m, ability, node, scope, condition, via):
            cannot_stand(m, node)


def stand_slot(
    m: Meaning,
    ability: Ability,
    node: Node,
    scope: Scope,
    condition: e.Expression | None,
    via: tuple[Node, ...],
) -> bool:
    """`run a`: what stands in the phrase that fills the slot; its condition goes along."""
    what = node.what if isinstance(node, s.RunStatement) else None
    macro = scope.locals.get(str(what.word)) if isinstance(what, e.Name) else None
    if not isinstance(macro, Macro) or not isinstance(macro.use, e.Use):
        return False
    phrase = declared_phrase(m, macro.use)
    body = phrase.body if isinstance(phrase, d.PhraseDeclaration) else None
    if phrase is None or not isinstance(body, d.EffectBody):
        return False
    inner = phrase_scope(m, phrase, macro.use, macro.scope)
    if condition is not None:
        word = Word(f"as long as {len(scope.locals)}")
        inner.locals[word] = Macro(condition, scope, "condition")
        condition = e.Name(word, span=condition.span)
    stand_block(m, ability, body.body, inner, condition, (*via, node, phrase))
    return True


def while_both(label: e.Expression | None, own: e.Expression) -> e.Expression:
    """What stands behind a label, and in a `while` of its own."""
    return own if label is None else e.AndExpression(label, own, span=own.span)


def behind_label(m: Meaning, ability: Ability, node: Node) -> Node:
    """What stands behind a label `when`: it waits for the same, and both conditions hold."""
    label = mode_of(ability, d.WhenMode)
    if label is None or not isinstance(label.mode, d.WhenMode):
        return node
    if isinstance(node, s.RunStatement):
        return node
    if not isinstance(node, s.WhenRule) or str(node.event) != str(label.mode.event):
        text = f'What stands by itself cannot wait behind "{label.name}" as well.'
        m.problem("waits-twice", text, ability.span)
        return node
    if label.mode.condition is None or node.condition is None:
        return replace(node, condition=node.condition or label.mode.condition)
    return replace(node, condition=while_both(label.mode.condition, node.condition))


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
    key = key_of(standing_owner(m, node.target, declared, scope)) if declared else word
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


def standing_owner(
    m: Meaning,
    target: e.Expression,
    declared: list[d.PropertyDeclaration],
    scope: Scope,
) -> d.PropertyDeclaration:
    """Which property of that name is meant: a part's for a part, else one of anything else."""
    from .parts import part_fields

    owner = target.owner if isinstance(target, e.Of) else None
    part = ""
    if isinstance(owner, e.Name) and owner.word == "holder" and scope.holder is not None:
        part = scope.holder.type.of if scope.holder.type.kind == "part" else ""
    parts = part_fields(m)
    fitting = [p for p in declared if (p.of == part if part else str(p.of) not in parts)]
    return (fitting or declared)[0]


def card_scope(holder: Value | None = None) -> Scope:
    this = ir.Local("this")
    return Scope(
        player=ir.Local("player"),
        this=this,
        holder=holder or Value(this, Type("card")),
        in_effect=True,
        language="card",
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
        if holds_for_a_while(ability):
            names.append("")
            payable.append("")
            continue
        m.allowed = m.spent + MOST_OF_SENTENCE
        holder = holder_of(m, ability)
        scope = card_scope(holder)
        scope.rule = f"ability_{ability.number}"
        clauses = tuple(c for label in ability.labels for c in clauses_of(label.cites))
        place = m.place(ability.span, clauses)
        lines = [
            ir.Line(m.place(label.name.span, clauses_of(label.cites)))
            for label in ability.labels
        ]
        with m.blaming(ability.number):
            does = lower_effect(m, ability.sentence.effect, scope)
        body = (ir.Line(place), *lines, *does)
        names.append(m.procedure(f"ability_{ability.number}", OWN, body, place))
        demand = use_demand(m, ability.sentence.effect, card_scope(holder), False)
        is_cost = phrase_category(m, ability) == "cost"
        if is_cost:
            demand = use_demand(m, ability.sentence.effect, card_scope(holder), True)
        payable.append(m.function(f"payable_ability_{ability.number}", OWN, demand))
    m.allowed = m.spent + MOST_PHRASES
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
    if settle_word(m) == "sentence" and not scope.together:
        body.append(ir.Call("settle"))
    return [ir.For(name, ir.Table(table, value.code.card), tuple(body))]


def run_sentences(m: Meaning, value: Value, scope: Scope) -> Lowered:
    """`run (helper's text where ..)`, `run bonus's gift`: sentences of a card, in order."""
    card = value.origin if value.origin is not None else ir.Int(ir.NONE)
    player = scope.player if scope.player is not None else ir.Table("owner", card)
    name = m.fresh("ability")
    body: Lowered = [ir.Run("ability", ir.Local(name), (card, player))]
    if settle_word(m) == "sentence" and not scope.together:
        body.append(ir.Call("settle"))
    if value.type.many:
        return [ir.For(name, value.code, tuple(body))]
    there = ir.Compare(">=", ir.Local(name), ir.Int(0))
    return [ir.Let(name, value.code), ir.If(there, tuple(body))]


def settle_word(m: Meaning) -> str:
    found = m.ruleset.one(d.TriggersDeclaration)
    lines = found.lines if found is not None else ()
    words = [str(line.word) for line in lines if isinstance(line, d.SettleLine)]
    return words[0] if words else "effect"
