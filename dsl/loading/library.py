"""Finds the files of a format: of one that ships, by its name, or of any folder with rules."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import field
from pathlib import Path

from ..nodes.dataclass import dataclass
from ..problems.articles import an
from ..problems.similar import nearest
from .source import Source

RULES, CARDS, LIBRARIES = "rulesets", "cardtext", "libraries"  # folders beside this package
CARD_FILES = ("cards", "jsonl")  # how files with cards end
RECORDS = f".{CARD_FILES[1]}"
LEDGER = "clauses.yaml"
MAPPING = "printed.yaml"  # where in a record the fields of a card stand
EXTENDS = re.compile(r'^format\s+"[^"\n]*"\s+extends\s+([A-Za-z_]\w*)', re.MULTILINE)
USES = re.compile(r"^use\s+([A-Za-z_]\w*)\s", re.MULTILINE)
DEEPEST = 8  # formats that extend each other


@dataclass(slots=True)
class FormatFiles:
    """The files of a format, each kind in order, as they are when they are first asked for.
    `own_cards` and `own_decks` are those a user adds; `wanted`: codes and names, in small
    letters, of cards that are asked for besides.

    `name` is what the format is called by: its id, or the path of its folder.
    """

    name: str
    rules: list[Source]
    cards: list[Source]
    decks: list[Source] = field(default_factory=list[Source])
    scenarios: list[Source] = field(default_factory=list[Source])
    ledger: Source | None = None
    own_mapping: Source | None = None
    looks: list[Source] = field(default_factory=list[Source])
    own_cards: list[Source] = field(default_factory=list[Source])
    own_decks: list[Source] = field(default_factory=list[Source])
    wanted: frozenset[str] = frozenset()
    parent: FormatFiles | None = None
    libraries: dict[str, list[Source]] = field(default_factory=dict[str, list[Source]])

    @property
    def kept_as(self) -> str:
        """What its contents are kept by, besides its files: other cards are other contents."""
        return " ".join((self.name, *sorted(self.wanted)))

    def every_rules(self) -> list[Source]:
        """The rules of the format and of those it extends, the oldest first, and of the libraries
        that they use.
        """
        used = [source for name in self.used() for source in self.library(name)]
        return [*(self.parent.every_rules() if self.parent else ()), *used, *self.rules]

    def used(self) -> list[str]:
        """The libraries that the rules name, read without understanding them."""
        found = (name for source in self.rules for name in USES.findall(source.text))
        return list(dict.fromkeys(found))

    def library(self, name: str) -> list[Source]:
        """The files of a library: of one that ships, or of a folder beside the format's own; none
        where there is no such library.
        """
        if name not in self.libraries:
            beside = self.rules[0].path.parent.parent / name if self.rules else Path(name)
            folder = root() / LIBRARIES / name if name in shipped_libraries() else beside
            self.libraries[name] = _sources(folder.glob("*.rules"), folder)
        return self.libraries[name]

    def every_cards(self) -> list[Source]:
        """The cards of the format behind those of the formats it extends, and those of a user."""
        return [*self.home_cards(), *self.own_cards]

    def home_cards(self) -> list[Source]:
        """The cards of the format behind those of the formats it extends."""
        return [*(self.parent.home_cards() if self.parent else ()), *self.cards]

    def mapping(self) -> Source | None:
        """Where the format says how records become cards, if it does."""
        return self.own_mapping or (self.parent.mapping() if self.parent else None)

    def every_deck(self) -> list[Source]:
        """The decks of the format and those a user adds."""
        return [*self.decks, *self.own_decks]

    def inherited_decks(self) -> list[Source]:
        """The decks of the formats it extends, the nearest first, without those of a name that
        comes earlier or is its own.
        """
        found: dict[str, Source] = {source.path.stem: source for source in self.decks}
        above = self.parent
        while above is not None:
            for source in above.decks:
                found.setdefault(source.path.stem, source)
            above = above.parent
        return [source for source in found.values() if source not in self.decks]

    def played(self) -> list[Source]:
        """All that decides how the format is played."""
        mapping = self.mapping()
        more = [mapping] if mapping is not None else []
        decks = [*self.every_deck(), *self.inherited_decks()]
        return [*self.every_rules(), *self.every_cards(), *decks, *more]

    def every(self) -> list[Source]:
        """All files of the format and of those it extends."""
        ledger = [self.ledger] if self.ledger is not None else []
        inherited = self.parent.every() if self.parent is not None else []
        return [*inherited, *self.played(), *self.scenarios, *self.looks, *ledger]

    def source(self, file: str) -> Source:
        """One of these files by its name; one that is none of them, as it is now."""
        known = (source for source in self.every() if source.name == file)
        return next(known, None) or Source(Path(file))


LONGEST_SAID = 60  # letters of a value that a message repeats


class WrongUse(ValueError):
    """A program asked for what cannot be; the text is one clear sentence."""


def wrong_type(what: str, wanted: str, value: object) -> WrongUse:
    """`The language is a text, not 5.`"""
    return WrongUse(f"{what} is {wanted}, not {said(value)}.")


def said(value: object) -> str:
    """A value as messages repeat it."""
    found = value if isinstance(value, str) else repr(value)
    found = found if len(found) <= LONGEST_SAID else f"{found[:LONGEST_SAID]}.."
    return repr(found) if isinstance(value, str) else found


def text_in(what: str, value: object) -> str:
    """An argument that has to be a text; raises `WrongUse`."""
    if not isinstance(value, str):
        raise wrong_type(what, "a text", value)
    return value


def path_in(what: str, value: object) -> Path:
    """An argument that has to be a path; raises `WrongUse`."""
    if not isinstance(value, str | Path):
        raise wrong_type(what, "a path", value)
    try:
        Path(value).exists()
    except (OSError, ValueError):
        raise wrong_type(what, "a path", value) from None
    return Path(value)


def wrong_name(what: str, word: object, known: Iterable[str]) -> WrongUse:
    """`There is no deck "rde". Did you mean "red"?`"""
    if not isinstance(word, str):
        return wrong_type(f"The name of {an(what)}", "a text", word)
    named = f'"{word[:LONGEST_SAID]}"'
    names = sorted(set(known))
    guess = nearest(word, names)
    if guess is not None:
        return WrongUse(f'There is no {what} {named}. Did you mean "{guess}"?')
    some = f" There is: {', '.join(names)}." if names else ""
    return WrongUse(f"There is no {what} {named}.{some}")


def root() -> Path:
    """The folder in which the shipped formats lie: that of the package."""
    package = __name__.partition(".")[0]
    return Path(next(iter(sys.modules[package].__path__)))


def program_version() -> str:
    """The version; of a copy that is not installed the one that its project file has."""
    import tomllib  # late for start-up time, with what is below
    from importlib import metadata

    project = root() / "pyproject.toml"
    if project.is_file():
        return tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"]
    return metadata.version(__name__.partition(".")[0])


def ships(path: Path) -> bool:
    """Whether a file or folder came with the program: it is nobody's to change there."""
    folders = (root() / name for name in (RULES, CARDS, LIBRARIES))
    return any(path.resolve().is_relative_to(one.resolve()) for one in folders)


