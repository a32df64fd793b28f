"""What reading must not swallow: words that leave no trace in what a text means.

A format names the words with `audited`. Such a word is swallowed where the phrase that
reads it has another form without it that fills the same slots: then the text means the
same with the word and without.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.nodes.base import NOWHERE, Span, word_at
from ...dsl.nodes.dataclass import dataclass
from ...dsl.nodes.expressions import Sentence, Text, Use
from ...dsl.vocabulary.forest import LIST
from ...dsl.vocabulary.lexicon import Lexicon
from ...dsl.vocabulary.paragraphs import without_reminders
from ...dsl.vocabulary.patterns import SlotPart, forms_of
from ...dsl.vocabulary.reading import Reading, read_text
from ...dsl.vocabulary.tokens import Words, cut

Form = tuple[str, ...]  # printed words; slots as {n}


@dataclass(frozen=True, slots=True)
class Swallowed:
    """A word of a text without a trace, and the phrase that read it."""

    word: str
    phrase: str
    place: int


class Audit:
    """Looks through the readings of one vocabulary."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.asked = [tuple(cut(word).keys) for word in lexicon.audited]
        self.known: dict[str, list[Form]] = {}
        self.words = 0

    def of_text(self, text: str) -> list[Swallowed]:
        """The words of a text with one reading that leave no trace in it."""
        span = Span("", 1, 1, 1, len(text) + 1)
        found = read_text(self.lexicon, word_at(text, span), None)
        trees = found.trees if isinstance(found, Reading) else ()
        tree = trees[0] if len(trees) == 1 else None
        if not isinstance(tree, Text):
            return []
        words = cut(text, not self.lexicon.flows)
        if self.lexicon.flows:
            words = without_reminders(words, self.lexicon, self.lexicon.languages[0])
        found = [self.at(words, start, end, tree) for start, end in self.places(words)]
        return [swallowed for swallowed in found if swallowed is not None]

    def places(self, words: Words) -> Iterator[tuple[int, int]]:
        """Where one of the words stands that must leave a trace."""
        for start in range(len(words)):
            for asked in self.asked:
                if tuple(words.keys[start : start + len(asked)]) == asked:
                    self.words += 1
                    yield start, start + len(asked)

    def at(self, words: Words, start: int, end: int, tree: Text) -> Swallowed | None:
        """What was swallowed at these words, if anything was."""
        first, last = words.starts[start], words.ends[end - 1]
        raw = words.between(start, end)
        for sentence in tree.sentences:
            if any(covers(label.span, first, last) for label in sentence.labels):
                return None
            if covers(sentence.effect.span, first, last):
                return self.inside(words, (first, last), raw, sentence)
        return Swallowed(raw, "", first)

    def inside(
        self, words: Words, at: tuple[int, int], raw: str, sentence: Sentence
    ) -> Swallowed | None:
        """Goes down to the phrase that reads the words itself."""
        use: Use = sentence.effect
        while inner := [s.value for s in use.slots if s.given and covers(s.value.span, *at)]:
            if not isinstance(inner[0], Use):
                return None  # a symbol or a name, which is what it means
            use = inner[0]
        if use.phrase == LIST:
            return Swallowed(raw, str(use.phrase), at[0])
        form, hit = self.form_of(words, use, at)
        phrase = str(use.phrase)
        if any(is_without(other, form, hit) for other in self.forms(phrase)):
            return Swallowed(raw, phrase, at[0])
        return None

    def form_of(self, words: Words, use: Use, at: tuple[int, int]) -> tuple[Form, frozenset[int]]:
        """The form in which a phrase stands here, and which of its words were asked for."""
        slots = sorted(
            (s.value.span.column - 1, s.value.span.end_column - 1, str(s.name))
            for s in use.slots
            if s.given and s.value.span is not NOWHERE
        )
        form: list[str] = []
        hit: set[int] = set()
        first, last = use.span.column - 1, use.span.end_column - 1
        for place in range(len(words)):
            start, end = words.starts[place], words.ends[place]
            if start < first or end > last:
                continue
            slot = next((name for a, b, name in slots if a <= start and end <= b), None)
            if slot is not None:
                if not form or form[-1] != f"{{{slot}}}":
                    form.append(f"{{{slot}}}")
                continue
            if at[0] <= start and end <= at[1]:
                hit.add(len(form))
            form.append(words.keys[place])
        return tuple(form), frozenset(hit)

    def forms(self, phrase: str) -> list[Form]:
        """Every form of a phrase."""
        if phrase not in self.known:
            sayings = self.lexicon.phrases[phrase].sayings
            self.known[phrase] = [
                tuple(f"{{{s.name}}}" if isinstance(s, SlotPart) else s for s in form)
                for saying in sayings
                for form in forms_of(saying.pattern.parts) or ()
            ]
        return self.known[phrase]


def covers(span: Span, first: int, last: int) -> bool:
    return span is not NOWHERE and span.column - 1 <= first and last <= span.end_column - 1


def is_without(other: Form, form: Form, hit: frozenset[int]) -> bool:
    """Whether a form is another one less some words, those that were asked for among them,
    and fills the same slots."""
    if len(other) >= len(form):
        return False
    slots = [x for x in form if x.startswith("{")]
    if sorted(slots) != sorted(x for x in other if x.startswith("{")):
        return False
    at = 0
    for place, symbol in enumerate(form):
        if place not in hit and at < len(other) and other[at] == symbol:
            at += 1
    return at == len(other)
