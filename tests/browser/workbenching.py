"""What an author does in the workbench, for tests."""

from __future__ import annotations

from typing import Any


def opens(page: Any, name: str) -> None:
    """A file in the editor."""
    page.get_by_role("button", name=name, exact=True).click()
    page.get_by_role("textbox", name=name).wait_for()


def changes(page: Any, line: str, *keys: str) -> None:
    """Types at the end of the first line with a text."""
    page.locator(".cm-line", has_text=line).first.click()
    page.keyboard.press("End")
    for key in keys:
        page.keyboard.press(key)


def runs(page: Any) -> str:
    """Runs the scenarios, and gives the sum."""
    page.get_by_text("Run all").click()
    page.wait_for_function("() => !document.querySelector('aside [disabled]')")
    return page.get_by_label("Scenarios").get_by_role("status").inner_text()


def saves(page: Any, name: str) -> None:
    """Saves the file that is open."""
    page.get_by_role("button", name="Save").click()
    page.get_by_text(f"{name} is saved.").wait_for()
