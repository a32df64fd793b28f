"""The page of `simulate --report` in Chromium: no request, no error, no label that is cut off."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sampling import is_full

from playsheet.cli import main
from playsheet.dsl.loading.library import shipped_formats

pytest.importorskip("playwright.sync_api", reason="needs playwright")
SAMPLE = ("kuhn_poker", "guilds", "hyper_colosseum")  # no values, keywords, three decks
WIDTHS = (360, 1600)

# Texts that reach over the page or a box that cuts them off, and labels of a scale that touch.
FIND_CUT_OFF = """() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const box = (node) => { const range = document.createRange(); range.selectNodeContents(node);
    return range.getBoundingClientRect(); };
  while (walker.nextNode()) {
    const node = walker.currentNode, text = node.data.trim();
    const element = node.parentElement;
    const table = element.closest('.scroll');
    const many = table && table.querySelectorAll('thead th').length > 10;  // may be scrolled
    if (!text || element.closest('svg') || many) continue;
    const at = box(node);
    if (!at.width && getComputedStyle(element).display !== 'none' && !element.closest('thead'))
      found.push('no room: ' + text);
    if (at.left < -0.5 || at.right > innerWidth + 0.5) found.push('over the edge: ' + text);
    for (let around = element; around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around), its = around.getBoundingClientRect();
      if (style.overflowX !== 'visible' && (at.right > its.right + 1 || at.left < its.left - 1))
        found.push('cut off: ' + text);
    }
  }
  for (const scale of document.querySelectorAll('.ticks, .up, .keys')) {
    const boxes = [...scale.children].map((one) => one.getBoundingClientRect());
    boxes.slice(1).forEach((one, i) => {
      const before = boxes[i];
      if (one.left < before.right && one.right > before.left && one.top < before.bottom - 1
          && one.bottom > before.top + 1) found.push('touch: ' + scale.innerText);
    });
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page is too wide');
  return found;
}"""


@pytest.fixture(scope="module", params=shipped_formats() if is_full() else SAMPLE)
def page_file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / f"{request.param}.html"
    words = ["simulate", request.param, "--games", "40", "--no-native", "--report", str(path)]
    assert CliRunner().invoke(main, words).exit_code == 0
    return path


def opened(browser: Any, path: Path, width: int, told: list[str], **how: Any) -> Any:
    """The page as it is shown; requests and errors are told."""
    page = browser.new_page(viewport={"width": width, "height": 900}, **how)
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda error: told.append(str(error)))
    page.on("request", lambda request: told.append(request.url))
    page.goto(path.as_uri())
    return page


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_asked_for_and_no_label_is_cut_off(
    browser: Any, page_file: Path, width: int
) -> None:
    told: list[str] = []
    page = opened(browser, page_file, width, told)
    try:
        assert page.evaluate(FIND_CUT_OFF) == []
        assert told == [page_file.as_uri()]
        assert page.evaluate("document.scripts.length") == 0
    finally:
        page.close()


def test_a_label_that_is_cut_off_would_be_found(browser: Any, page_file: Path) -> None:
    page = opened(browser, page_file, 360, [])
    try:
        page.add_style_tag(content="h1 { width: 900px; white-space: nowrap; margin-left: 300px }")
        assert any("over the edge" in one for one in page.evaluate(FIND_CUT_OFF))
    finally:
        page.close()


def test_colours_follow_the_reader_and_paper_is_white(browser: Any, page_file: Path) -> None:
    told: list[str] = []
    page = opened(browser, page_file, 1600, told, color_scheme="dark")
    colour = "getComputedStyle(document.body).backgroundColor"
    try:
        assert page.evaluate(colour) == "rgb(21, 24, 28)"
        page.emulate_media(color_scheme="light")
        assert page.evaluate(colour) == "rgb(252, 252, 250)"
        page.emulate_media(media="print", color_scheme="dark")
        assert page.evaluate(colour) == "rgb(255, 255, 255)"
    finally:
        page.close()


def test_names_that_are_markup_are_shown_as_they_are(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    invoke = CliRunner().invoke
    assert invoke(main, ["new", "format", "my_game"]).exit_code == 0
    name = "<img src=x onerror=alert(1)>" + "W" * 80
    for path in (tmp_path / "my_game").rglob("*.*"):
        text = path.read_text()
        path.write_text(text.replace("Pebble Hopper", name).replace("My Game", name))
    words = ["simulate", "my_game", "--games", "30", "--no-native", "--report", "x.html"]
    assert invoke(main, words).exit_code == 0
    told: list[str] = []
    page = opened(browser, tmp_path / "x.html", 360, told)
    try:
        assert page.inner_text("h1") == name and page.title() == f"{name}: balance"
        assert page.locator("img").count() == 0
        assert page.evaluate(FIND_CUT_OFF) == []
        assert len(told) == 1
    finally:
        page.close()
