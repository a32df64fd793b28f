"""What the scenarios of a format notice and what never happens, worked out in another process."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress
from typing import Any

from ..service.coverage import CALL, Coverage, from_json
from . import edge
from .changes import refuse
from .panels import unsaved
from .server import NAME, Server, server

COVERAGE = f"{NAME}/coverage"
PROGRESS = f"{NAME}/progress"
MOST_GAMES = 1000
LONGEST_LINE = 1 << 26  # letters


class NoCoverage(Exception):
    """Why nothing can be worked out."""


@server.feature(COVERAGE)
async def on_coverage(ls: Server, params: Any) -> dict[str, Any] | None:
    """Of a file's format, by all its scenarios and so many `games` (0 to 1,000): which changes of
    rules are `noticed` (for each clause one and its scenario, else why none is), how many `effects`
    there are, which of them `never` happened, and which words and events were `absent`; `said` is
    that in a sentence. None for a file of no format. Told meanwhile how far it is. What never
    happens is shown in texts from then on.
    """
    games = getattr(params, "games", 0)
    games = games if isinstance(games, int) else 0
    for name in ls.desk.formats_of(edge.path_of(str(params.uri)))[:1]:
        try:
            found = await worked_out(ls, name, max(0, min(games, MOST_GAMES)))
        except NoCoverage as error:
            raise refuse(error) from None
        ls.coverage[name] = found
        ls.refresh()
        return told_of(ls, found)
    return None


async def worked_out(ls: Server, name: str, games: int) -> Coverage:
    """What comes out of a process, which ends with this one. Raises `NoCoverage`."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", CALL, NAME),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        limit=LONGEST_LINE,
    )
    assert process.stdin and process.stdout and process.stderr
    cause = asyncio.ensure_future(last_line(process.stderr))
    texts = {path: text.decode() for path, text in unsaved(ls).items()}
    wanted = {"name": name, "games": games, "unsaved": texts}
    try:
        process.stdin.write(json.dumps(wanted).encode() + b"\n")
        await process.stdin.drain()
        async for line in process.stdout:
            told = json.loads(line)
            if "found" in told:
                return from_json(told["found"])
            if "wrong" in told:
                raise NoCoverage(told["wrong"])
            ls.protocol.notify(PROGRESS, told)
    finally:
        process.stdin.close()
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    raise NoCoverage(f"The scenarios could not be run to their end: {await cause}.")


async def last_line(stream: asyncio.StreamReader) -> str:
    """What a process said last before it ended: why it did, if it failed."""
    last = b""
    async for line in stream:
        last = line.strip() or last
    return last.decode(errors="replace").rstrip(".") or "its process ended"


def said(found: Coverage) -> str:
    """What came out, in a sentence."""
    all_of, noticed = len(found.clauses), sum(bool(one.scenario) for one in found.clauses)
    clauses = f"{noticed} of {all_of} clauses are noticed" if all_of else "No clause is cited"
    happened = f"{found.effects - len(found.never)} of {found.effects} effects of cards happened"
    games = f" and {found.games} games" if found.games else ""
    return f"{clauses}; {happened} in scenarios{games}."


def told_of(ls: Server, found: Coverage) -> dict[str, Any]:
    """What came out, as editors are told."""
    return {
        "said": said(found),
        "games": found.games,
        "noticed": [
            {
                **{"clause": one.clause, "scenario": one.scenario, "change": one.change},
                **{"uri": ls.uri_of(one.file) if one.file else "", "line": one.line},
                "why": one.why,
            }
            for one in found.clauses
        ],
        "effects": found.effects,
        "never": [
            {"uri": ls.uri_of(one.file), "line": one.line, "card": one.card, "why": one.why}
            for one in found.never
        ],
        "absent": [{"kind": kind, "name": name} for kind, name in found.absent],
    }
