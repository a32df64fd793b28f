"""How general a vocabulary is: what is still read when only words that other texts use count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...dsl.nodes.base import Node, walk
from ...dsl.nodes.expressions import Use
from ...dsl.nodes.texts import Sentence
from ...dsl.vocabulary.forest import LIST


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


def held_out(texts: Sequence[frozenset[str] | None], groups: Sequence[str] = ()) -> Holdout:
    """Every second text belongs to the other half, or every second group where the texts
    have groups; None is a text that is not read.
    """
    order = {group: number for number, group in enumerate(dict.fromkeys(groups))}
    sides = [order[group] % 2 for group in groups] or [at % 2 for at in range(len(texts))]
    halves = [
        [t for t, s in zip(texts, sides, strict=True) if s == side] for side in (0, 1)
    ]
    words = [words_of(half) for half in halves]
    kept = tuple(
        used is not None and used <= words[1 - side]
        for used, side in zip(texts, sides, strict=True)
    )
    first, second = (
        Half(
            len(halves[side]),
            sum(used is not None for used in halves[side]),
            sum(k for k, s in zip(kept, sides, strict=True) if s == side),
        )
        for side in (0, 1)
    )
    return Holdout((first, second), kept)


def words_of(texts: Iterable[frozenset[str] | None]) -> frozenset[str]:
    return frozenset[str]().union(*(used for used in texts if used is not None))
