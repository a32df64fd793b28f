"""Checks of a whole ruleset: what is declared is used, what is offered can be reached."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import cast

from ..cards.definition import CardDefinition
from ..ir.names import ELIMINATED
from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes import files, modes
from ..nodes import rules as ru
from ..nodes import statements as s
from ..nodes.attributes import ListType, MaybeType, PlainType
from ..nodes.base import Node, Span, Word, walk
from ..problems.problem import Advice, Problem, Problems
from ..problems.similar import nearest, one_letter_from
from ..ruleset.categories import included
from ..ruleset.ruleset import Ruleset, name_of
from ..typed.abilities import Ability
from ..typed.format import Format
from ..vocabulary.lexicon import SENTENCES, TERM, TERMS
from ..vocabulary.titles import texts_of

CATCH = (ru.WhenRule, ru.BeforeRule, ru.InsteadRule, ru.ForbidRule, ru.AllowRule, modes.WhenMode)
PRIMITIVE = frozenset({"moved", "given", "pass", ELIMINATED})
SLOT = re.compile(r"\{\w*\}")
READ = ("zone", "gauge", "note", "option", "parameter", "values", "ranking", "groups")


def soundness(format: Format) -> list[Problem]:
    """Everything that parses but has no reader, in the order of the checks."""
    ruleset, found = format.ruleset, Problems()
    windows_open(ruleset, found)
    actions_offered(ruleset, found)
    verbs_live(ruleset, found)
    somebody_leaves(ruleset, found)
    things_used(format, found)
    phrases_asked(ruleset, found)
    tags_used(format, found)
    labels_used(ruleset, found)
    sentences_read(format, found)
    labels_plain(ruleset, found)
    return found


def windows_open(ruleset: Ruleset, found: Problems) -> None:
    opened = {str(part.window) for part in ruleset.inside(s.OpenStatement)}
    for window in ruleset.all(d.WindowDeclaration):
        if str(window.name) not in opened:
            text = f'No step opens the window "{window.name}".'
            advice = Advice(f"Write in a step: `open {window.name}`.")
            found.report("window-never-opened", text, window.name.span, advice)


def actions_offered(ruleset: Ruleset, found: Problems) -> None:
    windows = ruleset.all(d.WindowDeclaration)
    offered = {str(word) for w in windows if w.offers is not None for word in w.offers.words}
    for action in ruleset.all(d.ActionDeclaration):
        if str(action.name) not in offered:
            text = f'No window offers the action "{action.name}".'
            advice = Advice(f"Write `{action.name}` behind `offers` of a window.")
            found.report("action-never-offered", text, action.name.span, advice)


def verbs_live(ruleset: Ruleset, found: Problems) -> None:
    """A verb without a body that nobody catches; a catch of something that never happens."""
    caught: dict[str, Word] = {}
    for part in ruleset.inside(*CATCH):
        caught.setdefault(str(part.event), part.event)
    for part in ruleset.inside(s.EventMoment):
        if str(part.event) in ruleset.names("verb"):
            caught.setdefault(str(part.event), part.event)
    done = {str(part.verb) for part in ruleset.inside(s.DoStatement, s.AnnounceStatement)}
    for verb in ruleset.all(d.VerbDeclaration):
        name, place = str(verb.name), verb.name.span
        if ruleset.find(d.VerbDeclaration, name) is not verb:
            continue
        if name not in done:
            text = f'Nothing does or announces "{name}".'
            advice = Advice(f"Write `announce {name}` where it happens, or remove it.")
            found.report("verb-never-done", text, place, advice)
        elif verb.body is None and name not in caught:
            text = f'"{name}" does nothing and nothing waits for it.'
            found.report("verb-never-caught", text, place, severity="warning")
    known = {*ruleset.names("verb"), *ruleset.names("action"), *PRIMITIVE}
    for name, word in caught.items():
        if name not in known:
            found.unknown("unknown-event", "verb, action or event", word, known)


def somebody_leaves(ruleset: Ruleset, found: Problems) -> None:
    """Questions who is out of the game where nobody can ever be."""
    if any(ruleset.inside(s.EliminateStatement)) or "out" in map(str, symbols_of(ruleset)):
        return
    asked: list[Node] = [*ruleset.inside(e.PlayersOut)]
    for test in ruleset.inside(e.IsExpression, e.IsNotExpression):
        asked += [test.right] if getattr(test.right, "word", "") == "out" else []
    asked += [rule for rule in ruleset.inside(ru.WhenRule) if rule.event == ELIMINATED]
    for node in asked:
        text = "No rule eliminates a player here, so nobody is ever out of the game."
        advice = Advice("Say with `eliminate` when a player is out, or ask something else.")
        found.report("nobody-leaves", text, node.span, advice, severity="warning")


def symbols_of(ruleset: Ruleset) -> list[Word]:
    return [item.name for node in ruleset.all(d.ValuesDeclaration) for item in node.items]


def things_used(format: Format, found: Problems) -> None:
    """Zones, gauges, notes, options, parameters, values and rankings that nothing reads;
    phrases are for cards to come, and values that a table or part is kept by are printed.
    """
    printed = {str(part.per) for part in format.ruleset.inside(d.PlainField, d.PartField)}
    for kind in READ:
        for name, node in format.ruleset.names(kind).items():
            if name not in format.used and not (kind == "values" and name in printed):
                text = f'Nothing uses the {kind} "{name}".'
                found.report("never-used", text, name_of(node).span, severity="warning")


def phrases_asked(ruleset: Ruleset, found: Problems) -> None:
    """Phrases of a category that no sentence, slot, field or rule asks for, and those without
    a pattern that no other one runs.
    """
    run = {str(getattr(part.what, "word", "")) for part in ruleset.inside(s.RunStatement)}
    for phrase in ruleset.all(d.PhraseDeclaration):
        if not phrase.says and str(phrase.name) not in run:
            text = f'No card prints "{phrase.name}", and nothing runs it.'
            advice = Advice(f"Write `run {phrase.name}` in a rule, or remove it.")
            found.report("never-used", text, phrase.name.span, advice, severity="warning")
    asked = {str(part.word) for part in ruleset.inside(PlainType, ListType, MaybeType)}
    asked |= {*SENTENCES, TERM} if TERMS in asked else {*SENTENCES}
    asked |= {inner for one in asked for inner in included(ruleset, one)}
    phrases = ruleset.all(d.PhraseDeclaration)
    made = [
        kind
        for phrase in phrases
        if phrase.says
        for kind in (phrase.category, *(s.category for s in phrase.says))
    ]
    for kind in (d.CategoryDeclaration, d.PaidDeclaration):
        made += [node.name for node in ruleset.all(kind)]
    unnamed = {str(p.category) for p in phrases if p.says and p.name.span == p.says[0].pattern.span}
    for category in filter(None, made):
        if category not in asked:
            guess = nearest(str(category), sorted(asked)) or ""
            text = f'Nothing on a card asks for a "{category}".'
            text += f' Did you mean "{guess}"?' if guess else ""
            if category in unnamed and not guess:
                text += " The last word in front of its pattern is what a phrase is."
                guess = f"{category} effect"
            found.report("category-unasked", text, category.span, guess, severity="warning")


def tags_used(format: Format, found: Problems) -> None:
    """Tags of phrases and labels that no rule asks for."""
    ruleset = format.ruleset
    tagged = (*ruleset.all(d.PhraseDeclaration), *ruleset.all(d.LabelDeclaration))
    for tag in (one.tag for one in tagged):
        if tag is not None and f"tag {tag}" not in format.used:
            text = f'Nothing asks for the tag "{tag}".'
            advice = Advice(f"Ask in a rule whether `its tags has {tag}`, or leave it out.")
            found.report("never-used", text, tag.span, advice, severity="warning")


def labels_used(ruleset: Ruleset, found: Problems) -> None:
    """A label for a window that does not exist, or that offers no abilities."""
    for label in ruleset.all(d.LabelDeclaration):
        if not isinstance(label.mode, modes.WindowMode):
            continue
        window = ruleset.find(d.WindowDeclaration, label.mode.window)
        if window is None:
            known = ruleset.names("window")
            found.unknown("unknown-window", "window", label.mode.window, known)
        elif window.offers is None or "abilities" not in window.offers.words:
            text = f'"{window.name}" offers no abilities, so "{label.name}" is never used.'
            advice = Advice(f"Write `abilities` behind `offers` of {window.name}.")
            found.report("label-never-used", text, label.name.span, advice)


def labels_plain(ruleset: Ruleset, found: Problems) -> None:
    """What is asked and offered is shown as it stands: no slot of a phrase is filled in it."""
    for text, nodes in texts_of(ruleset).items():
        slot = SLOT.search(text)
        for node in nodes if slot is not None else ():
            assert slot is not None
            message = f"`{slot[0]}` would be shown as it stands: labels and prompts have no slots."
            found.report("label-slot", message, node.span)


def sentences_read(format: Format, found: Problems) -> None:
    """A sentence that nothing runs, triggers, offers or lets stand."""
    text = "Nothing ever runs this sentence: it has no label, and no rule runs its field."
    for ability in never_run(format):
        found.report("sentence-never-run", text, ability.span, Advice("Begin it with a label."))


def never_run(format: Format) -> list[Ability]:
    """The sentences of the cards that nothing carries out."""
    run = {
        str(getattr(inner, "word", ""))
        for part in format.ruleset.inside(s.RunStatement)
        for inner in walk(part.what)
    }
    fields: dict[int, set[str]] = {}
    for name, _, ability in format.said:
        if name in format.text_fields:
            fields.setdefault(ability.id, set()).add(name)
    return [
        ability
        for ability in format.abilities
        if ability.id in format.run and fields.get(ability.id, set()) - run
    ]


SEVERAL = 2  # cards with a word that another one may have meant
SHORTEST = 4  # letters of a word that can be misspelt


def words_said_once(cards: Iterable[CardDefinition], nodes: Iterable[files.Card]) -> list[Problem]:
    """A word of a card that no other card has there, a letter away from one that several have;
    `nodes` are the cards as they are written.
    """
    found = Problems()
    said: dict[tuple[str, str], list[CardDefinition]] = {}
    for card in cards:
        for name, value in card.fields.items():
            words = cast(tuple[object, ...], value if isinstance(value, tuple) else (value,))
            for word in dict.fromkeys(word for word in words if isinstance(word, str)):
                said.setdefault((name, word), []).append(card)
    common: dict[str, list[str]] = {}
    for (name, word), bearers in said.items():
        if len(bearers) >= SEVERAL:
            common.setdefault(name, []).append(word)
    for (name, word), bearers in said.items():
        if len(bearers) == 1 and len(word) >= SHORTEST:
            for near in one_letter_from(word, common.get(name, ()))[:1]:
                text = f'No other card has the {name} "{word}"; several have "{near}".'
                span = place_on(bearers[0], name, word, nodes)
                fix = near if span is not None else Advice(f'Write "{near}" there.')
                place = span or bearers[0].name.span
                found.report("word-once", text, place, fix, severity="warning")
    return found


def place_on(
    card: CardDefinition, name: str, word: str, nodes: Iterable[files.Card]
) -> Span | None:
    """Where a card has a word in a field of its own."""
    for node in nodes:
        for line in node.fields if node.span == card.span else ():
            value, span = str(line.value), line.value.span
            at = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", value)
            if line.name == name and at is not None and span.file == card.name.span.file:
                start = span.column + at.start()
                return Span(span.file, span.line, start, span.line, start + len(word))
    return None
