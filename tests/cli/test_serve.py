"""The command that serves tables: where it listens, and what it says of that."""

from __future__ import annotations

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


def test_a_port_that_is_taken_is_told(here: Path) -> None:
    """Red if a link is promised that another program answers."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        result = run("serve", "my_game", "--port", port, "--state", str(here / "tables"))
    assert result.exit_code == 2
    assert "No server: " in result.output and "http://" not in result.output
