"""The phrases, keywords, labels and symbols of a format, and their grammars."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from ..nodes.base import Word
from ..nodes.dataclass import dataclass
from ..nodes.expressions import Slot
from ..problems.problem import Remedy
from .chart import NAME, NUMBER, SIGNED, Grammar, Names
from .patterns import Pattern, forms_of, stops_inside
from .tokens import Words, keys_of

LABELS = "labels in front"
REMINDERS = "reminders behind"
KEYWORD, EFFECT, TERM, TERMS, PLAYER = "keyword", "effect", "term", "terms", "player"
SENTENCE = "sentence"  # one of those that follow, with labels
SENTENCES = (EFFECT, "play")
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


# One to ten, as texts say them in words, behind the articles that mean one.
COUNTED = {
    "en": ("a an one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    "es": ("un una uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve",
           "diez"),
    "fr": ("un une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"),
    "de": ("ein eine eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun",
           "zehn"),
    "it": ("un una uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove",
           "dieci"),
    "pt": ("um uma", "dois duas", "três", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez"),
    "nl": ("een", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen", "tien"),
}  # fmt: skip


def number_in_words(word: str, language: str) -> int:
    """The number that a word of a language says; 0 if it says none."""
    said = enumerate(COUNTED.get(language, COUNTED["en"]), 1)
    return next((number for number, words in said if word in words.split()), 0)


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
    category: str = ""  # what it makes of its phrase, if that is another

    def fixes(self, name: str) -> Slot | None:
        return next((slot for slot in self.fixed if slot.name == name), None)


def new_saying(
    language: str, pattern: Pattern, fixed: tuple[Slot, ...] = (), category: str = ""
) -> Saying:
    symbols = {symbol for form in forms_of(pattern.parts) or [] for symbol in form}
    words = [symbol for symbol in symbols if isinstance(symbol, str)]
    neutral = not any(len(word) > 1 and word[0].isalpha() for word in words)
    return Saying(language, pattern, neutral, fixed, category)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase or keyword as cards print it. `on_part`: a keyword of parts, which no sentence
    of a card can be; `loose`: slots that only its reminders have.
    """

    word: Word
    category: str
    parameters: tuple[Parameter, ...]
    sayings: tuple[Saying, ...]
    on_part: bool = False
    reminders: tuple[Saying, ...] = ()
    loose: tuple[Parameter, ...] = ()

    @property
    def categories(self) -> set[str]:
        """All that its patterns make of it."""
        return {self.category, *(saying.category for saying in self.sayings)} - {""}

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
    """All that cards of a format may say. `members`: the phrases of each category; `symbols`: by
    slot type, printed text and id; `spoken_in`: the languages of those that do not belong to all.
    `absent`: what they may not, the reason, and what would mend that.
    """

    languages: tuple[str, ...]
    phrases: dict[str, Phrase] = field(default_factory=dict[str, Phrase])
    members: dict[str, list[Phrase]] = field(default_factory=dict[str, list[Phrase]])
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
    includes: dict[str, list[str]] = field(default_factory=dict[str, list[str]])  # of categories
    audited: list[Saying] = field(default_factory=list[Saying])  # what must leave a trace
    absent: list[tuple[Saying, str, Remedy]] = field(
        default_factory=list[tuple[Saying, str, Remedy]]
    )
    flows: bool = False  # some pattern reads over a full stop: whole paragraphs are read
    signs: dict[str, Signs] = field(default_factory=dict[str, Signs])  # by language

    def add(self, phrase: Phrase) -> None:
        """One more phrase or keyword; a keyword is also an effect."""
        self.phrases[str(phrase.word)] = phrase
        found = phrase.categories
        if phrase.category == KEYWORD and not phrase.on_part:
            found.add(EFFECT)
        for category in sorted(found):
            self.members.setdefault(category, []).append(phrase)

    def categories(self) -> list[str]:
        """What a single phrase can be read as."""
        found = (category for p in self.phrases.values() for category in sorted(p.categories))
        core = (EFFECT, KEYWORD, TERM, *PRIMITIVES, *self.symbols, PLAYER)
        return list(dict.fromkeys((*found, *self.includes, *core)))

    def of_category(self, category: str) -> list[Phrase]:
        """The phrases of a category."""
        return self.members.get(category, [])

    def included(self, category: str) -> list[str]:
        """A category, and all that it includes."""
        found = [category]
        for one in found:
            found += [more for more in self.includes.get(one, ()) if more not in found]
        return found

    def is_type(self, name: str) -> bool:
        """Whether anything can be of a slot type."""
        if name.startswith(LIST_OF):
            return self.is_type(name.removeprefix(LIST_OF))
        if name.endswith(OR_NONE):
            return self.is_type(name.removesuffix(OR_NONE))
        if name == TERMS and self.of_category(TERM):
            return True
        known = name in PRIMITIVES or name in self.symbols or name in (PLAYER, TRUTH, SENTENCE)
        known = known or name in self.includes
        return known or bool(self.of_category(name))

    def symbols_in(self, kind: str, language: str) -> list[tuple[Word, Word]]:
        """The texts of a slot type that a language may print, its own before those of all."""
        rows = self.symbols.get(kind, ())
        languages = [self.spoken_in.get((kind, keys_of(text))) for text, _ in rows]
        pairs = [*zip(rows, languages, strict=True)]
        own = [row for row, spoken in pairs if spoken is not None and language in spoken]
        return [*own, *(row for row, spoken in pairs if spoken is None)]

    def sayings_in(self, phrase: Phrase, language: str, category: str = "") -> list[Saying]:
        """The patterns of a phrase in a language, its own before those of all; a keyword
        without one keeps its own. `category`: what they are to make of it; "": what it is.
        """
        wanted = ("", phrase.category) if category in ("", phrase.category) else (category,)
        sayings = [saying for saying in phrase.sayings if saying.category in wanted]
        own = [saying for saying in sayings if saying.language == language]
        others = (saying for saying in sayings if saying.language != language)
        found = [*own, *(saying for saying in others if saying.neutral)]
        if not found and phrase.category == KEYWORD:
            return [s for s in phrase.sayings if s.language == self.languages[0]]
        return found

    def outer_signs(self, phrases: Iterable[Phrase], language: str, at: int) -> frozenset[str]:
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
    """The labels that begin at a word, and where they end: the longest there are."""
    node = grammar.roots[grammar.numbers[LABELS]]
    found: list[tuple[Word, int]] = []
    for place in range(start, len(words)):
        node = grammar.literals[node].get(words.keys[place], -1)
        if node < 0:
            break
        if grammar.accepts[node]:
            found = [(variant.word, place + 1) for variant in grammar.accepts[node]]
    yield from found


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


# ---- what must not be taken for structure


def guard_of(names: Iterable[str], phrases: Mapping[str, Phrase]) -> re.Pattern[str] | None:
    """Finds names and printed words that hold a full stop or a round bracket."""
    texts = {name.rstrip(".") for name in names}
    for phrase in phrases.values():
        for saying in phrase.sayings:
            texts.update(stops_inside(saying.pattern.parts))
    guarded = [text for text in texts if re.search(r"[.()]", text) and re.search(r"\w", text)]
    if not guarded:
        return None
    longest = sorted(guarded, key=lambda text: (-len(text), text))
    return re.compile("|".join(map(guarded_text, longest)), re.IGNORECASE)


def guarded_text(text: str) -> str:
    """The regular expression of a text that stands on its own."""
    before = r"(?<!\w)" if text[0].isalnum() else ""
    behind = r"(?!\w)" if text[-1].isalnum() else ""
    return before + r"\s+".join(map(re.escape, text.split())) + behind
