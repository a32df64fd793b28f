"""Writes trees as canonical card text: what `reading` reads gives the tree again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from ..nodes import expressions as e
from ..nodes.base import Node, walk
from ..nodes.dataclass import dataclass
from .lexicon import (
    KEYWORD,
    LIST_OF,
    TERMS,
    TRUTH,
    Lexicon,
    Phrase,
    Saying,
    element_of,
    truth_words,
)
from .patterns import Choice, Literal, Part, SlotPart, slots_of
from .reading import Reading, read_phrase, read_text

NO_SPACE_BEFORE = (",", ":", ";", ".", "!", "?")
MOST_SAYINGS = 24


def write(lexicon: Lexicon, tree: Node, language: str | None, category: str) -> str:
    """The first possible text of a tree that is read as that tree and nothing else."""
    first = ""
    for choice in choices(lexicon, tree, language):
        writer = Writer(lexicon, choice)
        text = writer.whole(tree, category)
        if text is None:
            continue
        first = first or text
        if is_read_as(lexicon, text, tree, category):
            return text
    return first


@dataclass(frozen=True, slots=True)
class Manner:
    """How to write: the language, names bare or quoted, what joins the members of a list,
    and which pattern of each phrase."""

    language: str
    quoted: bool
    joint: str
    sayings: dict[str, int]


def choices(lexicon: Lexicon, tree: Node, language: str | None) -> Iterator[Manner]:
    """Ways to write a tree, the plainest first."""
    phrases = list(dict.fromkeys(str(n.phrase) for n in walk(tree) if isinstance(n, e.Use)))
    others = (other for other in lexicon.languages if other != language)
    for spoken in (language, *others) if language else lexicon.languages:
        known = [p for p in phrases if p in lexicon.phrases]
        counts = [len(lexicon.sayings_in(lexicon.phrases[p], spoken)) for p in known]
        rows = islice(product(*(range(max(count, 1)) for count in counts)), MOST_SAYINGS)
        for row in rows:
            quotes = (False,) if lexicon.flows else (False, True)
            for quoted, joint in product(quotes, (", ", " / ")):
                yield Manner(spoken, quoted, joint, dict(zip(known, row, strict=True)))


def is_read_as(lexicon: Lexicon, text: str, tree: Node, category: str) -> bool:
    """Whether a text is read as a tree, and only so."""
    if isinstance(tree, e.Text):
        found = read_text(lexicon, text, None)
    else:
        found = read_phrase(lexicon, text, category or category_of(lexicon, tree), None)
    return isinstance(found, Reading) and found.trees == (tree,)


def category_of(lexicon: Lexicon, tree: Node) -> str:
    """What a tree that stands alone was read as, as far as it tells."""
    if isinstance(tree, e.Number):
        return "signed"
    if isinstance(tree, e.Name):
        texts = ((kind, pair[1]) for kind, pairs in lexicon.symbols.items() for pair in pairs)
        return next((kind for kind, word in texts if word == tree.word), "player")
    if not isinstance(tree, e.Use):
        return "name"
    if tree.phrase != e.LIST:
        phrase = lexicon.phrases.get(tree.phrase)
        return phrase.category if phrase else ""
    inner = category_of(lexicon, tree.slots[0].value) if tree.slots else KEYWORD
    return TERMS if inner == element_of(TERMS) else LIST_OF + inner


class Writer:
    """Writes in one manner."""

    def __init__(self, lexicon: Lexicon, manner: Manner) -> None:
        self.lexicon = lexicon
        self.manner = manner
        self.number: int | None = None  # the last one written: endings go by it
        self.missing = False
        self.bracketed = False

    def whole(self, tree: Node, category: str) -> str | None:
        """The text, or None if a phrase has no words for it."""
        if isinstance(tree, e.Text):
            text = self.text(tree)
        elif isinstance(tree, e.Expression):
            text = self.value(tree, category or category_of(self.lexicon, tree))
        else:
            return None
        return None if self.missing else text

    def text(self, tree: e.Text) -> str:
        """Sentences; neighbouring asides each have brackets of their own."""
        written: list[str] = []
        for sentence in tree.sentences:
            text = self.sentence(sentence)
            written.append(f"({text})" if sentence.aside else f"{text}.")
        return " ".join(written)

    def sentence(self, tree: e.Sentence) -> str:
        self.number = None
        fronts = [self.label(label) for label in tree.labels]
        kind = LIST_OF + KEYWORD if tree.effect.phrase == e.LIST else ""
        return " ".join([*fronts, self.value(tree.effect, kind)])

    def label(self, word: str) -> str:
        label = self.lexicon.labels.get(word)
        found = self.lexicon.sayings_in(label, self.manner.language) if label else []
        self.missing = self.missing or not found
        return str(found[0].pattern.text) if found else f"[{word}]"

    def value(self, value: e.Expression, kind: str) -> str:
        """What fills a slot of some type."""
        if isinstance(value, e.Use):
            if value.phrase == e.LIST:
                return self.members(value, kind)
            if value.phrase == e.LABELLED:
                label, said = (slot.value for slot in value.slots)
                return f"{self.label(str(getattr(label, 'word', '')))} {self.value(said, kind)}"
            return self.use(value, kind)
        if isinstance(value, e.Number):
            self.number = value.value
            return f"{value.value:+d}" if kind == "signed" else str(value.value)
        if isinstance(value, e.String):
            return self.name(value.text)
        if isinstance(value, e.Name):
            return self.symbol(value.word, kind)
        self.missing = True
        return ""

    def name(self, text: str) -> str:
        known = tuple(text.lower().split()) in self.lexicon.names.spelling
        known = known or text in self.lexicon.names.spelling.values()
        known = known and not self.manner.quoted
        return text if known or self.lexicon.flows else f'"{text}"'

    def symbol(self, word: str, kind: str) -> str:
        """The first printed text of a symbol."""
        if kind == TRUTH:
            said = zip(truth_words("en"), truth_words(self.manner.language), strict=True)
            return dict(said)[word]
        for text, known in self.lexicon.symbols_in(kind, self.manner.language):
            if known == word:
                return str(text)
        return str(word)

    def members(self, value: e.Use, kind: str) -> str:
        """A list: terms with plus signs and letters in a run, others as the manner is."""
        element = element_of(kind) or ""
        written = [self.value(slot.value, element) for slot in value.slots]
        if kind != TERMS:
            return self.manner.joint.join(written)
        text = ""
        for before, member in zip(["", *written], written, strict=False):
            letters = len(before) == 1 and len(member) == 1 and (before + member).isalpha()
            text += member if not before or letters else f" + {member}"
        return text

    # ---- phrases

    def use(self, tree: e.Use, kind: str) -> str:
        phrase = self.lexicon.phrases.get(tree.phrase)
        saying = self.saying(phrase, tree, kind) if phrase else None
        if phrase is None or saying is None:
            self.missing = True
            return str(tree.phrase)
        given = {str(slot.name): slot for slot in tree.slots if slot.given}
        text = self.parts(saying.pattern.parts, given, phrase).strip()
        return f"{{{text}}}" if self.bracketed else text

    def saying(self, phrase: Phrase, tree: e.Use, kind: str) -> Saying | None:
        """The chosen pattern, or the next one that has a form with exactly these slots."""
        given = {str(slot.name): slot for slot in tree.slots if slot.given}
        kinds = (one for one in self.lexicon.included(kind) if one in phrase.categories)
        kind = phrase.category if kind == phrase.category else next(kinds, "")
        sayings = self.lexicon.sayings_in(phrase, self.manner.language, kind)
        first = self.manner.sayings.get(phrase.word, 0)
        found = (*sayings[first:], *sayings[:first])
        for saying in sorted(found, key=lambda one: -len(one.fixed)):
            shown = given.keys() - {str(slot.name) for slot in saying.fixed}
            fits = all(given.get(str(slot.name)) == slot for slot in saying.fixed)
            if fits and shown in [set(form) for form in slot_forms(saying.pattern.parts)]:
                return saying
        return None

    def parts(self, parts: tuple[Part, ...], given: dict[str, e.Slot], phrase: Phrase) -> str:
        """Some parts of a pattern with the given slots filled in."""
        text = ""
        for part in parts:
            spaced = False
            if isinstance(part, Literal):
                piece, spaced = part.text + self.ending(part), part.spaced
                spaced = spaced and part.key not in NO_SPACE_BEFORE
            elif isinstance(part, SlotPart):
                parameter = phrase.parameter(part.name)
                kind = parameter.type if parameter else ""
                piece, spaced = self.value(given[part.name].value, kind), part.spaced
            else:
                piece = self.parts(self.branch(part, given), given, phrase)
            text += (" " if spaced else "") + piece
        return text

    def branch(self, part: Choice, given: dict[str, e.Slot]) -> tuple[Part, ...]:
        """The alternative that fits the given slots; nothing, if that may be and does."""
        wanted = {slot.name for branch in part.branches for slot in slots_of(branch)}
        wanted &= set(given)
        if part.optional and not wanted:
            return ()
        for branch in part.branches:
            if wanted in [set(form) for form in slot_forms(branch)]:
                return branch
        return part.branches[0]

    def ending(self, part: Literal) -> str:
        """`(s)` behind a number other than one, `[s]` otherwise."""
        if not part.ending:
            return ""
        is_one = self.number is None or self.number == 1
        return part.ending if is_one != part.round_ending else ""


def slot_forms(parts: tuple[Part, ...]) -> list[frozenset[str]]:
    """The sets of slots that some parts can show."""
    found: list[frozenset[str]] = [frozenset()]
    for part in parts:
        if isinstance(part, SlotPart):
            found = [known | {part.name} for known in found]
        elif isinstance(part, Choice):
            inner = [form for branch in part.branches for form in slot_forms(branch)]
            if part.optional:
                inner.append(frozenset())
            found = list(dict.fromkeys(known | form for known in found for form in inner))
    return found


def bracketed(lexicon: Lexicon, tree: Node, category: str = "") -> str:
    """The text of a tree with braces around each phrase, to show how it was understood."""
    languages = lexicon.languages
    text = None
    for language in languages:
        writer = Writer(lexicon, Manner(language, True, ", ", {}))
        writer.bracketed = True
        text = text or writer.whole(tree, category)
    return text or ""
