"""An author plays a branch beside the editor, blesses it, breaks a card, sees it red, mends it."""

from __future__ import annotations

from typing import Any

from browsing import CORNER, Person
from workbenching import changes, opens, saves

NEW = "cards/lynx.cards"
CARD = """card "Lynx" Td-98
    kind     Fighter
    colour   red
    rank     1
    strikes  red 10, blue 20
    says     When it enters: gain 2 points.
"""


def looks(page: Any) -> Any:
    """The branches, played again."""
    page.get_by_role("button", name="Branches", exact=True).click()
    page.get_by_role("button", name="Play all again").click()
    page.wait_for_function("() => !document.querySelector('[aria-label=Branches] [disabled]')")
    return page.get_by_label("Branches", exact=True)


def test_a_blessed_branch_is_green_red_at_its_step_and_green(author: Person) -> None:
    page = author.page
    page.get_by_label("New file").fill(NEW)
    page.get_by_role("button", name="Create").click()
    page.get_by_role("textbox", name=NEW).click()
    page.keyboard.insert_text(CARD)
    saves(page, NEW)
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_label("The others are played by").select_option("eager")
    page.locator(".cm-line", has_text="strikes").click()
    page.get_by_role("button", name="Try this card").click()
    table = page.frame_locator("iframe")
    table.locator("[data-lit]", has_text="Lynx").first.click(position=CORNER)
    table.locator(".sheet [data-answer]").first.click()
    table.locator(".log", has_text="Lynx").first.wait_for(state="attached")
    page.get_by_label("What you did last").fill("The lynx enters")
    page.get_by_role("button", name="Keep as a branch").click()
    page.get_by_text("The game is kept as branch the_lynx_enters.").wait_for()
    panel = looks(page)
    page.get_by_role("button", name="Bless the_lynx_enters", exact=True).focus()
    page.keyboard.press("Enter")
    panel.locator(".green", has_text="the_lynx_enters").wait_for()
    opens(page, NEW)
    changes(page, "gain 2 points", *["ArrowLeft"] * 8, "Backspace", "3")
    saves(page, NEW)
    panel = looks(page)
    panel.locator(".red", has_text="It differs at step").wait_for()
    panel.get_by_text("1 blessed: 0 green, 1 red").wait_for()
    panel.locator("pre", has_text="gain 3 points").first.wait_for()
    panel.get_by_role("button", name="Open the_lynx_enters").click()
    table.locator("[data-lit]", has_text="Lynx").first.wait_for()
    opens(page, NEW)
    changes(page, "gain 3 points", *["ArrowLeft"] * 8, "Backspace", "2")
    saves(page, NEW)
    looks(page).locator(".green", has_text="the_lynx_enters").wait_for()
    author.agrees = True
    page.get_by_role("button", name="Throw the_lynx_enters away").click()
    page.get_by_text("0 kept").wait_for()
