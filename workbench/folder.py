"""The files of a format that an author may read and write: those of its folder, no others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import blake2b
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ..dsl.loading.library import ships
from ..table.server.refusals import Refusal

ENDINGS = (".rules", ".cards", ".deck", ".scenario", ".looks", ".yaml")
BRANCHES = "branches"  # games and which of them are blessed: the page writes them
LONGEST_FILE = 1_000_000  # bytes
MOST_FILES = 2_000
ODD = frozenset('\\:\0*?"<>|')  # in names of files
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # when all files of a zip were made
Write = Callable[[Path, str], None]


class Folder:
    """A folder with the files of a format; `write` puts a text in place whole or not at all."""

    def __init__(self, home: Path, write: Write) -> None:
        self.home = home.resolve()
        self.write = write

    @property
    def ships(self) -> bool:
        """Whether it came with the program: then it is only read."""
        return ships(self.home)

    def files(self) -> list[dict[str, Any]]:
        """Each file by its name from here on, with `/` between folders, and its address."""
        return [
            {"name": path.relative_to(self.home).as_posix(), "uri": path.as_uri()}
            for path in self.paths()
        ]

    def paths(self) -> list[Path]:
        """The files of the kinds of the language; links are left out."""
        found: list[Path] = []
        for path in below(self.home):
            if path.suffix in ENDINGS and len(found) < MOST_FILES:
                found.append(path)
        return found

    def branches(self) -> list[Path]:
        """The files of branches, which no editor opens."""
        home = self.home / BRANCHES
        found = below(home) if home.is_dir() and not home.is_symlink() else ()
        return [path for path in found if path.suffix in (".game", ".txt")]

    def path(self, name: str) -> Path:
        """Where a file of this folder is. Raises `Refusal` for all that lies elsewhere."""
        parts = PurePosixPath(name).parts
        plain = bool(parts) and not any(one.startswith((".", "/")) for one in parts)
        if not plain or ODD & {*name} or PurePosixPath(name).suffix not in ENDINGS:
            raise Refusal("wrong", "That is no name of a file of this folder.")
        path = self.home
        for part in parts:
            path = path / part
            if path.is_symlink():
                raise Refusal("wrong", "A link is no file of this folder.")
        return path

    def read(self, name: str) -> tuple[str, str]:
        """What a file says, and the mark of that. Raises `Refusal`."""
        path = self.path(name)
        try:
            if path.is_file() and path.stat().st_size > LONGEST_FILE:
                raise Refusal("long", "That file is too long.")
            raw = path.read_bytes()
            return raw.decode("utf-8-sig").replace("\r\n", "\n"), mark_of(raw)
        except UnicodeDecodeError:
            raise Refusal("wrong", "That file is not UTF-8.") from None
        except OSError:
            raise Refusal("none", "There is no such file.") from None

    def unchanged(self, name: str, mark: str) -> Path:
        """Where a file is that may be written and still is what its mark says. Raises `Refusal`."""
        if self.ships:
            raise Refusal("ships", "This format came with the program: copy its folder first.")
        path = self.path(name)
        now = mark_of(path.read_bytes()) if path.is_file() else ""
        if now != mark:
            raise Refusal("stale", "The file has changed meanwhile: Revert takes it as it is now.")
        return path

    def save(self, name: str, text: str, mark: str) -> str:
        """Writes a file that still is what its mark says (`""`: not there yet); gives the mark of
        what stands there now. Raises `Refusal`.
        """
        path = self.unchanged(name, mark)
        if len(text.encode("utf-8", "surrogatepass")) > LONGEST_FILE:
            raise Refusal("long", "That is too long.")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.write(path, text)
        except UnicodeEncodeError:
            raise Refusal("wrong", "That is no text.") from None
        except OSError as error:
            raise Refusal("wrong", f"It cannot be written: {error.strerror}.") from None
        return mark_of(text.encode())

    def move(self, name: str, to: str, mark: str) -> None:
        """Gives a file that still is what its mark says another name, at which nothing is; an empty
        one removes it. Raises `Refusal`.
        """
        path = self.unchanged(name, mark)
        if not path.is_file():
            raise Refusal("none", "There is no such file.")
        goal = self.path(to) if to else None
        if goal is not None and goal.exists():
            raise Refusal("stale", f"There is a {to} already.")
        try:
            if goal is None:
                path.unlink()
            else:
                goal.parent.mkdir(parents=True, exist_ok=True)
                path.rename(goal)
        except OSError as error:
            raise Refusal("wrong", f"It cannot be moved: {error.strerror}.") from None

    def packed(self) -> bytes:
        """The files in a zip, below a folder of the name of this one; the same for the same texts.
        Raises `Refusal`.
        """
        found = BytesIO()
        try:
            with ZipFile(found, "w", ZIP_DEFLATED) as archive:
                for path in (*self.paths(), *self.branches()):
                    name = f"{self.home.name}/{path.relative_to(self.home).as_posix()}"
                    entry = ZipInfo(name, LONG_AGO)
                    entry.external_attr = 0o644 << 16
                    archive.writestr(entry, path.read_bytes(), ZIP_DEFLATED)
        except OSError as error:
            raise Refusal("wrong", f"A file cannot be read: {error.strerror}.") from None
        return found.getvalue()


def below(folder: Path) -> Iterator[Path]:
    """The files below a folder in order; no links, and nothing hidden."""
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.is_symlink():
            continue
        if path.is_dir():
            yield from below(path)
        elif path.is_file():
            yield path


def mark_of(raw: bytes) -> str:
    """What tells one content of a file from another."""
    return blake2b(raw, digest_size=12).hexdigest()