def shipped_formats() -> list[str]:
    """The names of the formats that ship, in order of the alphabet."""
    folder = root() / RULES
    if not folder.is_dir():
        return []
    return sorted(found.name for found in folder.iterdir() if any(found.glob("*.rules")))


def shipped_libraries() -> list[str]:
    """The names of the libraries that ship."""
    folder = root() / LIBRARIES
    return sorted(found.name for found in folder.iterdir() if any(found.glob("*.rules")))


def sources_of(
    name_or_path: str | Path, cards: str | Path | None = None, decks: str | Path | None = None
) -> FormatFiles:
    """The files of a format, with further cards and decks of an author's own."""
    path_in("A format", name_or_path)
    found = _format(name_or_path)
    _find_parents(found)
    if cards is not None:
        path_in("The place of cards", cards)
        found.own_cards = files_below(cards, *CARD_FILES)
    if decks is not None:
        path_in("The place of decks", decks)
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
        beside = names_beside(path)
        if path.name != name:
            guess = nearest(path.name, beside)
            said = f' Did you mean "{path.with_name(guess).as_posix()}"?' if guess else ""
            raise WrongUse(f'There is no folder "{name}".{said}')
        raise wrong_name("format or folder", name, [*shipped, *beside])
    inside = path.resolve()
    if inside.parent == (root() / RULES).resolve() and inside.name in shipped:
        return _shipped(inside.name)
    if not any(path.glob("*.rules")):
        raise WrongUse(f'The folder "{name}" has no .rules file.')
    return _files(path.as_posix(), path, path)


