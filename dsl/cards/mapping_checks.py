"""What is wrong with `printed.yaml`: keys, fields and kinds that are not there, and what a line
of a card takes from records that none of them has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any

from pydantic_core import ErrorDetails

from ..loading.documents import Document, Step
from ..nodes.base import Span
from ..nodes.dataclass import dataclass
from ..problems.problem import Problem, unknown
from ..problems.similar import nearest

KEYS = ("code", "name", "group", "kind", "fields", "beside", "blank", "misspelt", "unknown")
KIND_KEYS = ("from", "is")
ROW_KEYS = ("each", "say", "where", "reads", "behind")
Rows = tuple[str, int, str]  # a field, which of its places, and the list it is taken from


def wrong_key(document: Document, detail: ErrorDetails) -> Problem | None:
    """A key that is none, at its place; None for any other mistake."""
    steps: list[Step] = []
    for step in detail["loc"]:  # without the names of alternatives
        if (*steps, step) in document.places:
            steps.append(step)
    if detail["type"] != "extra_forbidden" or tuple(steps) not in document.keys:
        return None
    known = {"fields": ROW_KEYS, "kind": KIND_KEYS}.get(str(steps[0]), KEYS)
    known = known if len(steps) > 1 else KEYS
    span = document.keys[tuple(steps)]
    return unknown("unknown-key", "line of how records are read", str(steps[-1]), span, known)


def wrong_names(
    document: Document, kinds: Mapping[str, str], fields: Mapping[str, set[str]]
) -> Iterator[Problem]:
    """Kinds and fields that cards of the format do not have."""
    for title, kind in kinds.items():
        if kind not in fields:
            span = document.at(("kind", "is", title))
            yield unknown("unknown-kind", "kind of card", kind, span, fields)
    every = {name for names in fields.values() for name in names}
    for name in document.group.get("fields", {}):
        if name not in every:
            span = document.keys["fields", name]
            yield unknown("unknown-field", "field of a card", name, span, every)


@dataclass(slots=True)
class Seen:
    """Which keys the members of lists of records have, by the lines that are made of them."""

    keys: dict[Rows, set[str]] = field(default_factory=dict[Rows, set[str]])

    def note(self, rows: Rows, member: dict[str, Any]) -> None:
        self.keys.setdefault(rows, set()).update(member)

    def never_said(
        self, rows: Rows, wanted: list[str], said: str, document: Document
    ) -> Iterator[Problem]:
        """Keys that a line `said` so is made of and no member has."""
        name, number, path = rows
        known = self.keys.get(rows)
        for key in wanted if known else ():
            if known and key not in known:
                at: Span = document.at(("fields", name, number, "say"))
                guess = nearest(key, known)
                text = f'"{name}" says {{{key}}} of each of {path}, and no record has it there.'
                text += f' Did you mean "{guess}"?' if guess else ""
                mend = '"' + said.replace(f"{{{key}}}", f"{{{guess}}}") + '"' if guess else ""
                yield Problem("bad-mapping", text, at, mend)
