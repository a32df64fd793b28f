"""The table beside the editor keeps its place when rules are saved, and leads back to them."""

from __future__ import annotations

from typing import Any

from browsing import CORNER, Person
from workbenching import changes, opens, saves

NEW = "cards/hare.cards"
CARD = """card "Hare" Td-97
    kind     Fighter
    colour   red
    rank     1
    strikes  red 10, blue 20
    says     When it enters: gain 2 points.
"""


def test_a_table_is_carried_over_behind_each_edit(author: Person) -> None:
    page, table = author.page, author.page.frame_locator("iframe")
    plays_the_hare(author)
    link = page.locator("iframe").get_attribute("src")

    opens(page, NEW)
    changes(page, "gain 2 points", *["ArrowLeft"] * 8, "Backspace", "3")
    saves(page, NEW)
    carried = page.locator(".carried")
    carried.locator("pre", has_text="gain 3 points").first.wait_for()
    said = carried.inner_text()
    assert "It differs at step" in said and f"{NEW}:1" in said
    table.get_by_text("this game goes on by the new ones.").wait_for()
    assert page.locator("iframe").get_attribute("src") == link

    opens(page, "tiny.rules")
    carried.get_by_role("button", name=f"{NEW}:1").click()
    page.get_by_role("textbox", name=NEW).wait_for()

    changes(page, "rank     1", "Backspace", "3")
    saves(page, NEW)
    carried.get_by_text("An answer is no longer offered").wait_for()
    table.get_by_text("could be given again.").wait_for()

    changes(page, "gain 3 points", *["ArrowLeft"] * 3, "x")
    saves(page, NEW)
    carried.get_by_text("The table has the rules of before.").wait_for()
    changes(page, "gain 3 poi", *["ArrowLeft"] * 3, "Backspace")
    saves(page, NEW)
    page.locator(".carried", has_text="rules of before").wait_for(state="detached")


def test_a_click_at_the_table_opens_what_stands_behind_it(author: Person) -> None:
    page, table = author.page, author.page.frame_locator("iframe")
    file = author.folder / NEW
    file.write_text(CARD.replace("gain 2", "gain 3"), encoding="utf-8")
    page.reload()
    page.get_by_text("Run all").wait_for()
    opens(page, NEW)
    tries(page)
    opens(page, "tiny.rules")
    table.locator("[data-lit]", has_text="Hare").first.click(position=CORNER)
    table.locator(".sheet").get_by_role("button", name="enters:").click()
    page.locator(".cm-activeLine", has_text="When it enters: gain 3 points.").wait_for()
    opens(page, "tiny.rules")
    table.locator(".sheet [data-editor]").click()
    page.locator(".cm-activeLine", has_text='card "Hare"').wait_for()


def test_a_title_stays_when_a_branch_is_kept_and_opened(author: Person) -> None:
    page = author.page
    opens(page, NEW)
    tries(page)
    title = page.get_by_label("What you did last")
    title.fill("The hare")
    page.get_by_role("button", name="Keep as a branch").click()
    page.get_by_text("The game is kept as branch the_hare.").wait_for()
    assert title.input_value() == "The hare"
    page.get_by_role("button", name="Branches", exact=True).click()
    page.get_by_role("button", name="Open the_hare").click()
    page.get_by_text("of branch the_hare.").wait_for()
    assert title.input_value() == "The hare"
    changes(page, "strikes", "End", "Space")
    page.frame_locator("iframe").locator("[data-lit]").first.press("Control+s")
    page.get_by_text(f"{NEW} is saved.").wait_for()


def plays_the_hare(author: Person) -> None:
    page = author.page
    page.get_by_label("New file").fill(NEW)
    page.get_by_role("button", name="Create").click()
    page.get_by_role("textbox", name=NEW).click()
    page.keyboard.insert_text(CARD)
    saves(page, NEW)
    tries(page)
    table = page.frame_locator("iframe")
    table.locator("[data-lit]", has_text="Hare").first.click(position=CORNER)
    table.locator(".sheet [data-answer]").first.click()
    table.locator(".log", has_text="Hare").first.wait_for(state="attached")


def tries(page: Any) -> None:
    page.locator(".cm-line", has_text="strikes").click()
    page.get_by_role("button", name="Try this card").click()
    page.get_by_text("Hare can be chosen now.").wait_for()
