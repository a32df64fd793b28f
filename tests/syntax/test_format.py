"""The formatter: one layout, nothing lost, and the second time changes nothing."""

import random
import re
from pathlib import Path

import pytest
from places import CARDTEXT, IDENTITY, LIBRARIES, ROOT, RULESETS
from sampling import sampled

from playsheet.dsl.syntax.formatter import format_text
from playsheet.dsl.syntax.parse import parse_file
from playsheet.dsl.syntax.rows import lines_of, rows_of_text

FOLDERS = (IDENTITY, RULESETS, LIBRARIES, CARDTEXT)
KINDS = ("rules", "cards", "scenario", "deck")
FILES = sorted(path for folder in FOLDERS for path in folder.rglob("*") if path.suffix[1:] in KINDS)
PIECES = (Path(__file__).parent / "layouts").iterdir()
PAIRS = [
    pytest.param(path.suffix[1:], *piece.split("===\n"), id=f"{path.stem}-{number}")
    for path in sorted(PIECES)
    for number, piece in enumerate(path.read_text(encoding="utf-8").split("---\n"), 1)
]


def remarks_of(kind: str, text: str) -> list[str]:
    rows, own = rows_of_text(kind, lines_of(text))
    return sorted(remark.text for remark in [*own, *(r for row in rows for r in row.remarks)])


def messed_up(kind: str, text: str, rng: random.Random) -> str:
    """The same text, laid out by somebody careless."""
    lines: list[str] = []
    for line in lines_of(text):
        bare = line.lstrip()
        depth = (len(line) - len(bare)) // 4
        if bare and not bare.startswith("#") and kind in ("rules", "scenario"):
            bare = re.sub(r'("[^"]*"|#.*)| ', lambda m: m[1] or " " * rng.randrange(1, 4), bare)
        if bare and rng.random() < 0.1 and kind != "deck":
            lines.append(f"{'   ' * depth}# remark {len(lines)}")
        if rng.random() < 0.1:
            lines += [""] * rng.randrange(1, 5)
        tail = f"   # behind {len(lines)}" if bare and kind == "rules" and "#" not in bare else ""
        lines.append(f"{'   ' * depth}{bare}{tail if rng.random() < 0.2 else ''}")
    return rng.choice(("\n", "\r\n")).join(lines)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_keeps_its_meaning_and_its_remarks(path: Path) -> None:
    kind = path.suffix[1:]
    text = path.read_text(encoding="utf-8")
    laid, problems = format_text(kind, text, "mine")
    assert problems == []
    if laid == text:  # its meaning and remarks, and what is made of it the second time, too
        return
    assert parse_file(kind, laid, "mine")[0] == parse_file(kind, text, "mine")[0]
    assert remarks_of(kind, laid) == remarks_of(kind, text)
    assert format_text(kind, laid, "mine") == (laid, [])
    if IDENTITY not in path.parents:
        assert laid.splitlines() == text.splitlines(), "what ships is laid out: playsheet fmt"


@pytest.mark.parametrize(
    "path", FILES[:: sampled(3, 1)], ids=lambda path: str(path.relative_to(ROOT))
)
def test_a_careless_layout_is_put_right(path: Path) -> None:
    kind = path.suffix[1:]
    text = path.read_text(encoding="utf-8")
    mess = messed_up(kind, text, random.Random(3))
    laid, problems = format_text(kind, mess, "mine")
    assert problems == []
    assert parse_file(kind, laid, "mine")[0] == parse_file(kind, text, "mine")[0]
    assert remarks_of(kind, laid) == remarks_of(kind, mess)
    assert format_text(kind, laid, "mine") == (laid, [])
    assert "\n\n\n\n" not in laid
    assert not re.search(r"[ \t]\n", laid)


@pytest.mark.parametrize(("kind", "mess", "laid"), PAIRS)
def test_a_layout_is_as_shown(kind: str, mess: str, laid: str) -> None:
    assert format_text(kind, mess, "mine") == (laid, [])
    assert format_text(kind, laid, "mine") == (laid, [])


def test_a_file_with_a_mistake_stays_as_it_is() -> None:
    text = "zone   hand\nsetup\n  chose 1 card in hand as x\n"
    laid, problems = format_text("rules", text, "mine")
    assert laid == text
    assert [problem.code for problem in problems] == ["keyword-misspelt"]


def test_an_empty_file_stays_empty() -> None:
    assert format_text("rules", "", "mine") == ("", [])
    assert format_text("rules", "\n\n# only a remark\n\n", "mine") == ("# only a remark\n", [])
