"""An author's whole way: a new card, its mistake mended, tried at a table, what came of it as a
scenario, the rule broken, seen red, mended, and the format taken away.
"""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

from browsing import CORNER, Person
from workbenching import changes, opens, runs, saves

import playsheet.api as ps

NEW = "cards/mine.cards"
CARD = """card "Lynx" Td-99
    kind     Fighter
    colour   red
    rank     1
    strikes  red 10, blue 20
    says     When it enters: gain 2 pionts.
"""


def test_from_a_new_card_to_a_format_to_take_away(author: Person, tmp_path: Path) -> None:
    page = author.page
    writes_a_card(author)
    page.locator(".cm-line", has_text="strikes").click()
    page.get_by_role("button", name="Try this card").click()
    plays(page, "Lynx")
    page.get_by_label("What you did last").fill("The lynx enters")
    page.get_by_role("button", name="Make a scenario").click()
    page.get_by_role("textbox", name="scenarios/the_lynx_enters.scenario").wait_for()
    saves(page, "scenarios/the_lynx_enters.scenario")
    green = runs(page)
    assert green.endswith(" green, 0 red")
    opens(page, NEW)
    changes(page, "gain 2 points", *["ArrowLeft"] * 8, "Backspace", "3")
    assert runs(page).endswith(" 1 red")
    page.locator(".scenario.red", has_text="The lynx enters").wait_for()
    saves(page, NEW)
    page.get_by_role("button", name="Look into it").click()
    page.locator(".cm-activeLine", has_text="points is 7").wait_for()
    trace = page.locator(".trace").inner_text()
    assert "Lynx" in trace and "Here " in trace
    opens(page, NEW)
    changes(page, "gain 3 points", *["ArrowLeft"] * 8, "Backspace", "2")
    assert runs(page) == green
    saves(page, NEW)
    with page.expect_download() as found:
        page.get_by_role("button", name="Export").click()
    assert found.value.suggested_filename == "tiny.zip"
    with zipfile.ZipFile(found.value.path()) as archive:
        archive.extractall(tmp_path)
    assert "Lynx" in [card.name for card in ps.load(tmp_path / "tiny").cards]
    assert (tmp_path / "tiny" / "scenarios" / "the_lynx_enters.scenario").is_file()


def writes_a_card(author: Person) -> None:
    """In a new file, with a mistake that a click mends."""
    page = author.page
    page.get_by_label("New file").fill(NEW)
    page.get_by_role("button", name="Create").click()
    page.get_by_role("textbox", name=NEW).click()
    page.keyboard.insert_text(CARD)
    page.locator(".mistake").first.click()
    page.locator(".mend").first.click()
    page.get_by_text("No mistakes here").wait_for()
    saves(page, NEW)
    assert "gain 2 points." in (author.folder / NEW).read_text(encoding="utf-8")


def plays(page: Any, name: str) -> None:
    """Chooses a card at the table beside the editor."""
    table = page.frame_locator("iframe")
    table.locator("[data-lit]", has_text=name).first.click(position=CORNER)
    table.locator(".sheet [data-answer]").first.click()
    table.locator(".log", has_text=name).first.wait_for(state="attached")
