"""Every link of a Markdown page leads to a file and a place in it that are there."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from places import ROOT

FENCE = re.compile(r"^(```+)[^`\n]*\n.*?^\1`*$\n?", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)|(?:src|srcset|href)=\"([^\"]+)\"")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*$", re.MULTILINE)
ANCHOR = re.compile(r'<a (?:id|name)="([^"]+)"')
GENERATED = ("formats/", "reference/")  # pages that only the site has


def pages() -> list[Path]:
    """The Markdown pages of the repository."""
    skipped = {"node_modules", "build", ".venv", "dist"}
    found = (path for path in ROOT.rglob("*.md") if not skipped & {*path.relative_to(ROOT).parts})
    return sorted(found)


def prose(path: Path) -> str:
    return FENCE.sub("", path.read_text(encoding="utf-8"))


@cache
def places_in(path: Path) -> frozenset[str]:
    """What a page can be entered at: its headings as code hosts call them, and its anchors."""
    text, found = prose(path), set[str]()
    for heading in HEADING.findall(text):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        number = 0
        while (f"{slug}-{number}" if number else slug) in found:
            number += 1
        found.add(f"{slug}-{number}" if number else slug)
    return frozenset(found | {*ANCHOR.findall(text)})


@pytest.mark.parametrize("path", pages(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
    wrong: list[str] = []
    for found in LINK.finditer(CODE.sub("", prose(path))):
        link = found[1] or found[2]
        place, _, anchor = link.partition("#")
        if "://" in link or link.startswith("mailto:"):
            continue
        if path.parent == ROOT / "docs" / "site" and place.startswith(GENERATED):
            continue
        home = ROOT if path.parent == ROOT / "docs" / "site" else path.parent
        target = (home / place).resolve() if place else path
        if not target.exists() or (anchor and anchor not in places_in(target)):
            wrong.append(link)
    assert not wrong
