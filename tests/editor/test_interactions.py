"""The real server through sixty interactions in the two largest formats, as an editor has them,
but that of their scenarios only those lie there that are looked at.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

pytest.importorskip("pygls", reason="the language server is an extra")
pytest.importorskip("pytest_lsp", reason="the language server is an extra")

from editing import editor_in

from playsheet.dsl.loading.library import sources_of
from playsheet.lab.benchmarks.edits import copy_of

Steps = tuple[tuple[str, ...], ...]
BATTLE: Steps = (
    ("hover", "turn.rules", "step draw for turn_pl"),
    ("hover", "turn.rules", "do open_ph"),
    ("hover", "turn.rules", "DBE-PREP-0|3"),
    ("hover", "turn.rules", "phase pr"),
    ("hover", "turn.rules", "rep|eat while wanted"),
    ("hover", "rookies.cards", 'card "Agum'),
    ("hover", "rookies.cards", "Boost own Po"),
    ("hover", "vocabulary.rules", "attack[tar"),
    ("hover", "prep.scenario", "ana's h|p is 250"),
    ("complete", "turn.rules", "step tidy: do tidy_", "tidy"),
    ("complete", "turn.rules", "move dark_area to ha", "hand"),
    ("complete", "turn.rules", "step opening_prep: ", "open"),
    ("complete", "turn.rules", "cites DBE-PREP-0|3", "dbe-prep-0"),
    ("complete", "rookies.cards", "support          Boost own Po", "power"),
    ("complete", "rookies.cards", "primary          ", "dr"),
    ("complete", "prep.scenario", 'holds "Agu', "agumon"),
    ("complete", "prep.scenario", "when play runs to ", "prep"),
    ("definition", "turn.rules", "do open_ph"),
    ("definition", "vocabulary.rules", "attack[tar"),
    ("definition", "prep.scenario", 'holds "Agum'),
    ("definition", "rookies.cards", "Boost own Po"),
    ("references", "turn.rules", "to open_ph"),
    ("references", "vocabulary.rules", "keyword Crash"),
    ("symbols", "turn.rules"),
    ("folding", "rookies.cards"),
    ("tokens", "rookies.cards", "Boost own Power"),
    ("hints", "turn.rules", "step take_dark_area", "3"),
    ("lenses", "rookies.cards", 'card "Agumon"'),
    ("diagnostics", "turn.rules", "do open_phase", "do opeen_phase"),
    ("diagnostics", "rookies.cards", "Boost own Power +100", "Boost own Powr +100"),
    ("actions", "turn.rules", "do open_phase", "do opeen_phase"),
    ("rename", "turn.rules", "move dark_ar", "shadow_area"),
)
DIGIMON: Steps = (
    ("hover", "red.cards", 'card "Agumon Exp'),
    ("hover", "red.cards", "Add 1 Digimon card with [Agum"),
    ("hover", "red.cards", "form         Rook"),
    ("hover", "dcg.rules", "gauge mem"),
    ("hover", "turn.rules", "order turn_pl"),
    ("hover", "vocabulary_deeds.rules", "    this_t"),
    ("complete", "red.cards", "[On Play] Add 1 Digimon card with ", "[agu"),
    ("complete", "red.cards", "colors       ", "bl"),
    ("complete", "red.cards", "    level        2\n    ", "tr"),
    ("complete", "dcg.rules", "cites DCG-FIELD-0", "dcg-field-0"),
    ("complete", "vocabulary_deeds.rules", "do strip of ", "one"),
    ("complete", "vocabulary_deeds.rules", "if one's in_pl", "in_play"),
    ("definition", "vocabulary_deeds.rules", "do str"),
    ("definition", "vocabulary_deeds.rules", "each them as one\n        do strip of on"),
    ("definition", "actions.scenario", "phase main.a"),
    ("references", "dcg.rules", "note end_to"),
    ("references", "dcg.rules", 'purp|le "Purple"'),
    ("symbols", "dcg.rules"),
    ("everywhere", "dcg.rules", "", "agumon"),
    ("tokens", "red.cards", "Add 1 Digimon card with"),
    ("tokens", "vocabulary_deeds.rules", "do strip of one"),
    ("hints", "red.cards", "[When Attacking]", "40"),
    ("lenses", "dcg.rules", "gauge memory"),
    ("diagnostics", "red.cards", "level        3", "level        three"),
    ("diagnostics", "vocabulary_deeds.rules", "do strip of one", "do strip of onne"),
    ("actions", "red.cards", "level        3", "level        three"),
    ("prepare", "dcg.rules", "zone tra"),
    ("rename", "dcg.rules", "zone tra", "hand"),
    ("format", "red.cards", "    level        2", "    level 2"),
    ("run", "actions.scenario", "", "Its Security Effect is not for the hand"),
    ("complete", "dcg.looks", "hide li", "limbo"),
    ("format", "dcg.looks", "row hand", "row   hand"),
)


def flat(folder: Path) -> dict[str, str]:
    """The files below a folder by their names."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.name: path.relative_to(folder).as_posix() for path in found}


async def go(name: str, place: Path, steps: Steps, snapshot: SnapshotAssertion) -> None:
    """All interactions of a format, each a snapshot."""
    folder = copy_of(sources_of(name), place / name)
    asked = {step[1] for step in steps}
    for path in folder.rglob("*.scenario"):
        if path.name not in asked:
            path.unlink()
    files = flat(folder)
    async with editor_in(folder) as editor:
        for file in dict.fromkeys(step[1] for step in steps):
            editor.open(files[file])
        assert await editor.settled() == []
        for number, (what, file, *more) in enumerate(steps, 1):
            said = await editor.ask(what, files[file], *more)
            told = "\n".join([" | ".join((what, file, *more)).replace("\n", "/"), said])
            assert told == snapshot(name=f"{number:02} {what}")


@pytest.mark.parametrize(("name", "steps"), [("dbe", BATTLE), ("dcg", DIGIMON)])
def test_an_editor_is_answered(
    name: str, steps: Steps, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    assert len(BATTLE) + len(DIGIMON) >= 60
    asyncio.run(go(name, tmp_path, steps, snapshot))
