"""Makes the wordbook of a format that could be loaded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..cards.definition import CardDefinition
from ..cards.print_cards import CardPrinter
from ..cards.printed_lines import printed_fields
from ..ir.ir import Program
from ..ir.wordbook import CardWords, Tongue, Wordbook, clean, spoken
from ..lower.choices import site_kind
from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..nodes import rules as ru
from ..nodes import statements as s
from ..nodes.base import Node
from ..nodes.expressions import Text
from ..ruleset.fingerprints import rules_fingerprint
from ..ruleset.ruleset import Ruleset, phases_of
from ..ruleset.shapes import parts_declared
from ..syntax.rows import lines_of
from ..typed import ids
from ..typed.format import Format
from ..typed.types import Type
from ..vocabulary.titles import Key, texts_in, things_of, titles_in
from ..vocabulary.vocabulary import Vocabulary
from .library import FormatFiles
from .load import Loaded

MOVED = {
    name: (("of", "card"),) for name in ("moved", "given")
}  # what of the language itself can be prevented


Written = dict[tuple[Node, str, str | None], str]  # trees by category and language


def wordbook_of(loaded: Loaded, written: Written | None = None) -> Wordbook:
    """All the words of a usable format. `written` is how its vocabulary has written trees; what is
    new joins it.
    """
    rules, format, program = loaded.ruleset, loaded.format, loaded.program
    vocabulary = loaded.vocabulary
    assert rules is not None and format is not None
    assert program is not None and vocabulary is not None
    written = {} if written is None else written
    scribe = Scribe(vocabulary, None, written)
    names = Counter(str(card.name) for card in loaded.cards)
    return Wordbook(
        title=clean(rules.format.title),
        seats=rules.seats,
        languages=rules.languages,
        rules=rules_fingerprint(loaded.files.every_rules()),
        cards=tuple(all_card_words(loaded.files, loaded.cards)),
        shared_names=frozenset(name for name, count in names.items() if count > 1),
        symbols=symbols_of(rules),
        abilities=tuple(ability_texts(scribe, format)),
        records=tuple(record_texts(scribe, format)),
        verbs={**MOVED, **verbs_of(format), **actions_of(format)},
        steps=steps_of(rules),
        phases=tuple(map(str, format.steps)),
        text_fields=text_fields(rules, vocabulary),
        part_names=program.deck.part_names,
        parts=parts_of(rules),
        lists=lists_of(format),
        keywords=keyword_places(rules, program),
        titles=own_titles(rules),
        tongues=tongues_of(format, vocabulary, written),
        printed=printed_fields(rules),
    )


# ---- cards and what they say


def all_card_words(files: FormatFiles, cards: Iterable[CardDefinition]) -> Iterator[CardWords]:
    texts: dict[str, list[str]] = {}
    for card in cards:
        span = card.span
        if span.file not in texts:
            texts[span.file] = lines_of(files.source(span.file).text)
        rows = texts[span.file][span.line - 1 : span.end_line]
        lines = tuple(clean(row) for row in rows if not row.lstrip().startswith("#"))
        yield CardWords(clean(card.name), clean(card.code), card.kind, lines)


class Scribe:
    """Writes trees in one language, each only once; in none: in the first that can."""

    def __init__(self, vocabulary: Vocabulary, language: str | None, known: Written) -> None:
        self.vocabulary = vocabulary
        self.language = language
        self.known = known

    def write(self, tree: Node, category: str) -> str:
        key = (tree, category, self.language)
        if key not in self.known:
            self.known[key] = clean(self.vocabulary.write(tree, self.language, category))
        return self.known[key]


def ability_texts(scribe: Scribe, format: Format) -> list[str]:
    """Each sentence as it was understood."""
    found: list[str] = []
    for ability in format.abilities:
        text = scribe.write(Text((ability.sentence,)), "")
        found.append(text[:1].upper() + text[1:])
    return found


def record_texts(scribe: Scribe, format: Format) -> list[str]:
    """Each term, way and the like as it would be printed."""
    found: list[str] = []
    for use in (record.use for record in format.records):
        phrase = format.ruleset.names("phrase").get(str(use.phrase))
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
                    one.type, (attrs.PlainType, attrs.ListType, attrs.MaybeType)
                ):
                    word = str(one.type.word)
                    if word == "text" or vocabulary.is_category(word):
                        found.setdefault(str(one.name), word)
    return found


def symbols_of(rules: Ruleset) -> dict[str, tuple[str, ...]]:
    return {
        str(values.name): tuple(
            clean(item.titles[0] if item.titles else spoken(item.name)) for item in values.items
        )
        for values in rules.all(d.ValuesDeclaration)
    }


def parts_of(rules: Ruleset) -> dict[str, tuple[str, ...]]:
    """What each part is called: by the symbol it stands for."""
    symbols = symbols_of(rules)
    return {
        name: tuple(f"{spoken(name)} {word}" for word in symbols[str(part.per)])
        for name, part in parts_declared(rules).items()
    }


def lists_of(format: Format) -> dict[str, str]:
    found = {
        str(key): site_kind(known.type.one)
        for key, known in format.properties.items()
        if known.type.many
    }
    found |= {str(what): made_kind(known.type) for what, known in format.made.items()}
    return {**found, str(ids.GAINED): "keyword"} if format.gained or format.lost else found


def made_kind(type_: Type) -> str:
    """Of what kind it is what a card is made: a copy, of a kind, what stands in a field."""
    if type_.kind in ("card", "kind"):
        return "copy" if type_.kind == "card" else f"kind:{type_.of}"
    return "truth" if type_.kind == "truth" else site_kind(type_)


HAPPENING = (ru.WhenRule, ru.BeforeRule, ru.InsteadRule)


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


def tongues_of(format: Format, vocabulary: Vocabulary, written: Written) -> dict[str, Tongue]:
    """A tongue for each language of a format that has several, or titles for one."""
    rules = format.ruleset
    titles, texts = titles_in(rules), texts_in(rules)
    spoken_in = rules.languages if len(rules.languages) > 1 or titles or texts else ()
    return {
        language: tongue_of(
            format,
            Scribe(vocabulary, language, written),
            titles.get(language, {}),
            texts.get(language, {}),
        )
        for language in spoken_in
    }


def tongue_of(
    format: Format, scribe: Scribe, titles: Mapping[Key, Sequence[str]], texts: Mapping[str, str]
) -> Tongue:
    rules = format.ruleset
    called = {f"{kind} {name}": clean(names[0]) for (kind, name), names in titles.items()}
    printer = CardPrinter(rules, scribe.language or "", called, scribe.write)
    symbols = {
        kind: tuple(
            called.get(f"value {kind}.{item.name}", plain)
            for item, plain in zip(declared_items(rules, kind), words, strict=True)
        )
        for kind, words in symbols_of(rules).items()
    }
    return Tongue(
        called,
        {clean(text): clean(said) for text, said in texts.items()},
        symbols,
        tuple(ability_texts(scribe, format)),
        tuple(record_texts(scribe, format)),
        {
            name: tuple(
                f"{called.get(f'part {name}', spoken(name))} {word}"
                for word in symbols[str(part.per)]
            )
            for name, part in parts_declared(rules).items()
        },
        tuple(tuple(map(clean, printer.lines(card))) for card in format.cards),
    )


def declared_items(rules: Ruleset, kind: str) -> tuple[d.ValueItem, ...]:
    values = rules.names("values")[kind]
    assert isinstance(values, d.ValuesDeclaration)
    return values.items


# ---- what happens


def kind_of(type_: Type) -> str:
    star = "*" if type_.many else ""
    if type_.kind in ("truth", "phase"):
        return type_.kind + star
    return site_kind(type_.one) + star


def verbs_of(format: Format) -> dict[str, tuple[tuple[str, str], ...]]:
    return {
        verb.event.name: tuple(
            (str(p.preposition), kind_of(verb.event.fields[str(p.name)].type))
            for p in verb.node.parameters
        )
        for verb in format.course.verbs
    }


def actions_of(format: Format) -> dict[str, tuple[tuple[str, str], ...]]:
    """An action is announced with its player and, if it has one, its element."""
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for action in format.course.actions:
        kind = kind_of(action.element.one) if action.element is not None else "nothing"
        found[action.event.name] = (("by", "player"), ("of", kind))
    return found


def steps_of(rules: Ruleset) -> dict[str, str]:
    """The title of each phase and step by its path."""
    return {
        path: clean(node.titles.names[0]) if node.titles is not None else spoken(node.name)
        for path, node in phases_of(rules).values()
    }
