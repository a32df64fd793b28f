"""The game of the tutorial at a table, as it is after each step and without looks."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest
from browsing import Server, people
from guides import TUTORIAL, blocks_of, do_step
from sampling import is_full

ANSWERS = 6


def steps_of(folder: Path) -> list[Path]:
    """The game after each step that changes its rules or its cards."""
    found: list[Path] = []
    for block in blocks_of(TUTORIAL):
        do_step(block, folder / "mygame")
        changes = block.kind in ("append", "edit") and not block.argument.startswith("scenarios")
        if changes or not found:
            found.append(folder / "steps" / str(len(found)) / "mygame")
            shutil.copytree(folder / "mygame", found[-1])
    return found


def test_the_tutorial_is_playable_after_each_step(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red if a step leaves a game that cannot be served, a choice that is not lit, a card without
    its name, or a page that is wider than its window.
    """
    monkeypatch.chdir(tmp_path)
    steps = steps_of(tmp_path)
    assert len(steps) == 5
    for number, step in enumerate(steps if is_full() else steps[-1:]):
        server = Server(tmp_path / f"tables{number}", str(step))
        server.start()
        try:
            with people(browser, server, viewport={"width": 360, "height": 740}) as (person,):
                person.goes_to(server.open(str(step), "human", "random")["seats"][0]["link"])
                for _ in range(ANSWERS):
                    if person.is_asked():
                        person.answers(Random(3))
                names = person.page.locator(".own [data-thing]").all_inner_texts()
                assert names and all(name.strip() for name in names)
                sides = "document.documentElement.scrollWidth <= innerWidth"
                assert person.page.evaluate(sides)
        finally:
            server.kill()
