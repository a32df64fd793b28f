"""What is kept between runs, and which files it depends on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import playing

from playsheet.dsl.loading.library import sources_of

WARM = """
import sys, time
start = time.perf_counter()
import playsheet.api as ps
from playsheet.dsl.loading.library import sources_of
game = ps.load(sys.argv[1]).new_game(seed=1)
spent = time.perf_counter() - start
print("lark" in sys.modules, spent)
"""


def run_warm(name: str, folder: Path) -> tuple[bool, float]:
    environment = {**os.environ, "PLAYSHEET_CACHE": str(folder)}
    command = [sys.executable, "-W", "error", "-c", WARM, name]
    out = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True
    )
    knew_lark, spent = out.stdout.split()
    return knew_lark == "True", float(spent)


def test_a_warm_start_is_quick_and_reads_no_grammar(tmp_path: Path) -> None:
    cold = run_warm(playing.SHIPPED, tmp_path)
    warm = min(run_warm(playing.SHIPPED, tmp_path) for _ in range(3))
    assert cold[0] and not warm[0]
    assert warm[1] < 0.5


def test_a_cache_that_is_not_ours_is_left_alone(tmp_path: Path) -> None:
    name = str(playing.FORMATS / "tiny")
    assert run_warm(name, tmp_path)[0]
    kept = [*(tmp_path / "formats").iterdir()]
    assert kept and not run_warm(name, tmp_path)[0]
    for path in kept:
        raw = path.read_bytes()
        path.write_bytes(raw[:-1] + bytes([raw[-1] ^ 1]))
    assert run_warm(name, tmp_path)[0]
    assert not run_warm(name, tmp_path)[0]
    (tmp_path / "formats").chmod(0o777)
    assert run_warm(name, tmp_path)[0]


def test_a_format_knows_the_files_of_the_one_it_extends(tmp_path: Path) -> None:
    parent = playing.changed_format(tmp_path)
    child = tmp_path / "child"
    child.mkdir()
    head = 'format "Tinier Duel" extends changed\n'
    (child / "child.rules").write_text(head, encoding="utf-8")
    files = sources_of(child)
    assert files.parent is not None and files.parent.name == parent.as_posix()
    assert [path.name for path in files.every_rules()][-1] == "child.rules"
    assert [path.name for path in files.every_cards()] == ["tiny.cards"]
    (parent / "more.rules").write_text('format "Loop" extends child\n', encoding="utf-8")
    assert sources_of(child).parent is not None  # and comes back
