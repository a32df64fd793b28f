"""The core vocabulary: whatever it can say is read in one way, and the manual lists what it has."""

from __future__ import annotations

import random
from functools import cache

import pytest
from places import LIBRARIES, ROOT

from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.load import load
from playsheet.dsl.nodes import declarations as d
from playsheet.dsl.nodes import expressions as e
from playsheet.dsl.nodes.base import Node, Word, walk
from playsheet.dsl.nodes.libraries import RoleDeclaration
from playsheet.dsl.problems.problem import Problem
from playsheet.dsl.syntax.parse import parse_file
from playsheet.dsl.vocabulary.vocabulary import Vocabulary

FORMATS = {"en": ROOT / "tests/language/core_words", "es": ROOT / "tests/language/core_es"}
PLAIN = ("number", "signed", "name")
TEXTS = 150
DEEPEST = 5
MANUAL = (ROOT / "docs/language/core.md").read_text(encoding="utf-8")


@cache
def vocabulary_in(language: str) -> tuple[Vocabulary, str]:
    """The vocabulary of a format that has the core alone, and the name of one of its cards."""
    loaded = load(sources_of(FORMATS[language]))
    assert loaded.vocabulary is not None
    return loaded.vocabulary, str(loaded.cards[0].name)


class Speaker:
    """Says things at random."""

    def __init__(self, language: str, seed: int) -> None:
        self.vocabulary, self.name = vocabulary_in(language)
        self.language = language
        self.chance = random.Random(seed)

    def tree(self, kind: str, depth: int) -> e.Expression:
        lexicon = self.vocabulary.lexicon
        if kind in ("number", "signed"):
            return e.Number(self.chance.choice((1, 2, 3)))
        if kind == "name":
            return e.String(Word(self.name))
        if kind in lexicon.symbols:
            return e.Name(self.chance.choice(lexicon.symbols[kind])[1])
        phrases = [
            phrase
            for one in lexicon.included(kind)
            for phrase in lexicon.of_category(one)
            if lexicon.sayings_in(phrase, self.language, one)
        ]
        plain = (*PLAIN, *lexicon.symbols)
        if depth <= 0:
            lone = [p for p in phrases if all(slot.type in plain for slot in p.parameters)]
            phrases = lone or phrases
        phrase = self.chance.choice(phrases)
        slots = ((slot.name, self.tree(slot.type, depth - 1)) for slot in phrase.parameters)
        return e.Use(phrase.word, tuple(e.Slot(name, value) for name, value in slots))


@pytest.mark.parametrize("language", FORMATS)
def test_what_the_core_can_say_is_read_in_one_way(language: str) -> None:
    speaker = Speaker(language, 7)
    vocabulary, said = speaker.vocabulary, set[str]()
    while len(said) < TEXTS:
        tree = speaker.tree("effect", speaker.chance.randint(1, DEEPEST))
        text = vocabulary.write(tree, language, "effect")
        reading = vocabulary.read_phrase(text, "effect", language)
        assert reading.trees == (tree,), text
        said.add(text)


@cache
def declared() -> list[Node]:
    nodes: list[Node] = []
    for path in sorted((LIBRARIES / "core").glob("*.rules")):
        found, problems = parse_file("rules", path.read_text(encoding="utf-8"), path.name)
        assert problems == list[Problem]()
        nodes += found
    return nodes


def first_words(row: str) -> list[str]:
    """The words in code of the first cell of a row of a table."""
    return row.split("|")[1].replace("`", "").replace(",", " ").split()


def test_the_manual_lists_the_categories_and_roles_of_the_core() -> None:
    rows = [first_words(row) for row in MANUAL.splitlines() if row.startswith("| `")]
    listed = {word for row in rows for word in row}
    phrases = [n for top in declared() for n in walk(top) if isinstance(n, d.PhraseDeclaration)]
    says = [say for phrase in phrases for say in phrase.says]
    made = {str(phrase.category) for phrase in phrases}
    made |= {str(say.category) for say in says if say.category is not None}
    roles = {str(node.name) for node in declared() if isinstance(node, RoleDeclaration)}
    assert (made | roles) - listed == set()


def test_no_phrase_of_the_core_is_called_like_a_role() -> None:
    """What stands for a role is replaced wherever it stands."""
    roles = {str(node.name) for node in declared() if isinstance(node, RoleDeclaration)}
    names = {
        str(part.name)
        for node in declared()
        for part in walk(node)
        if isinstance(part, (d.PhraseDeclaration, d.Parameter))
    }
    assert names & roles == set()
