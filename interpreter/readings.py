"""How a text of a card is understood: all its readings by the fields it could stand in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import overload

from ..dsl.library import wrong_name
from ..dsl.nodes.base import Node
from ..dsl.nodes.expressions import Use
from ..dsl.nodes.texts import Sentence, Text
from ..dsl.problems import Problem
from ..dsl.reading import Reading
from ..dsl.vocabulary import Vocabulary

WHOLE = "text"  # the type of a field that holds sentences
FREE = (WHOLE, "effect", "cost")  # the types tried when no field is named


@dataclass(frozen=True, slots=True)
class OneReading:
    """One way to understand a text: the tree, its usual wording, the fields it fits."""

    tree: Node
    canonical: str
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Readings(Sequence[OneReading]):
    """All readings of a text; exactly one is as it should be. `problem` tells of none or
    several.
    """

    text: str
    found: tuple[OneReading, ...] = ()
    assumptions: tuple[str, ...] = ()
    problem: Problem | None = None
    tried: tuple[str, ...] = field(default=())

    @property
    def status(self) -> str:
        """read, ambiguous or unread."""
        return ("unread", "read", "ambiguous")[min(len(self.found), 2)]

    def __len__(self) -> int:
        return len(self.found)

    @overload
    def __getitem__(self, index: int) -> OneReading: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[OneReading]: ...
    def __getitem__(self, index: int | slice) -> OneReading | Sequence[OneReading]:
        return self.found[index]


def read(
    vocabulary: Vocabulary, fields: Mapping[str, str], text: str, field: str | None
) -> Readings:
    """The readings of a text in a field, or in any field that holds text.

    A card says in which field a text stands. So what is said with the same words in several
    fields counts once; several readings in one field, or other words, count each.
    """
    if field is not None and field not in fields:
        raise wrong_name("field for text", field, fields)
    tried = [name for name, kind in fields.items() if is_said(vocabulary, kind)]
    tried = tried if field is None else [field]
    by_kind: dict[str, list[str]] = {}
    for name in tried:
        by_kind.setdefault(fields[name], []).append(name)
    trees: dict[Node, list[str]] = {}
    results: list[Reading] = []
    for kind, names in by_kind.items():
        found = reading_of(vocabulary, text, kind)
        results.append(found)
        for tree in found.trees:
            trees.setdefault(sentence_of(tree, kind), []).extend(names)
    readings = once(
        OneReading(tree, vocabulary.write(tree, None, kind_of(fields, names)), tuple(names))
        for tree, names in trees.items()
    )
    assumptions = [line for found in results for line in found.assumptions]
    problem = None
    if len(readings) != 1 and results:
        best = max(results, key=lambda found: (len(found.trees), found.failed_at))
        problem = vocabulary.problem_of(best, text)
    unique = tuple(dict.fromkeys(assumptions))
    return Readings(text, readings, unique, problem, tuple(tried))


def is_said(vocabulary: Vocabulary, kind: str) -> bool:
    """Whether a field of this kind holds what phrases or keywords say."""
    return kind in FREE or bool(vocabulary.lexicon.of_category(kind))


def once(readings: Iterable[OneReading]) -> tuple[OneReading, ...]:
    """Readings of the same words in different fields are one, with all those fields."""
    found: list[OneReading] = []
    for new in readings:
        for at, old in enumerate(found):
            same = words_of(old.canonical) == words_of(new.canonical)
            if same and not set(old.fields) & set(new.fields):
                found[at] = replace(old, fields=(*old.fields, *new.fields))
                break
        else:
            found.append(new)
    return tuple(found)


def words_of(canonical: str) -> str:
    return " ".join(canonical.lower().rstrip(".").split())


def reading_of(vocabulary: Vocabulary, text: str, kind: str) -> Reading:
    return (
        vocabulary.read_text(text) if kind == WHOLE else vocabulary.read_phrase(text, kind)
    )


def sentence_of(tree: Node, kind: str) -> Node:
    """A field of one effect says the same as a text of one sentence."""
    if kind in FREE and isinstance(tree, Use):
        return Text((Sentence((), tree),))
    return tree


def kind_of(fields: Mapping[str, str], names: Sequence[str]) -> str:
    kind = fields[names[0]]
    return "" if kind in FREE else kind
