"""What cards say: sentences as abilities, what stands in them, what they do, what they wait for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal, cast

from ..cards.definition import CardDefinition
from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes import modes
from ..nodes import rules as ru
from ..nodes import statements as s
from ..nodes.base import Node, Word, first_of
from ..nodes.becoming import CopyStatement, MakeStatement
from ..nodes.dataclass import dataclass
from ..nodes.expressions import Sentence
from ..problems.articles import an
from ..problems.problem import Advice
from ..ruleset.clauses import clauses_of
from ..ruleset.shapes import flat, has_word, target_word
from ..typed import ids
from ..typed.abilities import Ability
from ..typed.rules import (
    SPEAKER,
    THIS,
    AbilityMeaning,
    Gain,
    Limit,
    Rule,
    Said,
    Standing,
    Trigger,
    WindowLabel,
)
from ..typed.truths import TRUE, conjunction, is_false
from ..typed.types import CARD, Type
from ..typed.values import At, Binding, Keyword, ObjectTop, Value, constant, local
from .context import CardField, Macro, Resolver, Scope, at, spans_in, via_of
from .events import event_named
from .findings import Unit
from .rules import add_rule, named_bearer
from .sentences import (
    body_of,
    holds_for_a_while,
    is_keyword,
    label_with,
    mode_of,
    new_ability,
    phrase_of,
    refuse_bearer,
    spend_phrase,
)
from .statements.becoming import what_is_made
from .statements.changes import refuse_without_layer
from .statements.gains import gainers, gives_sentences, sentences_given, things_lost
from .statements.payable import use_demand
from .values.coercions import as_number, both, condition, conjuncts, is_name, resolve
from .values.phrases import effect, phrase_scope, sentences_of, shared_phrase, shared_scope
from .values.properties import id_of, property_target
from .values.records import collect_done

Operation = Literal["set", "raise", "lower", "multiply", "divide"]


# ---- the sentences of the cards


def collect_abilities(
    r: Resolver, cards: Sequence[CardDefinition], fields: Iterable[CardField]
) -> list[tuple[str, int, Sentence]]:
    """Every sentence, and who bears it: the field, the number of the card, the sentence."""
    found: list[tuple[str, int, Sentence]] = []
    declared = {(x.kind, str(x.node.name)): x.node for x in fields if not x.part}
    for number, card in enumerate(cards):
        for name, text in card.texts.items():
            for said in text.sentences:
                beneath = has_word(declared.get((card.kind, name)), "beneath")
                ability = new_ability(r, replace(said, beneath=beneath))
                refuse_bearer(r, ability.sentence.effect, card.kind)
                found.append((name, number, ability.sentence))
    collect_done(r)
    return found


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
    return r.binding("part", part, "holder", type=Type("part", part))


def said_by(r: Resolver, ability: Ability) -> Said:
    holder = part_holder(r, ability.part) if ability.part else None
    return Said(ability.sentence, holder)


def standing_condition(ability: Ability) -> e.Expression | None:
    """What holds as long as a sentence may do anything: the `while` in front of it, and for
    one that speaks for the card on top that there is one.
    """
    mode = mode_of(ability, modes.WhileMode)
    own = mode.condition if mode is not None else None
    if not ability.sentence.beneath:
        return own
    span = ability.span if own is None else own.span
    holder, none = (e.Name(Word(text), span=span) for text in ("holder", "none"))
    return both(e.IsNotExpression(holder, none, span=span), own)


def is_heard(r: Resolver, ability: Ability) -> Value:
    """That no `blank` of the rules holds of a sentence; keywords of a part are never blank."""
    blanks = () if ability.part else r.ruleset.all(d.BlankDeclaration)
    scope = replace(card_scope(), it=Value(Keyword(ability.sentence), Type("sentence")))
    with r.trial():  # what is wrong with it was said once for all sentences
        parts = [condition(r, e.NotExpression(x.condition, span=x.span), scope) for x in blanks]
    return conjunction(*parts)


def card_scope(holder: Value | None = None) -> Scope:
    this = local(THIS)
    return Scope(local(SPEAKER), this, holder=holder or this, language="card")


# ---- who has a keyword


def bear_keyword(r: Resolver, ability: Ability) -> None:
    """For whom the sentence speaks has its keyword, as long as it stands."""
    holder, holds = holder_of(r, ability), TRUE
    if holds_for_a_while(ability):
        with r.trial():  # what is wrong with it is said where it stands
            test = condition(r, standing_condition(ability), card_scope(holder))
        holds = conjunction(test, is_heard(r, ability))
    word, said = str(ability.sentence.effect.phrase), said_by(r, ability)
    where, via = At(ability.span), via_of((r.names("keyword")[word],))
    change = Standing(ids.bearing(word), "raise", holder, constant(1), holds, "", where, via, said)
    r.standing.append(change)


# ---- what stands


def add_rule_of_format(r: Resolver, node: ru.Rule) -> None:
    """Rules at the top of a file, and what stands in a `while` there, speak for the game itself."""
    if isinstance(node, ru.WhileRule):
        stand_block(r, node.body, Standpoint(None, Scope(), node.condition, (node,), TRUE))
    else:
        refuse_until(r, node)
        add_rule(r, node, Scope())


def refuse_until(r: Resolver, node: ru.Rule) -> None:
    for tail in getattr(node, "tails", ()):
        if isinstance(tail, s.UntilTail):
            r.problem("how-long", "A rule that stands has no `until`.", tail.span)


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
    via, heard = (*labels, phrase), is_heard(r, ability)
    here = Standpoint(ability, scope, standing_condition(ability), via, heard)
    stand_block(r, body_of(phrase), here)


@dataclass(slots=True)
class Standpoint:
    """From where something stands: the sentence (None: the rules themselves), the names there, the
    condition under which it holds, the lines that it came through, and when it is not blank.
    """

    ability: Ability | None
    scope: Scope
    test: e.Expression | None
    via: tuple[Node, ...]
    heard: Value

    def said(self, r: Resolver) -> Said | None:
        """The sentence as rules know it."""
        return None if self.ability is None else said_by(r, self.ability)


def stand_block(r: Resolver, body: s.Block | None, here: Standpoint) -> None:
    """What stands in a block as long as a condition holds, in its slots too."""
    for node in flat(body.statements) if body is not None else ():
        if here.ability is not None:
            node = behind_label(r, here.ability, node)
        if isinstance(node, (s.ChangeStatement, s.SetStatement)):
            add_standing(r, node, here)
        elif isinstance(node, (s.GrantStatement, s.RevokeStatement)):
            add_gain(r, node, here)
        elif isinstance(node, MakeStatement):
            add_made(r, node, here)
        elif isinstance(node, ru.WhileRule):
            test, via = both(here.test, node.condition), (*here.via, node)
            stand_block(r, node.body, replace(here, test=test, via=via))
        elif isinstance(node, ru.Rule):
            if here.ability is None:
                refuse_until(r, node)
            said, via = here.said(r), via_of(here.via)
            standing = (here.test, here.heard)
            add_rule(r, node, here.scope, said, standing=standing, via=via)
        elif not stand_slot(r, node, here):
            cannot_stand(r, node)


def stand_slot(r: Resolver, node: Node, here: Standpoint) -> bool:
    """`run a`: what stands in the phrase that fills the slot, or that others share; the condition
    goes along.
    """
    if not isinstance(node, s.RunStatement):
        return False
    macro, phrase = here.scope.macro(node.what), shared_phrase(r, node.what, here.scope)
    inner, test = here.scope, here.test
    if phrase is not None and isinstance(node.what, e.Name):
        r.used.add(str(phrase.name))
        inner = shared_scope(r, phrase, node.what, here.scope)
    elif macro is not None and isinstance(macro.use, e.Use):
        found = spend_phrase(r, macro.use)
        if not isinstance(found, d.PhraseDeclaration):
            return False
        phrase, outer = found, macro.scope.child(around=here.scope.locals)
        inner = phrase_scope(r, phrase, macro.use, outer)
    if phrase is None or not isinstance(phrase.body, d.EffectBody) or str(phrase.name) in r.open:
        return False
    if test is not None:
        word = Word(f"as long as {len(here.scope.locals)}")
        inner.locals[word] = Macro(test, here.scope, "condition")
        test = e.Name(word, span=test.span)
    via = (*here.via, node, phrase)
    with r.opening(str(phrase.name) if macro is None else ""):  # one that others run, not itself
        stand_block(r, phrase.body.body, replace(here, scope=inner, test=test, via=via))
    return True


def behind_label(r: Resolver, ability: Ability, node: Node) -> Node:
    """What stands behind a label `when`: it waits for the same, and both conditions hold."""
    label = label_with(ability, modes.WhenMode)
    if label is None or isinstance(node, s.RunStatement):
        return node
    mode = label.mode
    assert isinstance(mode, modes.WhenMode)
    if not isinstance(node, ru.WhenRule) or str(node.event) != str(mode.event):
        text = f'What stands by itself cannot wait behind "{label.name}" as well.'
        r.problem("waits-twice", text, ability.span)
        return node
    needs = both(mode.needs, node.needs)
    return replace(node, condition=both(mode.condition, node.condition), needs=needs)


def cannot_stand(r: Resolver, node: Node) -> None:
    text = "This cannot hold while something lasts; only changes of properties and rules can."
    if isinstance(node, CopyStatement):
        text = "A copy of what a card is now cannot stand; it is made, until a moment."
    r.problem("cannot-stand", text, node.span)


def add_standing(r: Resolver, node: s.ChangeStatement | s.SetStatement, here: Standpoint) -> None:
    """A change that holds while its condition does, as part of the property."""
    scope, part = here.scope, "" if here.ability is None else here.ability.part
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
    owner = node.target.owner if isinstance(node.target, e.Of) else None
    of_holder = is_name(owner, "holder")
    if part and not of_holder:
        text = f"A keyword of {an(part)} changes only what has it, for as long as it has it."
        said = node.target.word if isinstance(node.target, (e.Name, e.Of, e.Its)) else None
        fix = f"holder's {said}" if said is not None else Advice("Change what `holder` has.")
        r.problem("cannot-stand", text, node.target.span, fix)
    holds = conjunction(condition(r, here.test, scope), here.heard)
    if is_false(holds) and not part:
        return
    target = None if part else property_target(r, node.target, scope)
    if isinstance(node, s.SetStatement):
        operation, amount = "set", resolve(r, node.value, scope)
    else:
        operation = cast(Operation, str(node.operation))
        amount = as_number(r, resolve(r, node.amount, scope), node.amount)
    # a part's property for a part, else one of anything else
    holder = scope.holder.type if of_holder and scope.holder is not None else None
    mine = holder.of if holder is not None and holder.kind == "part" else ""
    fitting = [p for p in declared if (p.of == mine if mine else str(p.of) not in r.parts)]
    changed = id_of((fitting or declared)[0])
    tail, since = first_of(s.TagTail, node.tails), first_of(s.SinceTail, node.tails)
    tag = "" if tail is None else str(tail.word)
    refuse_without_layer(r, node, changed)
    stamp = None if since is None else as_number(r, resolve(r, since.stamp, scope), since.stamp)
    change = Standing(
        changed, operation, target, amount, holds, tag,
        At(node.span), via_of(here.via), here.said(r), stamp,
    )  # fmt: skip
    r.standing.append(change)


def add_gain(r: Resolver, node: s.GrantStatement | s.RevokeStatement, here: Standpoint) -> None:
    """What cards have or lack as long as a condition holds."""
    if not gives_sentences(r, node, here.scope):
        text = "A list is changed by `grant`, `revoke` and `void` only, for a time."
        advice = Advice("Say it where something happens, with an end such as `until end of turn`.")
        r.problem("cannot-stand", text, node.span, advice)
        return
    for tail in node.tails:
        r.problem("how-long", "What stands has no `until` and no `if`.", tail.span)
    holds = conjunction(condition(r, here.test, here.scope), here.heard)
    cards = gainers(r, node, here.scope)
    given, lost = list[Sentence](), tuple[Sentence | str, ...]()
    if isinstance(node, s.RevokeStatement):
        lost = things_lost(r, node, here.scope)
    else:
        given = sentences_of(sentences_given(r, node, here.scope))
    if cards is not None and (given or lost) and not is_false(holds):
        at_, via, said = At(node.span), via_of(here.via), here.said(r)
        r.gains.append(Gain(tuple(given), cards, holds, at_, via, said, lost=lost))


def add_made(r: Resolver, node: MakeStatement, here: Standpoint) -> None:
    """What cards are as long as a condition holds."""
    for tail in node.tails:
        r.problem("how-long", "What stands has no `until` and no `if`.", tail.span)
    holds = conjunction(condition(r, here.test, here.scope), here.heard)
    place, via, said = At(node.span), via_of(here.via), here.said(r)
    for what, cards, value in what_is_made(r, node, here.scope):
        if not is_false(holds):
            change = Standing(what, "set", cards, value, holds, "", place, via, said)
            r.standing.append(change)


# ---- what is done


def meaning_of_ability(r: Resolver, ability: Ability) -> Unit[AbilityMeaning]:
    """What a sentence does, resolved once for all cards."""
    said, part = ability.sentence, ability.part

    def work() -> AbilityMeaning:
        return resolve_ability(r, replace(new_ability(r, said), part=part))

    return r.known_unit((said, part, *spans_in(said)), work)


def resolve_ability(r: Resolver, ability: Ability) -> AbilityMeaning:
    """What a sentence does when it is carried out, what it demands, what it waits for."""
    found = AbilityMeaning(None, ())
    found.limit = limit_of(r, ability)
    if is_keyword(r, ability.sentence.effect) and not ability.part:
        bear_keyword(r, ability)
    with r.blaming(ability):
        refuse_idle_label(r, ability)
    if holds_for_a_while(ability):
        with r.blaming(ability):
            stand(r, ability)
        return found
    holder, use = holder_of(r, ability), ability.sentence.effect
    heads = [At(label.name.span, clauses_of(label.cites)) for label in ability.labels]
    found.lines = (At(ability.span, tuple(c for head in heads for c in head.clauses)), *heads)
    with r.blaming(ability):
        found.body = effect(r, use, card_scope(holder))
    phrase = phrase_of(r, use)
    is_cost = phrase is not None and phrase.category == "cost"
    found.demand = use_demand(r, use, card_scope(holder), is_cost)
    if mode_of(ability, modes.WindowMode) is not None:
        scope = card_scope(holder)
        test = condition(r, standing_condition(ability), scope)
        found.usable = conjunction(test, is_heard(r, ability), use_demand(r, use, scope, False))
    if not ability.stands:
        triggers = (trigger(r, ability, label) for label in ability.labels)
        found.triggers = tuple(one for one in triggers if one is not None)
    return found


def refuse_idle_label(r: Resolver, ability: Ability) -> None:
    """A label `told` beside one that waits or holds would say nothing, nor would that of a second
    window.
    """
    told = label_with(ability, modes.ToldMode)
    other = label_with(ability, modes.WhenMode) or label_with(ability, modes.WhileMode)
    if told is not None and other is not None:
        text = f'"{other.name}" is not run when rules run the field, so "{told.name}" says nothing.'
        r.problem("label-idle", text, ability.span, Advice(f'Leave "{told.name}" out.'))
    first = ability.window_label
    for label in ability.labels:
        mode = label.mode
        if (
            first is not None
            and isinstance(mode, modes.WindowMode)
            and mode.window != ability.window
        ):
            text = f'"{first.name}" offers it in its window, so "{label.name}" says nothing.'
            r.problem(
                "label-idle", text, ability.span, Advice("Print the sentence once for each label.")
            )


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
    event = event_named(r, str(mode.event)) if isinstance(mode, modes.WhenMode) else None
    if not isinstance(mode, modes.WhenMode) or event is None:
        return None
    scope = replace(card_scope(holder_of(r, ability)), language="rules")
    scope.locals = {**event.fields}
    standing, said = standing_condition(ability), said_by(r, ability)
    holds = conjunction(condition(r, standing, scope), is_heard(r, ability))
    test = condition(r, mode.condition, scope)
    needs = None if mode.needs is None else condition(r, mode.needs, scope)
    bearer = named_bearer(r, both(standing, mode.condition), event, scope, said)
    place = at(label, label.cites)
    rule = Rule("when", event, holds, test, (), place, place, (), said, None, bearer, needs=needs)
    return Trigger(rule, place)


def window_labels(
    r: Resolver, window: str, abilities: list[Ability]
) -> list[tuple[WindowLabel, list[Ability]]]:
    """The labels of a window, each with its sentences; those that speak for the card on top of
    their own are apart.
    """
    found: dict[tuple[str, bool], tuple[WindowLabel, list[Ability]]] = {}
    for ability in abilities:
        for label in ability.labels:
            if not isinstance(label.mode, modes.WindowMode) or label.mode.window != window:
                continue
            key = (str(label.name), ability.sentence.beneath)
            if key not in found:
                found[key] = (window_label(r, ability, label, label.mode), [])
            found[key][1].append(ability)
    return list(found.values())


def window_label(
    r: Resolver, ability: Ability, label: d.LabelDeclaration, mode: modes.WindowMode
) -> WindowLabel:
    scope = replace(card_scope(holder_of(r, ability)), language="rules")
    scope.asked = scope.player
    tests = (test for test in conjuncts(mode.condition) if isinstance(test, e.IsExpression))
    named = next((test.left for test in tests if is_name(test.right, "this")), None)
    bearer = None if named is None else resolve(r, named, Scope(player=local(SPEAKER)))
    holds, place = condition(r, mode.condition, scope), at(label, label.cites)
    return WindowLabel(str(label.name), ability.sentence.beneath, holds, bearer, place)
