"""`playsheet serve`: a table in the browser, for any format."""

from __future__ import annotations

import contextlib
import json
import re
import socket
import sys
import webbrowser
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from threading import Thread, Timer

import click
import uvicorn
from platformdirs import user_state_path

from ...dsl.loading.library import WrongUse, shipped_formats, sources_of
from ...table.server.app import new_app
from ...table.server.chairs import AWAY, new_token
from ...table.server.guards import (
    EVERYWHERE,
    LONGEST_MESSAGE,
    allowed_hosts,
    as_host,
    own_addresses,
)
from ...table.server.store import Store
from ...table.server.tables import Tables
from ...workbench.folder import Folder
from ...workbench.language import LONGEST_TOLD
from ...workbench.server import Workbench
from ...workbench.trying import Trying
from ..saving import write_whole
from ..targets import FORMAT
from ..words import AS_JSON, count_of

PORT = 8321


OPEN_TO_ALL = ("http", "https", "ws", "wss", "data", "blob", "javascript", "file", "about")


def schemes_of(
    _ctx: click.Context, _param: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """Schemes of addresses with their colons; none in which anybody may write pages."""
    found: list[str] = []
    for value in values:
        scheme = value.removesuffix(":").lower()
        if not re.fullmatch(r"[a-z][a-z0-9+.-]*", scheme):
            raise click.BadParameter(f'"{value}" is no scheme, such as vscode-webview.')
        if scheme in OPEN_TO_ALL:
            raise click.BadParameter(f"Anybody may write pages of {scheme}, so none shows these.")
        found.append(f"{scheme}:")
    return tuple(found)


LOCAL = "127.0.0.1"


@click.command("serve")
@click.argument("name", metavar="[FORMAT]", type=FORMAT, required=False)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="0 takes a free one.",
)
@click.option(
    "--host", default=LOCAL, show_default=True, help="Where to listen; others reach it from there."
)
@click.option(
    "--allow-host", "more", multiple=True, metavar="NAME", help="A name it is called by, besides."
)
@click.option(
    "--away",
    type=click.FloatRange(min=0),
    default=AWAY,
    show_default=True,
    metavar="SECONDS",
    help="How long a player has to be away before a bot may play on for him.",
)
@click.option(
    "--wait",
    "waits",
    is_flag=True,
    help="New tables pause where a seat has one possible answer; the lobby can say otherwise.",
)
@click.option(
    "--framed-by",
    "around",
    multiple=True,
    callback=schemes_of,
    metavar="SCHEME",
    help="The scheme of an editor that may show the pages in its own, such as vscode-webview.",
)
@click.option(
    "--attached", is_flag=True, help="End when standard input ends, for a program that starts it."
)
@AS_JSON
@click.option("--open", "opens", is_flag=True, help="Open the page in a browser.")
@click.option(
    "--state",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder that tables are kept in; else one of the user's.",
)
def command(
    name: str | None,
    port: int,
    host: str,
    more: tuple[str, ...],
    away: float,
    waits: bool,
    around: tuple[str, ...],
    attached: bool,
    as_json: bool,
    opens: bool,
    state: Path | None,
) -> None:
    """Open a table in the browser, for FORMAT or for any that ships; and of FORMAT the workbench of
    its author.
    """
    if name is not None:
        name = sources_of(name).name  # as tables and saved games have it, however it is written
    names = shipped_formats() if name is None else [name]
    store = Store(state or user_state_path(__name__.partition(".")[0], appauthor=False) / "tables")
    tables = Tables(names, store, away=away, wait=waits)
    bench = workbench_of(name, tables) if name is not None else None
    if name is not None and bench is None:
        tables.rules(name)  # nobody can mend it here
    lost = tables.resume()
    listening = listener(host, port)
    port = listening.getsockname()[1]
    where = addresses(host, port, more)
    token = bench.token if bench is not None else None
    if as_json:
        told = {"at": where[0], "token": token, "tables": [*tables.tables], "lost": lost}
        click.echo(json.dumps(told))
    else:
        say(where, token, len(tables.tables), len(lost))
    hosts = allowed_hosts(host, port, more)
    pages = (bench.routes(), bench.page) if bench is not None else ((), "")
    app = new_app(tables, hosts, *pages, around)
    if opens:
        Timer(1.0, webbrowser.open, [where[0]]).start()
    config = uvicorn.Config(
        app,
        log_level="warning",
        ws_max_size=LONGEST_TOLD if bench is not None else LONGEST_MESSAGE,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)
    if attached:
        Thread(target=end_with_input, args=[server], daemon=True).start()
    with listening, contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])


def say(where: Sequence[str], token: str | None, tables: int, lost: int) -> None:
    """Tells a person where the pages are: for who sits here, then for others."""
    here, *others = where
    click.echo(f"The table is at {here}/ (Ctrl-C stops it).")
    for one in others:
        click.echo(f"Others reach it at {one}/")
    if tables:
        click.echo(f"{count_of(tables, 'table')} of before can go on.")
    if lost:
        click.echo(f"{count_of(lost, 'table')} cannot: the rules are others by now.")
    if token is not None:
        click.echo(f"The workbench is at {here}/workbench#token={token}")


def end_with_input(server: uvicorn.Server) -> None:
    """Stops a server when whoever started it is gone."""
    with contextlib.suppress(OSError, ValueError):
        while sys.stdin.buffer.read(4096):
            pass
    server.should_exit = True


def addresses(host: str, port: int, more: Sequence[str]) -> list[str]:
    """Where the page is: for who sits here, then for others, as far as the socket listens there."""
    everywhere = host in EVERYWHERE
    here = "localhost" if everywhere or host == LOCAL else as_host(host)
    own = [one for one in own_addresses() if host == "::" or not one.startswith("[")]
    names = [here, *more, *(own if everywhere else ())]
    return [f"http://{name}:{port}" for name in dict.fromkeys(names)]


def listener(host: str, port: int) -> socket.socket:
    """What listens there, so that nothing is promised that another program answers."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        both = host == "::" and socket.has_dualstack_ipv6()
        return socket.create_server((host, port), family=family, dualstack_ipv6=both)
    except OSError as error:
        reason = error.strerror or error
        raise WrongUse(f"No server: {reason}. --port 0 takes a free port.") from None


def workbench_of(name: str, tables: Tables) -> Workbench | None:
    """The workbench of a format; without the language server there is none."""
    if find_spec("pygls") is None:
        return None

    def changed(file: str) -> None:
        if not file.endswith(".scenario"):  # which no table plays
            tables.forget()

    home = sources_of(name).rules[0].path.parent
    trying = Trying(tables, name)
    return Workbench(Folder(home, write_whole), new_token(), trying, changed)
