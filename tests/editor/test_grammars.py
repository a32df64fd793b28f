"""The colours of the extension know the words that the language has now."""

from __future__ import annotations

import runpy
from collections.abc import Callable

from places import ROOT

FOLDER = ROOT / "editor" / "vscode"


def test_the_grammars_of_the_extension_are_current() -> None:
    """Else: python editor/vscode/scripts/make_grammars.py"""
    made = runpy.run_path(str(FOLDER / "scripts" / "make_grammars.py"))
    texts: Callable[[], dict[str, str]] = made["texts"]
    for name, text in texts().items():
        assert (FOLDER / "syntaxes" / name).read_text(encoding="utf-8") == text, name


def test_the_lock_file_has_no_download_address() -> None:
    text = (FOLDER / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in text and ".tgz" not in text
