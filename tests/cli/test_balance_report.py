"""The page of `simulate --report`: what is in it, and that names in it stay text."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

from running import edit, run

from playsheet.lab.report.html import tag
from playsheet.lab.report.pictures import histogram, quantile, scale_of

PLAIN = ["simulate", "my_game", "--no-native", "--games", "60"]
NAMES = """html head meta link title style body main header section div h1 h2 h3 p b span svg line
rect circle polyline figure figcaption table thead tbody tr th td ul li"""
TAGS = {*NAMES.split()}
HOSTILE = "<script>alert(1)</script><b onclick='x'>&amp; \u00e9 {x} %s"


class Reader(HTMLParser):
    """The elements of a page, their attributes, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data


def report_of(*words: str) -> tuple[str, Reader]:
    found = run(*words, "--report", "x.html")
    assert found.exit_code == 0, found.output
    page = Path("x.html").read_text()
    return page, Reader(page)


def test_a_page_says_what_was_played(here: Path) -> None:
    page, found = report_of(*PLAIN, "--bots", "eager,random", "--rotate")
    assert found.open == [] and {name for name, _ in found.elements} <= TAGS
    assert "60 games of 2 players, bots: eager, random." in found.text
    for title in (
        *("Who wins", "By seat", "By bot", "One against another", "How long games are"),
        *("How games end", "When games are decided", "What each card adds", "How it was measured"),
    ):
        assert title in found.text, title
    assert "MG-END-01 Three points win at once." in found.text.replace("  ", " ")
    assert "Pebble Hopper" in found.text
    assert not re.search(r"https?://|url\(|@import|javascript:", page)


def test_a_page_is_the_same_for_any_number_of_processes_and_behind_a_resume(here: Path) -> None:
    page, _ = report_of(*PLAIN)
    assert report_of(*PLAIN, "--jobs", "2")[0] == page
    words = ["simulate", "my_game", "--no-native", "--write", "x.jsonl", "--report", "y.html"]
    assert run(*words, "--games", "20").exit_code == 0
    assert report_of(*PLAIN, "--write", "x.jsonl", "--resume")[0] == page
    refused = run(*PLAIN, "--write", "x.jsonl", "--resume")
    assert refused.exit_code == 2 and "a run with another report" in refused.stderr


def test_hostile_names_stay_text(here: Path) -> None:
    edit(here / "my_game/my_game.rules", 'format "My Game"', f'format "{HOSTILE}"')
    for file in (here / "my_game/cards").glob("*.cards"):
        edit(file, "Pebble Hopper", HOSTILE)
    ledger = here / "my_game/clauses.yaml"
    edit(ledger, "Three points win at once.", HOSTILE)
    deck = here / "my_game/decks/plain.deck"
    edit(deck, "Pebble Hopper", HOSTILE)
    for name in ("<i>one", "two&amp;\"'"):
        (deck.parent / f"{name}.deck").write_text(deck.read_text())
    for scenario in (here / "my_game").rglob("*.scenario"):
        scenario.unlink()
    page, found = report_of(*PLAIN)
    assert found.open == [] and {name for name, _ in found.elements} <= TAGS
    assert all(not key.startswith("on") for _, values in found.elements for key in values)
    assert found.text.count(HOSTILE) >= 3, "the title, a card, a clause"
    assert "<i>one" in found.text and "two&amp;\"'" in found.text
    assert "<script" not in page and "<i>" not in page


def test_games_without_an_end_are_told_on_the_page(here: Path) -> None:
    found = run(*PLAIN, "--cap", "2", "--report", "x.html")
    assert found.exit_code == 1
    text = Reader(Path("x.html").read_text()).text
    assert "60 by the cap" in text and "still asked after 2 decisions" in text


def test_a_report_is_played_in_python_and_says_so(here: Path) -> None:
    found = run("simulate", "my_game", "--games", "3", "--native", "--report", "x.html")
    assert found.exit_code == 0 and "Played in Python: what cards do is read" in found.stderr


def test_a_report_that_cannot_be_written_is_told(here: Path) -> None:
    found = run(*PLAIN, "--report", "no/folder/x.html")
    assert found.exit_code == 1 and "no/folder/x.html" in found.stderr


def test_attributes_and_texts_are_escaped() -> None:
    assert tag("p", '<&"', class_='a"b', title=None) == '<p class="a&quot;b">&lt;&amp;&quot;</p>'
    assert tag("div", tag("b", "<"), ["x", None, tag("i")], 3) == "<div><b>&lt;</b>x<i></i>3</div>"


def test_a_histogram_counts_every_game_and_a_scale_holds_every_value() -> None:
    counts = {5: 2, 9: 1, 400: 3}
    told = [
        int(number) for number in re.findall(r": ([0-9]+) games</title>", histogram(counts, "x"))
    ]
    assert sum(told) == 6 and 1 < len(told) <= 30
    assert histogram({13: 4}, "turns") == "<p>All games have 13 turns.</p>"
    long = histogram({**dict.fromkeys(range(10, 60), 40), 9_000: 1}, "x")
    assert "and more x: " in long and "the longest has 9,000." in long
    assert (quantile(counts, 0.5), quantile(counts, 0.75)) == (9, 400)
    for values, middle in (([0.2, 0.9], 0.5), ([0.01, 0.4], 1 / 3), ([-0.7, 0.2], 0.0)):
        scale = scale_of(values, middle)
        assert all(scale.low <= value <= scale.high for value in values)
        assert abs(scale.at(middle) - 50) < 1e-9 or scale.low == 0
