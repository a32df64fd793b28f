"""Whole games in a pseudo-terminal: no line wider than it, no broken word, no internal name."""

from __future__ import annotations

import os
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from places import ROOT
from rich.cells import cell_len
from sampling import is_full

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
if os.name == "posix":
    from terminals import played

from playsheet.cli.group import main  # noqa: E402

WIDTHS = (60, 80, 120, 160) if is_full() else (60,)
FORMATS = ("my_game", "hyper_colosseum", "dcg", "dbe") if is_full() else ("my_game",)
WIDEST = 400
ASKED = ("?", "table", "log", "why score", "why not x", "show 1", "nothing", "undo")
WORD = re.compile(r"[^\W\d_][\w'-]*")
INTERNAL = re.compile(r"#\d|\b[a-z]\w*_\w*|\bNone\b|Traceback")
PLACE = re.compile(r"[\w/.]+\.(rules|cards):\d+")
HEADING = re.compile(r'^card "([^"]+)"', re.MULTILINE)
IN_DECK = re.compile(r"^(\d+ )(.+)(?= \S+$)", re.MULTILINE)
SIGNS = "山札王海空火木金"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with formats of which cards have names in wide letters."""
    folder = tmp_path_factory.mktemp("wide")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert CliRunner().invoke(main, ["new", "format", "my_game"]).exit_code == 0
        for name in FORMATS[1:]:
            shutil.copytree(ROOT / "rulesets" / name, folder / name)
            shutil.copytree(ROOT / "cardtext" / name, folder / name / "cards")
        for name in FORMATS:
            widen(folder / name)
        yield folder


def widen(format: Path) -> None:
    """Gives every card another name whose name stands in no other text of the rules and cards."""
    paths = [path for path in format.rglob("*.*") if path.is_file()]
    texts = {path: path.read_text("utf-8") for path in paths}
    rules = "\n".join(text for path, text in texts.items() if path.suffix in (".cards", ".rules"))
    names = Counter(HEADING.findall(rules))
    once = [one for one, count in names.items() if rules.count(one) == count]
    wide = {one: "".join(SIGNS[int(n)] for n in f"{at:o}") * 2 for at, one in enumerate(once)}
    for path, text in texts.items():
        text = HEADING.sub(lambda found: f'card "{wide.get(found[1], found[1])}"', text)
        text = IN_DECK.sub(lambda found: found[1] + wide.get(found[2], found[2]), text)
        path.write_text(text, encoding="utf-8")


def shown(home: Path, format: str, columns: int) -> str:
    words = [
        "play",
        f"./{format}",
        "--seed",
        "3",
        "--seats",
        "human,random",
        "--names",
        "花子,Bo Ek",
    ]
    return played(columns, words, home, ASKED)


@pytest.mark.parametrize("format", FORMATS)
def test_a_whole_game_fits_the_terminal(home: Path, format: str) -> None:
    """The words are those of a terminal in which all lines have room."""
    wide = shown(home, format, WIDEST)
    words = {*WORD.findall(wide)}
    assert any(sign in wide for sign in SIGNS) and "花子" in words
    for columns in WIDTHS:
        text = shown(home, format, columns)
        assert [line for line in text.split("\n") if cell_len(line) > columns] == []
        assert {*WORD.findall(text)} - words == set(), columns
        assert len(text.split("\n")) >= len(wide.split("\n"))
    assert INTERNAL.findall(PLACE.sub("", wide)) == []
