"""The branches of a format: games in a folder of it, and which of them are blessed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from ...dsl.loading.library import FormatFiles, wrong_name
from ...dsl.nodes.dataclass import dataclass
from ...dsl.ruleset.fingerprints import digest_of
from ...dsl.syntax.gamefile import GameFile, read_game
from ...interpreter.messages.message import bare
from ...interpreter.runtime.game import Game
from ..changes.impact import BLESSED

FOLDER = "branches"
ENDING = ".game"
NOT_IN_NAMES = re.compile(r"[^\w]+")
HEAD = "# Branches that are as they should be: the digest of each, and its name.\n"
Write = Callable[[Path, str], None]


@dataclass(frozen=True, slots=True)
class Branch:
    """A game that was played at the table. `blessed`: what happens in it is what should happen."""

    name: str
    path: Path
    file: GameFile
    blessed: bool


class Branches:
    """The branches in the folder of a format; `write` puts a text in place whole or not at all."""

    def __init__(self, home: Path, write: Write | None = None) -> None:
        self.folder = home / FOLDER
        self.write = write

    def paths(self) -> list[Path]:
        """Their files, by name."""
        found = sorted(self.folder.glob(f"*{ENDING}")) if self.folder.is_dir() else []
        return [path for path in found if not path.is_symlink()]

    def all(self) -> list[Branch]:
        """Each branch. Raises `RulesError` for a file that is none."""
        known = self.blessed()
        return [self.read(path, known) for path in self.paths()]

    def named(self, name: str) -> Branch:
        """A branch by its name. Raises `WrongUse`."""
        for path in self.paths():
            if path.stem == name:
                return self.read(path, self.blessed())
        raise wrong_name("branch", name, [path.stem for path in self.paths()])

    def read(self, path: Path, known: dict[str, str]) -> Branch:
        file = read_game(path.read_text(encoding="utf-8"), str(path))
        blessed = known.get(path.stem) == digest_of(file.lines)
        return Branch(path.stem, path, file, blessed)

    def blessed(self) -> dict[str, str]:
        """By the name of each branch that was blessed the digest of the game that it was."""
        path = self.folder / BLESSED
        if not path.is_file():
            return {}
        rows = path.read_text(encoding="utf-8").splitlines()
        pairs = (row.split(maxsplit=1) for row in rows if row.strip() and row[:1] != "#")
        return {pair[-1].strip(): pair[0] for pair in pairs}

    # ---- what is written

    def keep(self, game: Game, title: str) -> str:
        """A new branch, called by a title; gives its name. One that is there already stays."""
        text = text_of(game, self.folder.parent.name)
        names = {path.stem for path in self.paths()}
        for path in self.paths():
            if path.read_text(encoding="utf-8") == text:
                return path.stem
        name = first = NOT_IN_NAMES.sub("_", title.lower()).strip("_") or "branch"
        number = 1
        while name in names:
            number += 1
            name = f"{first}_{number}"
        self.put(f"{name}{ENDING}", text)
        return name

    def bless(self, name: str, game: Game | None) -> None:
        """What a branch is now is what should happen; with no game nothing is said of it."""
        rows = self.blessed()
        rows.pop(name, None)
        if game is not None:
            text = text_of(game, self.folder.parent.name)
            self.put(f"{name}{ENDING}", text)
            rows[name] = digest_of(read_game(text).lines)
        said = (f"{digest} {one}\n" for one, digest in sorted(rows.items()))
        self.put(BLESSED, f"{HEAD}{''.join(said)}")

    def remove(self, name: str) -> None:
        """Throws a branch away. Raises `WrongUse`."""
        path = self.named(name).path
        if name in self.blessed():
            self.bless(name, None)
        path.unlink()

    def put(self, name: str, text: str) -> None:
        assert self.write is not None
        self.folder.mkdir(parents=True, exist_ok=True)
        self.write(self.folder / name, text)


def branches_of(files: FormatFiles) -> Branches:
    """The branches of a format, to be read."""
    return Branches(files.rules[0].path.parent)


def text_of(game: Game, format: str) -> str:
    """A game as a file of a folder, which is called as the folder is, wherever that lies."""
    _, *rows, _ = game.transcript().splitlines()
    lines = [f"game {bare(format)}", *rows]
    return "".join(f"{line}\n" for line in (*lines, f"digest {digest_of(lines)}"))
