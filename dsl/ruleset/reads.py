"""What was asked of the rules of a format while something was worked out from them: it holds for
other rules as well that would answer the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, Generic, TypeVar, cast

from ..nodes.base import Node, Word, part_names

T = TypeVar("T")
Ask = Callable[[Any], object]  # a question to a ruleset


class Reads:
    """Questions, each with how it is asked again and what the answer was."""

    def __init__(self) -> None:
        self.answers: dict[Hashable, tuple[Ask, object]] = {}

    def note(self, question: Hashable, ask: Ask, answer: object) -> None:
        """Something was asked."""
        self.answers.setdefault(question, (ask, answer))

    def hold(self, rules: Any, held: dict[tuple[Hashable, int], bool]) -> bool:
        """Whether some rules answer the same; `held` is what is known of them already."""
        for question, (ask, answer) in self.answers.items():
            key = question, id(answer)
            if key not in held:
                held[key] = same(ask(rules), answer)
            if not held[key]:
                return False
        return True


class Table(Mapping[str, T], Generic[T]):
    """Things by name, noting what is asked: for one of them, for a name, or for all names."""

    def __init__(
        self, kind: str, known: Mapping[str, T], reads: Reads, ask: Callable[[Any], Mapping[str, T]]
    ) -> None:
        self.kind = kind
        self.known = known
        self.reads = reads
        self.ask = ask

    def __getitem__(self, name: str) -> T:
        ask, found = self.ask, self.known.get(name)
        self.reads.note((self.kind, name), lambda rules: ask(rules).get(name), found)
        return self.known[name]

    def __contains__(self, name: object) -> bool:
        ask, found = self.ask, name in self.known
        self.reads.note((self.kind, "has", name), lambda rules: name in ask(rules), found)
        return found

    def __iter__(self) -> Iterator[str]:
        ask, names = self.ask, [*self.known]
        self.reads.note((self.kind,), lambda rules: [*ask(rules)], names)
        return iter(names)

    def __len__(self) -> int:
        return sum(1 for _ in iter(self))


def same(one: object, other: object) -> bool:
    """Whether two answers are the same, at the same places of the rules."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, Node):
        names = part_names(one.__class__)
        return all(same(getattr(one, name), getattr(other, name)) for name in names)
    if isinstance(one, Word):
        return one == other and one.span == cast(Word, other).span
    if isinstance(one, (list, tuple)):
        mine, theirs = cast("list[object]", one), cast("list[object]", other)
        return len(mine) == len(theirs) and all(map(same, mine, theirs))
    if isinstance(one, dict):
        items, others = cast("dict[object, object]", one), cast("dict[object, object]", other)
        return [*items] == [*others] and all(map(same, items.values(), others.values()))
    return one == other
