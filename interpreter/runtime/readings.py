"""How a text of a card is understood: all its readings by the fields it could stand in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import overload

from ...dsl.cards.printed_lines import without_truths
from ...dsl.ir.wordbook import PrintedFields
from ...dsl.loading.library import wrong_name
from ...dsl.nodes.base import Node, Word
from ...dsl.nodes.dataclass import dataclass
from ...dsl.nodes.expressions import Name, Sentence, Text, Use
from ...dsl.problems.problem import Problem
from ...dsl.vocabulary.patterns import Literal
from ...dsl.vocabulary.reading import Reading
from ...dsl.vocabulary.tokens import keys_of
from ...dsl.vocabulary.vocabulary import Vocabulary

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
    vocabulary: Vocabulary,
    fields: Mapping[str, str],
    text: str,
    field: str | None,
    printed: PrintedFields | None = None,
) -> Readings:
    """The readings of a text in a field, or in any field that holds text.

    A text may also be a label alone, or a whole line as it is printed, with its field in front.
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
    language = language_of(vocabulary, text, by_kind)
    for kind, names in by_kind.items():
        found = reading_of(vocabulary, text, kind)
        results.append(found)
        for tree in found.trees:
            trees.setdefault(sentence_of(tree, kind), []).extend(names)
    readings = once(
        OneReading(tree, vocabulary.write(tree, language, kind_of(fields, names)), tuple(names))
        for tree, names in trees.items()
    )
    if not readings and field is None:
        readings = (
            *label_alone(vocabulary, text),
            *(whole_line(vocabulary, fields, printed, text) if printed is not None else ()),
        )
    assumptions = [line for found in results for line in found.assumptions]
    problem = None
    if len(readings) != 1 and results:
        best = max(results, key=lambda found: (len(found.trees), found.failed_at))
        problem = vocabulary.problem_of(best, text)
    unique = tuple(dict.fromkeys(assumptions))
    return Readings(text, readings, unique, problem, tuple(tried))


def label_alone(vocabulary: Vocabulary, text: str) -> Iterable[OneReading]:
    """What stands in front of a sentence, by itself."""
    keys = keys_of(text)
    for label in vocabulary.lexicon.labels.values():
        for saying in label.sayings:
            literals = [part for part in saying.pattern.parts if isinstance(part, Literal)]
            if tuple(part.key for part in literals) == keys:
                yield OneReading(Name(label.word), str(saying.pattern.text), ())


def whole_line(
    vocabulary: Vocabulary, fields: Mapping[str, str], printed: PrintedFields, text: str
) -> Iterable[OneReading]:
    """A field, what stands in it, and the fields of yes or no behind it."""
    line = text.strip().removesuffix(".")
    names = printed.truths.get(line.lower())
    if names is not None:
        yield OneReading(Name(Word(names[0])), line, names)
        return
    line, more = without_truths(line, printed)
    heads = [title for title in printed.titles if line.lower().startswith(f"{title} ")]
    heads += [title for title in printed.titles if line.lower().startswith(f"{title}:")]
    if not heads:
        return
    title = max(heads, key=len)
    name, value = printed.titles[title], line[len(title) :].lstrip(": ")
    written = [value] if value.lower() in printed.values.get(name, ()) else []
    trees: tuple[Node, ...] = (Name(Word(name)),)
    if not written and name in fields:
        trees = reading_of(vocabulary, value, fields[name]).trees
        kind = kind_of(fields, (name,))
        language = language_of(vocabulary, value, [fields[name]])
        written = [vocabulary.write(tree, language, kind) for tree in trees]
    for tree, said in zip(trees, written, strict=False):
        behind = line[: len(title)] + (":" if line[len(title)] == ":" else "")
        rest = text.strip()[len(line) :]
        yield OneReading(tree, f"{behind} {said}{rest}", (name, *more))


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


def reading_of(
    vocabulary: Vocabulary, text: str, kind: str, language: str | None = None
) -> Reading:
    if kind == WHOLE:
        return vocabulary.read_text(text, language)
    return vocabulary.read_phrase(text, kind, language)


def language_of(vocabulary: Vocabulary, text: str, kinds: Iterable[str]) -> str | None:
    """The first language that can read a text; None where there is but one, or none can."""
    languages = vocabulary.lexicon.languages
    for language in languages if len(languages) > 1 else ():
        if any(reading_of(vocabulary, text, kind, language).trees for kind in kinds):
            return language
    return None


def sentence_of(tree: Node, kind: str) -> Node:
    """A field of one effect says the same as a text of one sentence."""
    if kind in FREE and isinstance(tree, Use):
        return Text((Sentence((), tree),))
    return tree


def kind_of(fields: Mapping[str, str], names: Sequence[str]) -> str:
    kind = fields[names[0]]
    return "" if kind in FREE else kind
