"""What the author's page asks besides: the card at a place."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from .server import NAME, Server, server

CARD = f"{NAME}/card"


@server.feature(CARD)
def on_card(ls: Server, params: Any) -> dict[str, str] | None:
    """The card that a place of a file is of, by its name and code; None for none."""
    position = types.Position(params.position.line, params.position.character)
    document = types.TextDocumentIdentifier(params.textDocument.uri)
    path, _, place = ls.here(document, position)
    known = ls.known(path, place)
    card = known[0].card_at(known[1], known[2]) if known is not None else None
    return {"name": str(card.name), "code": str(card.code)} if card is not None else None
