"""The server: what an editor shows, and telling it what is wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from ...dsl.loading.garbage import exempt
from ...dsl.nodes.base import Span
from ...dsl.problems.problem import Problem, problem_records
from ...dsl.problems.translation import ENGLISH, problems_in
from ...dsl.syntax.rows import lines_of
from ..index.index import FileIndex, Index
from ..index.text import Moved, Place, line_at
from ..service.coverage import Coverage
from ..service.desk import Desk
from . import edge

NAME, VERSION = edge.SOURCE, "1"
SETTLED = f"{NAME}/settled"
RUN = f"{NAME}.run"  # a command
WAIT = 0.01  # seconds until it is looked again whether a check is done


class Server(LanguageServer):
    """One editor, with the formats it has open."""

    def __init__(self) -> None:
        super().__init__(NAME, VERSION)  # pyright: ignore[reportUnknownMemberType]
        self.desk = Desk(self.publish_soon)
        self.language: str | None = None  # of messages; None: as the editor says
        self.loop: asyncio.AbstractEventLoop | None = None
        self.uris: dict[str, str] = {}  # as the editor calls files, by real path
        self.shown: dict[str, dict[str, list[types.Diagnostic]]] = {}  # by format and path
        self.coverage: dict[str, Coverage] = {}  # what came of games and scenarios, by format

    # ---- texts

    def lines(self, path: str) -> list[str]:
        """The lines of a file as the editor shows it."""
        return lines_of(self.desk.text_of(path))

    @property
    def codec(self) -> Any:
        """How the editor counts columns."""
        return self.workspace.position_codec

    def here(
        self, document: types.TextDocumentIdentifier, position: types.Position
    ) -> tuple[str, list[str], Place]:
        """The path, the lines and the place that a question is about."""
        path = edge.path_of(document.uri)
        lines = self.lines(path)
        return path, lines, edge.place_of(self.codec, lines, position)

    async def file_of(self, path: str) -> tuple[Index, FileIndex] | None:
        """The last index of a file with what is known of the file: whoever asks before the first
        is made waits for it.
        """
        while (found := self.desk.file_of(path)) is None and self.desk.is_awaited(path):
            await asyncio.sleep(WAIT)
        return found

    async def index_of(self, path: str) -> Index | None:
        """The same of a file's format."""
        found = await self.file_of(path)
        return found[0] if found is not None else self.desk.index_of(path)

    async def known(self, path: str, place: Place) -> tuple[Index, FileIndex, Place] | None:
        """The last index of a file, and where a place was in it; None where that is new."""
        found = await self.file_of(path)
        if found is None:
            return None
        index, file = found
        text = self.desk.text_of(path)
        line = place.line if text == file.text else Moved(file.text, text).older(place.line)
        if line is None or line_at(file.lines, line) != line_at(lines_of(text), place.line):
            return None
        return index, file, Place(line, place.column)

    def line_now(self, file: FileIndex) -> Callable[[int], int | None]:
        """Where lines of a file as it was last understood are in the editor now; None for those
        that are gone.
        """
        text = self.desk.text_of(file.path)
        return Moved(file.text, text).newer if text != file.text else lambda line: line

    def location(self, span: Span) -> types.Location:
        """A place in a file, wherever its line is in the editor now."""
        path = edge.path_of(edge.uri_of(span.file))
        uri = self.uris.get(path) or edge.uri_of(path)
        found, text = self.desk.file_of(path), self.desk.text_of(path)
        if found is not None and found[1].text != text:
            line = Moved(found[1].text, text).newer(span.line - 1)
            if line is not None:
                by = line + 1 - span.line
                span = Span(
                    span.file, span.line + by, span.column, span.end_line + by, span.end_column
                )
        return types.Location(uri, edge.range_in(self.codec, lines_of(text), span))

    def uri_of(self, file: str) -> str:
        """A file as the editor calls it."""
        uri = edge.uri_of(file)
        return self.uris.get(edge.path_of(uri)) or uri

    # ---- what is wrong

    def publish_soon(self, name: str, index: Index, versions: dict[str, int]) -> None:
        """Called by the thread that checks."""
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self.publish, name, index, versions)

    def publish(self, name: str, index: Index, versions: dict[str, int]) -> None:
        """Tells the editor all that is wrong in a format, unless it has gone on meanwhile."""
        if not self.desk.is_last(name, index):
            return
        found: dict[str, list[types.Diagnostic]] = {}
        for problem in index.problems:
            path = edge.path_of(edge.uri_of(problem.file)) if problem.file else ""
            if path:
                found.setdefault(path, []).append(self.diagnostic(problem))
        paths = [*dict.fromkeys((*self.shown.get(name, {}), *found))]
        self.shown[name] = found
        for path in paths:
            version = versions.get(path)
            every = [one for known in self.shown.values() for one in known.get(path, ())]
            unique = [one for number, one in enumerate(every) if one not in every[:number]]
            uri = self.uris.get(path) or edge.uri_of(path)
            self.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(uri, unique, version)
            )
        self.refresh()
        exempt()

    def refresh(self) -> None:
        """Has the editor ask anew for what it shows in texts, if it can be asked to."""
        can = self.client_capabilities.workspace
        if can is None:
            return
        if can.semantic_tokens is not None and can.semantic_tokens.refresh_support:
            self.workspace_semantic_tokens_refresh(None)
        if can.inlay_hint is not None and can.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)
        if can.code_lens is not None and can.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    def diagnostic(self, problem: Problem) -> types.Diagnostic:
        """A problem with its further places, in the language of the editor."""
        (problem,) = problems_in(self.language or ENGLISH, (problem,))
        lines = self.lines(edge.path_of(edge.uri_of(problem.file)))
        related = [
            types.DiagnosticRelatedInformation(self.location(label.span), label.note)
            for label in problem.labels
            if label.span.file
        ]
        return types.Diagnostic(
            range=edge.range_in(self.codec, lines, problem.span),
            message=edge.said(problem, self.language or ENGLISH),
            severity=edge.SEVERITIES[problem.severity],
            code=problem.code,
            source=NAME,
            related_information=related or None,
            data={"mend": problem.mend} if problem.replaces else None,
        )


