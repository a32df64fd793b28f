"""The phrases, keywords, labels and symbols of a format, and their grammars."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ..nodes.base import Word
from ..nodes.expressions import Slot
from ..problems.problem import Label, Problem, Problems
from .chart import LETTERS, NAME, NUMBER, SIGNED, Filler, Grammar, Make, Names, Variant
from .patterns import Literal, Pattern, SlotPart, forms_of, stops_inside
from .tokens import Words, keys_of, part_span

LABELS = "labels in front"
REMINDERS = "reminders behind"
KEYWORD, EFFECT, TERM, TERMS, PLAYER = "keyword", "effect", "term", "terms", "player"
LIST_OF, OR_NONE, TRUTH, NONE = "list of ", " or none", "yes or no", "none"
PRIMITIVES = {"number": NUMBER, "signed": SIGNED, "name": NAME}
PLAYERS = ("you", "opponent")
# The word between the last two of a list; a format in another language writes commas.
AND = {
    "en": ("and",),
    "es": ("y", "e"),
    "fr": ("et",),
    "de": ("und",),
    "it": ("e", "ed"),
    "pt": ("e",),
    "nl": ("en",),
}
# Yes and no as cards print them.
YES_NO = {
    "en": ("yes", "no"),
    "es": ("sí", "no"),
    "fr": ("oui", "non"),
    "de": ("ja", "nein"),
    "it": ("sì", "no"),
    "pt": ("sim", "não"),
    "nl": ("ja", "nee"),
}


def truth_words(language: str) -> tuple[str, str]:
    """Yes and no in a language; what is not known prints English."""
    return YES_NO.get(language, YES_NO["en"])


@dataclass(frozen=True, slots=True)
class Parameter:
    """A slot of a phrase; `default` fills it when a card leaves it out."""

    name: Word
    type: str
    default: Slot | None


@dataclass(frozen=True, slots=True)
class Saying:
    language: str
    pattern: Pattern
    neutral: bool  # has no word of any language: only slots, signs and single letters
    fixed: tuple[Slot, ...] = ()  # the slots that the pattern fills by itself

    def fixes(self, name: str) -> Slot | None:
        return next((slot for slot in self.fixed if slot.name == name), None)


def new_saying(language: str, pattern: Pattern, fixed: tuple[Slot, ...] = ()) -> Saying:
    symbols = {symbol for form in forms_of(pattern.parts) or [] for symbol in form}
    words = [symbol for symbol in symbols if isinstance(symbol, str)]
    neutral = not any(len(word) > 1 and word[0].isalpha() for word in words)
    return Saying(language, pattern, neutral, fixed)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase or keyword as cards print it. `on_part`: a keyword of parts, which no sentence
    of a card can be.
    """

    word: Word
    category: str
    parameters: tuple[Parameter, ...]
    sayings: tuple[Saying, ...]
    on_part: bool = False
    reminders: tuple[Saying, ...] = ()

    def parameter(self, name: str) -> Parameter | None:
        return next((known for known in self.parameters if known.name == name), None)


@dataclass(frozen=True, slots=True)
class Signs:
    """The printed signs that labels begin with, and those that keywords, not labels, begin
    with, and that keywords end with; words are none.
    """

    labels: frozenset[str]
    keywords: frozenset[str]
    ends: frozenset[str]


