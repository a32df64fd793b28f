"""What was found out about parts of a format when it was last looked at, for a process that stays:
a part that says the same, wherever it stands, is not looked at again while all else that counts is
the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import Generic, TypeVar

from ..loading.memory import MEMORY
from ..loading.pickles import digest_without_places
from ..nodes import declarations as d
from ..ruleset.remembered import Recent, Remembered
from ..ruleset.ruleset import Ruleset
from ..typed.format import Format
from ..typed.ids import PropertyId
from ..typed.values import Property
from ..typed.walk import walk

Part = TypeVar("Part", bound=Hashable)
Answer = TypeVar("Answer")
# by identity, since what is not changed is the same object: the part, its own facts, the answer
Known = dict[int, tuple[Part, object, Answer]]


def nothing(_: object) -> object:
    """No facts of its own."""
    return None


class Latest(Generic[Part, Answer]):
    """Answers about the parts of formats, by the file of the line that says what a format is."""

    def __init__(self, name: str) -> None:
        self.known: Recent[tuple[str, Known[Part, Answer]]] = Recent()
        MEMORY.rooms[name] = self

    def kept(self, ruleset: Ruleset) -> object:
        """What is known of the parts of a format, to be kept for another process."""
        about, known = self.known.found.get(file_of(ruleset), ("", {}))
        return (about, [*known.values()]) if known else None

    def take(self, ruleset: Ruleset, value: tuple[str, list[tuple[Part, object, Answer]]]) -> None:
        """Knows what another process kept."""
        known = {id(entry[0]): entry for entry in value[1]}
        self.known.put(file_of(ruleset), (value[0], known))

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
        for part in parts:
            if id(part) not in now:
                mine = own(part)
                now[id(part)] = part, mine, older.answer(part, mine, work)
        self.known.get(name, lambda: (about, now))
        return [now[id(part)][2] for part in parts]


class Older(Generic[Part, Answer]):
    """Answers about the parts of a format as it was; `there`: which of these it still has. Others
    may be like new ones, or say the same somewhere else.
    """

    def __init__(self, known: Known[Part, Answer], there: set[int]) -> None:
        self.known = known
        self.gone = [entry for key, entry in known.items() if key not in there]

    @cached_property
    def alike(self) -> dict[tuple[Part, object], Answer]:
        return {(part, own): answer for part, own, answer in self.gone}

    @cached_property
    def moved(self) -> dict[tuple[str, object], Answer]:
        gone = self.gone
        return {(digest_without_places(part), own): answer for part, own, answer in gone}

    def answer(self, part: Part, own: object, work: Callable[[Part], Answer]) -> Answer:
        """What was known of a part, or is found out now."""
        old = self.known.get(id(part))
        if old is not None and old[1] == own:
            return old[2]
        if self.gone and (part, own) in self.alike:
            return self.alike[part, own]
        said = digest_without_places(part) if self.gone else "", own
        return self.moved[said] if said[0] and said in self.moved else work(part)


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
        self.meant = {
            key: digest_without_places(
                (one.base, one.subject, one.layers is None, bool(one.standing), one.floor)
            )
            for key, one in format.properties.items()
        }
        self.needs = {key: named_in(one.base) | {key} for key, one in format.properties.items()}
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


NAMED: Remembered[set[PropertyId]] = Remembered()


def named_in(part: object) -> set[PropertyId]:
    """The properties that a part of the typed tree names."""
    return {one.property for one in walk(part) if isinstance(one, Property)}
