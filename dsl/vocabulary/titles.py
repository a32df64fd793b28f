"""What the languages of a format call its things: the lines of `titles`, checked, and what a
language still lacks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from ..ir.wordbook import spoken
from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..nodes import rules as ru
from ..nodes import statements as s
from ..nodes.attributes import ListType, MaybeType, PlainType
from ..nodes.base import Node, Word, rebuild
from ..nodes.titles import TextLine, TitleLine, TitlesDeclaration
from ..problems.problem import Advice, Problem, unknown
from ..problems.similar import nearest
from ..ruleset.ruleset import Ruleset, once, phases_of
from ..ruleset.shapes import layers_changed
from .lexicon import new_saying
from .patterns import read_pattern

Key = tuple[str, str]  # the kind of a thing and its id: ("value", "timing.battle")
EVERY_CARD = ("kind",)  # fields that every card has
MOST_NAMED = 6
MOST_PATTERNS = 8192  # that a process remembers; the largest format has half of them
# Kinds of things that players read of.
SHOWN = (
    "zone", "phase", "gauge", "note", "option", "action", "window", "verb", "property", "value",
    "field", "part", "turned",
)  # fmt: skip
ASKED: dict[type[Node], str] = {
    s.AskingOption: "prompt",
    s.ChooseOneStatement: "asking",
    s.ChooseSeveralStatement: "asking",
    s.AssignStatement: "asking",
    s.PayStatement: "asking",
    s.OfferStatement: "label",
    s.OptionItem: "label",
    ru.Optional: "label",
}


def lines_of(nodes: Iterable[Node]) -> Iterator[tuple[str, TitleLine | TextLine]]:
    """Each line of the titles among some declarations, with its language."""
    for node in nodes:
        if isinstance(node, TitlesDeclaration):
            for line in node.lines:
                yield str(node.language), line


# ---- what there is


def things_of(ruleset: Ruleset) -> dict[str, dict[str, Node]]:
    """Everything that may have a title, by its kind and id."""
    plain = ("zone", "gauge", "note", "option", "window", "action", "verb")
    found = {kind: {**ruleset.names(kind)} for kind in plain}
    found["card"] = {**ruleset.names("card kind")}
    found["property"] = {name: group[0] for name, group in ruleset.properties().items()}
    found["value"] = {
        f"{values.name}.{item.name}": item
        for values in ruleset.all(d.ValuesDeclaration)
        for item in values.items
    }
    found["phase"] = {name: node for name, (_, node) in phases_of(ruleset).items()}
    found["field"], found["part"] = fields_of(ruleset)
    found["turned"] = {
        str(word): attribute
        for attribute in ruleset.inside(attrs.TurnedAttribute)
        for word in attribute.words
    }
    return found


def fields_of(ruleset: Ruleset) -> tuple[dict[str, Node], dict[str, Node]]:
    """The fields of all kinds of cards, and the parts among them."""
    fields: dict[str, Node] = {name: ruleset.format for name in EVERY_CARD}
    parts: dict[str, Node] = {}
    for kind in ruleset.all(d.CardDeclaration):
        for field in kind.fields:
            if isinstance(field, d.PartField):
                parts.setdefault(str(field.name), field)
            if isinstance(field, (d.PlainField, d.PartField)):
                fields.setdefault(str(field.name), field)
    return fields, parts


def texts_of(ruleset: Ruleset) -> dict[str, list[Node]]:
    """Every prompt and label that rules ask with, and where."""
    found: dict[str, list[Node]] = {}
    for kind, member in ASKED.items():
        for node in ruleset.inside(kind):
            text = getattr(node, member)
            if text:
                found.setdefault(str(text), []).append(node)
    for kind in (*s.CHOICES, s.DistributeStatement):
        for node in ruleset.inside(kind):
            if not any(isinstance(option, s.AskingOption) for option in node.options):
                found.setdefault(unasked(node), []).append(node)
    for node in ruleset.inside(ru.InsteadRule):
        found.setdefault(instead_of(str(node.event)), []).append(node)
    return found


def unasked(node: s.ChooseStatement | s.ChooseNumberStatement | s.DistributeStatement) -> str:
    """What a choice asks that does not say it."""
    return f"Choose {node.name}"


def instead_of(event: str) -> str:
    """What is asked where several rules would take the place of an event."""
    return f"Instead of {event}"


# ---- titles by thing


@once
def titles_in(ruleset: Ruleset) -> dict[str, dict[Key, tuple[str, ...]]]:
    """The titles that each language gives, by thing."""
    found: dict[str, dict[Key, tuple[str, ...]]] = {}
    phases = phases_of(ruleset)
    for language, line in lines_of(ruleset.declarations):
        if isinstance(line, TitleLine):
            key = (str(line.what), whole_path(phases, str(line.what), str(line.path)))
            names = tuple(map(str, line.titles.names))
            found.setdefault(language, {}).setdefault(key, names)
    return found


def whole_path(phases: Mapping[str, tuple[str, Node]], kind: str, name: str) -> str:
    """The name of a thing; of a phase, which may be called by its own name alone, its path."""
    return phases[name][0] if kind == "phase" and name in phases else name


@once
def texts_in(ruleset: Ruleset) -> dict[str, dict[str, str]]:
    """How each language says what is asked, by the text of the rules. The title of a window
    is what it asks, that of an action what an option is called.
    """
    found: dict[str, dict[str, str]] = {}
    for language, line in lines_of(ruleset.declarations):
        if isinstance(line, TextLine):
            found.setdefault(language, {}).setdefault(str(line.text), str(line.said))
    for language, titles in titles_in(ruleset).items():
        for (kind, name), names in titles.items():
            node = ruleset.names(kind).get(name)
            if isinstance(node, d.WindowDeclaration):
                found.setdefault(language, {}).setdefault(str(node.title or name), names[0])
            elif isinstance(node, d.ActionDeclaration):
                found.setdefault(language, {}).setdefault(str(node.label or name), names[0])
    return found


def titled_values(nodes: list[Node]) -> list[Node]:
    """Symbols with the titles of all languages, so that cards may print any of them."""
    further: dict[str, list[Word]] = {}
    for _, line in lines_of(nodes):
        if isinstance(line, TitleLine) and line.what == "value":
            further.setdefault(str(line.path), []).extend(line.titles.names)

    def titled(values: d.ValuesDeclaration, item: d.ValueItem) -> d.ValueItem:
        """A symbol with further titles; the main one stays."""
        more = further.get(f"{values.name}.{item.name}", [])
        own = item.titles or (Word(spoken(item.name)),) if more else item.titles
        known = {title.lower() for title in own}
        return replace(item, titles=(*own, *(t for t in more if t.lower() not in known)))

    return [
        replace(node, items=tuple(titled(node, item) for item in node.items))
        if further and isinstance(node, d.ValuesDeclaration)
        else node
        for node in nodes
    ]


def as_field(title: str) -> str:
    """A title as it stands in a file of cards."""
    return "_".join(title.lower().split())


# ---- where a text is at home


def at_home_in(nodes: Iterable[Node], language: str) -> list[Node]:
    """Declarations whose patterns say which language they are in."""
    word = Word(language)

    def change(part: Node) -> Node:
        if isinstance(part, d.Say) and part.language is None:
            return replace(part, language=word)
        return part

    spoken_kinds = (d.PhraseDeclaration, d.LabelDeclaration, d.KeywordDeclaration)
    return [rebuild(node, change) if isinstance(node, spoken_kinds) else node for node in nodes]


# ---- problems


def title_problems(ruleset: Ruleset, homes: Mapping[str, str]) -> list[Problem]:
    """Titles of what there is not, twice given, or missing. `homes`: the first language of
    the format that each file is of.
    """
    problems = [
        unknown(
            "unknown-language", "language", node.language, node.language.span,
            ruleset.languages,
        )
        for node in ruleset.all(TitlesDeclaration)
        if str(node.language) not in ruleset.languages
    ]  # fmt: skip
    things, texts = things_of(ruleset), texts_of(ruleset)
    seen: dict[tuple[str, str, str], Node] = {}
    for language, line in lines_of(ruleset.declarations):
        if isinstance(line, TextLine):
            found, key = text_problem(line, texts), (language, "", str(line.text))
        else:
            found = thing_problem(line, things)
            key = (language, str(line.what), str(line.path))
        if found is None and key in seen:
            text = f'"{key[2]}" has two lines in the titles of {language}.'
            found = Problem("titled-twice", text, line.span, Advice("Take one of them out."))
        seen[key] = line
        problems += [found] if found is not None else []
    if not problems:
        problems += missing_titles(ruleset, homes)
    return problems


def text_problem(line: TextLine, texts: Mapping[str, object]) -> Problem | None:
    if str(line.text) in texts:
        return None
    guess = nearest(str(line.text), texts)
    more = f' Did you mean "{guess}"?' if guess else ""
    text = f'No rule asks "{line.text}".{more}'
    return Problem("unknown-text", text, line.text.span, guess or "")


def thing_problem(line: TitleLine, things: Mapping[str, Mapping[str, Node]]) -> Problem | None:
    what, name = str(line.what), str(line.path)
    if what not in things:
        return unknown("unknown-word", "thing with a title", what, line.what.span, things)
    if name in things[what]:
        return None
    return unknown("unknown-titled", what, name, line.path.span, things[what])


# ---- what is missing

Homes = Callable[[Node], str]


def missing_titles(ruleset: Ruleset, homes: Mapping[str, str]) -> Iterator[Problem]:
    """One warning for each language that has titles, but not for everything that is shown."""

    def home(node: Node) -> str:
        return homes.get(node.span.file, ruleset.languages[0])

    for language in ruleset.languages:
        every = [n for n in ruleset.all(TitlesDeclaration) if n.language == language]
        given = [node for node in every if not is_of_library(ruleset, node, language)]
        missing = [*untitled(ruleset, language, home)] if given else []
        if missing:
            named = ", ".join(missing[:MOST_NAMED])
            more = len(missing) - MOST_NAMED
            rest = f", and {more} more" if more > 0 else ""
            text = f"These have no words in {language}: {named}{rest}."
            span = given[0].language.span
            yield Problem("words-missing", text, span, severity="warning")


def is_of_library(ruleset: Ruleset, node: Node, language: str) -> bool:
    """Whether a library declares something, of which a language is taken: it is the library's to
    have words in it.
    """
    return ruleset.origin is not None and (node.span.file, language) in ruleset.origin.spoken


def untitled(ruleset: Ruleset, language: str, home: Homes) -> Iterator[str]:
    """What is shown to players and has no words in a language."""
    titles = titles_in(ruleset).get(language, {})
    texts = texts_in(ruleset).get(language, {})
    things, phases = things_of(ruleset), phases_of(ruleset)
    for kind, name, node in ((k, name, node) for k in SHOWN for name, node in things[k].items()):
        if whole_path(phases, kind, name) != name or (kind, name) in titles:
            continue  # a short name of one that is shown by its path, or titled
        if home(node) != language and needs_title(ruleset, kind, name, node):
            yield f"{kind} {name}"
    for text, nodes in texts_of(ruleset).items():
        if text not in texts and any(home(node) != language for node in nodes):
            yield f'"{text}"'
    unasked = unasked_phrases(ruleset, language, home)
    for kind in (d.PhraseDeclaration, d.LabelDeclaration, d.KeywordDeclaration):
        for node in ruleset.all(kind):
            if node.name in unasked or is_of_library(ruleset, node, language):
                continue
            if not node.says and home(node) == language:
                continue  # only rules use it; no card says it in the language that it is at home in
            if not any(said_in(node, language, home(node))):
                yield f"{kind.__name__.removesuffix('Declaration').lower()} {node.name}"


def needs_title(ruleset: Ruleset, kind: str, name: str, node: Node) -> bool:
    """Numbers and single letters are the same everywhere."""
    if kind == "field" and name in EVERY_CARD:
        return False
    if isinstance(node, d.PropertyDeclaration):  # only what changes is shown
        return isinstance(node.body, d.PipelineBody) and name in layers_changed(ruleset)
    if isinstance(node, d.ValueItem):
        return len(node.name) > 1 and not str(node.name).isdecimal()
    return True


Said = d.PhraseDeclaration | d.LabelDeclaration | d.KeywordDeclaration


def said_in(node: Said, language: str, home: str) -> Iterator[tuple[d.Say, tuple[str, ...]]]:
    """How it is said in a language, with the slots of each pattern; a pattern without words is of
    all of them.
    """
    for say in node.says:
        found = slots_and_neutral(str(say.pattern))
        if found is not None and (str(say.language or home) == language or found[1]):
            yield say, found[0]


@lru_cache(MOST_PATTERNS)
def slots_and_neutral(pattern: str) -> tuple[tuple[str, ...], bool] | None:
    """The slots of a pattern, and whether it has no words; None if its brackets are wrong."""
    found, _ = read_pattern(Word(pattern))
    if found is None:
        return None
    return tuple(slot.name for slot in found.slots()), new_saying("", found).neutral


def unasked_phrases(ruleset: Ruleset, language: str, home: Homes) -> set[str]:
    """Phrases without slots that stand in slots, but in none of a language's patterns: they
    have no such slot, or say it in words of their own `where` the phrase would fill it.
    """
    takers = [*ruleset.all(d.PhraseDeclaration), *ruleset.all(d.KeywordDeclaration)]
    types = {
        (node.name, str(slot.name)): str(slot.type.word)
        for node in takers
        for slot in node.parameters
        if isinstance(slot.type, (PlainType, ListType, MaybeType))
    }
    asking: list[tuple[str, set[str]]] = []  # what a slot takes, and what never fills it
    for node in takers:
        said = [*said_in(node, language, home(node))]
        for name in dict.fromkeys(name for _, slots in said for name in slots):
            own = {str(f.value) for say, _ in said for f in say.fixed if f.name == name}
            asking.append((types.get((node.name, name), ""), own))
    return {
        str(phrase.name)
        for phrase in ruleset.all(d.PhraseDeclaration)
        if not phrase.parameters
        and phrase.category in types.values()
        and all(kind != phrase.category or phrase.name in own for kind, own in asking)
    }
