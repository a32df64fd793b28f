"""Words of cards that must leave a trace: a phrase that has one in some of its forms has it in all
that fill the same slots, or the word would be read and mean nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator

from ..nodes.base import Word
from ..nodes.dataclass import dataclass
from ..problems.problem import Advice, Problems
from .lexicon import Lexicon, Saying
from .patterns import Form, SlotPart, forms_of
from .tokens import part_span


@dataclass(frozen=True, slots=True)
class Watched:
    """One meaning that is watched: the words for it, each as it is cut."""

    pattern: Word
    language: str
    forms: tuple[tuple[str, ...], ...]

    def begins(self, words: Collection[str | SlotPart]) -> bool:
        """Whether one of them may stand among some words."""
        return any(form[0] in words for form in self.forms)

    def count(self, words: Iterable[str | SlotPart]) -> int:
        """How often one of them stands in some words; where two begin, the longer counts."""
        row, found, at = [*words], 0, 0
        while at < len(row):
            fitting = [len(form) for form in self.forms if (*row[at : at + len(form)],) == form]
            found += bool(fitting)
            at += max(fitting, default=1)
        return found


def watched_words(lexicon: Lexicon) -> Iterator[Watched]:
    """What a format declares as `audited`."""
    for say in lexicon.audited:
        forms = forms_of(say.pattern.parts) or ()
        plain = (tuple(part for part in form if isinstance(part, str)) for form in forms)
        yield Watched(say.pattern.text, say.language, tuple(form for form in plain if form))


def report_swallowed(lexicon: Lexicon, problems: Problems) -> None:
    """Patterns in which a watched word may stand or not, and the text means the same."""
    known = [*watched_words(lexicon)]
    for phrase in (*lexicon.phrases.values(), *lexicon.labels.values()):
        says = ((say, forms_of(say.pattern.parts) or ()) for say in phrase.sayings)
        forms = [(say, form) for say, every in says for form in every]
        words = {part for _, form in forms for part in form}
        for watched in known:
            say = swallowing(forms, watched) if watched.begins(words) else None
            if say is not None:
                text = say.pattern.text
                message = f'"{watched.pattern}" may be left out here, and the text means the same.'
                span = part_span(text, 0, len(text))
                problems.report("word-swallowed", message, span, Advice("Write a phrase for each."))


def swallowing(forms: Iterable[tuple[Saying, Form]], watched: Watched) -> Saying | None:
    """The pattern with a word which another form of its phrase does without, if there is one."""
    found: dict[Hashable, dict[int, Saying]] = {}
    for say, form in forms:
        if say.language == watched.language:
            filled = found.setdefault((slots_in(form), say.fixed, say.category), {})
            filled.setdefault(watched.count(form), say)
    return next((by[max(by)] for by in found.values() if len(by) > 1), None)


def slots_in(form: Form) -> frozenset[str]:
    return frozenset(part.name for part in form if isinstance(part, SlotPart))
