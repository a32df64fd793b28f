"""An author in the workbench: a mistake mended by a click, a rule broken, seen red, mended."""

from __future__ import annotations

from browsing import Person
from workbenching import changes, opens, runs, saves

CARDS = "cards/tiny.cards"


def test_a_mistake_is_mended_by_a_click_and_saved(author: Person) -> None:
    page, file = author.page, author.folder / CARDS
    before = file.read_text(encoding="utf-8")
    opens(page, CARDS)
    changes(page, "Trick", "Backspace", "Backspace", "k")
    page.locator(".mistake", has_text="Trik").first.click()
    assert page.locator(".cm-lintRange-error").count() > 0
    page.locator(".mend").first.click()
    page.get_by_text("No mistakes here").wait_for()
    assert file.read_text(encoding="utf-8") == before
    changes(page, "Nine cards", "!")
    saves(page, CARDS)
    assert file.read_text(encoding="utf-8") == before.replace("duel.", "duel.!", 1)


def test_a_broken_card_is_red_and_leads_to_its_scenario(author: Person) -> None:
    page = author.page
    opens(page, CARDS)
    assert runs(page).endswith(" green, 0 red")
    changes(page, "gains 70 might", *["ArrowLeft"] * 7, "Backspace")
    assert " 0 red" not in runs(page)
    changes(page, "gains 7 might", *["ArrowLeft"] * 7, "0")
    assert runs(page).endswith(" green, 0 red")
    saves(page, CARDS)
    page.locator(".scenario").first.click()
    page.locator(".cm-activeLine", has_text="scenario").wait_for()


def test_the_table_plays_what_was_saved(author: Person) -> None:
    with author.context.expect_page() as opened:
        author.page.get_by_role("link", name="Try it at the table").click()
    opened.value.get_by_text("Tiny Duel").first.wait_for(state="attached")


def test_without_the_token_nothing_is_shown(author: Person) -> None:
    page = author.context.new_page()
    page.goto(f"{author.home}workbench")
    page.get_by_text("Only the author may do that").wait_for()
    assert page.get_by_role("navigation").get_by_role("button").count() == 0
