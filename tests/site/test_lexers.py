"""The lexers for Pygments: no letter is lost or wrong, and the words are those of the language."""

from __future__ import annotations

import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from places import CARDTEXT, IDENTITY, ROOT, RULESETS
from pygments.lexer import RegexLexer
from pygments.token import Comment, Error, Keyword, Name, String

from playsheet.desk import lexers
from playsheet.desk.lexers import FileLexer

LEXERS = [
    lexers.CardsLexer,
    lexers.DeckLexer,
    lexers.LooksLexer,
    lexers.RulesLexer,
    lexers.ScenarioLexer,
]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def texts(lexer: type[FileLexer]) -> list[Path]:
    """Some files of a kind: those with every construct, and the shortest that ship."""
    ending = lexer.filenames[0]
    shipped = [*RULESETS.rglob(ending), *CARDTEXT.rglob(ending)]
    shipped.sort(key=lambda path: (path.stat().st_size, path))
    return [*IDENTITY.glob(ending), *shipped[:4]]


@pytest.mark.parametrize("lexer", LEXERS)
def test_a_text_is_coloured_whole(lexer: type[FileLexer]) -> None:
    assert texts(lexer)
    for path in texts(lexer):
        text = path.read_text(encoding="utf-8")
        found = [*lexer(stripnl=False, ensurenl=False).get_tokens(text)]
        assert "".join(part for _, part in found) == text, path
        assert not [part for kind, part in found if kind is Error], path


@pytest.mark.parametrize(
    ("lexer", "text", "kind", "expected"),
    [
        (lexers.RulesLexer, 'move them to "end"  # turn', Keyword, ["move", "to"]),
        (lexers.RulesLexer, 'move them to "end"  # turn', Comment.Single, ["# turn"]),
        (lexers.RulesLexer, '"{d} to"', String.Interpol, ["{d}"]),
        (lexers.RulesLexer, "draw 1  cites AB-SETUP-01..03", Name.Label, ["AB-SETUP-01"]),
        (lexers.ScenarioLexer, 'scenario "then" covers AB-1', Keyword, ["scenario", "covers"]),
        (lexers.CardsLexer, 'card "A" X-1\n    kind  card of to\n', Keyword, ["card"]),
        (lexers.CardsLexer, 'card "A" X-1\n    kind  card of to\n', Name.Attribute, ["kind"]),
        (lexers.DeckLexer, "2 A-dog X-1  # of\n", Name.Constant, ["A-dog", "X-1"]),
    ],
)
def test_what_is_what(lexer: type[FileLexer], text: str, kind: object, expected: list[str]) -> None:
    assert [part.strip() for one, part in lexer().get_tokens(text) if one is kind] == expected


def test_programs_that_use_pygments_find_each_lexer() -> None:
    entries = PROJECT["entry-points"]["pygments.lexers"]
    found: dict[str, type[RegexLexer]] = {}
    for name, place in entries.items():
        module, _, title = place.partition(":")
        found[name] = getattr(import_module(module), title)
    assert found == {lexer.aliases[0]: lexer for lexer in LEXERS}
