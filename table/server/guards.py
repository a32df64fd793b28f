"""What keeps strangers out: which hosts and pages may speak to the server, how much, how often."""

from __future__ import annotations

import contextlib
import re
import socket
import time
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LONGEST_MESSAGE = 16_384  # signs of a message over the socket
LONGEST_BODY = 32_768  # bytes of a request over HTTP
MESSAGES = (20.0, 60)  # a second over time, and at once
NEW_TABLES = (1.0, 40)
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
EVERYWHERE = ("", "0.0.0.0", "::")
INLINE = re.compile(r"<script(?![^>]*\ssrc=)([^>]*)>(.*?)</script>", re.DOTALL | re.IGNORECASE)
HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "SAMEORIGIN",  # where the policy does not count; there it is narrower
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}


class Bucket:
    """So many a second over time, and so many at once."""

    def __init__(self, rate: float, most: int) -> None:
        self.rate, self.most = rate, float(most)
        self.left, self.since = float(most), time.monotonic()

    def take(self) -> bool:
        """Whether one more is within the limit."""
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.since) * self.rate)
        self.since = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


def policy_of(page: str, framed: bool = False, around: Iterable[str] = ()) -> str:
    """The Content-Security-Policy of a page that is one file: its own scripts alone may run, and it
    may speak to nobody but its server. `framed`: it may show pages of that server in itself;
    `around`: the schemes of editors that may show it in one of theirs.
    """
    own = "'self'" if framed else "'none'"
    others = [*([own] if framed else []), *around] or [own]
    scripts = [
        b64encode(sha256(found[2].encode()).digest()).decode() for found in INLINE.finditer(page)
    ]
    sources = " ".join(f"'sha256-{one}'" for one in dict.fromkeys(scripts)) or "'none'"
    return (
        f"default-src 'none'; script-src {sources}; style-src 'unsafe-inline';"
        " img-src 'self' data:; font-src data:; connect-src 'self';"
        " base-uri 'none'; form-action 'none';"
        f" frame-src {own}; frame-ancestors {' '.join(others)}"
    )


class Gate:
    """Lets through what is said to a host of the list, by no page from elsewhere. A name that an
    attacker points at this machine is no host of the list; a page of his has another origin.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], policy: str) -> None:
        self.app = app
        self.hosts = {host.lower() for host in hosts}
        self.policy = policy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or socket."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        wrong = self.wrong_with(headers)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    found[name] = value
                found["content-security-policy"] = self.policy
            await send(message)

        if wrong is None:
            await self.app(scope, receive, guarded)
        elif scope["type"] == "http":
            answer = JSONResponse({"error": wrong}, status_code=403)
            await answer(scope, receive, guarded)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": wrong})

    def wrong_with(self, headers: Headers) -> str | None:
        """Why something is not let through; None if it is."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self.hosts:
            return "This host is not one that the server answers for."
        origins = headers.getlist("origin")
        if len(origins) > 1:
            return "There is more than one origin."
        if origins:
            scheme, _, host = origins[0].lower().partition("://")
            if scheme not in ("http", "https") or host not in self.hosts:
                return "A page from elsewhere may not speak to this server."
        return None


def allowed_hosts(host: str, port: int, more: Iterable[str] = ()) -> list[str]:
    """The hosts that a server answers for, with and without its port. One that listens everywhere
    answers for the addresses of its machine; a name that an attacker points there is none of them.
    """
    names = [*LOOPBACK, *more, *(own_addresses() if host in EVERYWHERE else [as_host(host)])]
    return [*names, *(f"{name}:{port}" for name in names)]


def as_host(address: str) -> str:
    """An address as it stands in a link."""
    return f"[{address}]" if ":" in address else address


def own_addresses() -> list[str]:
    """The addresses at which others reach this machine, the likeliest first."""
    found: list[str] = []
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((far, 9))  # sends nothing: the system says from where it would
            found.append(str(asking.getsockname()[0]))
    with contextlib.suppress(OSError):
        rows = socket.getaddrinfo(socket.gethostname(), None)
        found += [str(row[4][0]).partition("%")[0] for row in rows]
    return [*dict.fromkeys(as_host(one) for one in found if not one.startswith("127."))]
