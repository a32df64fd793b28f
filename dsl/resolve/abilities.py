"""What cards say: sentences as abilities, what stands in them, what they do, what they wait for."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, cast

from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes import rules as ru
from ..nodes import statements as s
from ..nodes.base import Node, Word
from ..nodes.expressions import Sentence
from ..ruleset.ruleset import clauses_of
from ..typed import ids
from ..typed.abilities import Ability
from ..typed.rules import (
    SPEAKER,
    THIS,
    AbilityMeaning,
    Limit,
    Rule,
    Said,
    Standing,
    Trigger,
    WindowLabel,
)
from ..typed.truths import conjunction, is_false
from ..typed.types import CARD, Type
from ..typed.values import At, Binding, ObjectTop, Value, local
from .context import MOST_PHRASES, Macro, Resolver, Scope, at, via_of
from .events import event_named
from .rules import add_rule, named_bearer
from .sentences import (
    Phrase,
    body_of,
    holds_for_a_while,
    mode_of,
    new_ability,
    phrase_of,
    refuse_bearer,
    spend_phrase,
)
from .statements.blocks import flat
from .statements.payable import use_demand
from .values.coercions import as_number, condition, conjuncts, is_name, resolve
from .values.phrases import effect, phrase_scope
from .values.properties import property_target, target_word
from .values.records import collect_done

MOST_OF_SENTENCE = 1_000  # phrases, each where it is used
Operation = Literal["set", "raise", "lower", "multiply", "divide"]


# ---- the sentences of the cards


def collect_abilities(r: Resolver) -> list[tuple[str, int, Ability]]:
    """Numbers every sentence, and notes who bears it: the field, the card, the ability."""
    found: list[tuple[str, int, Ability]] = []
    for number, card in enumerate(r.cards):
        for name, text in card.texts.items():
            for said in text.sentences:
                ability = new_ability(r, sentence_in(r, card.kind, name, said))
                refuse_bearer(r, ability.sentence.effect, card.kind)
                if number not in ability.bearers:
                    ability.bearers.append(number)
                found.append((name, number, ability))
    collect_done(r)
    return found


def sentence_in(r: Resolver, kind: str, field: str, said: Sentence) -> Sentence:
    """A sentence of a field, which may speak for the card on top of its own."""
    return replace(said, beneath=speaks_beneath(r, kind, field))


def speaks_beneath(r: Resolver, kind: str, field: str) -> bool:
    declared = r.names("card kind").get(kind)
    fields = declared.fields if isinstance(declared, d.CardDeclaration) else ()
    return any(
        isinstance(attribute, attrs.KindAttribute) and attribute.word == "beneath"
        for one in fields
        if isinstance(one, d.PlainField) and one.name == field
        for attribute in one.attributes
    )


def holder_of(r: Resolver, ability: Ability) -> Value:
    """What a sentence speaks for: its card; the card on top of it; a part of its card."""
    if ability.part:
        return local(part_holder(r, ability.part))
    if ability.sentence.beneath:
        r.features.add("entry")
        return Value(ObjectTop(local(THIS)), CARD)
    return local(THIS)


def part_holder(r: Resolver, part: str) -> Binding:
    """What stands for the part that has a keyword."""
    return r.holders.setdefault(part, Binding("holder", Type("part", part)))


def said_by(r: Resolver, ability: Ability) -> Said:
    holder = part_holder(r, ability.part) if ability.part else None
    return Said(ability.id, holder)


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


def card_scope(holder: Value | None = None) -> Scope:
    return Scope(
        player=local(SPEAKER),
        this=local(THIS),
        holder=holder or local(THIS),
        language="card",
    )


# ---- what stands


def stand(r: Resolver, ability: Ability) -> None:
    """A standing sentence: its rules are caught, its changes join the properties they
    change.
    """
    phrase = spend_phrase(r, ability.sentence.effect)
    if phrase is None:
        return
    outer = card_scope(holder_of(r, ability))
    scope = phrase_scope(r, phrase, ability.sentence.effect, outer)
    labels = [label for label in ability.labels if label.mode is not None]
    test = standing_condition(ability)
    stand_block(r, ability, body_of(phrase), scope, test, (*labels, phrase))


def stand_block(
    r: Resolver,
    ability: Ability,
    body: s.Block | None,
    scope: Scope,
    test: e.Expression | None,
    via: tuple[Node, ...],
) -> None:
    """What stands in a block as long as a condition holds, in its slots too."""
    for node in flat(body.statements) if body is not None else ():
        node = behind_label(r, ability, node)
        if isinstance(node, (s.ChangeStatement, s.SetStatement)):
            add_standing(r, ability, node, scope, test, via)
        elif isinstance(node, ru.WhileRule):
            both = while_both(test, node.condition)
            stand_block(r, ability, node.body, scope, both, (*via, node))
        elif isinstance(node, ru.Rule):
            said = said_by(r, ability)
            add_rule(r, node, scope, said, standing=test, via=via_of(via))
        elif not stand_slot(r, ability, node, scope, test, via):
            cannot_stand(r, node)


def stand_slot(
    r: Resolver,
    ability: Ability,
    node: Node,
    scope: Scope,
    test: e.Expression | None,
    via: tuple[Node, ...],
) -> bool:
    """`run a`: what stands in the phrase that fills the slot; its condition goes along."""
    what = node.what if isinstance(node, s.RunStatement) else None
    macro = scope.locals.get(str(what.word)) if isinstance(what, e.Name) else None
    if not isinstance(macro, Macro) or not isinstance(macro.use, e.Use):
        return False
    phrase: Phrase | None = spend_phrase(r, macro.use)
    body = phrase.body if isinstance(phrase, d.PhraseDeclaration) else None
    if phrase is None or not isinstance(body, d.EffectBody):
        return False
    inner = phrase_scope(r, phrase, macro.use, macro.scope)
    if test is not None:
        word = Word(f"as long as {len(scope.locals)}")
        inner.locals[word] = Macro(test, scope, "condition")
        test = e.Name(word, span=test.span)
    stand_block(r, ability, body.body, inner, test, (*via, node, phrase))
    return True


def while_both(label: e.Expression | None, own: e.Expression) -> e.Expression:
    """What stands behind a label, and in a `while` of its own."""
    return own if label is None else e.AndExpression(label, own, span=own.span)


def behind_label(r: Resolver, ability: Ability, node: Node) -> Node:
    """What stands behind a label `when`: it waits for the same, and both conditions hold."""
    label = mode_of(ability, d.WhenMode)
    if label is None or not isinstance(label.mode, d.WhenMode):
        return node
    if isinstance(node, s.RunStatement):
        return node
    if not isinstance(node, ru.WhenRule) or str(node.event) != str(label.mode.event):
        text = f'What stands by itself cannot wait behind "{label.name}" as well.'
        r.problem("waits-twice", text, ability.span)
        return node
    if label.mode.condition is None or node.condition is None:
        return replace(node, condition=node.condition or label.mode.condition)
    return replace(node, condition=while_both(label.mode.condition, node.condition))


def cannot_stand(r: Resolver, node: Node) -> None:
    text = (
        "This cannot hold while something lasts; only changes of properties and rules can."
    )
    r.problem("cannot-stand", text, node.span)


def add_standing(
    r: Resolver,
    ability: Ability,
    node: s.ChangeStatement | s.SetStatement,
    scope: Scope,
    test: e.Expression | None,
    via: tuple[Node, ...],
) -> None:
    """A change that holds while its condition does, as part of the property."""
    word = target_word(node.target)
    declared = r.ruleset.properties().get(word, [])
    if not declared:
        text = f'Only a property can be changed for as long as something lasts; "{word}" is none.'
        r.problem("cannot-stand", text, node.target.span)
    for tail in node.tails:
        if isinstance(tail, s.UntilTail):
            r.problem("how-long", "What stands has no `until`.", tail.span)
    if not declared:
        return
    item = standing_owner(r, node.target, declared, scope)
    of = ids.PropertyId(str(item.name), str(item.of))
    part = ability.part
    owner = node.target.owner if isinstance(node.target, e.Of) else None
    if part and not is_name(owner, "holder"):
        text = f"A keyword of a {part} changes only what has it, for as long as it has it."
        r.problem("cannot-stand", text, node.span, "holder's ..")
    holds = condition(r, test, scope)
    if is_false(holds) and not part:
        return
    target = None if part else property_target(r, node.target, scope)
    written = node.value if isinstance(node, s.SetStatement) else node.amount
    amount = resolve(r, written, scope)
    if not isinstance(node, s.SetStatement):
        amount = as_number(r, amount, written)
    operation = "set" if isinstance(node, s.SetStatement) else str(node.operation)
    tag = next((str(x.word) for x in node.tails if isinstance(x, s.TagTail)), "")
    change = Standing(
        of,
        cast(Operation, operation),
        target,
        amount,
        holds,
        tag,
        At(node.span),
        via_of(via),
        said_by(r, ability),
    )
    r.standing.append(change)


def standing_owner(
    r: Resolver,
    target: e.Expression,
    declared: list[d.PropertyDeclaration],
    scope: Scope,
) -> d.PropertyDeclaration:
    """Which property of that name is meant: a part's for a part, else one of anything else."""
    owner = target.owner if isinstance(target, e.Of) else None
    part = ""
    if is_name(owner, "holder") and scope.holder is not None:
        part = scope.holder.type.of if scope.holder.type.kind == "part" else ""
    fitting = [p for p in declared if (p.of == part if part else str(p.of) not in r.parts)]
    return (fitting or declared)[0]


