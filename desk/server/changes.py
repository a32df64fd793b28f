"""What changes files on behalf of an editor, and runs scenarios: renaming, mends, layout."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from ...dsl.problems.problem import problem_records
from ...dsl.syntax.formatter import format_text
from ...dsl.syntax.rows import lines_of
from ..index.homes import relatives_of
from ..index.index import CARDS, DECK, LOOKS, RULES, SCENARIO, Index, kind_of_file
from ..index.text import Place
from ..index.things import Thing
from ..renaming.new_names import CannotRename
from ..renaming.rename import Edit, rename, renamed_at
from ..service.actions import Action, actions
from ..service.checking import soon
from ..service.lenses import titles_in
from ..service.running import Outcome, run
from . import edge
from .server import NAME, RUN, Server, server

PRINTED = "printed"
SCENARIOS = f"{NAME}/scenarios"


def refuse(error: Exception) -> JsonRpcException:
    """Why something cannot be done, as an editor shows it."""
    return JsonRpcException(str(error), types.LSPErrorCodes.RequestFailed)


# ---- renaming


@server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
async def on_prepare_rename(
    ls: Server, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder:
    path, lines, place = ls.here(params.text_document, params.position)
    known = await ls.known(path, place)
    try:
        if known is None:
            raise CannotRename("This is not understood yet.")
        thing, span = renamed_at(*known)
    except CannotRename as error:
        raise refuse(error) from None
    return types.PrepareRenamePlaceholder(edge.range_in(ls.codec, lines, span), thing.name)


@server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
async def on_rename(ls: Server, params: types.RenameParams) -> types.WorkspaceEdit:
    path, _, place = ls.here(params.text_document, params.position)
    known = await ls.known(path, place)
    try:
        if known is None:
            raise CannotRename("This is not understood yet.")
        index, file, place = known
        if file.text != ls.desk.text_of(path) or not index.is_resolved:
            raise CannotRename("There are mistakes, or the last edit is not checked yet.")
        thing, _ = renamed_at(index, file, place)
        edits = rename([index, *others(ls, index, thing)], thing, params.new_name)
    except CannotRename as error:
        raise refuse(error) from None
    return workspace_edit(ls, edits)


def others(ls: Server, index: Index, thing: Thing) -> list[Index]:
    """The other formats that may name a thing: as they are known, or as they are found now."""
    found: list[Index] = []
    texts = {path: one.text.encode() for path, one in ls.desk.open.items()}
    for name in relatives_of(index.files, Path(thing.span.file)):
        other = ls.desk.indexes.get(name) or soon(name, texts, None)
        if other.files.name != index.files.name:
            found.append(other)
    return found


def workspace_edit(ls: Server, edits: Iterable[Edit]) -> types.WorkspaceEdit:
    """Edits of several files; those of printed text need confirmation, where an editor can ask."""
    asks = ls.client_capabilities.workspace
    annotates = (
        asks is not None
        and asks.workspace_edit is not None
        and asks.workspace_edit.change_annotation_support is not None
    )
    by_file: dict[str, list[Edit]] = {}
    for edit in edits:
        by_file.setdefault(edit.span.file, []).append(edit)
    changes: list[types.TextDocumentEdit] = []
    for file, own in by_file.items():
        path = edge.path_of(edge.uri_of(file))
        lines, known = ls.lines(path), ls.desk.open.get(path)
        document = types.OptionalVersionedTextDocumentIdentifier(
            ls.uris.get(path) or edge.uri_of(path), known.version if known is not None else None
        )
        texts: list[types.TextEdit | types.AnnotatedTextEdit | types.SnippetTextEdit] = []
        for one in own:
            where = edge.range_in(ls.codec, lines, one.span)
            if one.printed and annotates:
                texts.append(types.AnnotatedTextEdit(PRINTED, where, one.text))
            else:
                texts.append(types.TextEdit(where, one.text))
        changes.append(types.TextDocumentEdit(document, texts))
    annotation = types.ChangeAnnotation(
        "Printed text", needs_confirmation=True, description="What a card prints is changed."
    )
    return types.WorkspaceEdit(
        document_changes=[*changes], change_annotations={PRINTED: annotation} if annotates else None
    )


# ---- mends


@server.feature(
    types.TEXT_DOCUMENT_CODE_ACTION,
    types.CodeActionOptions([types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]),
)
async def on_actions(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    path = edge.path_of(params.text_document.uri)
    found, lines = await ls.file_of(path), ls.lines(path)
    if found is None or found[1].text != ls.desk.text_of(path):
        return []
    start = edge.place_of(ls.codec, lines, params.range.start)
    end = edge.place_of(ls.codec, lines, params.range.end)
    return [action_of(ls, one) for one in actions(*found, start, end)]


def action_of(ls: Server, one: Action) -> types.CodeAction:
    kind = types.CodeActionKind.SourceFixAll if one.whole_file else types.CodeActionKind.QuickFix
    return types.CodeAction(
        title=one.title,
        kind=kind,
        diagnostics=[ls.diagnostic(problem) for problem in one.problems],
        is_preferred=one.preferred or None,
        edit=workspace_edit(ls, one.edits),
    )


@server.feature(types.TEXT_DOCUMENT_FORMATTING)
def on_formatting(ls: Server, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    path = edge.path_of(params.text_document.uri)
    kind, text = kind_of_file(path), ls.desk.text_of(path)
    if kind not in (RULES, CARDS, DECK, SCENARIO, LOOKS):
        return []
    laid, _ = format_text(kind, text, path)
    if laid == text:
        return []
    lines = lines_of(text)
    last = Place(len(lines) - 1, len(lines[-1]))
    whole = types.Range(types.Position(0, 0), edge.position_of(ls.codec, lines, last))
    return [types.TextEdit(whole, laid)]


# ---- scenarios


@server.feature(SCENARIOS)
def on_scenarios(ls: Server, params: Any) -> list[dict[str, Any]]:
    """Every scenario of the formats that are open: format, file, title, line from 0."""
    found: list[dict[str, Any]] = []
    for name, index in ls.desk.indexes.items():
        own = {source.name for source in index.files.scenarios}
        for file in index.of_kind(SCENARIO):
            for title, line in titles_in(file) if file.name in own else ():
                uri = ls.uris.get(file.path) or edge.uri_of(file.path)
                found.append({"format": name, "uri": uri, "title": title, "line": line - 1})
    return found


@server.command(RUN)
async def on_run(ls: Server, pairs: Any) -> list[dict[str, Any]]:
    """Runs scenarios, each given by its file or address and its title; how each went."""
    wanted: dict[str, list[tuple[str, str]]] = {}
    for file, title in pairs:
        path = edge.path_of(file) if str(file).startswith("file:") else str(Path(file).resolve())
        for name in ls.desk.formats_of(path)[:1]:
            wanted.setdefault(name, []).append((path, str(title)))
    texts = {path: one.text.encode() for path, one in ls.desk.open.items()}
    found: list[Outcome] = []
    for name, own in wanted.items():
        found += await asyncio.to_thread(run, name, texts, own)
    failed = [one for one in found if not one.passed]
    text = f"{len(found) - len(failed)} of {len(found)} scenarios passed."
    kind = types.MessageType.Warning if failed else types.MessageType.Info
    rows = [text, *(f"{one.title}: {one.message}" for one in failed[:5])]
    ls.window_show_message(types.ShowMessageParams(kind, "\n".join(rows)))
    return [
        {
            "uri": ls.uris.get(one.path) or edge.uri_of(one.path),
            "title": one.title,
            "passed": one.passed,
            "message": one.message,
            "problems": [dict(record) for record in problem_records(one.problems)],
        }
        for one in found
    ]
