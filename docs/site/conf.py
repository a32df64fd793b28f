"""How Sphinx builds the site: run by build.py, in the folder where that has laid the pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pygments.lexers.special import TextLexer

from playsheet.desk import lexers
from playsheet.dsl.loading.library import program_version

project = "Playsheet"
release = version = program_version()
html_title = f"{project} {version}"
extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
smartquotes = False  # a quotation mark is part of what authors type
exclude_patterns: list[str] = []
html_theme = "furo"
html_copy_source = False
html_show_copyright = False
html_show_search_summary = False  # pages cannot be fetched from the file system
html_static_path = [str(Path(__file__).parent / "static")]
html_css_files = ["site.css"]

# The first word behind the marks of a block, which also tells the tests what to do with it.
KINDS: dict[str, list[str]] = {
    "RulesLexer": ["rules", "rules-base", "rules-error", "rules-extend", "rules-parse"],
    "CardsLexer": ["cards", "cards-base", "cards-error", "cards-parse"],
    "ScenarioLexer": ["scenario", "scenario-error", "scenario-parse"],
    "DeckLexer": ["deck", "deck-base", "deck-parse"],
    "LooksLexer": ["looks"],
}
EDITS = ["extend-error"]  # rules of a child
PLAIN = ["append", "edit", "form", "names"]


def setup(app: Any) -> None:
    """Tells Sphinx which lexer colours which kind of block."""
    for title, names in KINDS.items():
        for name in names:
            app.add_lexer(name, getattr(lexers, title))
    for name in EDITS:
        app.add_lexer(name, lexers.RulesLexer)
    for name in PLAIN:
        app.add_lexer(name, TextLexer)
