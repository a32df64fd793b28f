"""What was found out about parts of a format when it was last looked at, for a process that stays:
a part that says the same, wherever it stands, is not looked at again while all else that counts is
the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

from ..loading.cache import Recent
from ..loading.pickles import digest_without_places
from ..nodes import declarations as d
from ..typed.format import Format

Part = TypeVar("Part", bound=Hashable)
Answer = TypeVar("Answer")


class Latest(Generic[Part, Answer]):
    """Answers about the parts of formats, by the file of the line that says what a format is."""

    def __init__(self) -> None:
        self.known: Recent[tuple[str, dict[Part, Answer]]] = Recent()

    def answers(
        self, format: Format, facts: object, parts: Sequence[Part], work: Callable[[Part], Answer]
    ) -> dict[Part, Answer]:
        """The answer about each part. `facts`: what else it depends on."""
        name, about = format.ruleset.format.span.file, digest_without_places(facts)
        before, known = self.known.found.pop(name, (about, {}))
        if before != about:
            known = dict[Part, Answer]()
        now = {part: known[part] for part in parts if part in known}
        gone = (part for part in known if part not in now)
        moved = {digest_without_places(part): known[part] for part in gone}
        for part in parts:
            if part not in now:
                said = digest_without_places(part) if moved else ""
                now[part] = moved[said] if said in moved else work(part)
        return self.known.get(name, lambda: (about, now))[1]


def facts_of(format: Format) -> tuple[object, ...]:
    """What conditions mean depends on, beside what they say: the ranges of what they ask for, and
    the properties that they name.
    """
    ruleset = format.ruleset
    return (
        ruleset.seats,
        [
            (key, one.base, one.subject, one.layers is None, bool(one.standing), one.floor)
            for key, one in format.properties.items()
        ],
        [(zone, one.counts is None, one.most) for zone, one in format.limits.items()],
        [(str(one.name), len(one.items)) for one in ruleset.all(d.ValuesDeclaration)],
        [(str(one.name), one.value) for one in ruleset.all(d.OptionDeclaration)],
        [str(one.name) for one in ruleset.all(d.CardDeclaration)],
        [(name, one.type, one.low, one.high) for name, one in format.gauges.items()],
        [*format.made],
    )
