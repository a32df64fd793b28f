"""How many texts are understood, read on all processors where there are many."""

from __future__ import annotations

import multiprocessing
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ...dsl.loading.cache import Cache, key_of
from ...dsl.loading.pickles import digest_of
from ...dsl.nodes.dataclass import dataclass
from ...interpreter.runtime.rules import Rules
from ..scenarios.cards import phrases_in
from ..work import Progress, silent
from .audit import Audit

PART = "understood"
MANY = 400  # texts, before other processes are worth their start
CHUNK = 40
CONTEXT = 4  # words shown in front of where reading stopped
READ = re.compile(r'^I read "(?P<read>.*)" and then do not know "(?P<word>.*?)"', re.DOTALL)

Asked = tuple[str, str | None]  # a text and the field it stands in


@dataclass(frozen=True, slots=True)
class Understood:
    """How one text was understood, as plain text."""

    status: str
    written: tuple[str, ...]
    assumptions: tuple[str, ...]
    problem: str
    used: frozenset[str] | None
    swallowed: tuple[str, ...] = ()
    audited: int = 0


class Reading:
    """Reads texts one by one; lives once in each process."""

    def __init__(self, rules: Rules, audit: bool) -> None:
        self.rules = rules
        self.audit = Audit(rules.edition.vocabulary().lexicon) if audit else None

    def of(self, asked: Asked) -> Understood:
        text, field = asked
        readings = self.rules.read(text, field)
        is_read = readings.status == "read"
        swallowed: list[str] = []
        before = self.audit.words if self.audit is not None else 0
        if self.audit is not None and is_read:
            swallowed = self.audit.of_text(text)
        return Understood(
            readings.status,
            tuple(reading.canonical for reading in readings),
            tuple(readings.assumptions),
            readings.problem.message if readings.problem is not None else "",
            frozenset(phrases_in(readings[0].tree)) if is_read else None,
            tuple(swallowed),
            self.audit.words - before if self.audit is not None else 0,
        )


worker: Reading | None = None


def read_one(asked: Asked) -> Understood:
    assert worker is not None
    return worker.of(asked)


def understand(
    rules: Rules, texts: Sequence[Asked], audit: bool = False, progress: Progress = silent
) -> Iterator[Understood]:
    """How each text is understood, in order; equal ones are read once. `progress` counts those
    that were not read in an earlier run.
    """
    files = rules.edition.files
    names = digest_of(sorted(card.name for card in rules.cards))
    cache = Cache(key_of(f"{PART} {audit} {files.name} {names}", files.every_rules()))
    known: dict[Asked, Understood] = cache.read(PART) or {}
    different = [asked for asked in dict.fromkeys(texts) if asked not in known]
    if different:
        for done, found in enumerate(read_all(rules, different, audit), 1):
            known[different[done - 1]] = found
            progress(done, len(different))
        cache.write(PART, known)
    return (known[asked] for asked in texts)


def read_all(rules: Rules, texts: Sequence[Asked], audit: bool) -> Iterator[Understood]:
    """How each text is understood, by as many processes as are worth it."""
    global worker
    worker = Reading(rules, audit)
    processes = min(os.cpu_count() or 1, len(texts) // MANY)
    if processes > 1 and "fork" in multiprocessing.get_all_start_methods():
        with multiprocessing.get_context("fork").Pool(processes) as pool:
            yield from pool.imap(read_one, texts, CHUNK)
    else:
        yield from map(worker.of, texts)


def most_common(found: Iterable[Understood], most: int) -> list[tuple[int, str]]:
    """The places where reading stops most often: the words before, and the one not known."""
    counts: Counter[str] = Counter()
    for one in found:
        stopped = READ.match(one.problem)
        if stopped is not None:
            words = re.sub(r"\[[^\]]*\]", "[..]", stopped["read"]).split()[-CONTEXT:]
            where = f"{' '.join(words)} | {stopped['word']}"
            counts[re.sub(r"\d+", "#", where)] += 1
        elif one.problem:
            counts[re.sub(r"\d+", "#", one.problem[:60])] += 1
    return [(count, where) for where, count in counts.most_common(most)]


# ---- how general a vocabulary is: what is read with words that other texts use as well


@dataclass(frozen=True, slots=True)
class Holdout:
    """Texts in two halves: by text the half it is in, and whether it is still read with the words
    of the other half.
    """

    sides: tuple[int, ...]
    kept: tuple[bool, ...]

    def half(self, side: int) -> tuple[int, int]:
        """How many texts of a half are kept, and how many there are."""
        found = [kept for kept, where in zip(self.kept, self.sides, strict=True) if where == side]
        return sum(found), len(found)

    @property
    def share(self) -> float:
        """Of all texts, those that the words of the other half read, in percent."""
        return 100 * sum(self.kept) / len(self.kept) if self.kept else 0.0


def held_out(texts: Sequence[frozenset[str] | None], groups: Sequence[str] = ()) -> Holdout:
    """Every second text belongs to the other half, or every second group where the texts
    have groups; None is a text that is not read.
    """
    order = {group: number for number, group in enumerate(dict.fromkeys(groups))}
    sides = [order[group] % 2 for group in groups] or [at % 2 for at in range(len(texts))]
    pairs = [*zip(texts, sides, strict=True)]
    words = [words_of(text for text, where in pairs if where == side) for side in (0, 1)]
    kept = (used is not None and used <= words[1 - side] for used, side in pairs)
    return Holdout(tuple(sides), tuple(kept))


def words_of(texts: Iterable[frozenset[str] | None]) -> frozenset[str]:
    return frozenset[str]().union(*(used for used in texts if used is not None))
