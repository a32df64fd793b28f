"""What the author's page asks besides: the card at a place, where a scenario failed, what the game
has, what carries its rulebook out, what its scenarios are made of, its cards as a sheet, and where
that stands which a table shows.
"""

from __future__ import annotations

import asyncio
from typing import Any

from lsprotocol import types

from ..explained import said_before
from ..service.contents import contents, parts_of_scenarios, rulebook
from ..service.places import place_of_card, place_of_line
from ..service.running import run
from ..service.sheets import sheet, sheet_edits
from ..sheet.edits import SheetError
from . import edge
from .changes import refuse, workspace_edit
from .server import NAME, Server, server

CARD = f"{NAME}/card"
LOOK = f"{NAME}/look"
CONTENTS = f"{NAME}/contents"
RULEBOOK = f"{NAME}/rulebook"
PARTS = f"{NAME}/scenarioParts"
SHEET = f"{NAME}/sheet"
EDIT_SHEET = f"{NAME}/editSheet"
PLACE = f"{NAME}/place"


@server.feature(CARD)
async def on_card(ls: Server, params: Any) -> dict[str, str] | None:
    """The card that a place of a file is of, by its name and code; None for none."""
    position = types.Position(params.position.line, params.position.character)
    document = types.TextDocumentIdentifier(params.textDocument.uri)
    path, _, place = ls.here(document, position)
    known = await ls.known(path, place)
    card = known[0].card_at(known[1], known[2]) if known is not None else None
    return {"name": str(card.name), "code": str(card.code)} if card is not None else None


@server.feature(PLACE)
async def on_place(ls: Server, params: Any) -> types.Location | None:
    """Where that stands which a table of a file's format shows: a `card` by its code, or, with
    `text` and `before`, the word of its text with that number which comes behind a text; or a
    `line` (from 1) of a `file` by its name, which says `said`. None for what is nowhere.
    """
    index = await ls.index_of(edge.path_of(str(params.uri)))
    card, file = (str(getattr(params, key, "")) for key in ("card", "file"))
    span = None
    if index is not None and card:
        text, before = getattr(params, "text", None), getattr(params, "before", "")
        number = text if isinstance(text, int) else -1
        span = place_of_card(index, card, number, str(before))
    elif index is not None and file:
        line, said = getattr(params, "line", None), str(getattr(params, "said", ""))
        span = place_of_line(index, file, line if isinstance(line, int) else 0, said)
    return ls.location(span) if span is not None else None


@server.feature(LOOK)
async def on_look(ls: Server, params: Any) -> dict[str, Any] | None:
    """Into a scenario that fails, by its file and title: the lines from 0 at which something is
    wrong, what is, and `trace`: what happened last before the first of them, and who is asked what.
    None where it passes.
    """
    path, title = edge.path_of(params.uri), str(params.title)
    texts = unsaved(ls)
    for name in ls.desk.formats_of(path)[:1]:
        for one in await asyncio.to_thread(run, name, texts, [(path, title)], True):
            if one.title == title and not one.passed:
                here = [
                    each for each in one.problems if edge.path_of(edge.uri_of(each.file)) == path
                ]
                wrong = [{"line": each.line - 1, "message": edge.said(each)} for each in here]
                return {"wrong": wrong, "message": one.message, "trace": [*one.trace]}
    return None


@server.feature(CONTENTS)
async def on_contents(ls: Server, params: Any) -> list[dict[str, Any]]:
    """What the rules of a file's format declare, with what uses each of it."""
    index = await ls.index_of(edge.path_of(params.uri))
    found = await asyncio.to_thread(contents, index) if index is not None else []
    return [
        {
            **{"kind": one.kind, "name": one.name, "says": one.says, "snippet": one.snippet},
            **{"uri": ls.uri_of(one.span.file), "line": one.span.line - 1},
            **{"named": one.named, "tested": one.tested, "cards": [*one.cards]},
            "used": one.is_used,
        }
        for one in found
    ]


@server.feature(RULEBOOK)
async def on_rulebook(ls: Server, params: Any) -> list[dict[str, Any]]:
    """The clauses of a file's format, with the rules that cite and the scenarios that name each."""
    index = await ls.index_of(edge.path_of(params.uri))
    found = await asyncio.to_thread(lambda: [*rulebook(index)]) if index is not None else []
    return [
        {
            **{"clause": one.clause, "statement": one.statement, "state": one.state},
            "not_testable": one.not_testable,
            "rules": [
                {
                    "uri": ls.uri_of(file.name),
                    "line": line - 1,
                    "text": said_before(file.lines, line),
                }
                for file, line in one.rules
            ],
            "scenarios": [
                {"uri": ls.uri_of(file.name), "line": line - 1, "text": title}
                for file, title, line in one.scenarios
            ],
        }
        for one in found
    ]


@server.feature(PARTS)
async def on_parts(ls: Server, params: Any) -> dict[str, list[str]]:
    """The words of simple scenarios of a file's format; nothing while its rules have mistakes."""
    index = await ls.index_of(edge.path_of(params.uri))
    return await asyncio.to_thread(parts_of_scenarios, index) if index is not None else {}


@server.feature(SHEET)
async def on_sheet(ls: Server, params: Any) -> dict[str, Any]:
    """The cards of a file's format: the headings, a row of cells for each, and the files."""
    for name in ls.desk.formats_of(edge.path_of(params.uri))[:1]:
        table, files = await asyncio.to_thread(sheet, name, unsaved(ls))
        return {"heads": table[0], "rows": table[1:], "files": files}
    return {"heads": [], "rows": [], "files": []}


@server.feature(EDIT_SHEET)
async def on_edit_sheet(ls: Server, params: Any) -> types.WorkspaceEdit:
    """What edited rows of that change, or add: their own fields alone. `table`: the headings, then
    the rows.
    """
    for name in ls.desk.formats_of(edge.path_of(params.uri))[:1]:
        table = [[str(cell) for cell in row] for row in params.table]
        try:
            edits = await asyncio.to_thread(sheet_edits, name, unsaved(ls), table)
        except SheetError as error:
            raise refuse(error) from None
        return workspace_edit(ls, edits)
    return types.WorkspaceEdit()


def unsaved(ls: Server) -> dict[str, bytes]:
    """The texts that are open, by their real paths."""
    return {path: one.text.encode() for path, one in ls.desk.open.items()}