# ---- what is done


def resolve_ability(r: Resolver, ability: Ability) -> AbilityMeaning:
    """What a sentence does when it is carried out, what it demands, what it waits for."""
    found = AbilityMeaning(ability.id, None, ())
    found.limit = limit_of(r, ability)
    if holds_for_a_while(ability):
        with r.blaming(ability):
            stand(r, ability)
        return found
    r.allowed = r.spent + MOST_OF_SENTENCE
    holder = holder_of(r, ability)
    scope = card_scope(holder)
    clauses = tuple(c for label in ability.labels for c in clauses_of(label.cites))
    heads = (at_name(label) for label in ability.labels)
    found.lines = (At(ability.span, clauses), *heads)
    with r.blaming(ability):
        found.body = effect(r, ability.sentence.effect, scope)
    use = ability.sentence.effect
    phrase = phrase_of(r, use)
    is_cost = phrase is not None and phrase.category == "cost"
    found.demand = use_demand(r, use, card_scope(holder), is_cost)
    r.allowed = r.spent + MOST_PHRASES
    if mode_of(ability, d.WindowMode) is not None:
        scope = card_scope(holder)
        test = condition(r, standing_condition(ability), scope)
        found.usable = conjunction(test, use_demand(r, use, scope, False))
    if not ability.stands:
        labels = [label for label in ability.labels if isinstance(label.mode, d.WhenMode)]
        triggers = (trigger(r, ability, label) for label in labels)
        found.triggers = tuple(one for one in triggers if one is not None)
    return found


