"""The language server over a web socket: the one that editors start, with messages for headers."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote, urlsplit

from anyio import CancelScope
from starlette.websockets import WebSocket, WebSocketDisconnect

LONGEST_TOLD = 4_000_000  # letters of a message of the protocol
LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
PACKAGE = __name__.partition(".")[0]
TEXTS = ("text", "newText", "table")  # what an author writes may say anything


async def speak(socket: WebSocket, home: Path) -> None:
    """Carries messages between a page and a language server of its own, until either ends."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", PACKAGE, "lsp", "--stdio"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdin is not None and process.stdout is not None
    ways = [
        asyncio.create_task(to_server(socket, process.stdin, home)),
        asyncio.create_task(to_page(process.stdout, socket)),
    ]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        with CancelScope(shield=True):  # no process stays behind
            for one in ways:
                one.cancel()
            with suppress(ProcessLookupError):
                process.kill()
            await asyncio.wait(ways)
            process.stdin.close()
            await process.wait()


async def to_server(socket: WebSocket, server: asyncio.StreamWriter, home: Path) -> None:
    """What a page says; it ends with the first message that speaks of a file from elsewhere."""
    with suppress(WebSocketDisconnect, ConnectionError):
        while True:
            text = await socket.receive_text()
            if len(text) > LONGEST_TOLD or not is_at_home(text, home):
                await socket.close(1008, "That is no message about a file of this folder.")
                return
            raw = text.encode("utf-8", "replace")
            server.write(b"Content-Length: %d\r\n\r\n" % len(raw) + raw)
            await server.drain()


async def to_page(server: asyncio.StreamReader, socket: WebSocket) -> None:
    """What the server says."""
    with suppress(asyncio.IncompleteReadError, RuntimeError, WebSocketDisconnect):
        while True:
            headers = await server.readuntil(b"\r\n\r\n")
            length = LENGTH.search(headers)
            if length is None:
                return
            raw = await server.readexactly(int(length[1]))
            await socket.send_text(raw.decode("utf-8", "replace"))


def is_at_home(text: str, home: Path) -> bool:
    """Whether a message of the protocol names no file but those of a folder."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and all(lies_in(one, home) for one in addresses_in(found))


def addresses_in(message: Any) -> list[str]:
    """All that a message may mean as a file: addresses, and what a command is told first."""
    found: list[str] = []
    pending: list[tuple[str, Any]] = [("", message)]
    while pending:
        key, value = pending.pop()
        if isinstance(value, dict):
            members = cast("dict[str, Any]", value).items()
            pending += [(name, one) for name, one in members if name not in TEXTS]
        elif isinstance(value, list):
            first = key == "arguments" or key == "pair"
            pending += [("pair" if first else key, one) for one in cast("list[Any]", value)]
        elif isinstance(value, str) and is_address(key, value):
            found.append(value)
    return found


def is_address(key: str, value: str) -> bool:
    """Whether a text of a message may mean a file."""
    if key == "pair" and os.path.isabs(value):
        return True
    return key.lower().endswith(("uri", "path")) or value.lower().startswith("file:")


def lies_in(address: str, home: Path) -> bool:
    """Whether a file's address, or its path, is one in a folder; links are followed."""
    parts = urlsplit(address)
    if parts.scheme not in ("", "file") or parts.netloc not in ("", "localhost"):
        return False
    path = unquote(parts.path) if parts.scheme else address
    if "\0" in path:
        return False
    return Path(os.path.realpath(path)).is_relative_to(home)
