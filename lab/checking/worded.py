"""Which scenarios are worded well: what each asks of the rules and of the cards is noted, and it is
looked at again only when it, or one of the answers, has changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from ...dsl.loading.blocks import digest_of
from ...dsl.loading.cache import Cache, key_of
from ...dsl.loading.garbage import collection_paused
from ...dsl.loading.kept import loaded_of, remember
from ...dsl.loading.library import FormatFiles
from ...dsl.loading.load import Loaded
from ...dsl.loading.source import Source
from ...dsl.nodes import files
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Problem, sort_problems
from ...dsl.syntax.rows import lines_of
from ...interpreter.runtime.checking import problems_of
from ..scenarios.scenario import read_scenarios, suite_of, wording_of
from .world import WORDS, Answered, World

PART = "worded"
MOST_KEPT = 2  # of a file of scenarios: as they are, and as they were before
Answers = dict[bytes, list[Answered]]  # to what a scenario asks, by the digest of its text


@dataclass(frozen=True, slots=True)
class WordedScenario:
    """A scenario without a problem: its title, the digest of its text, and the numbers of the
    answers to what it asks among all those of its file.
    """

    title: str
    text: bytes
    asked: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WordedFile:
    """A file with its scenarios that have no problem. `digest`: of its bytes; `about`: of those of
    all that it is about; `seen`: of what scenarios see of the program without asking; `vocabulary`:
    of all words; `is_clean`: nothing in it is wrong.
    """

    digest: str
    about: str
    seen: str
    vocabulary: str
    is_clean: bool
    answers: tuple[Answered, ...]
    scenarios: tuple[WordedScenario, ...]

    def changed_in(self, world: World) -> set[int]:
        """The numbers of the answers that are others now, where what is `seen` is the same."""
        if self.about == world.about:
            return set()
        sure = (WORDS,) if self.vocabulary == world.vocabulary else ()
        every = enumerate(self.answers)
        return {k for k, one in every if one.of not in sure and not world.is_same(one)}


Kept = dict[str, tuple[WordedFile, ...]]  # by the file, the latest first


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
    """What is wrong with the words of a format's scenarios. All are looked at where some have the
    same title.
    """
    sources, every = loaded.files.scenarios, loaded.files.every()
    about = key_of(PART, (source for source in every if source not in sources))
    cache = Cache(key_of(f"{PART} {loaded.files.name}", ()))
    kept: Kept = cache.read(PART) or {}
    known = {source.name: kept.get(source.name, ()) for source in sources}
    world, sure = World(loaded, about), dict[str, WordedFile]()
    doubtful, problems = dict[str, Answers](), list[Problem]()
    for source in sources:
        answers = Answers()
        found = look_up(world, source, known[source.name], answers)
        if found is None:
            doubtful[source.name] = answers
        else:
            sure[source.name] = found
    nodes, _ = read_scenarios(source for source in sources if source.name in doubtful)
    titles = Counter(str(node.title) for node in nodes)
    titles.update(one.title for file in sure.values() for one in file.scenarios)
    if any(count > 1 for count in titles.values()):
        doubtful = {source.name: Answers() for source in sources}
    if doubtful:
        problems, found = look_at(world, doubtful)
        sure |= found
    keep(cache, known, sure)
    return problems


def look_up(
    world: World, source: Source, known: Iterable[WordedFile], answers: Answers
) -> WordedFile | None:
    """What is known of a file if nothing in it is in doubt; else `answers` are given those of its
    scenarios that are as they were.
    """
    for old in known:
        if old.about != world.about and old.seen != world.seen:
            continue
        changed = old.changed_in(world)
        if old.is_clean and old.digest == source.digest and not changed:
            return replace(old, about=world.about, vocabulary=world.vocabulary)
        for one in old.scenarios:
            if changed.isdisjoint(one.asked):
                answers[one.text] = [world.sure(old.answers[k]) for k in one.asked]
    return None


def look_at(
    world: World, doubtful: dict[str, Answers]
) -> tuple[list[Problem], dict[str, WordedFile]]:
    """The problems of files, looked at but for scenarios with known answers, and what is to be
    known of them.
    """
    sources = [source for source in world.loaded.files.scenarios if source.name in doubtful]
    nodes, _ = read_scenarios(sources)
    texts = texts_of(sources, nodes)

    def is_doubtful(node: files.Scenario) -> bool:
        return texts[node.span.file, node.span.line] not in doubtful[node.span.file]

    paths = [source.path for source in sources]
    suite = suite_of(world.loaded, paths, notes=True, wanted=is_doubtful)
    problems = [*suite.problems]
    for case, wrong in wording_of(suite):
        problems += wrong
        if case.asked is not None and not wrong:
            file, line = case.scenario.span.file, case.scenario.span.line
            doubtful[file][texts[file, line]] = world.answered(case.asked)
    found, bad = dict[str, WordedFile](), {problem.file for problem in problems}
    for source in sources:
        numbers, scenarios = dict[Answered, int](), list[WordedScenario]()
        for node in nodes:
            text = texts[node.span.file, node.span.line]
            if node.span.file == source.name and text in doubtful[source.name]:
                answers = doubtful[source.name][text]
                asked = tuple(numbers.setdefault(one, len(numbers)) for one in answers)
                scenarios.append(WordedScenario(str(node.title), text, asked))
        alike = source.digest, world.about, world.seen, world.vocabulary, source.name not in bad
        found[source.name] = WordedFile(*alike, tuple(numbers), tuple(scenarios))
    return problems, found


def texts_of(
    sources: Iterable[Source], nodes: Iterable[files.Scenario]
) -> dict[tuple[str, int], bytes]:
    """Digests of the texts of scenarios, by the file and line in which they begin."""
    lines = {source.name: lines_of(source.text) for source in sources}
    found = dict[tuple[str, int], bytes]()
    for node in nodes:
        span = node.span
        found[span.file, span.line] = digest_of(lines[span.file][span.line - 1 : span.end_line])
    return found


def keep(cache: Cache, known: Kept, sure: dict[str, WordedFile]) -> None:
    """Keeps what is sure of files, and behind it what was, and what was when nothing was wrong: an
    edit may be taken back.
    """
    kept = dict(known)
    for name, one in sure.items():
        about = {"about": one.about, "vocabulary": one.vocabulary}
        before = [old for old in known[name] if replace(old, **about) != one]
        kept[name] = (one, *before)[:MOST_KEPT]
        clean = [old for old in before[MOST_KEPT - 1 :] if old.is_clean]
        if not any(file.is_clean for file in kept[name]):
            kept[name] += (*clean[:1],)
    if kept != known:
        cache.write(PART, kept)
