"""The command that serves tables: where it listens, and what it says of that."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from running import run

pytest.importorskip("uvicorn", reason="needs the extra web")


def test_a_free_port_is_told_before_anybody_needs_it(here: Path) -> None:
    """Red if the link names another port than the one that answers, or Ctrl-C is an error."""
    command = [sys.executable, "-m", "playsheet", "serve", "my_game", "--port", "0"]
    with subprocess.Popen(
        [*command, "--state", str(here / "tables")], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        (link,) = re.findall(r"http://localhost:[1-9][0-9]*/", process.stdout.readline())
        with urllib.request.urlopen(f"{link}api/lobby", timeout=30) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0


WORKER = """
import os, time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from playsheet.lab import work as lab
from playsheet.table.server import work as table
begin, given = BEGIN
pool = ProcessPoolExecutor(1, get_context("spawn"), begin, given)
print(pool.submit(os.getpid).result(), flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("begin", ["table.begin_work, ()", "lab.start_process, (int, ())"])
def test_a_worker_ends_with_the_process_that_wanted_it(begin: str) -> None:
    """However that ends: what they both print into is closed then."""
    command = [sys.executable, "-c", WORKER.replace("BEGIN", begin)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline().strip().isdigit()
        process.kill()
        assert process.communicate(timeout=30) == ("", None)


@pytest.mark.parametrize("place", ["my_game", "./my_game", "my_game/"])
def test_tables_go_on_however_the_place_of_the_format_is_written(here: Path, place: str) -> None:
    command = [sys.executable, "-m", "playsheet", "serve", place, "--port", "0"]
    command += ["--state", str(here / "tables")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        (link,) = re.findall(r"http://localhost:[1-9][0-9]*/", process.stdout.readline())
        with urllib.request.urlopen(f"{link}api/lobby", timeout=30) as answer:
            [form] = json.load(answer)["formats"]
        seats = [{"plays": "human"}, {"plays": "human"}]
        wanted = json.dumps({"format": form["name"], "seats": seats}).encode()
        told = {"Content-Type": "application/json", "Origin": link.rstrip("/")}
        with urllib.request.urlopen(
            urllib.request.Request(f"{link}api/tables", wanted, told)
        ) as it:
            assert it.status == 201
        process.kill()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert process.stdout.readline() == "1 table of before can go on.\n"
        process.kill()


def test_a_port_that_is_taken_is_told(here: Path) -> None:
    """Red if a link is promised that another program answers."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        result = run("serve", "my_game", "--port", port, "--state", str(here / "tables"))
    assert result.exit_code == 2
    assert "No server: " in result.output and "http://" not in result.output


# ---- for an editor


def test_a_program_that_starts_it_is_told_where_it_is_and_takes_it_along(here: Path) -> None:
    """Red if it stays when whoever started it is gone, or a page of the web may frame it."""
    command = [sys.executable, "-m", "playsheet", "serve", "my_game", "--port", "0", "--json"]
    command += ["--attached", "--framed-by", "vscode-webview", "--framed-by", "vscode-file:"]
    with subprocess.Popen(
        [*command, "--state", str(here / "tables")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None and process.stdin is not None
        told = json.loads(process.stdout.readline())
        assert told.keys() == {"at", "token", "tables", "lost"} and told["tables"] == []
        request = urllib.request.Request(f"{told['at']}/api/author/files")
        request.add_header("Authorization", f"Bearer {told['token']}")
        with urllib.request.urlopen(request, timeout=30) as answer:
            policy = answer.headers["content-security-policy"]
        assert policy.endswith("; frame-ancestors 'self' vscode-webview: vscode-file:")
        process.stdin.close()
        assert process.wait(30) == 0


@pytest.mark.parametrize("scheme", ["https", "HTTP:", "file", "*", "a b", "https://x.example", ""])
def test_pages_that_anybody_may_write_never_frame_it(here: Path, scheme: str) -> None:
    result = run("serve", "my_game", "--port", "0", "--framed-by", scheme)
    assert result.exit_code == 2 and "Traceback" not in result.output
    assert "scheme" in result.output or "Anybody" in result.output
