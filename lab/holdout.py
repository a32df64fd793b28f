"""How general a vocabulary is: what is still read when only words that other texts use count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..dsl.forest import LIST
from ..dsl.nodes.base import Node, walk
from ..dsl.nodes.expressions import Use
from ..dsl.nodes.texts import Sentence


def phrases_of(tree: Node) -> frozenset[str]:
    """The phrases, keywords and labels that a text is made of."""
    nodes = [*walk(tree)]
    used = [str(node.phrase) for node in nodes if isinstance(node, Use)]
    labels = [str(w) for node in nodes if isinstance(node, Sentence) for w in node.labels]
    return frozenset((*used, *labels)) - {LIST}


@dataclass(frozen=True, slots=True)
class Half:
    """Half of some texts: how many there are, are read, and are still read with the words of
    the other half.
    """

    texts: int
    read: int
    kept: int


@dataclass(frozen=True, slots=True)
class Holdout:
    """Texts in two halves, and whether each text is kept."""

    halves: tuple[Half, Half]
    kept: tuple[bool, ...]

    @property
    def share(self) -> float:
        """Of all texts, those that the words of the other half read, in percent."""
        texts = sum(half.texts for half in self.halves)
        return 100 * sum(self.kept) / texts if texts else 0.0


def held_out(texts: Sequence[frozenset[str] | None]) -> Holdout:
    """Every second text belongs to the other half; None is a text that is not read."""
    words = [words_of(texts[start::2]) for start in (0, 1)]
    kept = tuple(
        used is not None and used <= words[1 - at % 2] for at, used in enumerate(texts)
    )
    first, second = (
        Half(
            len(texts[start::2]),
            sum(used is not None for used in texts[start::2]),
            sum(kept[start::2]),
        )
        for start in (0, 1)
    )
    return Holdout((first, second), kept)


def words_of(texts: Iterable[frozenset[str] | None]) -> frozenset[str]:
    return frozenset[str]().union(*(used for used in texts if used is not None))
