"""Sentences of cards as abilities: which phrase each is, what its labels are, who bears it."""

from __future__ import annotations

from typing import TypeVar

from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes import modes
from ..nodes import rules as ru
from ..nodes import statements as s
from ..nodes.base import first_of
from ..nodes.expressions import Sentence
from ..problems.articles import an
from ..problems.problem import Advice
from ..ruleset.shapes import flat
from ..typed.abilities import Ability
from .context import Resolver

Phrase = d.PhraseDeclaration | d.KeywordDeclaration
M = TypeVar("M", bound=modes.LabelMode)


def phrase_of(r: Resolver, use: e.Use) -> d.PhraseDeclaration | None:
    """The phrase of the format that a card uses; None if it is none."""
    return r.ruleset.find(d.PhraseDeclaration, use.phrase)


def keyword_of(r: Resolver, name: str) -> d.KeywordDeclaration | None:
    return r.ruleset.find(d.KeywordDeclaration, name)


def spend_phrase(r: Resolver, use: e.Use) -> Phrase | None:
    """The phrase or keyword that is written out here; None if there is none, or too many."""
    if not r.may_spend(use.span):
        return None
    found = phrase_of(r, use) or keyword_of(r, str(use.phrase))
    if found is None:
        r.unknown("unknown-phrase", "phrase", use.phrase, r.names("phrase"))
    else:
        r.used.add(str(use.phrase))
    return found


def is_keyword(r: Resolver, use: e.Use) -> bool:
    """Whether a phrase of a card is a keyword."""
    return phrase_of(r, use) is None and keyword_of(r, str(use.phrase)) is not None


def body_of(phrase: Phrase | None) -> s.Block | None:
    """What a phrase or keyword does."""
    if isinstance(phrase, d.KeywordDeclaration):
        return phrase.body
    if phrase is not None and isinstance(phrase.body, d.EffectBody):
        return phrase.body.body
    return None


def new_ability(r: Resolver, sentence: Sentence) -> Ability:
    """The ability a sentence is; the same sentence is the same ability."""
    ability = r.abilities.get(sentence)
    if ability is None:
        labels, lasts = labels_of(r, sentence), stands(r, sentence)
        ability = r.abilities[sentence] = Ability(sentence, labels, sentence.span, lasts)
    return ability


def labels_of(r: Resolver, sentence: Sentence) -> list[d.LabelDeclaration]:
    found = [r.ruleset.find(d.LabelDeclaration, word) for word in sentence.labels]
    return [label for label in found if label is not None]


def label_with(ability: Ability, kind: type[modes.LabelMode]) -> d.LabelDeclaration | None:
    """The label of a sentence that says this of when it happens."""
    return next((label for label in ability.labels if isinstance(label.mode, kind)), None)


def mode_of(ability: Ability, kind: type[M]) -> M | None:
    """When a sentence happens, if one of its labels says it in this way."""
    return first_of(kind, (x.mode for x in ability.labels if x.mode is not None))


def rules_in(body: s.Block | None) -> list[ru.Rule]:
    """The rules an effect consists of, when it consists of rules that have no end of their
    own.
    """
    statements = flat(body.statements) if body is not None else []
    rules = [x for x in statements if isinstance(x, ru.Rule)]
    inner = [x for x in rules if isinstance(x, ru.WhileRule)]
    ending = [*rules, *(x for rule in inner for x in flat(rule.body.statements))]
    tails = (tail for rule in ending for tail in getattr(rule, "tails", ()))
    ends = any(isinstance(tail, s.UntilTail) for tail in tails)
    return rules if rules and len(rules) == len(statements) and not ends else []


def stands(r: Resolver, sentence: Sentence) -> bool:
    """It consists of rules, or is a keyword, so nobody runs it."""
    keyword = keyword_of(r, str(sentence.effect.phrase))
    if keyword is not None and phrase_of(r, sentence.effect) is None:
        return keyword.body is None or bool(rules_in(keyword.body))
    return use_stands(r, sentence.effect)


def use_stands(r: Resolver, use: e.Use) -> bool:
    """Whether a phrase consists of rules, or runs only what fills its slots and does."""
    phrase = phrase_of(r, use)
    if phrase is None or not isinstance(phrase.body, d.EffectBody):
        return False
    if rules_in(phrase.body.body):
        return True
    given = {str(slot.name): slot.value for slot in use.slots}
    fillers: list[e.Expression | None] = []
    for node in flat(phrase.body.body.statements):
        what = node.what if isinstance(node, s.RunStatement) else None
        filler = given.get(str(what.word)) if isinstance(what, e.Name) else None
        if filler is not None or not isinstance(what, e.Name) or not shared_stands(r, what):
            fillers.append(filler)
    return all(isinstance(f, e.Use) and use_stands(r, f) for f in fillers)


def shared_stands(r: Resolver, what: e.Name) -> bool:
    """Whether a name is a phrase that others run, and that consists of rules."""
    shared = r.ruleset.find(d.PhraseDeclaration, what.word)
    return shared is not None and bool(rules_in(body_of(shared)))


def is_run(ability: Ability) -> bool:
    """Whether rules that run the field of a sentence carry it out."""
    every = [label.mode for label in ability.labels if label.mode is not None]
    return not ability.stands and all(
        isinstance(mode, modes.ToldMode) or (isinstance(mode, modes.WindowMode) and mode.told)
        for mode in every
    )


def holds_for_a_while(ability: Ability) -> bool:
    """It is never carried out: it consists of rules, or has a `while` and nothing to wait
    for.
    """
    happens = any(mode_of(ability, mode) for mode in (modes.WhenMode, modes.WindowMode))
    return ability.stands or (mode_of(ability, modes.WhileMode) is not None and not happens)


# ---- keywords


def bearer_of(r: Resolver, keyword: str) -> str:
    """What has a keyword: a kind of card, a part of cards, or `card` for any card."""
    found = keyword_of(r, keyword)
    return str(found.on) if found is not None and found.on is not None else "card"


def part_of_keyword(r: Resolver, keyword: str) -> str:
    """The part of cards that bears a keyword, if a part does."""
    on = bearer_of(r, keyword)
    return on if on in r.parts else ""


def keyword_ability(r: Resolver, use: e.Use) -> Ability:
    """A keyword with its slots, granted or borne by parts, is an ability like a sentence."""
    ability = new_ability(r, Sentence((), use, span=use.span))
    ability.part = part_of_keyword(r, str(use.phrase))
    r.used.add(str(use.phrase))
    return ability


def refuse_bearer(r: Resolver, use: e.Use, bearer: str) -> None:
    """A keyword stands only on what it is declared on."""
    name = str(use.phrase)
    if name not in r.names("keyword"):
        return
    on = bearer_of(r, name)
    if on == bearer or (on == "card" and bearer not in r.parts):
        return
    what = "card" if on == "card" else on
    text = f'"{name}" is a keyword of {an(what)}; {an(bearer)} cannot have it.'
    advice = Advice(f"Write another keyword, or declare it `on {bearer}`.")
    r.problem("wrong-bearer", text, use.span, advice)
