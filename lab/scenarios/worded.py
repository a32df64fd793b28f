"""Which files of scenarios are worded well: they are looked at again only when they, or a byte of
what they are about, has changed. Any line of the rules may decide what a text in a scenario means.
"""

from __future__ import annotations

from ...dsl.loading.cache import Cache, key_of
from ...dsl.loading.kept import loaded_of
from ...dsl.loading.library import FormatFiles
from ...dsl.loading.load import Loaded
from ...dsl.loading.pickles import collection_paused
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import Problem, sort_problems
from ...interpreter.runtime.checking import problems_of
from .scenario import suite_of, wording_problems

PART = "worded"


@dataclass(frozen=True, slots=True)
class Worded:
    """A file without a problem: its bytes, those of all it is about, and the titles in it."""

    digest: str
    about: str
    titles: frozenset[str]


@collection_paused()
def every_problem(files: FormatFiles, keep: bool = True) -> list[Problem]:
    """Every problem of a format: its rules, cards, decks, ledger and scenarios, sorted by place."""
    loaded = loaded_of(files, keep=keep)
    problems = problems_of(files, loaded)
    if loaded.usable:
        problems += scenario_problems(loaded)
    return sort_problems(problems)


def scenario_problems(loaded: Loaded) -> list[Problem]:
    """What is wrong with the words of a format's scenarios. If anything is, all are looked at:
    what is said of it names cards of all of them.
    """
    sources, every = loaded.files.scenarios, loaded.files.every()
    about = key_of(PART, (source for source in every if source not in sources))
    cache = Cache(key_of(f"{PART} {loaded.files.name}", ()))
    known: dict[str, Worded] = cache.read(PART) or {}
    sure: dict[str, Worded] = {}
    for source in sources:
        old = known.get(source.name)
        if old is not None and (old.digest, old.about) == (source.digest, about):
            sure[source.name] = old
    doubtful = [source.path for source in sources if source.name not in sure]
    if not doubtful:
        return []
    suite = suite_of(loaded, doubtful)
    problems = wording_problems(suite)
    taken = {title for old in sure.values() for title in old.titles}
    if sure and (problems or any(one.title in taken for one in suite.cases)):
        suite, sure = suite_of(loaded), {}
        problems = wording_problems(suite)
    titles: dict[str, set[str]] = {}
    for one in suite.cases:
        titles.setdefault(one.scenario.span.file, set()).add(one.title)
    wrong = {problem.file for problem in problems}
    for source in sources:
        if source.name not in sure and source.name not in wrong:
            own = frozenset(titles.get(source.name, ()))
            sure[source.name] = Worded(source.digest, about, own)
    cache.write(PART, sure)
    return problems
