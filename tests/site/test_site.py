"""The site builds without a warning, and holds what it is for."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from places import ROOT
from sampling import is_full

from playsheet import api
from playsheet.cli.group import COMMANDS
from playsheet.dsl.loading.library import shipped_formats, sources_of
from playsheet.dsl.problems.catalog import entries
from playsheet.dsl.ruleset.ledger import read_ledger

CARD = re.compile(r'^(?:card|\s)\s*"([^"\n]*)"\s+\S', re.MULTILINE)  # also a row of a table

pytest.importorskip("furo", reason="needs the extra docs")


class Anchors(HTMLParser):
    """What a page can be entered at, its links, and its words."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.words: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids.add(value)
            if name in ("href", "src") and value and tag in ("a", "link", "script", "img"):
                self.links.append(value)

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def built_formats() -> list[str]:
    """All of them with `--full`, else the smallest: a second instead of a minute."""
    names = shipped_formats()
    sizes = {n: sum(len(one.text) for one in sources_of(n).every()) for n in names}
    return names if is_full() else [min(names, key=sizes.__getitem__)]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    words = [word for name in built_formats() for word in ("--format", name)]
    command = [sys.executable, str(ROOT / "docs" / "site" / "build.py"), str(out), *words]
    paths = [str(ROOT.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    around = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    done = subprocess.run(command, capture_output=True, text=True, env=around)
    assert done.returncode == 0 and not done.stderr, done.stderr
    return out


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Anchors]:
    return {path: Anchors(path) for path in site.rglob("*.html")}


def broken(pages: dict[Path, Anchors]) -> Iterator[str]:
    """The links that lead nowhere, or out of the site where a page is fetched from."""
    for path, page in pages.items():
        for link in page.links:
            place, _, anchor = link.partition("#")
            if "://" in link or place.startswith("mailto:"):
                continue
            target = (path.parent / place.partition("?")[0]).resolve() if place else path
            known = pages[target].ids if target in pages else {anchor}
            if not target.is_file() or (anchor and anchor not in known):
                yield f"{path.name}: {link}"


def test_no_link_is_broken(pages: dict[Path, Anchors]) -> None:
    assert len(pages) > 50
    assert not sorted(broken(pages))


def test_every_code_and_command_and_public_name_has_its_place(
    site: Path, pages: dict[Path, Anchors]
) -> None:
    reference = site / "reference"
    assert entries().keys() <= pages[reference / "codes.html"].ids
    assert {f"playsheet-{name}" for name in COMMANDS} <= pages[reference / "commands.html"].ids
    names = {f"playsheet.api.{name}" for name in api.__all__}
    assert names <= pages[reference / "python.html"].ids


def test_every_clause_and_card_of_a_rulebook_is_on_its_pages(
    site: Path, pages: dict[Path, Anchors]
) -> None:
    for name in built_formats():
        folder = site / "formats" / name
        ids = {one for path, page in pages.items() if path.parent == folder for one in page.ids}
        ledger = sources_of(name).ledger
        clauses = read_ledger(ledger)[0].clauses if ledger is not None else {}
        assert {clause.lower() for clause in clauses} <= ids, name
        found = " ".join(word for path in folder.glob("cards-*.html") for word in pages[path].words)
        heads = [head for source in sources_of(name).cards for head in CARD.findall(source.text)]
        assert heads and not [card for card in heads if card not in found], name


def test_the_search_needs_no_server(site: Path) -> None:
    """Opened from the file system, scripts may be loaded, but nothing fetched."""
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    assert index.startswith("Search.setIndex(")
    held = json.loads(index[len("Search.setIndex(") :].rstrip(");\n"))
    assert "reference/codes" in held["docnames"]
    text = (site / "search.html").read_text(encoding="utf-8")
    assert "searchindex.js" in text and 'src="http' not in text


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_searched_and_read_from_the_file_system(
    site: Path, browser: Any, scheme: str
) -> None:
    """On a telephone without a network: nothing is wider than the screen, nothing is fetched."""
    screen = {"width": 360, "height": 780}
    context = browser.new_context(viewport=screen, color_scheme=scheme, offline=True)
    page, wrong = context.new_page(), list[str]()
    page.on("console", lambda said: wrong.append(said.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    for path in ("index", "docs/language/cardtext", "reference/commands", "reference/contract"):
        page.goto((site / f"{path}.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"], path
    page.goto(f"{(site / 'search.html').as_uri()}?q=unknown-name")
    page.locator(".search-summary", has_text="found").wait_for()  # all of them, in their order
    page.locator("#search-results a", has_text="unknown-name").first.click()
    page.wait_for_url("**/reference/codes.html*#unknown-name")
    assert not wrong
    context.close()


def test_steps_of_guides_name_their_file(site: Path) -> None:
    """What is put behind a file stands below its name; of a changed line both are shown."""
    page = (site / "docs" / "guides" / "keyword.html").read_text(encoding="utf-8")
    names = re.findall(r'<span class="caption-text">(.*?)</span>', page)
    assert {"mygame/words.rules", "mygame/cards/first.cards", "mygame/mygame.rules"} <= {*names}
    plain = re.sub(r"<[^>]+>", "", page)
    assert "\n+ if climber" in plain and "- if climber" in plain
