"""Makes the grammar of each language of a format from its lexicon."""

from __future__ import annotations

from collections.abc import Iterator

from ..nodes.base import Word
from ..nodes.dataclass import dataclass
from ..problems.problem import Advice, Example, Label, Problem, Problems
from .chart import LETTERS, Filler, Grammar, Make, Variant
from .lexicon import (
    KEYWORD,
    LABELS,
    LIST_OF,
    NONE,
    OR_NONE,
    PLAYER,
    PLAYERS,
    PRIMITIVES,
    REMINDERS,
    SENTENCE,
    SENTENCES,
    TERM,
    TERMS,
    TRUTH,
    Lexicon,
    Phrase,
    Saying,
    Signs,
    element_of,
    joints_of,
    truth_words,
)
from .patterns import Literal, Pattern, SlotPart, forms_of
from .shortest import Row, Shortest, printed
from .tokens import keys_of, part_span


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
        self.equal: list[tuple[Row, Origin, Origin]] = []

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
        self.report_equal()
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
        for other in self.lexicon.includes.get(type_name, ()):
            self.add_same(number, other)
        if type_name == PLAYER and not phrases and PLAYER not in self.lexicon.includes:
            for word in PLAYERS:
                self.add_symbol(number, Word(word), Word(word))
        for phrase in phrases:
            kind = type_name if type_name in phrase.categories else phrase.category
            for saying in self.lexicon.sayings_in(phrase, self.language, kind):
                self.add_phrase(number, phrase, saying)
            if self.lexicon.flows and kind == phrase.category:
                self.add_alone(number, phrase)
        if type_name == SENTENCE:
            self.add_sentences(number)
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
            self.equal.append((form, origin, other))

    def report_equal(self) -> None:
        """Two phrases with one form, and a sentence that both say."""
        shortest = Shortest(self.grammar) if self.equal else None
        for form, origin, other in self.equal:
            message = f'"{origin.text}" can be read as {other.word} and as {origin.word}.'
            there = part_span(other.text, 0, len(other.text))
            where = Label(there, f"{other.word} stands here")
            place = part_span(origin.text, 0, len(origin.text))
            words = shortest.said(form) if shortest is not None else None
            text = printed(words) if words else ""
            example = Example(f'"{text}"', sentence=text) if text else None
            mend = "Change one of them."
            self.problems.report(
                "equal-patterns", message, place, Advice(mend), where, example=example
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
            fillers = self.fillers_of(phrase, saying, slots)
            chained = len(row) > 1 and row[0] == number and row[-1] == number
            self.claim(number, row, Origin(phrase.word, saying.pattern.text))
            self.grammar.add(number, row, Variant(Make.USE, phrase.word, fillers, chained))

    def add_sentences(self, number: int) -> None:
        """A sentence in a slot, with the labels in front of it."""
        for category in SENTENCES:
            if self.lexicon.of_category(category):
                self.add_same(number, category)
        for label in self.lexicon.labels.values():
            for saying in self.lexicon.sayings_in(label, self.language):
                keys = (part.key for part in saying.pattern.parts if isinstance(part, Literal))
                self.grammar.add(number, (*keys, number), Variant(Make.LABEL, label.word))

    def add_alone(self, number: int, phrase: Phrase) -> None:
        """A reminder that stands alone, and tells all slots, is the phrase that it explains."""
        for saying in self.reminders_of(phrase):
            for row, slots in self.rows_of(phrase, saying):
                fillers = self.fillers_of(phrase, saying, slots)
                if all(one.index >= 0 or one.default is not None for one in fillers):
                    for stop in ((), (".",)):
                        form = ("(", *row, *stop, ")")
                        self.claim(number, form, Origin(phrase.word, saying.pattern.text))
                        variant = Variant(Make.USE, phrase.word, fillers, alone=True)
                        self.grammar.add(number, form, variant)

    def reminders_of(self, phrase: Phrase) -> Iterator[Saying]:
        """Its reminders in this language."""
        for saying in phrase.reminders:
            if saying.language == self.language or saying.neutral:
                yield saying

    def fillers_of(self, phrase: Phrase, saying: Saying, slots: list[str]) -> tuple[Filler, ...]:
        """How a form that shows some slots fills those of its phrase."""
        return tuple(
            Filler(p.name, slots.index(p.name), None)
            if p.name in slots
            else Filler(p.name, -1, saying.fixes(p.name) or p.default)
            for p in phrase.parameters
        )

    def add_signs(self) -> None:
        lexicon, language = self.lexicon, self.language
        keywords = lexicon.of_category(KEYWORD)
        labels = lexicon.outer_signs(lexicon.labels.values(), language, 0)
        ends = lexicon.outer_signs(keywords, language, -1)
        starts = lexicon.outer_signs(keywords, language, 0) - labels
        lexicon.signs[language] = Signs(labels, starts, ends)
        closing = lexicon.outer_signs(lexicon.labels.values(), language, -1)
        self.grammar.finished |= ends - closing

    def rows_of(
        self, phrase: Phrase, saying: Saying
    ) -> Iterator[tuple[tuple[str | int, ...], list[str]]]:
        """The forms of a pattern as rows of the grammar, each with its slots in order."""
        types = {str(p.name): p.type for p in (*phrase.parameters, *phrase.loose)}
        for form in forms_of(saying.pattern.parts) or []:
            slots = [symbol.name for symbol in form if isinstance(symbol, SlotPart)]
            row = (x if isinstance(x, str) else self.number_of(types[str(x.name)]) for x in form)
            yield tuple(row), slots

    def add_reminders(self) -> None:
        """What may stand in brackets behind a phrase: the phrase again, with those of its
        slots that are said again.
        """
        number = self.grammar.new_category(REMINDERS)
        for phrase in self.lexicon.phrases.values():
            for saying in self.reminders_of(phrase):
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
        every = self.lexicon.included(category)
        for phrase in (phrase for one in every for phrase in self.lexicon.of_category(one)):
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
                message = f'"{origin.text}" is only a slot that can be {name} again, without end.'
                place = part_span(origin.text, 0, len(origin.text))
                mend = "Add a word to the pattern."
                self.problems.report("phrase-reads-itself", message, place, Advice(mend))
                node = dict(self.grammar.slots[self.grammar.roots[number]])[other]
                accepts = self.grammar.accepts
                accepts[node] = [variant for variant in accepts[node] if variant.word != name]
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
