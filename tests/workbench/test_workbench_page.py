"""The page of the workbench: built from the sources that are here, and closed to other hosts."""

from __future__ import annotations

import gzip
import re

from places import ROOT

PAGE = ROOT / "workbench" / "page" / "workbench.html"
TABLE = ROOT / "table" / "page" / "table.html"
LARGEST = 300_000  # bytes, compressed
SOURCES = re.compile(r'<meta name="sources" content="([0-9a-f]{64})">')


def test_both_pages_are_built_from_the_same_sources() -> None:
    """Red if one of them was built alone; that of the table is held to what the sources are."""
    found = [SOURCES.search(page.read_text(encoding="utf-8")) for page in (PAGE, TABLE)]
    assert found[0] is not None and found[1] is not None
    assert found[0][1] == found[1][1]


def test_it_is_small_and_the_table_has_no_editor() -> None:
    assert len(gzip.compress(PAGE.read_bytes())) < LARGEST
    assert b"cm-editor" in PAGE.read_bytes()
    assert b"cm-editor" not in TABLE.read_bytes()


def test_only_its_own_script_runs() -> None:
    text = PAGE.read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    parts = dict(part.split(" ", 1) for part in policy[1].split("; "))
    assert parts["default-src"] == "'none'" and parts["connect-src"] == "'self'"
    assert re.fullmatch(r"'sha256-[A-Za-z0-9+/=]{44}'", parts["script-src"])