@dataclass(slots=True)
class Lexicon:
    """All that cards of a format may say. `symbols`: by slot type, printed text and id;
    `spoken_in`: the languages of those that do not belong to all.
    """

    languages: tuple[str, ...]
    phrases: dict[str, Phrase] = field(default_factory=dict[str, Phrase])
    labels: dict[str, Phrase] = field(default_factory=dict[str, Phrase])
    symbols: dict[str, list[tuple[Word, Word]]] = field(
        default_factory=dict[str, list[tuple[Word, Word]]]
    )
    spoken_in: dict[tuple[str, tuple[str, ...]], list[str]] = field(
        default_factory=dict[tuple[str, tuple[str, ...]], list[str]]
    )
    names: Names = field(default_factory=lambda: Names(()))
    grammars: dict[str, Grammar] = field(default_factory=dict[str, Grammar])
    guarded: re.Pattern[str] | None = None
    audited: list[Word] = field(default_factory=list[Word])  # what must leave a trace
    flows: bool = False  # some pattern reads over a full stop: whole paragraphs are read
    signs: dict[str, Signs] = field(default_factory=dict[str, Signs])  # by language

    def categories(self) -> list[str]:
        """What a single phrase can be read as."""
        found = (phrase.category for phrase in self.phrases.values())
        core = (EFFECT, KEYWORD, TERM, *PRIMITIVES, *self.symbols, PLAYER)
        return list(dict.fromkeys((*found, *core)))

    def of_category(self, category: str) -> list[Phrase]:
        """The phrases of a category; a keyword is also an effect."""
        return [
            phrase
            for phrase in self.phrases.values()
            if phrase.category == category
            or (category == EFFECT and phrase.category == KEYWORD and not phrase.on_part)
        ]

    def is_type(self, name: str) -> bool:
        """Whether anything can be of a slot type."""
        if name.startswith(LIST_OF):
            return self.is_type(name.removeprefix(LIST_OF))
        if name.endswith(OR_NONE):
            return self.is_type(name.removesuffix(OR_NONE))
        if name == TERMS and self.of_category(TERM):
            return True
        known = name in PRIMITIVES or name in self.symbols or name in (PLAYER, TRUTH)
        return known or bool(self.of_category(name))

    def symbols_in(self, kind: str, language: str) -> list[tuple[Word, Word]]:
        """The texts of a slot type that a language may print, its own before those of all."""
        rows = self.symbols.get(kind, ())
        tongues = [self.spoken_in.get((kind, keys_of(text))) for text, _ in rows]
        pairs = [*zip(rows, tongues, strict=True)]
        own = [row for row, tongue in pairs if tongue is not None and language in tongue]
        return [*own, *(row for row, tongue in pairs if tongue is None)]

    def sayings_in(self, phrase: Phrase, language: str) -> list[Saying]:
        """The patterns of a phrase in a language, its own before those of all; a keyword
        without one keeps its own.
        """
        own = [saying for saying in phrase.sayings if saying.language == language]
        others = (saying for saying in phrase.sayings if saying.language != language)
        found = [*own, *(saying for saying in others if saying.neutral)]
        if not found and phrase.category == KEYWORD:
            return [s for s in phrase.sayings if s.language == self.languages[0]]
        return found

    def outer_signs(
        self, phrases: Iterable[Phrase], language: str, at: int
    ) -> frozenset[str]:
        """The signs that stand at one end (0 or -1) of the patterns of phrases."""
        outer = (
            form[at]
            for phrase in phrases
            for saying in self.sayings_in(phrase, language)
            for form in forms_of(saying.pattern.parts) or ()
        )
        return frozenset(p for p in outer if isinstance(p, str) and not p.isalnum())


# ---- lists


def labels_at(grammar: Grammar, words: Words, start: int) -> Iterator[tuple[Word, int]]:
    """The labels that begin at a word, and where each ends."""
    node = grammar.roots[grammar.numbers[LABELS]]
    for place in range(start, len(words)):
        node = grammar.literals[node].get(words.keys[place], -1)
        if node < 0:
            return
        for variant in grammar.accepts[node]:
            yield variant.word, place + 1


def element_of(type_name: str) -> str | None:
    """What a list type is a list of."""
    if type_name == TERMS:
        return TERM
    return type_name.removeprefix(LIST_OF) if type_name.startswith(LIST_OF) else None


def joints_of(type_name: str, language: str) -> Iterator[tuple[str, ...]]:
    """What may stand between two members of a list."""
    yield (",",)
    yield ("&",)
    for word in AND.get(language, ()):
        yield (word,)
        yield (",", word)
    if type_name == TERMS:
        yield ("+",)
        yield ()
    else:
        yield ("/",)


# ---- grammars


@dataclass(frozen=True, slots=True)
class Origin:
    """Who has a form: the word it stands for and the pattern as written."""

    word: Word
    text: Word