def names_beside(path: Path) -> list[str]:
    """What lies where a path would, as far as it could be meant: formats, or files like it."""
    if not path.parent.is_dir():
        return []
    every = path.parent.iterdir()
    if path.suffix:
        return [one.name for one in every if one.is_file()]
    return [one.name for one in every if one.is_dir() and any(one.glob("*.rules"))]


def _shipped(name: str) -> FormatFiles:
    return _files(name, root() / RULES / name, root() / CARDS / name)


def _files(name: str, folder: Path, cards: Path) -> FormatFiles:
    """The files of a format whose cards lie below a folder of their own, or the same."""
    ledger, mapping = folder / LEDGER, folder / MAPPING
    return FormatFiles(
        name,
        _sources(folder.glob("*.rules"), folder),
        _sources(cards.rglob("*.cards"), cards),
        _sources(folder.rglob("*.deck"), folder),
        _sources(folder.rglob("*.scenario"), folder),
        Source(ledger, folder) if os.path.lexists(ledger) else None,
        Source(mapping, folder) if os.path.lexists(mapping) else None,
        _sources(folder.glob("*.looks"), folder),
    )


def _sources(paths: Iterable[Path], home: Path) -> list[Source]:
    return [Source(path, home) for path in sorted(paths)]


def _find_parents(files: FormatFiles) -> None:
    """Links each format to the one it extends: one that ships, or a folder beside its own.

    A parent that is nowhere is left to the loader, which can say where it was named.
    """
    for _ in range(DEEPEST):
        name = parent_name(files.rules)
        beside = files.rules[0].path.parent.parent / name if files.rules else Path(name)
        if not name:
            return
        if name in shipped_formats():
            files.parent = _shipped(name)
        elif beside.is_dir():
            files.parent = _format(beside)
        else:
            return
        files = files.parent


def as_it_was(files: FormatFiles, where: Callable[[Path], Path | None]) -> FormatFiles:
    """A format with all that it stands on, with the bytes of older folders under the names of now:
    `where` gives the older folder for one of now; None where there is none: that is as it is now.
    """

    def older(sources: Iterable[Source], now: Path, then: Path) -> list[Source]:
        return [one.called(now / one.path.relative_to(then)) for one in sources]

    home = files.rules[0].path.parent
    cards = root() / CARDS / files.name
    cards = cards if files.name in shipped_formats() and cards.is_dir() else home
    was, cards_were = where(home) or home, where(cards) or cards
    found = _files(files.name, was, cards_were)
    found.rules, found.cards = older(found.rules, home, was), older(found.cards, cards, cards_were)
    found.decks = older(found.decks, home, was)
    found.scenarios = older(found.scenarios, home, was)
    found.looks = older(found.looks, home, was)
    found.own_cards, found.own_decks = files.own_cards, files.own_decks
    parent = files.parent
    if parent is not None and parent_name(found.rules) == Path(parent.name).name:
        found.parent = as_it_was(parent, where)
    else:
        _find_parents(found)
    for name in found.used():
        now = files.library(name)
        folder = now[0].path.parent if now else home
        then = where(folder) if now else None
        if then is not None:
            found.libraries[name] = older(_sources(then.glob("*.rules"), then), folder, then)
    return found


def parent_name(rules: Iterable[Source]) -> str:
    """The format that some rules extend, read without understanding them."""
    found = (EXTENDS.search(source.text) for source in rules)
    return next((line[1] for line in found if line), "")


def files_below(place: str | Path, *endings: str) -> list[Source]:
    """One file, or all below a folder that end so."""
    path = Path(place)
    wanted = " or ".join(f".{ending}" for ending in endings)
    if path.is_dir():
        found = sorted(p for ending in endings for p in path.rglob(f"*.{ending}"))
        if not found:
            raise WrongUse(f'The folder "{place}" has no {wanted} file.')
        return [Source(one, path) for one in found]
    if not path.is_file():
        raise WrongUse(f'There is no file or folder "{place}".')
    if path.suffix.removeprefix(".") not in endings:
        raise WrongUse(f'"{place}" is no {wanted} file.')
    return [Source(path)]
