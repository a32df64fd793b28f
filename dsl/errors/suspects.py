"""Words that the grammar takes for names and that were meant as words of the language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from ..nodes import attributes as attrs
from ..nodes import declarations as d
from ..nodes import expressions as e
from ..nodes import files as f
from ..nodes import modes
from ..nodes import statements as s
from ..nodes.base import Node, Span, Word, walk
from ..nodes.dataclass import dataclass
from ..problems.similar import one_letter_from
from .spelling import fixed_words

WORD = re.compile(r"[^\W\d]\w*")
OF_ZONES = frozenset(["per", "face", "seen", "counted", "holds", "turned", "attached", "up"])
ATTRIBUTES = OF_ZONES | {"or", "starts", "until", "optional", "shared"}
MANNERS = frozenset(["face", "as"])
OPERATIONS = frozenset(["set", "multiply", "raise"])
MOMENTS = frozenset(["end", "start"])
PICKS = frozenset(["not", "then"])
ALL = ATTRIBUTES | MANNERS | OPERATIONS | MOMENTS | PICKS
ARTICLES = frozenset(["the", "an"])
NUMBERS = {
    "a": "1", "an": "1", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5",
}  # fmt: skip
COUNTS = (s.PlainCount, s.ExactlyCount, s.UpToCount, s.AtLeastCount)
NO_NAMES = ARTICLES | {"your", "my"}
MANNER_LIKE = "this card "  # where a manner could follow, as in `turn this card face up`


@dataclass(frozen=True, slots=True)
class Suspect:
    """A word taken for a name, and what was meant; nothing if it is one too many."""

    word: str
    span: Span
    meant: str


def may_hold_suspects(kind: str, text: str) -> bool:
    """Whether any word of a text is one letter away from a word that a name could hide."""
    words = set(WORD.findall(text))
    if MANNER_LIKE in text or words & NO_NAMES or ("choose" in words and words & NUMBERS.keys()):
        return True
    return any(map(is_near, words - fixed_words(kind)))


@lru_cache(4096)
def is_near(word: str) -> bool:
    """Whether a word is one letter away from one that a name could hide."""
    return bool(one_letter_from(word, ALL))


def suspects(kind: str, nodes: Iterable[Node]) -> Iterator[Suspect]:
    """Each suspicious word of some nodes."""
    for top in nodes:
        for node in walk(top):
            if isinstance(node, e.Name) and node.word in NO_NAMES:
                yield Suspect(str(node.word), node.word.span, "")
            if isinstance(node, modes.TurnedManner) and node.word == "card":
                yield Suspect("card", node.word.span, "")
            number = node.number if isinstance(node, COUNTS) else None
            if isinstance(number, e.Name) and number.word in NUMBERS:
                yield Suspect(str(number.word), number.word.span, NUMBERS[number.word])
            for word, known in named_in(node):
                found = meant(kind, word, known)
                if found:
                    yield Suspect(str(word), word.span, found)


def named_in(node: Node) -> Iterator[tuple[Word, frozenset[str]]]:
    """The bare words of a node that stand where a word of the language could."""
    if isinstance(node, attrs.KindAttribute):
        yield node.word, ATTRIBUTES
    elif isinstance(node, modes.TurnedManner):
        yield node.word, MANNERS
    elif isinstance(node, d.OperationItem):
        yield node.word, OPERATIONS
    elif isinstance(node, s.EventMoment):
        yield node.event, MOMENTS
    elif isinstance(node, f.Picked):
        for value in node.values:
            if isinstance(value, f.WordValue):
                yield value.word, PICKS


def meant(kind: str, word: str, known: frozenset[str]) -> str:
    """The fixed word that a word is one letter away from."""
    if word in fixed_words(kind):
        return ""
    return next(iter(one_letter_from(word, known)), "")
