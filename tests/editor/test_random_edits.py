"""Random edits, half of them broken text, leave the server alive, and what it finds is what a
fresh check of the same texts finds.
"""

from __future__ import annotations

import asyncio
import random
import re
import shutil
import string
from collections.abc import Callable
from pathlib import Path

import pytest
from places import FORMATS
from sampling import sampled

pytest.importorskip("pygls", reason="the language server is an extra")
pytest.importorskip("pytest_lsp", reason="the language server is an extra")

from editing import Editor, editor_in

from playsheet.dsl.loading import blocks, kept, load
from playsheet.dsl.problems.problem import problem_records
from playsheet.lab.workspace import Workspace

COMPARED = 10  # edits between two comparisons with a fresh check
LETTERS = string.ascii_letters + string.digits + " \"'()[]{}:;,.#\n\t\\€😀日"


def broken(text: str, chance: random.Random) -> str:
    """Letters put in or taken out anywhere."""
    at = chance.randrange(len(text) + 1)
    some = "".join(chance.choice(LETTERS) for _ in range(chance.randrange(1, 9)))
    end = min(len(text), at + chance.choice((0, 0, 1, 5, 40)))
    return text[:at] + some + text[end:]


def whole(text: str, chance: random.Random) -> str:
    """Another number, a line twice, two lines exchanged: mostly still text of the language."""
    lines = text.split("\n")
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(4):
        case 0:
            found = [*re.finditer(r"\d+", text)]
            if found:
                one = chance.choice(found)
                return text[: one.start()] + str(chance.randrange(12)) + text[one.end() :]
        case 1:
            lines.insert(at, lines[at])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case _:
            del lines[at]
    return "\n".join(lines)


KINDS: tuple[Callable[[str, random.Random], str], ...] = (broken, whole)


def forget() -> None:
    """As in a new process."""
    for remembered in (load.LATEST, load.RULES, load.VOCABULARIES, kept.LOADED):
        remembered.found.clear()
    blocks.blocks_in.cache_clear()


async def edit(editor: Editor, files: list[str], count: int, fresh: Path) -> None:
    chance = random.Random(7)
    first = {file: editor.path(file).read_text(encoding="utf-8") for file in files}
    for file in files:
        editor.open(file)
    for number in range(1, count + 1):
        file = chance.choice(files)
        text = first[file] if chance.random() < 0.3 else editor.texts[file]
        editor.type(file, KINDS[number % 2](text, chance))
        if number % 3 == 0:
            line = chance.randrange(editor.texts[file].count("\n") + 1)
            await editor.everything(file, line, chance.randrange(60))
        if number % COMPARED == 0:
            found = await editor.settled()
            for one in files:
                (fresh / one).write_text(editor.texts[one], encoding="utf-8")
            forget()
            known = problem_records(Workspace(str(fresh)).check())
            expected = [(x["file"], x["line"], x["column"], x["code"], x["message"]) for x in known]
            said = [(x["file"], x["line"], x["column"], x["code"], x["message"]) for x in found]
            named = [(str(a).replace(str(fresh), str(editor.folder)), *b) for a, *b in expected]
            assert said == named, number


def test_random_edits_leave_the_server_alive_and_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shutil.copytree(FORMATS / "tiny", tmp_path / "one" / "tiny")
    fresh = shutil.copytree(FORMATS / "tiny", tmp_path / "other" / "tiny")
    monkeypatch.setenv("PLAYSHEET_CACHE", "")
    endings = (".rules", ".cards", ".deck", ".scenario", ".yaml")
    found = sorted(path for path in folder.rglob("*") if path.suffix in endings)
    files = [path.relative_to(folder).as_posix() for path in found]

    async def go() -> None:
        async with editor_in(folder) as editor:
            await edit(editor, files, sampled(60, 2000), fresh)

    asyncio.run(go())
