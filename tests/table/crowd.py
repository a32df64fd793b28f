"""A server under load, as a program: `python tests/table/crowd.py [TABLES] [BOT GAMES] [SECONDS]`.

People at tables answer about once a second; the time is that from an answer to what comes of it.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

from websockets.asyncio.client import connect

PORT = 18_321
BASE = f"http://127.0.0.1:{PORT}"
SLOWEST = 150  # milliseconds, for 95 of 100 answers
FORMATS = ("dcg", "dbe", "hyper_colosseum", "hearts", "guilds")


def asked(path: str, body: object = None) -> Any:
    """What the server answers."""
    sent = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(
        f"{BASE}{path}", sent, {"content-type": "application/json", "host": f"localhost:{PORT}"}
    )
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.load(answer)


def opened(format: str, plays: str, seed: int) -> Any:
    """A new table with people or bots on all seats."""
    rows = {row["name"]: row for row in asked("/api/lobby")["formats"]}
    seats = [{"plays": plays}] * rows[format]["seats"][0]
    return asked("/api/tables", {"format": format, "seats": seats, "seed": seed})


async def person(table: str, token: str, until: float, times: list[float], seed: int) -> None:
    """Answers whenever asked, after a while."""
    chance = Random(seed)
    async with connect(f"ws://localhost:{PORT}/api/socket", max_size=None, host="127.0.0.1") as at:
        await at.send(json.dumps({"t": "join", "table": table, "token": token}))
        view: dict[str, Any] = {}
        sent = 0.0
        while time.monotonic() < until:
            try:
                text = await asyncio.wait_for(at.recv(), 0.5)
            except TimeoutError:
                continue
            message = json.loads(text)
            if message["t"] in ("view", "beats"):
                view = message["view"]
                if sent and message["t"] == "beats":
                    times.append(time.monotonic() - sent)
                sent = 0.0
            if view.get("over"):
                await at.send(json.dumps({"t": "rematch"}))
                await asyncio.sleep(1)
            choice = view.get("choice")
            if choice and not sent and message["t"] in ("view", "beats"):
                await asyncio.sleep(chance.uniform(0.5, 1.5))
                option = chance.choice(choice["options"])["i"]
                sent = time.monotonic()
                answer = {"t": "answer", "choice": choice["id"], "i": option}
                await at.send(json.dumps(answer))


async def crowd(tables: int, bots: int, seconds: float) -> list[float]:
    """People at so many tables while bots play so many games."""
    times: list[float] = []
    for number in range(bots):
        await asyncio.to_thread(opened, FORMATS[number % len(FORMATS)], "search:60", number)
    human = [
        await asyncio.to_thread(opened, FORMATS[number % len(FORMATS)], "human", number)
        for number in range(tables)
    ]
    until = time.monotonic() + seconds
    people = [
        person(one["table"], seat["token"], until, times, number)
        for one in human
        for number, seat in enumerate(one["seats"])
    ]
    await asyncio.gather(*people)
    return times


def memory_of(process: int) -> float:
    """Megabytes that a process holds."""
    rows = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    return next(int(row.split()[1]) for row in rows if row.startswith("VmRSS")) / 1024


def seconds_of(process: int) -> float:
    """Seconds for which a process has worked."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Starts a server, and the crowd."""
    given = [int(one) for one in sys.argv[1:]]
    tables, bots, seconds = (*given, *(20, 8, 60)[len(given) :])
    with tempfile.TemporaryDirectory() as folder:
        place = ["--port", str(PORT), "--state", folder]
        command = [sys.executable, "-m", "playsheet", "serve", *place]
        server = subprocess.Popen(command, cwd=Path(__file__).parents[3])
        try:
            for _ in range(200):
                try:
                    asked("/api/lobby")
                    break
                except OSError:
                    time.sleep(0.3)
            before = memory_of(server.pid)
            times = asyncio.run(crowd(tables, bots, seconds))
            after, worked = memory_of(server.pid), seconds_of(server.pid)
        finally:
            server.terminate()
            server.wait(20)
    milliseconds = [1000 * one for one in times]
    p95 = quantiles(milliseconds, n=20)[-1]
    most, middle = max(milliseconds), median(milliseconds)
    print(f"{tables} tables, {bots} games of bots, {len(times)} answers in {seconds} s")
    print(f"median {middle:.0f} ms, p95 {p95:.0f} ms, most {most:.0f} ms")
    load = ", ".join(f"{one:.0f}" for one in os.getloadavg())
    print(f"the server worked {worked:.0f} s; load of the machine {load} on {os.cpu_count()} cores")
    print(f"memory {before:.0f} MB with all formats, {after:.0f} MB at the end")
    if p95 > SLOWEST or len(times) < tables:
        sys.exit(f"Of {tables} tables, 95 of 100 answers should have come within {SLOWEST} ms.")


if __name__ == "__main__":
    main()
