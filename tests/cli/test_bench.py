"""`playsheet bench` as its users meet it. How fast anything is, no test says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from running import data, run
from sampling import is_full

from playsheet.lab.benchmarks import growth, pool, processes
from playsheet.lab.benchmarks.benchmark import EDIT, LENGTH, LOAD, MEMORY, PARTS, PLAY, POOL

SOME = (PLAY, LENGTH, POOL)
PAGE = "# Ours\n\n### Measured\n\n## Measured\n\nformerly\n\n## Behind\n"


@pytest.fixture(autouse=True)
def briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "LOADS", 1)
    monkeypatch.setattr(pool, "RECORDS", (20,))
    for module in (growth, pool):
        monkeypatch.setattr(module, "ROUNDS", 1)


def test_what_was_measured_is_there_for_programs_and_on_a_page(here: Path) -> None:
    """Some parts of it, with --full all."""
    (here / "page.md").write_text(PAGE)
    parts = [word for part in (PARTS if is_full() else SOME) for word in ("--part", part)]
    words = ("bench", "my_game", "--seconds", "0.2", "--page", "page.md", *parts, "--json")
    bench: Any = data(*words)
    assert bench["play"]["beside"] == []
    speed = bench["play"]["decisions_per_s"]
    assert 0 < speed["least"] <= speed["median"] <= speed["most"]
    assert [step["records"] for step in bench["pool"]][1:] == [20]
    page = (here / "page.md").read_text()
    assert page.startswith("# Ours\n\n### Measured\n\n## Measured\n\nCommit ")
    assert page.endswith("\n\n## Behind\n") and "formerly" not in page
    assert "| my_game | 20 |" in page
    for part in (LOAD, EDIT, MEMORY):
        assert (bench[part] is not None) == is_full()
    assert ("| my_game | a card |" in page) == is_full()


def test_a_page_that_cannot_be_written_is_told(here: Path) -> None:
    result = run("bench", "my_game", "--part", "cards", "--page", "none/page.md")
    assert result.exit_code == 1 and "cannot be written" in result.stderr