class Composer:
    """Makes the grammar of one language."""

    def __init__(self, lexicon: Lexicon, language: str) -> None:
        self.lexicon = lexicon
        self.language = language
        self.grammar = Grammar(lexicon.names)
        self.problems = Problems()
        self.origins: dict[tuple[int, tuple[str | int, ...]], Origin] = {}
        self.units: dict[int, dict[int, Origin | None]] = {}

    def compose(self) -> Grammar:
        for category in self.lexicon.categories():
            if self.lexicon.is_type(category):
                self.number_of(category)
                self.number_of(TERMS if category == TERM else LIST_OF + category)
        if self.lexicon.is_type(TERMS):
            self.number_of(TERMS)
        labels = self.grammar.new_category(LABELS)
        for label in self.lexicon.labels.values():
            for saying in self.lexicon.sayings_in(label, self.language):
                self.add_symbol(labels, saying.pattern.text, label.word, saying.pattern)
        self.add_reminders()
        self.add_signs()
        self.drop_loops()
        self.grammar.finish()
        return self.grammar

    def number_of(self, type_name: str) -> int:
        """The category of a slot type; composed at first use."""
        known = self.grammar.numbers.get(type_name)
        if known is not None:
            return known
        number = self.grammar.new_category(type_name, PRIMITIVES.get(type_name, 0))
        for text, word in self.lexicon.symbols_in(type_name, self.language):
            self.add_symbol(number, text, word)
        if type_name == TRUTH:
            for said in dict.fromkeys((truth_words("en"), truth_words(self.language))):
                for text, word in zip(said, truth_words("en"), strict=True):
                    self.add_symbol(number, Word(text), Word(word))
        elif type_name.endswith(OR_NONE):
            self.add_symbol(number, Word(NONE), Word(NONE))
            self.add_same(number, type_name.removesuffix(OR_NONE))
        phrases = self.lexicon.of_category(type_name)
        if type_name == PLAYER and not phrases:
            for word in PLAYERS:
                self.add_symbol(number, Word(word), Word(word))
        for phrase in phrases:
            for saying in self.lexicon.sayings_in(phrase, self.language):
                self.add_phrase(number, phrase, saying)
        element = element_of(type_name)
        if element is not None and self.lexicon.is_type(element):
            self.add_list(number, type_name, element)
        return number

    def claim(self, number: int, form: tuple[str | int, ...], origin: Origin) -> None:
        """Notes who has a form; two phrases of a category may not have the same."""
        other = self.origins.setdefault((number, form), origin)
        if len(form) == 1 and isinstance(form[0], int):
            self.units.setdefault(number, {}).setdefault(form[0], origin)
        if other.word != origin.word:
            message = f'"{origin.text}" can be read as {other.word} and as {origin.word}.'
            there = part_span(other.text, 0, len(other.text))
            where = Label(there, f"{other.word} stands here")
            place = part_span(origin.text, 0, len(origin.text))
            self.problems.report(
                "equal-patterns", message, place, "change one of them", where
            )

    def add_symbol(
        self, number: int, text: Word, word: Word, pattern: Pattern | None = None
    ) -> None:
        keys = keys_of(text)
        if pattern is not None:
            keys = tuple(part.key for part in pattern.parts if isinstance(part, Literal))
        if keys:
            self.claim(number, keys, Origin(word, text))
            self.grammar.add(number, keys, Variant(Make.SYMBOL, word))

    def add_same(self, number: int, type_name: str) -> None:
        inner = self.number_of(type_name)
        self.grammar.add(number, (inner,), Variant(Make.SAME, Word(type_name)))
        self.units.setdefault(number, {})[inner] = None

    def add_phrase(self, number: int, phrase: Phrase, saying: Saying) -> None:
        """All forms of one pattern."""
        for row, slots in self.rows_of(phrase, saying):
            fillers = tuple(
                Filler(p.name, slots.index(p.name), None)
                if p.name in slots
                else Filler(p.name, -1, saying.fixes(p.name) or p.default)
                for p in phrase.parameters
            )
            chained = len(row) > 1 and row[0] == number and row[-1] == number
            self.claim(number, row, Origin(phrase.word, saying.pattern.text))
            self.grammar.add(number, row, Variant(Make.USE, phrase.word, fillers, chained))

    def add_signs(self) -> None:
        lexicon, language = self.lexicon, self.language
        keywords = lexicon.of_category(KEYWORD)
        labels = lexicon.outer_signs(lexicon.labels.values(), language, 0)
        lexicon.signs[language] = Signs(
            labels,
            lexicon.outer_signs(keywords, language, 0) - labels,
            lexicon.outer_signs(keywords, language, -1),
        )

    def rows_of(
        self, phrase: Phrase, saying: Saying
    ) -> Iterator[tuple[tuple[str | int, ...], list[str]]]:
        """The forms of a pattern as rows of the grammar, each with its slots in order."""
        types = {str(p.name): p.type for p in phrase.parameters}
        for form in forms_of(saying.pattern.parts) or []:
            slots = [symbol.name for symbol in form if isinstance(symbol, SlotPart)]
            row = (
                x if isinstance(x, str) else self.number_of(types[str(x.name)])
                for x in form
            )
            yield tuple(row), slots

    def add_reminders(self) -> None:
        """What may stand in brackets behind a phrase: the phrase again, with those of its
        slots that are said again.
        """
        number = self.grammar.new_category(REMINDERS)
        for phrase in self.lexicon.phrases.values():
            for saying in phrase.reminders:
                if saying.language != self.language and not saying.neutral:
                    continue
                for row, slots in self.rows_of(phrase, saying):
                    fillers = tuple(
                        Filler(p.name, slots.index(p.name), None)
                        for p in phrase.parameters
                        if p.name in slots
                    )
                    self.grammar.add(number, row, Variant(Make.USE, phrase.word, fillers))

    def add_list(self, number: int, type_name: str, element: str) -> None:
        """`a, b and c`; terms also `a + b`, `a b`, and letters in a run."""
        heads = [(self.number_of(element), Make.ONE, Make.MORE)]
        self.units.setdefault(number, {})[heads[0][0]] = None
        singles = self.singles_of(element)
        if singles:
            run = self.grammar.new_category(f"run of {element}", LETTERS)
            self.grammar.singles[run] = singles
            heads.append((run, Make.RUN, Make.RUN_MORE))
        word = Word(type_name)
        for head, one, more in heads:
            self.grammar.add(number, (head,), Variant(one, word))
            joints = [*joints_of(type_name, self.language)]
            if self.lexicon.flows and element == KEYWORD:
                joints += [(), (".",)]  # in printed brackets they need nothing between them
            for joint in joints:
                self.grammar.add(number, (head, *joint, number), Variant(more, word))

    def singles_of(self, category: str) -> dict[str, Word]:
        """The phrases of a category that are one letter."""
        found: dict[str, Word] = {}
        for phrase in self.lexicon.of_category(category):
            for saying in self.lexicon.sayings_in(phrase, self.language):
                one = saying.pattern.parts[0] if len(saying.pattern.parts) == 1 else None
                if isinstance(one, Literal) and len(one.text) == 1:
                    found[one.text] = phrase.word
        return found

    def drop_loops(self) -> None:
        """Takes out patterns that are only a slot that can again be the same phrase."""
        for number, inner in self.units.items():
            for other, origin in list(inner.items()):
                if origin is None or number not in self.reached(other):
                    continue
                name = origin.word
                message = (
                    f'"{origin.text}" is only a slot that can be {name} again, without end.'
                )
                place = part_span(origin.text, 0, len(origin.text))
                mend = "add a word to the pattern"
                self.problems.report("phrase-reads-itself", message, place, mend)
                node = dict(self.grammar.slots[self.grammar.roots[number]])[other]
                accepts = self.grammar.accepts
                accepts[node] = [
                    variant for variant in accepts[node] if variant.word != name
                ]
                del inner[other]

    def reached(self, number: int) -> set[int]:
        """The categories that a category can be without a further word."""
        found, waiting = {number}, [number]
        while waiting:
            for other in self.units.get(waiting.pop(), ()):
                if other not in found:
                    found.add(other)
                    waiting.append(other)
        return found


