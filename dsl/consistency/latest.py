"""What was found out about parts of a format when it was last looked at, for a process that stays:
a part that says the same, wherever it stands, is not looked at again while all else that counts is
the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

from ..loading.memory import MEMORY
from ..loading.pickles import digest_without_places
from ..nodes import declarations as d
from ..ruleset.remembered import Recent, Remembered
from ..ruleset.ruleset import Ruleset
from ..typed.format import Format
from ..typed.ids import PropertyId
from ..typed.values import Property
from ..typed.walk import walk

COST = 5  # of an answer, in meanings
Part = TypeVar("Part", bound=Hashable)
Answer = TypeVar("Answer")


@dataclass(slots=True)
class Entry(Generic[Part, Answer]):
    """What was found out about a part. `own`: its own facts; `said`: a digest of what it says,
    where that was asked.
    """

    part: Part
    own: object
    answer: Answer
    said: str = ""


# by identity, since what is not changed is the same object
Known = dict[int, Entry[Part, Answer]]


def nothing(_: object) -> object:
    """No facts of its own."""
    return None


class Looked(Remembered[Answer]):
    """What static checks found out of a thing that never changes, until they look again without
    asking for it.
    """

    every: ClassVar[list[Looked[Any]]] = []

    def __init__(self) -> None:
        super().__init__()
        self.every.append(self)


class Latest(Generic[Part, Answer]):
    """Answers about the parts of formats, by the file of the line that says what a format is.
    `costly`: an answer costs more than to tell by digests whether a part has only moved.
    """

    def __init__(self, name: str, costly: bool = False) -> None:
        self.costly = costly
        self.known: Recent[tuple[str, Known[Part, Answer]]] = Recent()
        self.new: Counter[str] = Counter()  # answers worked out that are nowhere kept
        MEMORY.rooms[name] = self

    def kept(self, ruleset: Ruleset) -> object:
        """What is known of the parts of a format, to be kept for another process."""
        about, known = self.known.found.get(file_of(ruleset), ("", {}))
        del self.new[file_of(ruleset)]
        return (about, [*known.values()]) if known else None

    def take(self, ruleset: Ruleset, value: tuple[str, list[Entry[Part, Answer]]]) -> None:
        """Knows what another process kept."""
        known = {id(entry.part): entry for entry in value[1]}
        self.known.put(file_of(ruleset), (value[0], known))

    def news(self, ruleset: Ruleset) -> int:
        """What its new answers cost, in meanings."""
        return COST * self.new[file_of(ruleset)]

    def answers(
        self,
        format: Format,
        facts: object,
        parts: Sequence[Part],
        work: Callable[[Part], Answer],
        own: Callable[[Part], object] = nothing,
    ) -> list[Answer]:
        """The answer about each part, in their order. `facts`: what else all of them depend on;
        `own`: what one of them does.
        """
        name, about = file_of(format.ruleset), digest_without_places(facts)
        before, known = self.known.found.pop(name, (about, {}))
        older = Older(known if before == about else {}, {id(part) for part in parts})
        now: Known[Part, Answer] = {}
        new: Known[Part, None] = {}
        for part in parts:
            if id(part) not in now and id(part) not in new:
                mine = own(part)
                found = older.same(part, mine)
                if found is None:
                    new[id(part)] = Entry(part, mine, None)
                else:
                    now[id(part)] = found
        for key, one in new.items():
            moved = older.moved(one) if self.costly else None
            now[key] = moved or Entry(one.part, one.own, work(one.part), one.said)
            self.new[name] += moved is None
        self.known.get(name, lambda: (about, now))
        return [now[id(part)].answer for part in parts]


class Older(Generic[Part, Answer]):
    """Answers about the parts of a format as it was; `there`: which of these it still has. Others
    may be like new ones, or say the same somewhere else.
    """

    def __init__(self, known: Known[Part, Answer], there: set[int]) -> None:
        self.known = known
        self.gone = {
            (entry.part, entry.own): entry for key, entry in known.items() if key not in there
        }
        self.left = {**self.gone}  # that nothing is equal to
        self.elsewhere: dict[tuple[str, object], Entry[Part, Answer]] | None = None

    def same(self, part: Part, own: object) -> Entry[Part, Answer] | None:
        """What was known of a part, or of one that is equal."""
        old = self.known.get(id(part))
        if old is not None and old.own == own:
            return old
        old = self.gone.get((part, own)) if self.gone else None
        if old is None:
            return None
        self.left.pop((part, own), None)
        return replace(old, part=part)

    def moved(self, one: Entry[Part, None]) -> Entry[Part, Answer] | None:
        """What was known of a part that says the same, when it is known which are equal."""
        if not self.left:
            return None
        if self.elsewhere is None:
            self.elsewhere = {(said_in(old), old.own): old for old in self.left.values()}
        one.said = said_in(one)
        old = self.elsewhere.get((one.said, one.own))
        return None if old is None else replace(old, part=one.part)


def said_in(one: Entry[Any, Any]) -> str:
    """What the part of an entry says, wherever it stands."""
    if not one.said:
        one.said = digest_without_places(one.part)
    return one.said


def file_of(ruleset: Ruleset) -> str:
    """Where the line stands that says what a format is."""
    return ruleset.format.span.file


def facts_of(format: Format) -> tuple[object, ...]:
    """What conditions mean depends on, beside what they say and the properties that they name: the
    ranges of what they ask for.
    """
    ruleset = format.ruleset
    return (
        ruleset.seats,
        [(zone, one.counts is None, one.most) for zone, one in format.limits.items()],
        [(str(one.name), len(one.items)) for one in ruleset.all(d.ValuesDeclaration)],
        [(str(one.name), one.value) for one in ruleset.all(d.OptionDeclaration)],
        [str(one.name) for one in ruleset.all(d.CardDeclaration)],
        [(name, one.type, one.low, one.high) for name, one in format.gauges.items()],
        [*format.made],
    )


class PropertyFacts:
    """What a part of a format depends on through the properties that it names, and those that these
    name.
    """

    def __init__(self, format: Format) -> None:
        every = format.properties
        self.meant = {
            key: (
                MEANT.of(one.base, digest_without_places),
                MEANT.of(one.subject, digest_without_places),
                one.layers is None,
                bool(one.standing),
                one.floor,
            )
            for key, one in every.items()
        }
        self.needs = {key: NAMED.of(one.base, named_in) | {key} for key, one in every.items()}
        for middle in self.needs:  # whatever needs one needs what that needs
            for known in self.needs.values():
                if middle in known:
                    known |= self.needs[middle]
        self.found: dict[frozenset[PropertyId], tuple[object, ...]] = {}

    def of(self, *parts: object) -> tuple[object, ...]:
        """The facts of some parts, in an order of their own."""
        named = frozenset[PropertyId]().union(*(NAMED.of(part, named_in) for part in parts))
        if named not in self.found:
            every = set[PropertyId]().union(*(self.needs.get(one, ()) for one in named))
            facts = [(str(one), self.meant[one]) for one in every]
            self.found[named] = tuple(sorted(facts))
        return self.found[named]


MEANT: Looked[str] = Looked()
FACTS: Looked[PropertyFacts] = Looked()  # of a format
NAMED: Looked[set[PropertyId]] = Looked()


def named_in(part: object) -> set[PropertyId]:
    """The properties that a part of the typed tree names."""
    return {one.property for one in walk(part) if isinstance(one, Property)}
