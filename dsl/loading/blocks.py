"""The blocks of files as they were parsed, kept by their text: an edit parses what it changed.

A block is kept with its places counted from its own first line, so that it is found again
wherever it moves to.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from ..nodes.base import Node
from .cache import Cache, key_of
from .pickles import placed, placeless
from .source import Source

PART = "blocks"
FOLDERS = 64  # remembered at a time
Parsed = tuple[int, list[Node]]  # the first line, and what stands there


class Blocks:
    """The blocks of the files of a kind in one folder. A block with problems is not among them:
    what is wrong may be said with its line.
    """

    def __init__(self, kind: str, folder: str) -> None:
        self.cache = Cache(key_of(f"{PART} {kind} {folder}", ()))
        self.kept: dict[str, dict[bytes, bytes]] = self.cache.read(PART) or {}
        self.nodes: dict[str, dict[bytes, Parsed]] = {}
        self.has_grown = False

    def of(self, source: Source) -> FileBlocks:
        """The blocks of a file, to be asked for from its first to its last."""
        return FileBlocks(self, source.name)

    def keep(self) -> None:
        """Keeps the blocks that the files have now, if there are new ones."""
        if self.has_grown:
            self.has_grown = False
            self.cache.write(PART, {file: {**known} for file, known in {**self.kept}.items()})


class FileBlocks:
    """The blocks of one file: as it was, and as it is."""

    def __init__(self, blocks: Blocks, file: str) -> None:
        self.blocks = blocks
        self.file = file
        self.old = blocks.kept.get(file, {})
        self.old_nodes = blocks.nodes.get(file, {})
        self.new = blocks.kept[file] = dict[bytes, bytes]()
        self.new_nodes = blocks.nodes[file] = dict[bytes, Parsed]()

    def get(self, lines: list[str], first: int) -> list[Node] | None:
        """The nodes of a block that begins in line `first`, None if it is not known."""
        key = digest_of(lines)
        raw = self.old.get(key)
        if raw is None:
            return None
        self.new[key] = raw
        found = self.old_nodes.get(key)
        if found is None or found[0] != first:
            found = (first, placed(raw, self.file, first, 0))
        self.new_nodes[key] = found
        return found[1]

    def put(self, lines: list[str], first: int, nodes: list[Node]) -> None:
        """Keeps the nodes of a block without problems."""
        key = digest_of(lines)
        try:
            raw = placeless(nodes, self.file, first, 0)
        except RecursionError:  # nodes in nodes in nodes
            return
        self.new[key], self.new_nodes[key] = raw, (first, nodes)
        self.blocks.has_grown = True


@lru_cache(FOLDERS)
def blocks_in(kind: str, folder: str) -> Blocks:
    """What is known of the files of a kind in a folder."""
    return Blocks(kind, folder)


def digest_of(lines: list[str]) -> bytes:
    """A digest of the lines of a block, wherever it stands."""
    text = "\n".join(lines).encode(errors="surrogatepass")
    return hashlib.blake2b(text, digest_size=16).digest()
