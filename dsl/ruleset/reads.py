"""What was asked of the rules of a format while something was worked out from them: it holds for
other rules as well that would answer the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import is_dataclass
from typing import Any, NamedTuple, TypeVar, cast

from ..nodes.base import Span, Word, part_names

T = TypeVar("T")
Ask = Callable[..., object]  # of what is asked, and what else the question says
Question = tuple[Ask, *tuple[Hashable, ...]]


class Held(NamedTuple):
    """An answer, kept alive as it is known by its identity, and the one that is given now."""

    answer: object
    given: object
    is_same: bool


class Reads:
    """Questions, which can be asked again, with the answers to them."""

    def __init__(self) -> None:
        self.answers: dict[Question, object] = {}
        self.tables: dict[Ask | str, Any] = {}  # that are asked
        self.others: dict[int, Reads] = {}

    def __getstate__(self) -> tuple[dict[Question, object], list[Reads]]:
        """What is asked of its tables is among the answers; others have another identity there."""
        return self.answers, [*self.others.values()]

    def __setstate__(self, state: tuple[dict[Question, object], list[Reads]]) -> None:
        self.__init__()
        self.answers, others = state
        for other in others:
            self.join(other)

    def note(self, answer: object, ask: Ask, *said: Hashable) -> None:
        """Something was asked."""
        self.answers.setdefault((ask, *said), answer)

    def join(self, other: Reads) -> None:
        """All that was asked there is asked here."""
        self.others[id(other)] = other

    def every(self) -> dict[Question, object]:
        """All questions with their answers."""
        found = {**self.answers}
        for other in self.others.values():
            found |= other.every()
        return found

    def copy(self) -> Reads:
        """The same questions and answers, to go on with for other rules that answer so."""
        found = Reads()
        found.answers = self.every()
        return found

    def hold(self, rules: Any, held: dict[tuple[Question, int], Held]) -> bool:
        """Whether some rules answer the same; `held` is what is known of them already. Their answer
        stands for an equal one: the same things are compared faster, and once is enough.
        """
        for question, answer in self.answers.items():
            key = question, id(answer)
            known = held.get(key)
            if known is None:
                given = question[0](rules, *question[1:])
                known = held[key] = Held(answer, given, same(given, answer))
            if not known.is_same:
                return False
            self.answers[question] = known.given
        return True


class Table(Mapping[str, T]):
    """Things by name, noting what is asked: for one of them, for a name, or for all names.
    `ask` gives what is `noted` of any rules, by the same names.
    """

    def __init__(
        self,
        known: Mapping[str, T],
        noted: Mapping[str, object],
        reads: Reads,
        ask: Callable[..., Mapping[str, object]],
        *said: str,
    ) -> None:
        self.known = known
        self.noted = noted
        self.reads = reads
        self.question = ask, *said
        self.asked: set[str] = set()
        self.is_listed = False

    def __getitem__(self, name: str) -> T:
        if name not in self.asked:
            self.asked.add(name)
            self.reads.note(self.noted.get(name), one_of, name, *self.question)
        return self.known[name]

    def __contains__(self, name: object) -> bool:
        found = name in self.known
        self.reads.note(found, has_name, str(name), *self.question)
        return found

    def __iter__(self) -> Iterator[str]:
        if not self.is_listed:
            self.is_listed = True
            self.reads.note([*self.known], names_of, *self.question)
        return iter(self.known)

    def __len__(self) -> int:
        iter(self)
        return len(self.known)


def one_of(rules: object, name: str, ask: Ask, *said: Hashable) -> object:
    """What has a name in a table."""
    return cast(Mapping[str, object], ask(rules, *said)).get(name)


def has_name(rules: object, name: str, ask: Ask, *said: Hashable) -> bool:
    """Whether a table has a name."""
    return name in cast(Mapping[str, object], ask(rules, *said))


def names_of(rules: object, ask: Ask, *said: Hashable) -> list[str]:
    """The names in a table."""
    return [*cast(Mapping[str, object], ask(rules, *said))]


def same(one: object, other: object) -> bool:
    """Whether two answers are the same, at the same places of the rules."""
    if one is other:
        return True
    kind = one.__class__
    if kind is not other.__class__:
        return False
    names = NAMES[kind]
    if names is not None:
        for name in names:  # a loop: there are very many, and most are the same thing
            mine, its = getattr(one, name), getattr(other, name)
            if mine is not its and not same(mine, its):
                return False
        return True
    if isinstance(one, Word):
        return one == other and same(one.span, cast(Word, other).span)
    if isinstance(one, (list, tuple)):
        mine, theirs = cast("list[object]", one), cast("list[object]", other)
        return len(mine) == len(theirs) and all(map(same, mine, theirs))
    if isinstance(one, dict):
        items, others = cast("dict[object, object]", one), cast("dict[object, object]", other)
        return [*items] == [*others] and all(map(same, items.values(), others.values()))
    return one == other


class Names(dict[type[object], tuple[str, ...] | None]):
    """The names of the fields of each class of data; None: it is none, or its `==` says all."""

    def __missing__(self, kind: type[object]) -> tuple[str, ...] | None:
        self[kind] = part_names(kind) if is_dataclass(kind) and kind is not Span else None
        return self[kind]


NAMES = Names()
