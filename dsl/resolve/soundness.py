"""Checks of a whole ruleset: what is declared is used, what is offered can be reached."""

from __future__ import annotations

from ..nodes import declarations as d
from ..nodes import rules as ru
from ..nodes import statements as s
from ..nodes.attributes import ListType, MaybeType, PlainType
from ..nodes.base import Node, Word, walk
from ..problems.problem import Problem, unknown
from ..problems.similar import nearest
from ..ruleset.ruleset import Ruleset, name_of
from ..typed.format import Format
from ..vocabulary.lexicon import TERM, TERMS
from ..vocabulary.reading import SENTENCES

CATCHERS = (
    ru.WhenRule,
    ru.BeforeRule,
    ru.InsteadRule,
    ru.ForbidRule,
    ru.AllowRule,
    d.WhenMode,
)
PRIMITIVE = frozenset({"moved", "pass"})


def soundness(format: Format) -> list[Problem]:
    """Everything that parses but has no reader."""
    ruleset = format.ruleset
    return [
        *windows_open(ruleset),
        *actions_offered(ruleset),
        *verbs_live(ruleset),
        *things_used(format),
        *phrases_asked(ruleset),
        *tags_used(format),
        *labels_used(ruleset),
        *sentences_read(format),
    ]


def windows_open(ruleset: Ruleset) -> list[Problem]:
    opened = {str(part.window) for part in ruleset.inside(s.OpenStatement)}
    return [
        Problem(
            "window-never-opened",
            f'No step opens the window "{window.name}".',
            window.name.span,
            f"open {window.name}",
        )
        for window in ruleset.all(d.WindowDeclaration)
        if str(window.name) not in opened
    ]


def actions_offered(ruleset: Ruleset) -> list[Problem]:
    offered = {
        str(word)
        for window in ruleset.all(d.WindowDeclaration)
        if window.offers is not None
        for word in window.offers.words
    }
    return [
        Problem(
            "action-never-offered",
            f'No window offers the action "{action.name}".',
            action.name.span,
            f"offers {action.name}",
        )
        for action in ruleset.all(d.ActionDeclaration)
        if str(action.name) not in offered
    ]


def verbs_live(ruleset: Ruleset) -> list[Problem]:
    """A verb without a body that nobody catches; a catch of something that never happens."""
    caught: dict[str, Word] = {}
    for part in ruleset.inside(*CATCHERS):
        caught.setdefault(str(part.event), part.event)
    done = {str(part.verb) for part in ruleset.inside(s.DoStatement, s.AnnounceStatement)}
    problems: list[Problem] = []
    verbs = ruleset.names("verb")
    for name, node in verbs.items():
        assert isinstance(node, d.VerbDeclaration)
        if name not in done:
            text = f'Nothing does or announces "{name}".'
            problems.append(
                Problem("verb-never-done", text, node.name.span, f"announce {name}")
            )
        elif node.body is None and name not in caught:
            text = f'"{name}" does nothing and nothing waits for it.'
            problems.append(
                Problem("verb-never-caught", text, node.name.span, severity="warning")
            )
    known = {*verbs, *ruleset.names("action"), *PRIMITIVE}
    for name, word in caught.items():
        if name not in known:
            problems.append(
                unknown("unknown-event", "verb, action or event", name, word.span, known)
            )
    return problems


def things_used(format: Format) -> list[Problem]:
    """Zones, gauges, notes, options, parameters and values that nothing reads."""
    problems: list[Problem] = []
    for kind in (
        "zone",
        "gauge",
        "note",
        "option",
        "parameter",
        "values",
        "phrase",
        "ranking",
    ):
        for name, node in format.ruleset.names(kind).items():
            if name in format.used or (kind == "phrase" and is_open(node)):
                continue
            word = name_of(node)
            problems.append(
                Problem(
                    "never-used",
                    f'Nothing uses the {kind} "{name}".',
                    word.span,
                    severity="warning",
                )
            )
    return problems


def phrases_asked(ruleset: Ruleset) -> list[Problem]:
    """Phrases of a category that no sentence, slot, field or rule asks for."""
    asked = {str(part.word) for part in ruleset.inside(PlainType, ListType, MaybeType)}
    asked |= {*SENTENCES, TERM} if TERMS in asked else {*SENTENCES}
    problems: list[Problem] = []
    for phrase in ruleset.all(d.PhraseDeclaration):
        category = phrase.category
        if category in asked:
            continue
        guess = nearest(str(category), sorted(asked)) or ""
        text = f'Nothing on a card asks for a "{category}".'
        text += f' Did you mean "{guess}"?' if guess else ""
        problems.append(
            Problem("category-unasked", text, category.span, guess, severity="warning")
        )
    return problems


def tags_used(format: Format) -> list[Problem]:
    """Tags of phrases that no rule asks for."""
    return [
        Problem(
            "never-used",
            f'Nothing asks for the tag "{phrase.tag}".',
            phrase.tag.span,
            f"its tags has {phrase.tag}",
            "warning",
        )
        for phrase in format.ruleset.all(d.PhraseDeclaration)
        if phrase.tag is not None and f"tag {phrase.tag}" not in format.used
    ]


def is_open(node: Node) -> bool:
    """Vocabulary is for cards to come; only its structure is checked."""
    return isinstance(node, d.PhraseDeclaration)


def labels_used(ruleset: Ruleset) -> list[Problem]:
    """A label for a window that does not exist."""
    problems: list[Problem] = []
    for label in ruleset.all(d.LabelDeclaration):
        if isinstance(label.mode, d.WindowMode):
            window = ruleset.names("window").get(str(label.mode.window))
            if window is None:
                word = label.mode.window
                problems.append(
                    unknown(
                        "unknown-window",
                        "window",
                        str(word),
                        word.span,
                        ruleset.names("window"),
                    )
                )
            elif isinstance(window, d.WindowDeclaration) and not offers_abilities(window):
                text = (
                    f'"{window.name}" offers no abilities, so "{label.name}" is never used.'
                )
                problems.append(
                    Problem(
                        "label-never-used", text, label.name.span, "offers .., abilities"
                    )
                )
    return problems


def offers_abilities(window: d.WindowDeclaration) -> bool:
    return window.offers is not None and "abilities" in window.offers.words


def sentences_read(format: Format) -> list[Problem]:
    """A sentence that nothing runs, triggers, offers or lets stand."""
    run = {
        str(getattr(inner, "word", ""))
        for part in format.ruleset.inside(s.RunStatement)
        for inner in walk(part.what)
    }
    fields: dict[int, set[str]] = {}
    for name, _, ability in format.said:
        if name in format.text_fields:
            fields.setdefault(ability.id, set()).add(name)
    text = "Nothing ever runs this sentence: it has no label, and no rule runs its field."
    return [
        Problem("sentence-never-run", text, ability.span, "Begin it with a label.")
        for ability in format.abilities
        if ability.id in format.run and fields.get(ability.id, set()) - run
    ]
