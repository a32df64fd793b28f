"""What an author does in the workbench, for tests."""

from __future__ import annotations

from typing import Any


def opens(page: Any, name: str) -> None:
    """A file in the editor."""
    page.get_by_label("Files").get_by_role("button", name=name).click()
    page.get_by_role("textbox", name=name).wait_for()


def changes(page: Any, line: str, *keys: str) -> None:
    """Types at the end of the first line with a text."""
    page.locator(".cm-line", has_text=line).first.click()
    page.keyboard.press("End")
    page.keyboard.press("End")  # of the whole line, where it takes several rows
    for key in keys:
        page.keyboard.press(key)


def runs(page: Any) -> str:
    """Runs the scenarios, and gives the sum."""
    page.get_by_role("button", name="Scenarios", exact=True).click()
    page.get_by_text("Run all").click()
    page.wait_for_function("() => !document.querySelector('aside [disabled]')")
    return page.get_by_label("Scenarios").get_by_role("status").inner_text()


def saves(page: Any, name: str) -> None:
    """Saves the file that is open."""
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text(f"{name} is saved.").wait_for()
    page.get_by_text(f"{name} *").wait_for(state="hidden")  # and not only before


PLACE = """(line, word) => {
    const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const at = text.data.indexOf(word), range = document.createRange();
        if (at < 0) continue;
        range.setStart(text, at);
        range.setEnd(text, at + word.length);
        const found = range.getBoundingClientRect();
        return [found.x + found.width / 2, found.y + found.height / 2];
    }
}"""


TRIES, PATIENCE_MS = 20, 4_000


def rests_on(page: Any, line: str, word: str, seen: Any, *keys: str) -> None:
    """Points at a word, and clicks and presses keys if there are any, until something is seen:
    lines move as soon as the service shows more in a text.
    """
    from playwright.sync_api import TimeoutError

    for last in (False,) * TRIES + (True,):
        points_at(page, line, word)
        if keys:
            page.mouse.down()
            page.mouse.up()
        for key in keys:
            page.keyboard.press(key)
        try:
            return seen.wait_for(timeout=PATIENCE_MS)
        except TimeoutError:
            page.keyboard.press("Escape")
            if last:
                raise


def renames(page: Any, line: str, word: str, name: str) -> None:
    """A word of the first line with a text."""
    asked = page.locator(f".renaming input[value='{word}']")
    rests_on(page, line, word, asked, "F2")
    asked.fill(name)
    page.keyboard.press("Enter")


def points_at(page: Any, line: str, word: str) -> None:
    """Moves the mouse to a word of the first line with a text."""
    found = page.locator(".cm-line", has_text=line).first
    found.scroll_into_view_if_needed()
    x, y = found.evaluate(PLACE, word)
    page.mouse.move(x - 2, y)
    page.mouse.move(x, y)
