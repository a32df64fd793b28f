"""What the author's page asks besides: the card at a place, where a scenario failed."""

from __future__ import annotations

import asyncio
from typing import Any

from lsprotocol import types

from ..service.running import run
from . import edge
from .server import NAME, Server, server

CARD = f"{NAME}/card"
LOOK = f"{NAME}/look"


@server.feature(CARD)
def on_card(ls: Server, params: Any) -> dict[str, str] | None:
    """The card that a place of a file is of, by its name and code; None for none."""
    position = types.Position(params.position.line, params.position.character)
    document = types.TextDocumentIdentifier(params.textDocument.uri)
    path, _, place = ls.here(document, position)
    known = ls.known(path, place)
    card = known[0].card_at(known[1], known[2]) if known is not None else None
    return {"name": str(card.name), "code": str(card.code)} if card is not None else None


@server.feature(LOOK)
async def on_look(ls: Server, params: Any) -> dict[str, Any] | None:
    """Into a scenario that fails, by its file and title: the lines from 0 at which something is
    wrong, what is, and `trace`: what happened last before the first of them, and who is asked what.
    None where it passes.
    """
    path, title = edge.path_of(params.uri), str(params.title)
    texts = {path: one.text.encode() for path, one in ls.desk.open.items()}
    for name in ls.desk.formats_of(path)[:1]:
        for one in await asyncio.to_thread(run, name, texts, [(path, title)], True):
            if one.title == title and not one.passed:
                here = [
                    each for each in one.problems if edge.path_of(edge.uri_of(each.file)) == path
                ]
                wrong = [{"line": each.line - 1, "message": edge.said(each)} for each in here]
                return {"wrong": wrong, "message": one.message, "trace": [*one.trace]}
    return None
