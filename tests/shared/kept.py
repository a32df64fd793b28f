"""What is worked out once in a run: formats, which one worker loads and the other reads from the
disk, and blocks of text.
"""

from __future__ import annotations

import gc
import os
import pickle
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from places import FORMATS

from playsheet.dsl.loading import load as chain
from playsheet.dsl.loading.cache import key_of
from playsheet.dsl.loading.library import CARDS, LIBRARIES, RULES, FormatFiles, root
from playsheet.dsl.nodes.base import Node
from playsheet.dsl.problems.problem import Problem
from playsheet.dsl.syntax import parse
from playsheet.dsl.syntax.blocks import Block

try:
    from fcntl import LOCK_EX, flock
except ImportError:  # no such locks here: both workers may load the same format

    def flock(_: int, __: int) -> None: ...

    LOCK_EX = 0

BlockParser = Callable[[str, Block, str], tuple[list[Node], list[Problem]]]
FOLDER = "PLAYSHEET_TEST_LOADED"  # shared by all processes of a run
MOST_BLOCKS = 20_000
DEPTH = 20_000  # of nodes in nodes, which pickling follows


class KeptLoads:
    """Takes the place of `load` for the formats that ship and those of the tests, as long as
    their files stay as they are. Others are loaded each time.
    """

    def __init__(self, load: Callable[[FormatFiles], chain.Loaded]) -> None:
        self.load = load
        self.found: dict[str, chain.Loaded] = {}

    def __call__(self, sources: FormatFiles) -> chain.Loaded:
        read = [*sources.every_rules(), *sources.every_cards()]
        if not all(is_lasting(source.path) for source in read):
            return self.load(sources)
        key = key_of(sources.name, read)
        if key not in self.found:
            self.found[key] = self.shared(key, sources)
            gc.collect()
            gc.freeze()  # it stays, so no collection need look at it again
        found = self.found[key]
        return replace(found, files=sources, problems=[*found.problems], cards=[*found.cards])

    def shared(self, key: str, sources: FormatFiles) -> chain.Loaded:
        """Loads a format, or reads what another process has loaded."""
        path = Path(os.environ[FOLDER]) / key
        with locked(path.with_suffix(".lock")):
            if path.exists():
                with path.open("rb") as file:
                    return pickle.load(file)
            found = self.load(sources)
            with deep(), path.open("wb") as file:
                pickle.dump(found, file, pickle.HIGHEST_PROTOCOL)
            return found


def is_lasting(path: Path) -> bool:
    """Whether a file is one that ships, or one of the tests' own."""
    folders = (root() / RULES, root() / LIBRARIES, root() / CARDS, FORMATS)
    return any(folder in path.parents for folder in folders)


@contextmanager
def locked(path: Path) -> Generator[None]:
    """Lets one process at a time go on."""
    with path.open("w") as file:
        flock(file.fileno(), LOCK_EX)
        yield


@contextmanager
def deep() -> Generator[None]:
    """For what calls itself as deep as nodes lie in nodes."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(DEPTH)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


class KeptBlocks:
    """Takes the place of `parse_block`: a block that was read before gives the same nodes."""

    def __init__(self, parse_block: BlockParser) -> None:
        self.parse_block = parse_block
        self.asked = Block(1, [])
        self.read = lru_cache(MOST_BLOCKS)(self.read_once)

    def __call__(self, kind: str, block: Block, file: str) -> tuple[list[Node], list[Problem]]:
        self.asked = block
        nodes, problems = self.read(kind, tuple(block.key()), block.first, file)
        return [*nodes], [*problems]

    def read_once(
        self, kind: str, key: tuple[str, ...], first: int, file: str
    ) -> tuple[list[Node], list[Problem]]:
        assert (self.asked.key(), self.asked.first) == ([*key], first)
        return self.parse_block(kind, self.asked, file)


def keep_all() -> None:
    """To be called before anything else imports what is replaced here."""
    chain.load = KeptLoads(chain.load)
    parse.parse_block = KeptBlocks(parse.parse_block)
