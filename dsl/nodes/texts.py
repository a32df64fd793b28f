"""Card text as it was read: sentences of phrases."""

from __future__ import annotations

from .base import Node, Word, node
from .expressions import Use


@node()
class Sentence(Node):
    """One sentence: the labels in front of it, in order of the text, and what it does.

    A keyword is an effect whose phrase is the keyword's id. `aside` is true for a sentence
    in parentheses, `beneath` for one that speaks for the card on top of its own.
    """

    labels: tuple[Word, ...]
    effect: Use
    aside: bool = False
    beneath: bool = False


@node("{sentences}")
class Text(Node):
    sentences: tuple[Sentence, ...]
