"""Which files of scenarios are worded well: what they ask of the rules and of the cards is noted,
and they are looked at again only when they, or one of the answers, has changed.
"""

from __future__ import annotations

from dataclasses import replace

from ...dsl.ir.names import PHASE, ROLE, is_engine_name
from ...dsl.loading.cache import Cache, key_of
from ...dsl.loading.garbage import collection_paused
from ...dsl.loading.kept import loaded_of, remember
from ...dsl.loading.library import FormatFiles
from ...dsl.loading.load import Loaded
from ...dsl.loading.pickles import digest_without_places
from ...dsl.lower.structure import action_labels
from ...dsl.nodes import declarations as d
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Problem, sort_problems
from ...dsl.resolve.asking import properties_in
from ...dsl.resolve.resolve import found_in_rules, resolve_rules
from ...dsl.ruleset.inheritance import heritage_of
from ...dsl.ruleset.reads import Question, Reads
from ...dsl.ruleset.remembered import Recent
from ...dsl.typed.format import Format
from ...interpreter.runtime.checking import problems_of
from ..positions.defaults import needed_at_steps
from ..scenarios.pool import CardPool, pool_of
from ..scenarios.prepared import declared_deck, texts_by_language
from ..scenarios.scenario import suite_of, wording_problems

PART = "worded"
MOST_KEPT = 2  # of a file of scenarios: as they are, and as they were before
SEEN = "seen"
Answers = dict[Question, str]  # digests
LATEST: Recent[dict[Question, tuple[object, str]]] = Recent()  # answers, by the format


@dataclass(frozen=True, slots=True)
class Worded:
    """A file without a problem: its bytes, what it asks of the rules, of the pool and of words
    with the answers, and the titles in it. `about`: the bytes of all that it is about; `seen`: a
    digest of what scenarios see of the program without asking; `vocabulary`: of all words.
    """

    digest: str
    about: str
    seen: str
    vocabulary: str
    rules: Answers
    cards: Answers
    words: Answers
    titles: frozenset[str]


@collection_paused()
def every_problem(files: FormatFiles, keep: bool = True) -> list[Problem]:
    """Every problem of a format: its rules, cards, decks, ledger and scenarios, sorted by place."""
    loaded = loaded_of(files, keep=keep)
    problems = problems_of(files, loaded)
    if loaded.usable:
        problems += scenario_problems(loaded)
        if keep:
            remember(loaded)
    return sort_problems(problems)


def scenario_problems(loaded: Loaded) -> list[Problem]:
    """What is wrong with the words of a format's scenarios. All are looked at where one may have
    the title of another.
    """
    sources, every = loaded.files.scenarios, loaded.files.every()
    about = key_of(PART, (source for source in every if source not in sources))
    cache = Cache(key_of(f"{PART} {loaded.files.name}", ()))
    kept: dict[str, tuple[Worded, ...]] = cache.read(PART) or {}
    known = {source.name: kept.get(source.name, ()) for source in sources}
    world = World(loaded, about)
    sure: dict[str, Worded] = {}
    for source in sources:
        alike = (one for one in known.get(source.name, ()) if one.digest == source.digest)
        old = next(filter(world.answers_as, alike), None)
        if old is not None:
            sure[source.name] = replace(old, about=about, vocabulary=world.vocabulary)
    doubtful = [source.path for source in sources if source.name not in sure]
    if not doubtful:
        keep(cache, known, sure)
        return []
    suite = suite_of(loaded, doubtful, notes=True)
    problems = wording_problems(suite)
    taken = {title for old in sure.values() for title in old.titles}
    if any(one.title in taken for one in suite.cases):
        suite, sure = suite_of(loaded, notes=True), {}
        problems = wording_problems(suite)
    titles: dict[str, set[str]] = {}
    for one in suite.cases:
        titles.setdefault(one.scenario.span.file, set()).add(one.title)
    wrong = {problem.file for problem in problems}
    for source in sources:
        if source.name not in sure and source.name not in wrong:
            own, asked = frozenset(titles.get(source.name, ())), suite.asked[source.name]
            rules, cards, words = map(world.digests, (asked.rules, asked.cards, asked.words))
            alike = source.digest, about, world.seen, world.vocabulary
            sure[source.name] = Worded(*alike, rules, cards, words, own)
    keep(cache, known, sure)
    return problems


def keep(cache: Cache, known: dict[str, tuple[Worded, ...]], sure: dict[str, Worded]) -> None:
    """Keeps what is sure of files, and behind it what was: an edit may be taken back."""
    found = dict(known)
    for name, one in sure.items():
        about = {"about": one.about, "vocabulary": one.vocabulary}
        before = (old for old in known[name] if replace(old, **about) != one)
        found[name] = (one, *before)[:MOST_KEPT]
    if found != known:
        cache.write(PART, found)


class World:
    """What the scenarios of a format are about, as it is now: it can be asked again what they
    asked. With the same bytes as an older one was about all answers are the same.
    """

    def __init__(self, loaded: Loaded, about: str) -> None:
        self.loaded = loaded
        self.about = about
        self.seen, self.vocabulary = digest_of_seen(loaded, about)
        self.answers: Answers = {}
        self.pool: CardPool | None = None
        self.latest = LATEST.get(loaded.files.name, lambda: {})

    def answers_as(self, old: Worded) -> bool:
        """Whether nothing that a file asked is answered otherwise now."""
        if old.about == self.about:
            return True
        if old.seen != self.seen:
            return False
        rules = self.loaded.ruleset
        assert rules is not None
        resolve_rules(rules)
        if self.pool is None:
            self.pool, _ = pool_of(self.loaded, heritage_of(self.loaded.files)[0])
        if not (self.agrees(rules, old.rules) and self.agrees(self.pool, old.cards)):
            return False
        return old.vocabulary == self.vocabulary or self.agrees(self.pool.memo, old.words)

    def agrees(self, asked: object, old: Answers) -> bool:
        for question, digest in old.items():
            if question not in self.answers:
                self.answers[question] = self.digest(question, question[0](asked, *question[1:]))
            if self.answers[question] != digest:
                return False
        return True

    def digest(self, question: Question, answer: object) -> str:
        """The digest of an answer, known if the latest one in this process is the same."""
        old = self.latest.get(question)
        if old is None or not (old[0] is answer or says_same(old[0], answer)):
            old = self.latest[question] = answer, digest_without_places(answer)
        return old[1]

    def digests(self, reads: Reads) -> Answers:
        """Digests of answers."""
        every = reads.every()
        for question, answer in every.items():
            if question not in self.answers:
                self.answers[question] = self.digest(question, answer)
        return {question: self.answers[question] for question in every}


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
