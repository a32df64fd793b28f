"""What axe finds on the pages: the lobby and tables, in light and in dark, wide and narrow."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from browsing import Person, Server, people
from sampling import is_full
from workbenching import opens

import playsheet.api as ps

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
BROKEN = "found => found.violations"  # what is kept fills megabytes


def violations(page: Any) -> list[str]:
    """Each rule that is broken, with what breaks it."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(f"axe.run({{resultTypes: ['violations']}}).then({BROKEN})")
    return [f"{one['id']}: {node['html'][:200]}" for one in found for node in one["nodes"]]


@pytest.fixture(autouse=True)
def axe() -> None:
    if not AXE.is_file():
        pytest.skip("needs axe-core: npm ci in web")


WINDOWS = [(width, scheme) for width in (360, 1280, 2560) for scheme in ("light", "dark")]
SOME = [(360, "dark"), (2560, "light")]  # where windows are only sampled
EACH = pytest.mark.parametrize(("width", "scheme"), WINDOWS if is_full() else SOME)


@EACH
def test_axe_finds_nothing(browser: Any, server: Server, scheme: str, width: int) -> None:
    """Red with a button without a name, or grey on grey."""
    window = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
    with people(browser, server, bypass_csp=True, **window) as (person,):
        person.page.goto(server.home)
        person.page.wait_for_selector("form")
        assert violations(person.page) == []
        for name in ("dcg", "hearts"):
            table = server.open(name, "human", *["random"] * (server.seats(name) - 1))
            person.goes_to(table["seats"][0]["link"])
            assert person.is_asked()
            assert violations(person.page) == []
            person.page.query_selector_all("[data-thing]")[-1].click(position={"x": 6, "y": 12})
            person.page.wait_for_selector(".sheet")
            assert violations(person.page) == []


@EACH
def test_axe_finds_nothing_in_a_recorded_game(
    browser: Any, server: Server, tmp_path: Path, scheme: str, width: int
) -> None:
    """Red if a part that scrolls cannot be reached, or what was answered is told to nobody."""
    file = tmp_path / "saved.game"
    rules = ps.load("hyper_colosseum")
    game = rules.new_game(seed=3)
    chance = Random(3)
    for _ in range(40):
        game.apply(chance.choice(game.legal_actions()))
    file.write_text(game.transcript(), encoding="utf-8")
    window = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
    with people(browser, server, bypass_csp=True, **window) as (person,):
        page = person.page
        page.goto(server.home)
        page.set_input_files("input[type=file]", str(file))
        page.wait_for_selector(".controls")
        page.click(".controls [aria-label=Next]")
        page.click(".commands summary")
        if width < 900:
            page.click(".toggle")
        page.click(".beat .ask >> nth=0")
        page.wait_for_selector(".beat .answer li")
        assert violations(page) == []
        page.click("text=Play on from here")
        page.wait_for_selector("form")
        assert violations(page) == []


@EACH
def test_axe_finds_nothing_in_the_workbench(
    browser: Any, author: Person, scheme: str, width: int
) -> None:
    window = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
    with people(browser, author, bypass_csp=True, **window) as (person,):
        page = person.page
        page.goto(author.link)
        page.get_by_text("Run all").click()
        page.locator(".scenario.green").first.wait_for()
        opens(page, "cards/tiny.cards")
        assert violations(page) == []
        page.get_by_text("New scenario").click()
        page.get_by_role("button", name="Add to given").click()
        assert violations(page) == [] and not runs_over(page)
        for panel in ("Index", "Rulebook"):
            page.get_by_role("button", name=panel, exact=True).click()
            page.get_by_label(panel, exact=True).locator("details").first.wait_for()
            assert violations(page) == [] and not runs_over(page)
        page.get_by_role("button", name="Cards", exact=True).click()
        page.get_by_label("rank of Cub").wait_for()
        assert violations(page) == [] and not runs_over(page)
        page.locator(".cm-line", has_text="Cub").click()
        page.get_by_role("button", name="Try this card").click()
        page.frame_locator("iframe").locator("[data-lit]").first.wait_for()
        assert violations(page) == [] and not runs_over(page)
        page.get_by_label("What you did last").fill(f"Looked at {width} {scheme}")
        page.get_by_role("button", name="Keep as a branch").click()
        page.get_by_text("The game is kept as branch").wait_for()
        page.get_by_role("button", name="Branches", exact=True).click()
        page.get_by_role("button", name="Bless").first.wait_for()
        assert violations(page) == [] and not runs_over(page)


def runs_over(page: Any) -> bool:
    """Whether a page is wider than its window."""
    return page.evaluate("document.documentElement.scrollWidth > innerWidth")
