"""Reads texts and single phrases in the vocabulary of a format."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterator
from dataclasses import field, replace
from itertools import product
from typing import TypeVar

from ..nodes import expressions as e
from ..nodes.base import Node, Word
from ..nodes.dataclass import dataclass
from ..problems.problem import Remedy
from .chart import Chart, Grammar
from .forest import MOST_TREES, Forest
from .lexicon import KEYWORD, LABELS, LIST_OF, SENTENCES, Lexicon, labels_at
from .paragraphs import OPENING, paragraphs, without_reminders
from .sentences import Piece, Shape, shapes_of
from .tokens import Words, cut, part_span, plain

KEYWORDS = LIST_OF + KEYWORD
MOST_FRONTS = 64
TOO_LONG = "This sentence can be read in too many ways, or is too long."
STRAY_STOP = "This full stop ends no sentence."
EMPTY_ASIDE = "There is nothing in these brackets."
TOO_DEEP = "Phrases stand too deep inside phrases here."


@dataclass(frozen=True, slots=True)
class Reading:
    """How a text was understood: its different trees, or where and why that failed.

    `failed_at` counts characters from the start of the text. `expected` are the nearest
    phrases, each as one can type it; `suggestion` is the word that was probably meant, and
    `instead` a text that is read in place of the failed word, where no word was meant.
    """

    trees: tuple[Node, ...] = ()
    assumptions: tuple[str, ...] = ()
    failed_at: int = -1
    failed_word: str = ""
    understood: str = ""
    expected: tuple[str, ...] = ()
    suggestion: str = ""
    instead: str = ""
    reason: str = ""
    absent: tuple[str, Remedy] | None = (
        None  # words that a library would have: why not, and the mend
    )

    @property
    def status(self) -> str:
        if not self.trees:
            return "unread"
        return "read" if len(self.trees) == 1 else "ambiguous"


@dataclass(frozen=True, slots=True)
class Goal:
    """What a row of words should be: one of some categories, with or without labels."""

    categories: tuple[str, ...]
    labelled: bool = False


SENTENCE = Goal((*SENTENCES, KEYWORDS), True)
ASIDE = Goal((*SENTENCES, "aside", KEYWORDS), True)


@dataclass(frozen=True, slots=True)
class Failure:
    """Words that no phrase reads, and the nodes of the grammar reached in front of each."""

    words: Words
    goal: Goal
    language: str
    reached: dict[int, set[int]] = field(default_factory=dict[int, set[int]])
    reason: str = ""

    @property
    def place(self) -> int:
        """The furthest word that was reached."""
        return max(self.reached, default=0)

    @property
    def offset(self) -> int:
        if self.place < len(self.words):
            return self.words.starts[self.place]
        return self.words.ends[-1] if len(self.words) else 0


# ---- rows of words

Front = tuple[tuple[Word, int, int], ...]


class Attempt:
    """A row of words read in one language. `hits` are the ways to its end: the labels, each
    with its first and last word, the category behind them, and where that starts."""

    def __init__(self, grammar: Grammar, words: Words, goal: Goal) -> None:
        self.grammar = grammar
        self.words = words
        self.chart = Chart(grammar, words)
        self.fronts: list[tuple[Front, int]] = list(
            self.find_fronts() if goal.labelled else [((), 0)]
        )
        self.hits = [
            (labels, category, start)
            for labels, start in self.fronts
            for category in goal.categories
            if self.chart.read(category, start)
        ]

    def find_fronts(self) -> Iterator[tuple[Front, int]]:
        """Every row of labels at the start, and where it ends."""
        waiting: list[tuple[Front, int]] = [((), 0)]
        for _ in range(MOST_FRONTS):
            if not waiting:
                return
            labels, start = waiting.pop()
            yield labels, start
            for label, end in labels_at(self.grammar, self.words, start):
                waiting.append(((*labels, (label, start, end)), end))

    def reached(self) -> dict[int, set[int]]:
        """The nodes of the grammar that were reached in front of each word and at the end."""
        root = self.grammar.roots[self.grammar.numbers[LABELS]]
        found: dict[int, set[int]] = {}
        for state in (*self.chart.states(), *((root, start) for _, start in self.fronts)):
            for node, place in self.chart.follow(*state):
                nodes = found.setdefault(place, set())
                if node in nodes:
                    break
                nodes.add(node)
        return found


class Reader:
    """Reads one text; keeps the failure that came furthest."""

    def __init__(self, lexicon: Lexicon, text: str, language: str | None) -> None:
        self.lexicon = lexicon
        self.text = text
        self.words = cut(text, not lexicon.flows)
        self.languages = (language,) if language else lexicon.languages
        self.failure: Failure | None = None
        self.refused: Failure | None = None  # too long or too deep to be sure of anything

    def finish(self, trees: list[Node]) -> Reading | Failure:
        """The trees, if every way to read the text could be followed."""
        if self.refused is not None:
            return self.refused
        if not trees:
            return self.failure or Failure(self.words, SENTENCE, self.languages[0])
        return Reading(tuple(trees[:MOST_TREES]), assumptions_of(trees[0]))

    def fail(self, failure: Failure) -> None:
        if self.failure is None or failure.offset > self.failure.offset:
            self.failure = failure

    def attempts(self, words: Words, goal: Goal) -> Iterator[tuple[Attempt, Forest]]:
        """The words in each language that can read them; else the failure is noted."""
        failures: list[Failure] = []
        for language in self.languages:
            attempt = Attempt(self.lexicon.grammars[language], words, goal)
            if attempt.chart.exhausted:
                self.refused = Failure(words, goal, language, reason=TOO_LONG)
            elif attempt.hits:
                forest = Forest(attempt.chart, self.text)
                yield attempt, forest
                if forest.too_deep:
                    self.refused = Failure(words, goal, language, reason=TOO_DEEP)
            else:
                failures.append(Failure(words, goal, language, attempt.reached()))
        if len(failures) == len(self.languages):
            self.fail(max(failures, key=self.got_far))

    def got_far(self, failure: Failure) -> tuple[int, int]:
        """How far a language came, and how many of the words it knows."""
        known = self.lexicon.grammars[failure.language].flags
        return failure.offset, sum(key in known for key in failure.words.keys)

    def phrase(self, words: Words, category: str) -> list[e.Expression]:
        """The different trees of a row of words as one category."""
        found: list[e.Expression] = []
        for _, forest in self.attempts(words, Goal((category,))):
            found.extend(forest.whole(category, 0))
        return different(found)

    # ---- sentences

    def fault(self, offset: int, reason: str) -> Failure:
        """A sign of the structure that has nothing to hold or end."""
        at = bisect_left(self.words.starts, offset)
        sign = self.words.part(at, at + 1)
        return Failure(sign, SENTENCE, self.languages[0], reason=reason)

    def sentences(self, shapes: tuple[Shape, ...], aside: bool) -> list[Row]:
        """Every way to read some sentences."""
        rows: list[Row] = [()]
        for shape in shapes:
            found = self.sentence(shape, aside)
            if not found:
                return []
            rows = [(*row, *more) for row in rows for more in found][:MOST_TREES]
        return rows

    def sentence(self, shape: Shape, aside: bool) -> list[Row]:
        """Brackets at the ends of a sentence are asides, or words of its phrase."""
        pieces = shape.pieces
        if not pieces:
            self.fail(self.fault(shape.end - 1, STRAY_STOP))
            return []
        plain_places = [at for at, piece in enumerate(pieces) if piece.inner is None]
        first = plain_places[0] if plain_places else len(pieces)
        last = plain_places[-1] + 1 if plain_places else 0
        found: list[Row] = []
        for start, end in product(range(first + 1), range(last, len(pieces) + 1)):
            if start < end:
                found.extend(self.split(pieces, start, end, aside))
        if not plain_places:
            found.extend(self.asides(pieces))
        return different(found)

    def split(self, pieces: tuple[Piece, ...], start: int, end: int, aside: bool) -> list[Row]:
        """The pieces from `start` to `end` as a sentence, those around them as asides."""
        core = self.core(pieces[start].start, pieces[end - 1].end, aside)
        if not core:
            return []
        before, behind = self.asides(pieces[:start]), self.asides(pieces[end:])
        return [(*a, sentence, *b) for a, sentence, b in product(before, core, behind)]

    def asides(self, pieces: tuple[Piece, ...]) -> list[Row]:
        rows: list[Row] = [()]
        for piece in pieces:
            if not piece.inner:
                self.fail(self.fault(piece.end - 1, EMPTY_ASIDE))
                return []
            found = self.sentences(piece.inner, True)
            rows = [(*row, *more) for row in rows for more in found][:MOST_TREES]
        return rows

    def flowing(self) -> list[Row]:
        """Every way to read a text paragraph by paragraph."""
        best: list[Row] = []
        for language in self.languages:
            grammar = self.lexicon.grammars[language]
            words = without_reminders(self.words, self.lexicon, language)
            rows: list[Row] = [()]
            signs = self.lexicon.signs[language]
            for start, end in paragraphs(words, grammar, signs):
                stop = end - (end - start > 1 and words.keys[end - 1] == ".")
                found = self.row(words.part(start, stop), False)
                rows = [(*row, *singles(one)) for row in rows for one in found]
                rows = rows[:MOST_TREES]
                if not rows:
                    break
            best = best or rows
        return different(best)

    def core(self, start: int, end: int, aside: bool) -> list[e.Sentence]:
        """The different readings of one sentence."""
        first = bisect_left(self.words.starts, start)
        words = self.words.part(first, bisect_left(self.words.starts, end))
        return self.row(words, aside)

    def row(self, words: Words, aside: bool) -> list[e.Sentence]:
        """The different readings of a row of words as a sentence with labels."""
        found: list[e.Sentence] = []
        goal = ASIDE if aside else SENTENCE
        for attempt, forest in self.attempts(words, goal):
            for front, category, place in attempt.hits:
                labels = tuple(self.label(words, *label) for label in front)
                for tree in forest.whole(category, place):
                    assert isinstance(tree, e.Use)
                    if category == KEYWORDS and not self.is_said(tree):
                        continue
                    span = part_span(self.text, words.starts[0], words.ends[-1])
                    found.append(e.Sentence(labels, tree, aside, span=span))
        return different(found)

    def is_said(self, tree: e.Use) -> bool:
        """Whether a sentence can be this list of keywords: two or more, of cards."""
        words = [slot.value.phrase for slot in tree.slots if isinstance(slot.value, e.Use)]
        phrases = self.lexicon.phrases
        return len(words) > 1 and not any(phrases[word].on_part for word in words)

    def label(self, words: Words, word: Word, start: int, end: int) -> Word:
        return Word(word, part_span(self.text, words.starts[start], words.ends[end - 1]))


def singles(sentence: e.Sentence) -> list[e.Sentence]:
    """A sentence that lists keywords says each of them."""
    if sentence.effect.phrase != e.LIST:
        return [sentence]
    effects = [slot.value for slot in sentence.effect.slots if isinstance(slot.value, e.Use)]
    return [replace(sentence, effect=effect) for effect in effects]


Row = tuple[e.Sentence, ...]
T = TypeVar("T", bound=Hashable)


def different(found: list[T]) -> list[T]:
    """Each once."""
    return found if len(found) < 2 else list(dict.fromkeys(found))


# ---- readings


def unquoted(lexicon: Lexicon, text: str, language: str | None) -> str:
    """The text without the quotes around keywords: `becomes "Slow."` names one. What stands
    in other quotes is a name. Every sign keeps its place.
    """
    pieces = plain(text).split('"')
    if len(pieces) < 3 or not lexicon.of_category(KEYWORD):
        return text
    if len(pieces) % 2 == 0:
        return text
    for at in range(1, len(pieces), 2):
        reader = Reader(lexicon, pieces[at], language)
        words = reader.words
        end = len(words) - (len(words) > 1 and words.keys[-1] == ".")
        is_keyword = end > 0 and reader.phrase(words.part(0, end), KEYWORD)
        pieces[at] = f" {pieces[at]} " if is_keyword else f'"{pieces[at]}"'
    result = "".join(pieces).rstrip()
    return Word(result, text.span) if isinstance(text, Word) else result


def unreminded(lexicon: Lexicon, text: str, language: str | None) -> str:
    """The text without its reminders; every other sign keeps its place."""
    signs = list(plain(text))
    if OPENING not in signs:
        return text
    words = cut(text, not lexicon.flows)
    for one in (language,) if language else lexicon.languages:
        kept = set(without_reminders(words, lexicon, one).starts)
        for start, end in zip(words.starts, words.ends, strict=True):
            if start not in kept:
                signs[start:end] = " " * (end - start)
    result = "".join(signs).rstrip()
    return Word(result, text.span) if isinstance(text, Word) else result


def read_text(lexicon: Lexicon, text: str, language: str | None) -> Reading | Failure:
    """All readings of a text field, or the failure that came furthest."""
    if lexicon.flows:
        reader = Reader(lexicon, text, language)
        rows = reader.flowing()
    else:
        text = unreminded(lexicon, unquoted(lexicon, text, language), language)
        reader = Reader(lexicon, text, language)
        rows = reader.sentences(shapes_of(plain(text).rstrip(), lexicon), False)
    whole = part_span(text, 0, len(text))
    return reader.finish([e.Text(row, span=whole) for row in rows])


def read_phrase(
    lexicon: Lexicon, text: str, category: str, language: str | None
) -> Reading | Failure:
    """All readings of a text as one thing of a category; a full stop may end it."""
    text = unreminded(lexicon, unquoted(lexicon, text, language), language)
    reader = Reader(lexicon, text, language)
    words = reader.words
    trees = reader.phrase(words, category)
    if not trees and len(words) > 1 and words.keys[-1] == ".":
        reader.failure = None
        trees = reader.phrase(words.part(0, len(words) - 1), category)
    return reader.finish(list(trees))


def assumptions_of(tree: Node) -> tuple[str, ...]:
    """What a text left unsaid, in the order of its phrases."""
    if isinstance(tree, e.Text):
        uses = [sentence.effect for sentence in tree.sentences]
    else:
        uses = [tree] if isinstance(tree, e.Use) else []
    found: list[str] = []
    while uses:
        use = uses.pop(0)
        inner: list[e.Use] = []
        for slot in use.slots:
            if not slot.given:
                found.append(f"{use.phrase}: {slot.name} is {plain_value(slot.value)}")
            elif isinstance(slot.value, e.Use):
                inner.append(slot.value)
        uses = inner + uses
    return tuple(found)


def plain_value(value: e.Expression) -> str:
    """A short value as a person would write it."""
    if isinstance(value, e.Name):
        return str(value.word)
    if isinstance(value, e.Number):
        return str(value.value)
    if isinstance(value, e.String):
        return f'"{value.text}"'
    if isinstance(value, e.Bracket):
        return plain_value(value.inner)
    if isinstance(value, e.Use) and value.phrase == e.LIST and not value.slots:
        return "nothing"
    return "as its rule says"
