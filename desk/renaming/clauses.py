"""Another name for a clause where rules and scenarios cite it, alone, in lists and in ranges."""

from __future__ import annotations

from collections.abc import Iterator

from ...dsl.nodes.base import Span, walk
from ...dsl.nodes.files import Scenario
from ...dsl.nodes.statements import Cites
from ...dsl.ruleset.clauses import cited
from ..index.index import RULES, SCENARIO, Index


def clause_edits(index: Index, old: str, new: str) -> Iterator[tuple[Span, str]]:
    """The words of lists of clauses that say otherwise then, with what they say."""
    for file in index.of_kind(RULES, SCENARIO):
        if old not in file.cites:
            continue
        for top in file.nodes:
            lists = [one for one in walk(top) if isinstance(one, Cites)]
            if isinstance(top, Scenario) and top.covers is not None:
                lists.append(top.covers)
            for cites in {one.span: one for one in lists}.values():
                yield from in_list(cites, old, new)


def in_list(cites: Cites, old: str, new: str) -> Iterator[tuple[Span, str]]:
    """The words of one list that change. A number alone goes on with the topic in front of it, so
    it is written out where that is another one then.
    """
    topic = ""
    for word, around, found in cited(cites):
        names = found or [str(word)]
        text = str(word)
        if old in names:
            at = names.index(old)
            parts = [one for one in (names[:at], [new], names[at + 1 :]) if one]
            begins = "-" in text
            said: list[str] = []
            for part in parts:
                own = topic_of(part[0])
                said.append(range_of(part, own if own == topic and not begins else ""))
                topic, begins = own, False
            text = ", ".join(said)
        else:
            if "-" not in text and around != topic:
                text = range_of(names, "")
            topic = around
        if text != word:
            yield word.span, text


def topic_of(name: str) -> str:
    """A clause without its last part."""
    return name.rpartition("-")[0] + "-"


def range_of(names: list[str], topic: str) -> str:
    """Clauses that follow one another, as lists say it; a topic that is known is left out."""
    first = names[0].removeprefix(topic)
    return first if len(names) == 1 else f"{first}..{names[-1].rpartition('-')[2]}"
