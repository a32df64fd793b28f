"""The shortest sentences that the phrases of a grammar say."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .chart import NAME, NUMBER, SIGNED, Grammar, Variant

Row = tuple[str | int, ...]  # words, and the numbers of categories
LONGEST = 60  # words of a sentence
BEHIND = re.compile(r" ('s\b|[.,:;!?)\]>])")
BEFORE = re.compile(r"([(\[<]) ")


class Shortest:
    """What fills each category of a grammar with the fewest words, of those the first by the
    alphabet.
    """

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self.rows = [[*rows_of(grammar, number)] for number in range(len(grammar.roots))]
        self.words: dict[int, tuple[str, ...]] = {}
        names = sorted(grammar.names.spelling, key=lambda keys: (len(keys), keys))
        for number, kinds in enumerate(grammar.kinds):
            if kinds & (NUMBER | SIGNED):
                self.words[number] = ("1",)
            elif kinds & NAME and names:
                self.words[number] = (f'"{" ".join(names[0])}"',)
        for number, singles in grammar.singles.items():
            self.words.setdefault(number, (min(singles),))
        while any([self.shortened(number) for number in range(len(self.rows))]):
            pass

    def shortened(self, number: int) -> bool:
        """Whether something shorter is found for a category."""
        known = self.words.get(number)
        every = (self.said(row) for row, _ in self.rows[number])
        best = min((one for one in every if one is not None), key=rank, default=None)
        if best is None or (known is not None and rank(known) <= rank(best)):
            return False
        self.words[number] = best
        return True

    def said(self, row: Row) -> tuple[str, ...] | None:
        """The words of a row; None where nothing fills one of its slots, or too much."""
        found: list[str] = []
        for part in row:
            words = (part,) if isinstance(part, str) else self.words.get(part)
            if words is None or len(found) + len(words) > LONGEST:
                return None
            found += words
        return tuple(found)


def rank(words: tuple[str, ...]) -> tuple[int, tuple[str, ...]]:
    return len(words), words


def rows_of(grammar: Grammar, number: int) -> Iterator[tuple[Row, list[Variant]]]:
    """The forms of a category, and what each of them is a form of."""
    ahead: list[tuple[int, Row]] = [(grammar.roots[number], ())]
    while ahead:
        node, row = ahead.pop()
        if grammar.accepts[node]:
            yield row, grammar.accepts[node]
        ahead += ((behind, (*row, word)) for word, behind in grammar.literals[node].items())
        ahead += ((behind, (*row, slot)) for slot, behind in grammar.slots[node])


def printed(words: tuple[str, ...]) -> str:
    """Words as a sentence is printed."""
    text = BEFORE.sub(r"\1", BEHIND.sub(r"\1", " ".join(words)))
    return f"{text[:1].upper()}{text[1:]}"
