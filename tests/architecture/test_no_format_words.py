"""The code knows no format: no name, card, keyword, label or zone of one stands in it."""

import ast
import dataclasses
import re
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path

import pytest
from places import CARDTEXT, ROOT, RULESETS

from playsheet.dsl.nodes import declarations as d
from playsheet.dsl.nodes import statements as s
from playsheet.dsl.nodes.base import Node, Word, walk
from playsheet.dsl.ruleset.ruleset import BUILT_IN
from playsheet.dsl.syntax.parse import parse_file
from playsheet.dsl.syntax.reader import words_of

ROOMS = ("grammar", "dsl", "interpreter", "lab", "table", "cli")
PYTHON = sorted(
    [*ROOT.glob("*.py"), *(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))]
)
TEXTS = sorted(
    path
    for room in ROOMS
    for kind in ("*.lark", "*.yaml", "*.md", "*.rules", "*.cards", "*.deck", "*.scenario")
    for path in (ROOT / room).rglob(kind)
)

# Plain words that a format prints on its table or its cards, and that anybody may say of
# any card game.
PLAIN = """
    above act activate attach attached attack battle block boost box call card cards check chips
    coin counter data dealer deck different discard double draw effect evolution field first flatten
    guard hand hands higher leader left level memory name next nobody none number option
    pass play player points power raises reduce reveal right round same score security
    slots start step stock support suspend swap take timing trash turn type
"""
# Ids of formats that are everyday verbs of the code as well.
SHARED = frozenset({"carry_out", "in_play", "level_of", "look_at"})
# What cards and rulebooks print, and anybody says who writes English.
COMPARING = frozenset({"the same", "higher than", "main phase", "Main Phase"})


@dataclasses.dataclass(frozen=True)
class Term:
    """Something only a format may say, and where it comes from."""

    text: str
    what: str
    place: str

    @cached_property
    def words(self) -> frozenset[str]:
        """Those that a text must have for the term to be in it."""
        return words_in(self.text)

    @property
    def pattern(self) -> str:
        return rf"(?<![^\W_]){re.escape(self.text)}(?![^\W_])"


def words_in(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W_]+", text.lower()))


def of_two_words(text: str) -> bool:
    return bool(re.search(r"[\s_-]", text.strip()))


def printed(text: str) -> str:
    """The fixed words that a printed pattern begins with."""
    return re.split(r"[{(\[|\\]", text)[0].strip(' :"\n')


def strings_of(node: Node, field: str) -> list[str]:
    value = getattr(node, field, None)
    if isinstance(value, Word):
        return [str(value)]
    if isinstance(value, tuple):
        return [str(word) for word in value if isinstance(word, Word)]
    return [str(word) for word in value.names] if isinstance(value, s.Titles) else []


def declared(node: Node) -> Iterator[tuple[str, str]]:
    """The ids and the printed names that one node of a .rules file declares."""
    if isinstance(node, d.FormatDeclaration):
        yield "title", str(node.title)
    if isinstance(node, (d.Declaration, s.PhaseStatement, s.StepStatement, d.ValueItem)):
        is_phrase = isinstance(node, d.PhraseDeclaration)
        for text in strings_of(node, "called" if is_phrase else "name"):
            if "_" in text:
                yield "id", text
        for text in (*strings_of(node, "titles"), *strings_of(node, "label")):
            yield "title", text
    if isinstance(node, (d.KeywordDeclaration, d.LabelDeclaration)):
        for say in node.says:
            yield "word of cards", printed(str(say.pattern))


@cache
def terms() -> tuple[Term, ...]:
    """All that belongs to a shipped format, each once."""
    own = set(BUILT_IN) | {
        word for kind in ("rules", "scenario") for word in words_of(kind).values()
    }
    found: dict[str, Term] = {}
    for folder in sorted(RULESETS.iterdir()):
        found[folder.name] = Term(folder.name, "format", folder.name)
    for path in sorted(RULESETS.rglob("*.rules")):
        for top in parse_file("rules", path.read_text(encoding="utf-8"), path.name)[0]:
            for node in walk(top):
                for what, text in declared(node):
                    place = f"{path.name}:{node.span.line}"
                    found.setdefault(text, Term(text, what, place))
    for path in sorted(CARDTEXT.rglob("*.cards")):
        for node in parse_file("cards", path.read_text(encoding="utf-8"), path.name)[0]:
            name = str(getattr(node, "name", ""))
            found.setdefault(name, Term(name, "card", path.name))
    return tuple(term for text, term in found.items() if is_telling(text, own))


def is_telling(text: str, own: set[str]) -> bool:
    """Whether a text gives its format away."""
    if text in SHARED | COMPARING or len(text) < 3 or all(word in own for word in text.split()):
        return False
    return of_two_words(text) or text.lower() not in PLAIN.split()


def findings(text: str) -> list[str]:
    """The terms in a text; single words count only as they are printed."""
    words = words_in(text)
    return [
        f"{match[0]} ({term.what} in {term.place})"
        for term in terms()
        if term.words <= words
        for match in re.finditer(
            term.pattern, text, re.IGNORECASE if of_two_words(term.text) else re.NOFLAG
        )
    ]


def names_and_strings(path: Path) -> Iterator[tuple[int, str]]:
    """Every identifier and string of a Python file with its line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield line, node.value
        for field in ("id", "name", "attr", "arg", "asname", "module"):
            value = getattr(node, field, None)
            if isinstance(value, str):
                yield line, value


def test_the_formats_have_words() -> None:
    """Guards the guard: without them the tests below would pass whatever the code says."""
    kinds = {term.what for term in terms()}
    assert kinds == {"format", "title", "id", "card", "word of cards"}
    sample = next(term for term in terms() if term.what == "id")
    assert findings(f"is_{sample.text}_open") and findings(f'"the {sample.text}"')


@pytest.mark.parametrize("path", PYTHON, ids=lambda path: str(path.relative_to(ROOT)))
def test_python_says_nothing_of_a_format(path: Path) -> None:
    texts = [*names_and_strings(path)]
    if findings("\n".join(text for _, text in texts)):
        assert not [
            f"{path.name}:{line}: {word}" for line, text in texts for word in findings(text)
        ]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_grammars_templates_and_explanations_say_nothing_of_a_format(path: Path) -> None:
    assert not findings(path.read_text(encoding="utf-8"))
