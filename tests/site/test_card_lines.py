"""Lines of cards: what a card asks for in its fields, and the picture of it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from places import ROOT

from playsheet.desk.explained import options_of
from playsheet.desk.lines import CardLines, lines_of_cards
from playsheet.dsl.loading.library import FormatFiles
from playsheet.dsl.loading.load import Loaded, load
from playsheet.dsl.loading.source import Source

EXAMPLE = (ROOT / "docs" / "language" / "example.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(rules|cards)-base\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MORE = """\
cards Plant | colour | level | strength[red] | strength[blue] | strength[green] | grows_from
    "Oak" Gd-91 | green | 3 | 10 | 20 | 30 | Thistle + O / Oak + O
    "Elm" Gd-92 | green | 3 | 10 | 20 | 30 | Clover + O / Poppy + O / Thistle + O
"""
LINES = CardLines(
    "comes_from",
    before={"b": ["a"], "c": ["b", "a"], "d <&>": ["c"], "e": ["d <&>"]},
    after={"a": ["b", "c"], "b": ["c"], "c": ["d <&>"], "d <&>": ["e"]},
)


def garden(folder: Path) -> Loaded:
    """The example format of the manual, with a further plant and a comment above an option."""
    texts = {"rules": "", "cards": ""}
    for kind, text in BLOCK.findall(EXAMPLE):
        texts[kind] += text
    texts["cards"] += MORE
    texts["rules"] = texts["rules"].replace("\noption ", "\n# Two readings:\n# both.\noption ", 1)
    sources: dict[str, Source] = {}
    for kind, text in texts.items():
        path = folder / f"garden.{kind}"
        path.write_text(text, encoding="utf-8")
        sources[kind] = Source(path)
    loaded = load(FormatFiles("garden", [sources["rules"]], [sources["cards"]]))
    assert not [problem for problem in loaded.problems if problem.severity == "error"]
    return loaded


@pytest.fixture
def pictures(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "site"))
    yield import_module("pictures")
    del sys.modules["pictures"]


def drawn(block: str) -> ElementTree.Element:
    """The picture in a block of a page."""
    return ElementTree.fromstring(block.split("\n", 1)[1].rsplit("```", 1)[0])


def test_lines_are_who_may_be_what_a_card_asks_for(tmp_path: Path) -> None:
    """What asks for more than one card in four, as the elm does, leads on from none."""
    loaded = garden(tmp_path)
    assert loaded.format is not None
    (lines,) = lines_of_cards(loaded.format)
    assert lines.field == "grows_from"
    assert lines.before == {"Thistle": ["Clover", "Poppy"], "Rose": ["Thistle"], "Oak": ["Thistle"]}
    assert lines.after == {"Clover": ["Thistle"], "Poppy": ["Thistle"], "Thistle": ["Rose", "Oak"]}


def test_a_picture_has_each_card_once_two_steps_to_either_side(pictures: Any) -> None:
    picture = drawn(pictures.line_picture(LINES, "b", {"a": "x.html#a", "b": "x.html#b"}))
    assert [one.text for one in picture.iter("text")] == ["a", "b", "c", "d <&>"]
    assert [one.get("href") for one in picture.iter("a")] == ["x.html#a"]
    assert len([*picture.iter("path")]) == 3  # a to b, b to c, c to d
    (svg,) = picture.iter("svg")
    assert svg.get("aria-label") == "comes_from: a → b → c → d <&>"
    assert pictures.line_picture(LINES, "f", {}) == ""


def test_a_picture_says_how_many_more_there_are(pictures: Any) -> None:
    many = [f"card {k}" for k in range(10)]
    lines = CardLines("comes_from", before={"a": many}, after={one: ["a"] for one in many})
    picture = drawn(pictures.line_picture(lines, "a", {}))
    assert [one.text for one in picture.iter("text")] == [*many[:7], "a", "and 3 more"]
    high = float(next(iter(picture.iter("svg"))).get("height", 0))
    assert all(float(one.get("y", 0)) < high for one in picture.iter("text"))


def test_long_names_stay_in_their_boxes(pictures: Any) -> None:
    lines = CardLines("f", before={"a": ["獣" * 30]}, after={})
    picture = drawn(pictures.line_picture(lines, "a", {}))
    assert next(picture.iter("text")).text == "獣" * 11 + "…"
    assert next(picture.iter("title")).text == "獣" * 30


def test_an_option_is_told_with_the_comment_above_it(tmp_path: Path) -> None:
    (option, *_) = options_of(garden(tmp_path))
    assert (option.name, option.start, option.note) == ("long_game", "off", "Two readings: both.")
