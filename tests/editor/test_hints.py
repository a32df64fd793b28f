"""Hints on cards: what a text leaves unsaid, in words that cards print."""

from __future__ import annotations

from playsheet.desk.index.index import CARDS, Index
from playsheet.desk.service.hints import Hint, hints
from playsheet.dsl.loading.library import sources_of
from playsheet.dsl.loading.load import load


def test_hints_on_cards_are_texts_that_a_card_could_print() -> None:
    """No name of a phrase or a slot, and not the words of another language."""
    index = Index(load(sources_of("hipercoliseo")), [])
    files = [file for file in index.by_file.values() if file.kind == CARDS]
    found: list[tuple[str, Hint]] = [
        (file.lines[one.place.line], one)
        for file in files
        for one in hints(index, file, 0, len(file.lines))
    ]
    texts = {one.text for _, one in found}
    assert len(found) > 40
    assert " = you draw 1 card" in texts
    assert [text for text in texts if ":" in text or "_" in text] == []
    spanish = [
        one.text for line, one in found if line.strip().startswith(("efecto", "habilidades"))
    ]
    assert [text for text in spanish if text.startswith(" = you ")] == []
    assert {one.why for _, one in found} == {"what the text leaves unsaid"}
