"""A format as it travels to other processes and machines: the bytes of its files, as they were when
the run began, so that all play the same rules and workers need nothing but this program.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

from ...dsl.cards.deckfile import DeckList
from ...dsl.loading.library import FormatFiles
from ...dsl.loading.source import Source
from ...dsl.nodes.dataclass import dataclass
from ...dsl.problems.problem import RulesError
from ...interpreter.runtime.edition import Edition
from ...interpreter.runtime.game_setup import GameSetup
from ...interpreter.runtime.rules import Rules
from .native import NewSetup
from .playing import Plan

File = tuple[str, bytes]
Kept = tuple[File, ...]


@dataclass(frozen=True, slots=True)
class Carried:
    """The files of a format, in the order of `FormatFiles`, without scenarios and ledger."""

    name: str
    rules: Kept
    cards: Kept
    decks: Kept
    mapping: Kept
    own_cards: Kept
    own_decks: Kept
    wanted: frozenset[str]
    parent: Carried | None
    libraries: tuple[tuple[str, Kept], ...]


def carried(files: FormatFiles) -> Carried:
    """The files as they are now. Raises `RulesError` where one cannot be read."""
    mapping = [files.own_mapping] if files.own_mapping is not None else []
    return Carried(
        files.name,
        kept(files.rules),
        kept(files.cards),
        kept(files.decks),
        kept(mapping),
        kept(files.own_cards),
        kept(files.own_decks),
        files.wanted,
        carried(files.parent) if files.parent is not None else None,
        tuple((name, kept(files.library(name))) for name in files.used()),
    )


def kept(sources: Iterable[Source]) -> Kept:
    found: list[File] = []
    for source in sources:
        if not isinstance(source.raw, bytes):
            raise RulesError(source.decoded()[1])
        found.append((source.name, source.raw))
    return tuple(found)


def files_of(found: Carried) -> FormatFiles:
    """The files of a format that came from elsewhere."""
    mapping = sources(found.mapping)
    return FormatFiles(
        found.name,
        sources(found.rules),
        sources(found.cards),
        sources(found.decks),
        own_mapping=mapping[0] if mapping else None,
        own_cards=sources(found.own_cards),
        own_decks=sources(found.own_decks),
        wanted=found.wanted,
        parent=files_of(found.parent) if found.parent is not None else None,
        libraries={name: sources(files) for name, files in found.libraries},
    )


def sources(files: Kept) -> list[Source]:
    return [Source(Path(name)).called(Path(name), raw) for name, raw in files]


class Work:
    """Everything that a process needs to play games of a run: the format, the decks that are no
    part of it, how the options are set, how many play, the plan.
    """

    def __init__(
        self, rules: Rules, decks: Iterable[str], options: Mapping[str, str], seats: int, plan: Plan
    ) -> None:
        self.format = carried(rules.edition.files)
        own = {name: rules.deck(name) for name in decks if name not in rules.decks}
        self.decks: dict[str, DeckList] = own
        self.options = {**options}
        self.seats = seats
        self.plan = plan

    @cached_property
    def digest(self) -> str:
        """Changes with whatever changes a game: with the bytes of the files, not their places."""
        found = hashlib.sha256()
        add_files(found.update, self.format)
        for name, deck in sorted(self.decks.items()):
            found.update(f"{name} {deck.fingerprint}\n".encode())
        return found.hexdigest()[:16]

    def opened(self) -> NewSetup:
        """Loads the format; runs in each process."""
        rules = Rules(Edition(files_of(self.format)))
        setups: dict[tuple[str, ...], GameSetup] = {}

        def new_setup(seed: int, decks: tuple[str, ...]) -> GameSetup:
            if decks not in setups:
                lists = [self.decks.get(name, name) for name in decks]
                setups[decks] = rules.new_setup(seed, lists, self.options, self.seats)
            return setups[decks].with_seed(seed)

        return new_setup


def add_files(update: object, found: Carried) -> None:
    """Feeds a digest with a format."""
    assert callable(update)
    libraries = [row for _, files in found.libraries for row in files]
    parts = (found.rules, found.cards, found.decks, found.mapping, found.own_cards)
    for files in (*parts, found.own_decks, tuple(libraries)):
        for name, raw in files:
            update(f"{Path(name).name} {len(raw)}\n".encode() + raw)
        update(b"--\n")
    update("\n".join(sorted(found.wanted)).encode())
    if found.parent is not None:
        add_files(update, found.parent)