def compose_grammars(lexicon: Lexicon) -> list[Problem]:
    """Fills in the grammar of each language."""
    problems: list[Problem] = []
    for language in lexicon.languages:
        composer = Composer(lexicon, language)
        lexicon.grammars[language] = composer.compose()
        problems.extend(composer.problems)
    return list(dict.fromkeys(problems))


# ---- what must not be taken for structure


def guard_of(names: Iterable[str], phrases: Mapping[str, Phrase]) -> re.Pattern[str] | None:
    """Finds names and printed words that hold a full stop or a round bracket."""
    texts = {name.rstrip(".") for name in names}
    for phrase in phrases.values():
        for saying in phrase.sayings:
            texts.update(stops_inside(saying.pattern.parts))
    guarded = [
        text for text in texts if re.search(r"[.()]", text) and re.search(r"\w", text)
    ]
    if not guarded:
        return None
    longest = sorted(guarded, key=lambda text: (-len(text), text))
    return re.compile("|".join(map(guarded_text, longest)), re.IGNORECASE)


def guarded_text(text: str) -> str:
    """The regular expression of a text that stands on its own."""
    before = r"(?<!\w)" if text[0].isalnum() else ""
    behind = r"(?!\w)" if text[-1].isalnum() else ""
    return before + r"\s+".join(map(re.escape, text.split())) + behind