def at_name(label: d.LabelDeclaration) -> At:
    return At(label.name.span, clauses_of(label.cites))


def limit_of(r: Resolver, ability: Ability) -> Limit | None:
    """How often a card may use the sentence."""
    limit = next((label.limit for label in ability.labels if label.limit is not None), None)
    if limit is None:
        return None
    word = str(limit.per)
    if word == "turn":
        return Limit(limit.number, r.moment(ids.TurnEnd()))
    if word in r.steps:
        return Limit(limit.number, r.moment(ids.StepEnd(r.steps[word].id)))
    r.unknown("unknown-step", "phase or step", limit.per, ["turn", *r.steps])
    return None


def trigger(r: Resolver, ability: Ability, label: d.LabelDeclaration) -> Trigger | None:
    """A sentence waits for the event that its label names."""
    mode = label.mode
    assert isinstance(mode, d.WhenMode)
    event = event_named(r, str(mode.event))
    if event is None:
        return None
    scope = card_scope(holder_of(r, ability))
    scope.language = "rules"
    scope.locals = dict(event.fields)
    standing = standing_condition(ability)
    node = ru.WhenRule(mode.event, mode.condition, (), None, s.Block(()), span=label.span)
    said = said_by(r, ability)
    rule = Rule(
        "when",
        event,
        condition(r, standing, scope),
        condition(r, mode.condition, scope),
        (),
        at(label, label.cites),
        at(label, label.cites),
        said=said,
        bearer=named_bearer(r, node, standing, event, scope, said),
    )
    return Trigger(rule, at(label, label.cites))


def window_labels(
    r: Resolver, window: str, abilities: list[Ability]
) -> list[tuple[WindowLabel, list[Ability]]]:
    """The labels of a window, each with its sentences; those that speak for the card on top of
    their own are apart.
    """
    found: dict[tuple[str, bool], tuple[WindowLabel, list[Ability]]] = {}
    for ability in abilities:
        for label in ability.labels:
            if not isinstance(label.mode, d.WindowMode) or label.mode.window != window:
                continue
            key = (str(label.name), ability.sentence.beneath)
            if key not in found:
                found[key] = (window_label(r, ability, label, label.mode), [])
            found[key][1].append(ability)
    return list(found.values())


def window_label(
    r: Resolver, ability: Ability, label: d.LabelDeclaration, mode: d.WindowMode
) -> WindowLabel:
    scope = card_scope(holder_of(r, ability))
    scope.language = "rules"
    bearer: Value | None = None
    for test in conjuncts(mode.condition):
        if isinstance(test, e.IsExpression) and is_name(test.right, "this"):
            bearer = resolve(r, test.left, Scope(player=local(SPEAKER)))
            break
    holds = condition(r, mode.condition, scope)
    place = at(label, label.cites)
    return WindowLabel(str(label.name), ability.sentence.beneath, holds, bearer, place)
