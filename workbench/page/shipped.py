"""The page of the workbench: one file, built from the folder `web` of the sources."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).with_name("workbench.html")
WITHOUT_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>The page was not built</title></head><body>
<p>The page of the workbench was not built: it is made from the folder <code>web</code> of the
sources, and comes with every release. What it asks for is answered all the same.</p></body></html>
"""


def workbench_text() -> str:
    """The page of the workbench, or a short one that says that it was not built."""
    return PAGE.read_text(encoding="utf-8") if PAGE.is_file() else WITHOUT_PAGE
