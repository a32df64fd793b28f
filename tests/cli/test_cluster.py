"""Runs on a cluster of real processes: a scheduler and two workers, some of them killed."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from socket import socket
from typing import Any

import pytest
from guides import blocks_of, run_command
from places import ROOT
from processes import lines_in, until
from running import run

from playsheet.dsl.loading.library import sources_of
from playsheet.interpreter.runtime.edition import Edition
from playsheet.interpreter.runtime.rules import Rules
from playsheet.lab.simulation import cluster as lab
from playsheet.lab.simulation import pools
from playsheet.lab.simulation.carried import Work, carried, files_of
from playsheet.lab.simulation.playing import Plan
from playsheet.lab.simulation.pools import Elsewhere
from playsheet.lab.simulation.results import Results, header_of
from playsheet.lab.simulation.simulation import simulate

RUN = [sys.executable, "-m", "playsheet"]
PLAIN = ["simulate", "my_game", "--no-native"]
QUIET = {**os.environ, "DASK_DISTRIBUTED__WORKER__DAEMON": "False"}


class Cluster:
    """A scheduler and its workers, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        told = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        self.scheduler = self.start("scheduler", *told, "--scheduler-file", str(self.file))
        self.workers: list[subprocess.Popen[bytes]] = []
        until(self.is_there)
        self.address: str = json.loads(self.file.read_text())["address"]

    def is_there(self) -> bool:
        return self.file.exists() and self.file.read_text().rstrip().endswith("}")

    def start(self, what: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-W", "ignore", "-m", f"distributed.cli.dask_{what}", *words]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, env=QUIET)

    def add_worker(self) -> None:
        place = str(self.folder / f"worker-{len(self.workers)}")
        told = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", place]
        self.workers.append(self.start("worker", self.address, *told))

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    pytest.importorskip("distributed", reason="needs dask.distributed")
    found = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        found.add_worker()
        found.add_worker()
        yield found
    finally:
        found.end()


def started(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*RUN, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_a_cluster_gives_the_same_lines_though_its_processes_are_killed(
    here: Path, cluster: Cluster
) -> None:
    """A worker is killed, then the client, then the scheduler; each time it goes on."""
    words = [*PLAIN, "--games", "6000", "--rotate", "--bots", "eager,random"]
    assert run(*words, "--jobs", "2", "--write", "here.jsonl").exit_code == 0
    path = here / "there.jsonl"
    there = [*words, "--cluster", cluster.address, "--write", "there.jsonl"]
    with started(*there) as client:
        until(lambda: lines_in(path) > 60)
        cluster.workers[0].send_signal(signal.SIGKILL)
        at = lines_in(path)
        until(lambda: lines_in(path) > at + 60)
        client.kill()
        client.wait()
    first = {*path.read_text().splitlines()[:-1]}
    cluster.add_worker()
    with started(*there, "--resume") as client:
        at = lines_in(path)
        until(lambda: lines_in(path) > at + 60)
        cluster.scheduler.send_signal(signal.SIGKILL)
        output, errors = client.communicate()
    assert client.returncode == 1
    assert "does not answer any more." in errors and "go on with --resume." in errors
    assert "Traceback" not in errors + output
    second = {*path.read_text().splitlines()}
    assert first <= second
    assert run(*words, "--write", "there.jsonl", "--resume").exit_code == 0
    assert second <= {*path.read_text().splitlines()}
    assert path.read_bytes() == (here / "here.jsonl").read_bytes()


def test_the_guide_works_on_a_cluster_step_by_step(here: Path, cluster: Cluster) -> None:
    """Its scheduler and workers are started with the words of the guide, on this machine."""
    port = free_port()
    output = ""
    guide = ROOT / "docs" / "guides" / "cluster.md"
    with ExitStack() as running:
        for block in blocks_of(guide):
            rows = block.text.replace("10.0.0.5", "127.0.0.1").replace("8786", str(port))
            for row in rows.splitlines():
                if row.startswith("$ dask "):
                    words = shlex.split(row.removeprefix("$ dask "))
                    process = cluster.start(*words)
                    running.callback(ended, process)
                elif row.startswith("$ playsheet "):
                    output = run_command(row.removeprefix("$ "))
                else:
                    assert row in output or row.startswith("$ pip install "), (row, output)
    there = Path("there.jsonl").read_bytes().splitlines()
    assert there[:201] == Path("alone.jsonl").read_bytes().splitlines() and len(there) == 601
    assert Path("balance.html").is_file()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def ended(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.wait()


def test_a_client_that_was_closed_says_so_and_can_be_closed_again(cluster: Cluster) -> None:
    """Its scheduler may be gone at any moment, between two looks too."""
    place = lab.Cluster(cluster.address)
    place.client.close()
    with pytest.raises(pools.PoolLost, match="does not answer any more"):
        place.submit(print)
    place.close()


def test_workers_play_the_rules_of_the_client_and_not_their_own(
    here: Path, cluster: Cluster
) -> None:
    """The format is in a folder that they do not see: its path leads nowhere from theirs."""
    words = [*PLAIN, "--games", "40", "--write"]
    assert run(*words, "here.jsonl").exit_code == 0
    assert run(*words, "there.jsonl", "--cluster", cluster.address).exit_code == 0
    assert Path("there.jsonl").read_bytes() == Path("here.jsonl").read_bytes()


def test_a_format_that_was_carried_is_the_same(here: Path) -> None:
    """All its files are in what is carried, none is read where it arrives."""
    for name in ("my_game", "hipercoliseo", "dcg"):  # one of one's own, a child, a library
        files = sources_of(name)
        found = files_of(carried(files))
        assert [one.raw for one in found.played()] == [one.raw for one in files.played()]
        assert all("raw" in vars(one) for one in found.played())
        assert Edition(found).cache.key == Edition(files).cache.key


def test_another_version_does_not_play(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key, raw = pools.packed(work_of(3))
    assert pools.play_there(key, None, 0, 3, True).lacking
    monkeypatch.setattr(pools, "program_version", lambda: "9.9")
    with pytest.raises(ValueError, match=r"A worker has version 9\.9 of this program, and here"):
        pools.play_there(key, raw, 0, 3, True)
    monkeypatch.undo()
    part: Any = pools.play_there(key, raw, 0, 3, True)
    assert part.tally.games == 3 and part.lines.count(b"\n") == 3
    assert not pools.play_there(key, None, 0, 1, False).lacking


class Threads:
    """What any place is to a run; some of its parts are lost."""

    slots = 2
    lost = (TimeoutError,)

    def __init__(self, lose: int, error: Exception | None = None) -> None:
        self.pool = ThreadPoolExecutor(2)
        self.lose, self.error, self.waited = lose, error, 0

    def submit(self, work: Any, *given: Any) -> Any:
        if self.error is not None:
            return self.pool.submit(self.fail, self.error)
        self.lose -= 1
        return (
            self.pool.submit(self.fail, TimeoutError())
            if self.lose % 3 == 2
            else (self.pool.submit(work, *given))
        )

    def fail(self, error: Exception) -> None:
        raise error

    def look(self) -> None: ...

    def wait(self) -> None:
        self.waited += 1

    def close(self) -> None:
        self.pool.shutdown(wait=False)


def work_of(games: int) -> Work:
    rules = Rules(Edition(sources_of("my_game")))
    plan = Plan(games, 0, ("random", "random"), rules.deck_lists(2), native=False)
    return Work(rules, (), {}, 2, plan)


def test_any_executor_plays_and_parts_that_are_lost_are_played_again(here: Path) -> None:
    work, place = work_of(200), Threads(1000)
    with Results(Path("x.jsonl"), header_of(work)).begin(200, False) as results:
        pool: Any = Elsewhere(place, work, True)  # pyright: ignore
        report = simulate(work, 2, results=results, new_pool=lambda: pool)
    assert not report.cut and report.tally.games == 200 and place.waited > 1
    assert run(*PLAIN, "--games", "200", "--write", "y.jsonl").exit_code == 0
    assert Path("x.jsonl").read_bytes() == Path("y.jsonl").read_bytes()


def test_workers_that_are_lost_again_and_again_end_a_run(here: Path) -> None:
    work = work_of(50)
    lost: Any = Elsewhere(Threads(0, TimeoutError()), work, False)  # pyright: ignore
    report = simulate(work, 2, new_pool=lambda: lost)
    assert report.cut == "The processes that play were lost again and again."
    broken: Any = Elsewhere(Threads(0, ImportError("no such thing")), work, False)  # pyright: ignore
    with pytest.raises(ValueError, match="A process that should play cannot: no such thing"):
        simulate(work, 2, new_pool=lambda: broken)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere", "tcp://", "x://y:1"])
def test_where_no_cluster_is_one_message_says_so(
    here: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed", reason="needs dask.distributed")
    monkeypatch.setattr("playsheet.lab.simulation.cluster.ANSWERS_S", 2)
    found = run(*PLAIN, "--games", "2", "--cluster", address)
    assert found.exit_code == 2, found.output
    assert found.stderr.splitlines()[-1].startswith("Error: There is no answer from a cluster at")


@pytest.mark.parametrize(
    ("module", "words", "told"),
    [
        ("distributed", ["--cluster", "tcp://127.0.0.1:1"], "pip install 'playsheet[cluster]'"),
        ("duckdb", ["--write", "x.parquet"], "pip install 'playsheet[sim]'"),
    ],
)
def test_what_is_not_installed_is_told(
    here: Path, monkeypatch: pytest.MonkeyPatch, module: str, words: list[str], told: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    found = run(*PLAIN, "--games", "2", *words)
    assert found.exit_code == 2 and told in found.stderr
