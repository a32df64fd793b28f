"""The chart finds as many readings as lark's Earley parser and as counting by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest
from lark import Lark, Tree
from lark.exceptions import UnexpectedInput
from vocabularies import vocabulary_of

from playsheet.dsl.vocabulary.forest import MOST_TREES

WORDS = ("ki", "lo")
CATEGORIES = ("aa", "bb", "cc")
Form = tuple[str, ...]
Forms = dict[str, list[Form]]


def random_forms(chance: random.Random, chained: bool) -> Forms:
    """Up to four forms of each category; without empty ones and loops of bare slots."""
    forms: Forms = {category: [] for category in CATEGORIES}
    for place, category in enumerate(CATEGORIES):
        forms[category].append((chance.choice(WORDS),))
        for _ in range(chance.randint(1, 3)):
            length = chance.randint(1, 4)
            form = tuple(chance.choice((*WORDS, *CATEGORIES)) for _ in range(length))
            if length == 1 and form[0] in CATEGORIES[: place + 1]:
                continue
            is_chain = length > 1 and form[0] == form[-1] == category
            if form not in forms[category] and (chained or not is_chain):
                forms[category].append(form)
    return forms


def rules_of(forms: Forms) -> str:
    lines: list[str] = []
    for category in CATEGORIES:
        for number, form in enumerate(forms[category]):
            slots = [(f"s{at}", s) for at, s in enumerate(form) if s in CATEGORIES]
            parameters = f" ({', '.join(f'{n}: {s}' for n, s in slots)})" if slots else ""
            pattern = " ".join(f"{{s{at}}}" if s in CATEGORIES else s for at, s in enumerate(form))
            name = f"{category}_{number}"
            lines.append(f'phrase {name} {category}{parameters} "{pattern}" means none')
    return "\n".join(lines) + "\n"


def earley_of(forms: Forms) -> Lark:
    lines = [
        f"{category}: {' | '.join(alternative(form) for form in forms[category])}"
        for category in CATEGORIES
    ]
    grammar = "\n".join(["start: aa", *lines, "%ignore / /"])
    return Lark(grammar, parser="earley", lexer="basic", ambiguity="explicit")


def alternative(form: Form) -> str:
    return " ".join(symbol if symbol in CATEGORIES else f'"{symbol}"' for symbol in form)


def trees_in(tree: object) -> int:
    """How many derivations a forest of lark holds."""
    if not isinstance(tree, Tree):
        return 1
    if tree.data == "_ambig":
        return sum(trees_in(child) for child in tree.children)
    count = 1
    for child in tree.children:
        count *= trees_in(child)
    return count


def count_by_hand(forms: Forms, words: tuple[str, ...]) -> int:
    """Derivations over all ways to cut the words; chains are read from the right."""

    @cache
    def whole(category: str, start: int, end: int, without: Form) -> int:
        return sum(
            row(form, 0, start, end, form if is_chain(category, form) else ())
            for form in forms[category]
            if form != without
        )

    @cache
    def row(form: Form, at: int, start: int, end: int, without: Form) -> int:
        if at == len(form):
            return int(start == end)
        if end - start < len(form) - at:
            return 0
        if form[at] in WORDS:
            return row(form, at + 1, start + 1, end, ()) if words[start] == form[at] else 0
        return sum(
            whole(form[at], start, middle, without) * row(form, at + 1, middle, end, ())
            for middle in range(start + 1, end - (len(form) - at - 1) + 1)
        )

    return whole("aa", 0, len(words), ())


def is_chain(category: str, form: Form) -> bool:
    return len(form) > 1 and form[0] == form[-1] == category


def random_text(forms: Forms, chance: random.Random) -> tuple[str, ...]:
    """A text of the grammar, or one that is nearly one."""

    def expand(category: str, depth: int) -> Iterator[str]:
        choices = forms[category] if depth < 4 else forms[category][:1]
        for symbol in chance.choice(choices):
            if symbol in CATEGORIES:
                yield from expand(symbol, depth + 1)
            else:
                yield symbol

    words = list(expand("aa", 0))[:9]
    if chance.random() < 0.3:
        words[chance.randrange(len(words))] = chance.choice(WORDS)
    return tuple(words)


@pytest.mark.parametrize("seed", range(30))
def test_the_chart_agrees_with_earley(seed: int) -> None:
    chance = random.Random(seed)
    forms = random_forms(chance, chained=False)
    vocabulary, earley = vocabulary_of(rules_of(forms), ()), earley_of(forms)
    for _ in range(6):
        words = random_text(forms, chance)
        try:
            expected = trees_in(earley.parse(" ".join(words)))
        except UnexpectedInput:
            expected = 0
        assert expected == count_by_hand(forms, words), words
        found = vocabulary.read_phrase(" ".join(words), "aa").trees
        assert len(found) == min(expected, MOST_TREES), words


@pytest.mark.parametrize("seed", range(100, 220))
def test_the_chart_agrees_with_counting(seed: int) -> None:
    chance = random.Random(seed)
    forms = random_forms(chance, chained=True)
    vocabulary = vocabulary_of(rules_of(forms), ())
    for _ in range(12):
        words = random_text(forms, chance)
        found = vocabulary.read_phrase(" ".join(words), "aa").trees
        assert len(found) == min(count_by_hand(forms, words), MOST_TREES), words
