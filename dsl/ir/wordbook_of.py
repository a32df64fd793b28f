"""Makes the wordbook of a format that could be loaded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..cards.print_cards import CardPrinter
from ..cards.printed_lines import printed_fields
from ..loading.load import Loaded
from ..meaning.choices import site_kind
from ..meaning.companions import brings_of
from ..meaning.context import ABILITY_SPAN, CardDefinition, Meaning
from ..meaning.decks import DeckRule, deck_parts_of
from ..meaning.events import parameter_type
from ..meaning.parts import part_fields
from ..meaning.properties import known_properties
from ..nodes import declarations as d
from ..nodes import statements as s
from ..nodes.base import Node
from ..nodes.expressions import Use
from ..nodes.texts import Sentence, Text
from ..ruleset.fingerprints import rules_fingerprint
from ..ruleset.ruleset import Ruleset, phases_of
from ..syntax.parse import read_source
from ..syntax.rows import lines_of
from ..vocabulary.titles import Key, texts_in, things_of, titles_in
from ..vocabulary.vocabulary import Vocabulary
from .ir import Program
from .types import Type
from .wordbook import CardWords, DeckTest, Tongue, Wordbook, clean, spoken

MOVED = {"moved": (("of", "card"),)}  # what of the language itself can be prevented


def wordbook_of(loaded: Loaded) -> Wordbook:
    """All the words of a usable format."""
    rules, m, program = loaded.ruleset, loaded.meaning, loaded.program
    vocabulary = loaded.vocabulary
    assert rules is not None and m is not None
    assert program is not None and vocabulary is not None
    scribe = Scribe(vocabulary)
    names = Counter(str(card.name) for card in loaded.cards)
    phases = program.extra["phases"]
    assert isinstance(phases, tuple)
    return Wordbook(
        title=clean(rules.format.title),
        seats=program.seats,
        languages=rules.languages,
        rules=rules_fingerprint(loaded.files.every_rules()),
        cards=tuple(all_card_words(loaded.cards)),
        shared_names=frozenset(name for name, count in names.items() if count > 1),
        symbols=symbols_of(rules),
        abilities=tuple(ability_texts(scribe, program.extra["abilities"])),
        windows=windows_of(rules, program),
        records=tuple(record_texts(rules, scribe, program.extra["records"])),
        verbs={**MOVED, **verbs_of(m), **actions_of(m)},
        steps=steps_of(rules),
        phases=tuple(map(str, phases)),  # pyright: ignore[reportUnknownArgumentType]
        text_fields=text_fields(rules, vocabulary),
        deck_tests=tuple(deck_tests(program.extra["deck"])),
        deck_parts=deck_parts_of(program),
        brings=brings_of(program),
        ability_span=ABILITY_SPAN,
        parts=parts_of(m),
        lists=lists_of(m),
        keywords=keyword_places(rules, program),
        titles=own_titles(rules),
        tongues=tongues_of(m, program, vocabulary),
        printed=printed_fields(rules),
    )


# ---- cards and what they say


def all_card_words(cards: Iterable[CardDefinition]) -> Iterator[CardWords]:
    texts: dict[str, list[str]] = {}
    for card in cards:
        span = card.span
        if span.file not in texts:
            texts[span.file] = lines_of(read_source(Path(span.file))[0])
        rows = texts[span.file][span.line - 1 : span.end_line]
        lines = tuple(clean(row) for row in rows if not row.lstrip().startswith("#"))
        yield CardWords(clean(card.name), clean(card.code), card.kind, lines)


class Scribe:
    """Writes trees in one language, each only once; in none: in the first that can."""

    def __init__(self, vocabulary: Vocabulary, language: str | None = None) -> None:
        self.vocabulary = vocabulary
        self.language = language
        self.known: dict[tuple[Node, str], str] = {}

    def write(self, tree: Node, category: str) -> str:
        key = (tree, category)
        if key not in self.known:
            self.known[key] = clean(self.vocabulary.write(tree, self.language, category))
        return self.known[key]


def ability_texts(scribe: Scribe, sentences: object) -> list[str]:
    """Each sentence as it was understood."""
    found: list[str] = []
    for sentence in sentences if isinstance(sentences, tuple) else ():  # pyright: ignore[reportUnknownVariableType]
        assert isinstance(sentence, Sentence)
        text = scribe.write(Text((sentence,)), "")
        found.append(text[:1].upper() + text[1:])
    return found


def record_texts(rules: Ruleset, scribe: Scribe, records: object) -> list[str]:
    """Each term, way and the like as it would be printed."""
    found: list[str] = []
    for use in records if isinstance(records, tuple) else ():  # pyright: ignore[reportUnknownVariableType]
        assert isinstance(use, Use)
        phrase = rules.names("phrase").get(str(use.phrase))
        category = str(phrase.category) if isinstance(phrase, d.PhraseDeclaration) else ""
        found.append(scribe.write(use, category) or spoken(use.phrase))
    return found


def text_fields(rules: Ruleset, vocabulary: Vocabulary) -> dict[str, str]:
    """The category of each field that is read by the vocabulary, those of parts too;
    sentences are `text`.
    """
    found: dict[str, str] = {}
    for kind in rules.all(d.CardDeclaration):
        for field in kind.fields:
            for one in field.fields if isinstance(field, d.PartField) else (field,):
                if isinstance(one, d.PlainField) and isinstance(
                    one.type, (d.PlainType, d.ListType, d.MaybeType)
                ):
                    word = str(one.type.word)
                    if word == "text" or vocabulary.is_category(word):
                        found.setdefault(str(one.name), word)
    return found


def symbols_of(rules: Ruleset) -> dict[str, tuple[str, ...]]:
    return {
        str(values.name): tuple(
            clean(item.titles[0] if item.titles else spoken(item.name))
            for item in values.items
        )
        for values in rules.all(d.ValuesDeclaration)
    }


def parts_of(m: Meaning) -> dict[str, tuple[str, ...]]:
    """What each part is called: by the symbol it stands for."""
    symbols = symbols_of(m.ruleset)
    return {
        name: tuple(f"{spoken(name)} {word}" for word in symbols[str(part.per)])
        for name, part in part_fields(m).items()
    }


def lists_of(m: Meaning) -> dict[str, str]:
    return {
        key: site_kind(m, known.type.one)
        for key, known in known_properties(m).items()
        if known.type.many
    }


HAPPENING = (s.WhenRule, s.BeforeRule, s.InsteadRule)


def keyword_places(rules: Ruleset, program: Program) -> dict[str, tuple[int, ...]]:
    """Where the rules of each keyword begin that wait for something: what is counted when
    they happen. What only stands never does.
    """
    found: dict[str, tuple[int, ...]] = {}
    for keyword in rules.all(d.KeywordDeclaration):
        lines = keyword.body.statements if keyword.body is not None else ()
        heads = {
            (node.span.file, node.span.line, node.span.column)
            for node in lines
            if isinstance(node, HAPPENING)
        }
        if not heads:
            continue
        found[clean(keyword.name)] = tuple(
            number
            for number, place in enumerate(program.places)
            if (place.file, place.line, place.column) in heads
        )
    return found


# ---- what things are called


def own_titles(rules: Ruleset) -> dict[str, str]:
    """The titles that things have in the rules themselves."""
    found: dict[str, str] = {}
    for kind, things in things_of(rules).items():
        for name, node in things.items():
            titles = getattr(node, "titles", None)
            text = titles.names[0] if isinstance(titles, s.Titles) else ""
            if isinstance(node, d.OptionDeclaration):
                text = node.title or ""
            if text:
                found[f"{kind} {name}"] = clean(text)
    return found


def tongues_of(m: Meaning, program: Program, vocabulary: Vocabulary) -> dict[str, Tongue]:
    """A tongue for each language of a format that has several, or titles for one."""
    rules = m.ruleset
    titles, texts = titles_in(rules), texts_in(rules)
    spoken_in = rules.languages if len(rules.languages) > 1 or titles or texts else ()
    return {
        language: tongue_of(
            m,
            program,
            Scribe(vocabulary, language),
            titles.get(language, {}),
            texts.get(language, {}),
        )
        for language in spoken_in
    }


def tongue_of(
    m: Meaning,
    program: Program,
    scribe: Scribe,
    titles: Mapping[Key, Sequence[str]],
    texts: Mapping[str, str],
) -> Tongue:
    called = {f"{kind} {name}": clean(names[0]) for (kind, name), names in titles.items()}
    printer = CardPrinter(m.ruleset, scribe.language or "", called, scribe.write)
    symbols = {
        kind: tuple(
            called.get(f"value {kind}.{item.name}", plain)
            for item, plain in zip(declared_items(m.ruleset, kind), words, strict=True)
        )
        for kind, words in symbols_of(m.ruleset).items()
    }
    return Tongue(
        called,
        {clean(text): clean(said) for text, said in texts.items()},
        symbols,
        tuple(ability_texts(scribe, program.extra["abilities"])),
        tuple(record_texts(m.ruleset, scribe, program.extra["records"])),
        {
            name: tuple(
                f"{called.get(f'part {name}', spoken(name))} {word}"
                for word in symbols[str(part.per)]
            )
            for name, part in part_fields(m).items()
        },
        tuple(tuple(map(clean, printer.lines(card))) for card in m.cards),
    )


def declared_items(rules: Ruleset, kind: str) -> tuple[d.ValueItem, ...]:
    values = rules.names("values")[kind]
    assert isinstance(values, d.ValuesDeclaration)
    return values.items


# ---- what happens


def kind_of(m: Meaning, type_: Type) -> str:
    star = "*" if type_.many else ""
    if type_.kind in ("truth", "phase"):
        return type_.kind + star
    return site_kind(m, type_.one) + star


def verbs_of(m: Meaning) -> dict[str, tuple[tuple[str, str], ...]]:
    return {
        str(verb.name): tuple(
            (str(p.preposition), kind_of(m, parameter_type(m, p))) for p in verb.parameters
        )
        for verb in m.ruleset.all(d.VerbDeclaration)
    }


def actions_of(m: Meaning) -> dict[str, tuple[tuple[str, str], ...]]:
    """An action is announced with its player and, if it has one, its element."""
    elements: Any = m.extra.get("elements", {})
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for action in m.ruleset.all(d.ActionDeclaration):
        type_: object = elements.get(str(action.name))
        kind = kind_of(m, type_.one) if isinstance(type_, Type) else "nothing"
        found[str(action.name)] = (("by", "player"), ("of", kind))
    return found


def windows_of(rules: Ruleset, program: Program) -> dict[int, str]:
    """The window of each site that offers actions: it stands where the window is declared."""
    names = {
        (node.span.file, node.span.line): str(node.name)
        for node in rules.all(d.WindowDeclaration)
    }
    places = [program.places[site.place] for site in program.sites]
    found = {i: names.get((place.file, place.line)) for i, place in enumerate(places)}
    kinds = [site.kind for site in program.sites]
    return {
        i: name for i, name in found.items() if name is not None and kinds[i] == "action"
    }


def steps_of(rules: Ruleset) -> dict[str, str]:
    """The title of each phase and step by its path."""
    return {
        path: clean(node.titles.names[0]) if node.titles is not None else spoken(node.name)
        for path, node in phases_of(rules).values()
    }


# ---- decks


def deck_tests(rules: object) -> list[DeckTest]:
    found: list[DeckTest] = []
    for rule in rules if isinstance(rules, tuple) else ():  # pyright: ignore[reportUnknownVariableType]
        assert isinstance(rule, DeckRule)
        found.append(DeckTest(rule.function, clean(rule.text), rule.place))
    return found
