"""What the words of deck rules mean that scenarios quote: what they mean in the rule itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import groupby

from ...dsl.nodes import declarations as d
from ...dsl.nodes.base import Span, walk
from ...dsl.nodes.edits import ExtendDeckEdit
from ...dsl.syntax.print_files import print_node
from .mentions import QUOTED, WORD, Mention
from .text import is_inside

LINES = (d.CountLine, d.OnlyLine)
Said = list[tuple[str, Mention | None]]  # words, with what names something


def quoted_words(
    rules: Iterable[tuple[Iterable[object], list[Mention]]], scenarios: Iterable[list[Mention]]
) -> dict[Span, Mention]:
    """For each place of a quoted word the place of the rules that it quotes. `rules`: the nodes of
    each file and what they name; `scenarios`: what each of their files names.
    """
    known = [said for nodes, mentions in rules for said in deck_rules(nodes, mentions)]
    found: dict[Span, Mention] = {}
    for mentions in scenarios if known else ():
        words = [one for one in mentions if QUOTED in one.kinds]
        for _, group in groupby(words, lambda one: (one.event, one.span.line)):
            found.update(aligned([*group], known))
    return found


def deck_rules(nodes: Iterable[object], mentions: list[Mention]) -> Iterator[Said]:
    """The words of each rule of decks as messages and scenarios say it."""
    for node in nodes:
        if not isinstance(node, (d.DeckDeclaration, ExtendDeckEdit)):
            continue
        named = node.name or node.table
        for line in walk(node):
            if isinstance(line, LINES):
                own = [one for one in mentions if is_inside(one.span, line.span)]
                words = WORD.findall(print_node(line).partition("  cites")[0])
                yield [*([(str(named), None)] if named is not None else []), *paired(words, own)]


def paired(words: list[str], mentions: list[Mention]) -> Said:
    """Words, each with what names something there, as both come in the same order."""
    found: Said = [(word, None) for word in words]
    matcher = SequenceMatcher(None, words, [one.text for one in mentions], autojunk=False)
    for at, start, size in matcher.get_matching_blocks():
        for k in range(size):
            found[at + k] = (words[at + k], mentions[start + k])
    return found


def aligned(words: list[Mention], known: list[Said]) -> Iterator[tuple[Span, Mention]]:
    """What each of some quoted words is in the first rule that says them in this order."""
    texts = [one.text for one in words]
    for said in known:
        for start in range(len(said) - len(texts) + 1):
            part = said[start : start + len(texts)]
            if [word for word, _ in part] == texts:
                pairs = zip(words, part, strict=True)
                yield from ((one.span, named) for one, (_, named) in pairs if named is not None)
                return
