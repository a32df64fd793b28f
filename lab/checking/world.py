"""What the scenarios of a format are about, as it is now: it can be asked again what they asked,
and answers are told apart by their digests.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from ...dsl.ir.names import PHASE, ROLE, is_engine_name
from ...dsl.loading.cache import Cache
from ...dsl.loading.kept import loaded_of
from ...dsl.loading.load import Loaded
from ...dsl.loading.pickles import digest_without_places
from ...dsl.lower.structure import action_labels
from ...dsl.nodes import declarations as d
from ...dsl.resolve.asking import properties_in
from ...dsl.resolve.resolve import found_in_rules, resolve_rules
from ...dsl.ruleset.inheritance import heritage_of
from ...dsl.ruleset.reads import Question
from ...dsl.ruleset.remembered import Recent
from ...dsl.typed.format import Format
from ..positions.defaults import needed_at_steps
from ..scenarios.pool import CardPool, pool_of
from ..scenarios.prepared import Asked, declared_deck, texts_by_language

SEEN = "seen"
LATEST: Recent[dict[Question, tuple[object, str]]] = Recent()  # answers, by the format
RULES, CARDS, WORDS = range(3)  # who is asked


class Answered(NamedTuple):
    """What was asked of the rules, of the pool or of words, and the digest of the answer."""

    of: int
    question: Question
    digest: str


class World:
    """What the scenarios of a format are about. With the same bytes as an older one was about all
    answers are the same.
    """

    def __init__(self, loaded: Loaded, about: str) -> None:
        self.loaded = loaded
        self.about = about
        self.seen, self.vocabulary = digest_of_seen(loaded, about)
        self.answers: dict[Question, Answered] = {}
        self.pool: CardPool | None = None
        self.latest = LATEST.get(loaded.files.name, lambda: {})

    def is_same(self, one: Answered) -> bool:
        """Whether the answer to a question is what it was."""
        found = self.answers.get(one.question)
        if found is None:
            ask, *said = one.question
            digest = self.digest(one.question, ask(self.asked(one.of), *said))
            found = self.answers[one.question] = one._replace(digest=digest)
        return found.digest == one.digest

    def sure(self, one: Answered) -> Answered:
        """An answer that is what it was, as one object for all who ask."""
        return self.answers.setdefault(one.question, one)

    def asked(self, of: int) -> object:
        """Who answers a question."""
        rules = self.loaded.ruleset
        assert rules is not None
        if self.pool is None:
            resolve_rules(rules)
            self.pool, _ = pool_of(self.loaded, heritage_of(self.loaded.files)[0])
        return (rules, self.pool, self.pool.memo)[of]

    def digest(self, question: Question, answer: object) -> str:
        """The digest of an answer, known if the latest one in this process is the same."""
        old = self.latest.get(question)
        if old is None or not (old[0] is answer or says_same(old[0], answer)):
            old = self.latest[question] = answer, digest_without_places(answer)
        return old[1]

    def answered(self, asked: Asked) -> list[Answered]:
        """All that was asked, with the answers."""
        found: list[Answered] = []
        for of, reads in enumerate((asked.rules, asked.cards, asked.words)):
            for question, answer in reads.every().items():
                if question not in self.answers:
                    digest = self.digest(question, answer)
                    self.answers[question] = Answered(of, question, digest)
                found.append(self.answers[question])
        return found


def says_same(one: object, other: object) -> bool:
    """Whether two answers surely have the same digest: those without an order are left to it."""
    return type(one) is type(other) and not isinstance(one, dict | set) and one == other


def digest_of_seen(loaded: Loaded, about: str) -> tuple[str, str]:
    """The digest of what scenarios see of a format without asking, and that of all words, kept by
    the bytes of all that they are about: a format from the cache does not have all of it.
    """
    cache = Cache(about)
    known: tuple[str, str] | None = cache.read(SEEN)
    if known is None:
        whole = loaded_of(loaded.files, whole=True, keep=False) if loaded.memo is None else loaded
        assert whole.memo is not None
        known = digest_without_places(seen_in(whole)), whole.memo.words
        cache.write(SEEN, known)
    return known


def seen_in(loaded: Loaded) -> object:
    """What scenarios see of a program and its rules without asking: specs, what is offered, decks
    and properties.
    """
    program, rules, format = loaded.program, loaded.ruleset, loaded.format
    assert program is not None and rules is not None and format is not None
    fields = {
        name: replace(spec, until=-1)
        for name, spec in program.fields.items()
        if name in (PHASE, ROLE) or not is_engine_name(name)
    }
    said = found_in_rules(rules)
    return (
        fields, program.zones, program.columns,
        sorted((draw.called, draw.kind) for draw in program.draws),
        [(one.word, one.of, one.width, one.part) for one in program.properties.values()],
        [*format.steps], format.roles, format.widths, sorted(texts_by_language(rules).items()),
        rules.all(d.ValuesDeclaration), declared_deck(rules), *needs_in(format),
        needed_at_steps(format), format.features, rules.seats, said.labels, said.texts,
        [action_labels(format, window) for window in format.windows],
        [*heritage_of(loaded.files)[0].renamed.items()],
    )  # fmt: skip


def needs_in(format: Format) -> tuple[object, object]:
    """What each property is made of, and the declarations of those that decks need."""
    needs = {str(one.id): properties_in(one.base) for one in format.properties.values()}
    deck = format.course.deck
    fits = (part.fitting for part in deck.parts if part.fitting is not None)
    ahead, found = properties_in(*(test.holds for test in deck.tests), *fits), dict[str, object]()
    while ahead:
        one = ahead.pop()
        if str(one) not in found:
            declared = format.ruleset.properties().get(one.name)
            found[str(one)] = declared or format.ruleset.names("keyword")[one.name]
            ahead += needs.get(str(one), [])
    return needs, found
