"""What is kept between runs, and which files it depends on."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path

import playing
import pytest
from places import ROOT

from playsheet.dsl.loading import cache, tables
from playsheet.dsl.loading.library import sources_of
from playsheet.grammar import compiler
from playsheet.grammar.loader import GRAMMARS, TABLES

WARM = """
import sys
import playsheet.api as ps
game = ps.load(sys.argv[1]).new_game(seed=1)
print(*sys.modules)
"""
READER = "playsheet.dsl.syntax.reader"
# what turns files into a program: none of it is wanted where the program is kept
IDLE = (READER, "lark", "playsheet.dsl.resolve", "playsheet.dsl.lower", "playsheet.dsl.consistency")


def loaded_by(name: str, folder: Path) -> set[str]:
    """The modules that a process of its own loads up to a game of a format."""
    environment = {**os.environ, "PLAYSHEET_CACHE": str(folder)}
    command = [sys.executable, "-W", "error", "-c", WARM, name]
    out = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return {*out.stdout.split()}


def reads_text(name: str, folder: Path) -> bool:
    """Whether a process of its own needs the grammars."""
    return READER in loaded_by(name, folder)


def test_a_warm_start_loads_nothing_that_reads_or_resolves() -> None:
    playing.shipped().new_game()  # what this keeps is read by other processes
    folder = Path(os.environ["PLAYSHEET_CACHE"])
    assert loaded_by(playing.SHIPPED, folder).isdisjoint(IDLE)


def test_a_cache_that_is_not_ours_is_left_alone(tmp_path: Path) -> None:
    name = str(playing.FORMATS / "tiny")
    assert reads_text(name, tmp_path)
    kept = [*(tmp_path / "formats").iterdir()]
    assert kept and not reads_text(name, tmp_path)
    for path in kept:
        raw = path.read_bytes()
        path.write_bytes(raw[:-1] + bytes([raw[-1] ^ 1]))
    assert reads_text(name, tmp_path)
    assert not reads_text(name, tmp_path)
    (tmp_path / "formats").chmod(0o777)
    assert reads_text(name, tmp_path)


def test_what_is_used_outlives_much_that_is_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red if the number of parts decides, of which each edit of a small format makes four."""
    monkeypatch.setenv("PLAYSHEET_CACHE", str(tmp_path))
    large = cache.Cache("large")
    large.write("part", "x" * 5_000)
    for number in range(300):
        cache.Cache(f"small {number}").write("part", number)
    assert large.read("part") == "x" * 5_000
    monkeypatch.setattr(cache, "LOOKS", 1)
    monkeypatch.setattr(cache, "MOST_BYTES", 10_000)
    for path in tmp_path.glob("formats/small *"):
        os.utime(path, (1, 1))
    cache.Cache("last").write("part", 1)
    kept = [*tmp_path.glob("formats/*")]
    assert sum(path.stat().st_size for path in kept) <= 10_000 and len(kept) > 10
    assert large.read("part") and cache.Cache("last").read("part") == 1
    monkeypatch.setattr(cache, "MOST_FILES", 2)
    cache.Cache("another").write("part", 2)
    assert len([*tmp_path.glob("formats/*")]) == 2


def test_a_format_knows_the_files_of_the_one_it_extends(tmp_path: Path) -> None:
    parent = playing.changed_format(tmp_path)
    child = tmp_path / "child"
    child.mkdir()
    head = 'format "Tinier Duel" extends changed\n'
    (child / "child.rules").write_text(head, encoding="utf-8")
    files = sources_of(child)
    assert files.parent is not None and files.parent.name == parent.as_posix()
    assert [source.path.name for source in files.every_rules()][-1] == "child.rules"
    assert [source.path.name for source in files.every_cards()] == ["tiny.cards"]
    (parent / "more.rules").write_text('format "Loop" extends child\n', encoding="utf-8")
    assert sources_of(child).parent is not None  # and comes back


def test_tables_that_were_built_are_used_for_their_grammar_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "grammar").mkdir()
    runpy.run_path(str(ROOT / "setup.py"))["write_tables"](tmp_path / "grammar")
    monkeypatch.setenv("PLAYSHEET_CACHE", "")
    monkeypatch.setattr(tables, "root", lambda: tmp_path)
    monkeypatch.setattr(compiler, "new_tables", lambda text: ("made of", text))
    kept = [path.read_bytes() for path in (tmp_path / "grammar" / TABLES).iterdir()]
    assert len(kept) == len(GRAMMARS) and not any(b"lark" in raw for raw in kept)
    for kind in GRAMMARS:
        assert tables.new_or_kept(kind).words == tables.tables_of(kind).words
    monkeypatch.setattr(tables, "grammar_key", lambda kind: "of another text")
    assert tables.new_or_kept("deck")[0] == "made of"
