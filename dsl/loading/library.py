"""Finds the files of a format: of one that ships, by its name, or of any folder with rules."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ..problems.similar import nearest

RULES, CARDS = "rulesets", "cardtext"  # folders beside this package
CARD_FILES = ("cards", "jsonl")  # how files with cards end
RECORDS = f".{CARD_FILES[1]}"
MAPPING = "printed.yaml"  # where in a record the fields of a card stand
EXTENDS = re.compile(r'^format\s+"[^"\n]*"\s+extends\s+([A-Za-z_]\w*)', re.MULTILINE)
DEEPEST = 8  # formats that extend each other


@dataclass(slots=True)
class FormatFiles:
    """Where a format's files lie, each kind in order. `own_decks` are those a user adds.

    `name` is what the format is called by: its id, or the path of its folder.
    """

    name: str
    rules: list[Path]
    cards: list[Path]
    decks: list[Path] = field(default_factory=list[Path])
    scenarios: list[Path] = field(default_factory=list[Path])
    ledger: Path | None = None
    own_decks: list[Path] = field(default_factory=list[Path])
    parent: FormatFiles | None = None

    def every_rules(self) -> list[Path]:
        """The rules of the format and of those it extends, the oldest first."""
        return [*(self.parent.every_rules() if self.parent else ()), *self.rules]

    def every_cards(self) -> list[Path]:
        """The cards of the format behind those of the formats it extends."""
        return [*(self.parent.every_cards() if self.parent else ()), *self.cards]

    def mapping(self) -> Path | None:
        """Where the format says how records become cards, if it does."""
        for path in self.rules[:1]:
            found = path.parent / MAPPING
            if found.is_file():
                return found
        return self.parent.mapping() if self.parent else None

    def every_deck(self) -> list[Path]:
        """The decks of the format and those a user adds."""
        return [*self.decks, *self.own_decks]


class WrongUse(ValueError):
    """A program asked for what cannot be; the text is one clear sentence."""


def wrong_name(what: str, word: str, known: Iterable[str]) -> WrongUse:
    """`There is no deck "rde". Did you mean "red"?`"""
    names = sorted(set(known))
    guess = nearest(word, names)
    if guess is not None:
        return WrongUse(f'There is no {what} "{word}". Did you mean "{guess}"?')
    some = f" There is: {', '.join(names)}." if names else ""
    return WrongUse(f'There is no {what} "{word}".{some}')


def root() -> Path:
    """The folder in which the shipped formats lie: that of the package."""
    package = __name__.partition(".")[0]
    return Path(next(iter(sys.modules[package].__path__)))


def shipped_formats() -> list[str]:
    """The names of the formats that ship, in order of the alphabet."""
    folder = root() / RULES
    if not folder.is_dir():
        return []
    return sorted(found.name for found in folder.iterdir() if any(found.glob("*.rules")))


def sources_of(
    name_or_path: str | Path,
    cards: str | Path | None = None,
    decks: str | Path | None = None,
) -> FormatFiles:
    """The files of a format, with further cards and decks of an author's own."""
    found = _format(name_or_path)
    _find_parents(found)
    if cards is not None:
        found.cards += files_below(cards, *CARD_FILES)
    if decks is not None:
        found.own_decks = files_below(decks, "deck")
    return found


def _format(name_or_path: str | Path) -> FormatFiles:
    name, shipped = str(name_or_path), shipped_formats()
    if name in shipped:
        return _shipped(name)
    path = Path(name_or_path)
    if not path.is_dir():
        if path.exists():
            raise WrongUse(f'A format is a folder, and "{name}" is a file.')
        if path.name != name:
            raise WrongUse(f'There is no folder "{name}".')
        raise wrong_name("format or folder", name, shipped)
    inside = path.resolve()
    if inside.parent == (root() / RULES).resolve() and inside.name in shipped:
        return _shipped(inside.name)
    rules = sorted(path.glob("*.rules"))
    if not rules:
        raise WrongUse(f'The folder "{name}" has no .rules file.')
    return FormatFiles(
        path.as_posix(),
        rules,
        sorted(path.rglob("*.cards")),
        sorted(path.rglob("*.deck")),
        sorted(path.rglob("*.scenario")),
        _ledger(path),
    )


def _shipped(name: str) -> FormatFiles:
    folder = root() / RULES / name
    return FormatFiles(
        name,
        sorted(folder.glob("*.rules")),
        sorted((root() / CARDS / name).rglob("*.cards")),
        sorted(folder.rglob("*.deck")),
        sorted(folder.rglob("*.scenario")),
        _ledger(folder),
    )


def _find_parents(files: FormatFiles) -> None:
    """Links each format to the one it extends: one that ships, or a folder beside its own.

    A parent that is nowhere is left to the loader, which can say where it was named.
    """
    for _ in range(DEEPEST):
        name = parent_name(files.rules)
        beside = files.rules[0].parent.parent / name if files.rules else Path(name)
        if not name:
            return
        if name in shipped_formats():
            files.parent = _shipped(name)
        elif beside.is_dir():
            files.parent = _format(beside)
        else:
            return
        files = files.parent


def parent_name(rules: Iterable[Path]) -> str:
    """The format that some rules extend, read without understanding them."""
    for path in rules:
        try:
            found = EXTENDS.search(path.read_text(encoding="utf-8-sig", errors="replace"))
        except OSError:
            continue
        if found:
            return found[1]
    return ""


def _ledger(folder: Path) -> Path | None:
    ledger = folder / "clauses.yaml"
    return ledger if ledger.is_file() else None


def files_below(place: str | Path, *endings: str) -> list[Path]:
    """One file, or all below a folder that end so."""
    path = Path(place)
    wanted = " or ".join(f".{ending}" for ending in endings)
    if path.is_dir():
        found = sorted(p for ending in endings for p in path.rglob(f"*.{ending}"))
        if not found:
            raise WrongUse(f'The folder "{place}" has no {wanted} file.')
        return found
    if not path.is_file():
        raise WrongUse(f'There is no file or folder "{place}".')
    if path.suffix.removeprefix(".") not in endings:
        raise WrongUse(f'"{place}" is no {wanted} file.')
    return [path]