server = Server()


# ---- texts


@server.feature(types.INITIALIZE)
def initialize(ls: Server, params: types.InitializeParams) -> None:
    if ls.language is None:
        ls.language = (params.locale or ENGLISH).partition("-")[0].lower()


@server.feature(types.INITIALIZED)
async def initialized(ls: Server, params: types.InitializedParams) -> None:
    ls.loop = asyncio.get_running_loop()


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def did_open(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
    tell(ls, params.text_document.uri)


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def did_change(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
    tell(ls, params.text_document.uri)


def tell(ls: Server, uri: str) -> None:
    """The desk is told what a file says now."""
    path = edge.path_of(uri)
    if path:
        document = ls.workspace.get_text_document(uri)
        ls.uris[path] = uri
        ls.desk.opened(path, document.source, document.version or 0)


@server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
def did_close(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
    ls.desk.closed(edge.path_of(params.text_document.uri))


@server.feature(types.TEXT_DOCUMENT_DID_SAVE)
def did_save(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
    ls.desk.saved(edge.path_of(params.text_document.uri))


@server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
def did_change_files(ls: Server, params: types.DidChangeWatchedFilesParams) -> None:
    for change in params.changes:
        path = edge.path_of(change.uri)
        if path and path not in ls.desk.open:
            ls.desk.saved(path)


@server.feature(types.SHUTDOWN)
def shutdown(ls: Server, params: None) -> None:
    ls.desk.stop()


@server.feature(SETTLED)
async def settled(ls: Server, params: Any) -> list[dict[str, Any]]:
    """Answers when nothing waits to be checked: the problems of all formats, as `check` has
    them.
    """
    while not ls.desk.is_settled():
        await asyncio.sleep(WAIT)
    await asyncio.sleep(0)  # what was found is published before
    every = (one for index in ls.desk.checked.values() for one in index.problems)
    return [dict(record) for record in problem_records(every)]
