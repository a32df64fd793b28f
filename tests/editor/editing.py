"""The real server, driven over standard input and output as an editor drives it."""

from __future__ import annotations

import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities, make_test_lsp_client

LONGEST = 300.0  # seconds that a first check may take


class Editor:
    """An editor with some files of a folder open."""

    def __init__(
        self, client: LanguageClient, folder: Path, answer: types.InitializeResult
    ) -> None:
        self.client = client
        self.answer = answer
        self.folder = folder
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}

    def path(self, file: str) -> Path:
        return self.folder / file

    def uri(self, file: str) -> str:
        return self.path(file).as_uri()

    def document(self, file: str) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri(file))

    def open(self, file: str) -> None:
        """Opens a file as it is on the disk."""
        self.texts[file] = self.path(file).read_text(encoding="utf-8")
        self.versions[file] = 1
        item = types.TextDocumentItem(self.uri(file), "playsheet", 1, self.texts[file])
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def type(self, file: str, text: str) -> None:
        """The whole text of a file as it is now, unsaved."""
        self.texts[file] = text
        self.versions[file] += 1
        document = types.VersionedTextDocumentIdentifier(self.versions[file], self.uri(file))
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))

    def replace(self, file: str, old: str, new: str) -> None:
        """Types something in the place of something that stands there."""
        assert old in self.texts[file], old
        self.type(file, self.texts[file].replace(old, new, 1))

    def at(self, file: str, before: str) -> dict[str, Any]:
        """The place behind the first text of this kind; `|` in it says where inside."""
        plain = before.replace("|", "")
        found = self.texts[file].index(plain)
        end = found + (before.index("|") if "|" in before else len(plain))
        above = self.texts[file][:end]
        line = above.count("\n")
        units = len(above.rpartition("\n")[2].encode("utf-16-le")) // 2
        return {"text_document": self.document(file), "position": types.Position(line, units)}

    async def settled(self) -> list[dict[str, Any]]:
        """All that is wrong, when nothing waits to be checked."""
        found = await self.client.protocol.send_request_async("playsheet/settled", {})
        return [plain(one) for one in found]

    def diagnostics(self, file: str) -> list[types.Diagnostic]:
        """What the editor was told of a file last."""
        return list(self.client.diagnostics.get(self.uri(file), ()))

    async def hover(self, file: str, before: str) -> str:
        found = await self.client.text_document_hover_async(
            types.HoverParams(**self.at(file, before))
        )
        if found is None:
            return "nothing"
        assert isinstance(found.contents, types.MarkupContent)
        return self.anonymous(found.contents.value)

    async def complete(self, file: str, before: str) -> list[types.CompletionItem]:
        found = await self.client.text_document_completion_async(
            types.CompletionParams(**self.at(file, before))
        )
        assert isinstance(found, types.CompletionList)
        return list(found.items)

    async def definition(self, file: str, before: str) -> list[str]:
        found = await self.client.text_document_definition_async(
            types.DefinitionParams(**self.at(file, before))
        )
        return self.places(found)

    async def references(self, file: str, before: str) -> list[str]:
        context = types.ReferenceContext(include_declaration=True)
        found = await self.client.text_document_references_async(
            types.ReferenceParams(context=context, **self.at(file, before))
        )
        return self.places(found)

    async def ask(self, what: str, file: str, before: str = "", more: str = "") -> str:
        """An interaction, as a text short enough to be read."""
        return await getattr(self, f"ask_{what}")(file, before, more)

    async def everything(self, file: str, line: int, column: int) -> None:
        """Asks all there is to ask at a place; what matters is that there is an answer."""
        where = {"text_document": self.document(file), "position": types.Position(line, column)}
        client, document = self.client, self.document(file)
        await client.text_document_hover_async(types.HoverParams(**where))
        await client.text_document_completion_async(types.CompletionParams(**where))
        await client.text_document_definition_async(types.DefinitionParams(**where))
        await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
        await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
        await client.text_document_code_lens_async(types.CodeLensParams(document))
        part = types.Range(types.Position(0, 0), types.Position(line, 0))
        await client.text_document_inlay_hint_async(types.InlayHintParams(document, part))

    async def ask_hover(self, file: str, before: str, more: str) -> str:
        return cut(await self.hover(file, before))

    async def ask_complete(self, file: str, before: str, more: str) -> str:
        """The first of what is offered that begins so, and how many there are."""
        items = await self.complete(file, before)
        shown = [one for one in items if one.label.lower().startswith(more)]
        rows = [f"{one.label} | {one.detail} | {one.text_edit.new_text}" for one in shown[:6]]
        return "\n".join([f"{len(shown)} of {len(items)}", *rows])

    async def ask_definition(self, file: str, before: str, more: str) -> str:
        return "\n".join(await self.definition(file, before))

    async def ask_references(self, file: str, before: str, more: str) -> str:
        found = await self.references(file, before)
        return "\n".join([f"{len(found)} places", *found[:8]])

    async def ask_diagnostics(self, file: str, before: str, more: str) -> str:
        """What is wrong after an edit, and undoes it."""
        text = self.texts[file]
        self.replace(file, before, more)
        await self.settled()
        rows = [told(one) for one in self.diagnostics(file)]
        self.type(file, text)
        await self.settled()
        return "\n".join(rows[:6])

    async def ask_actions(self, file: str, before: str, more: str) -> str:
        """What can be done about a mistake that an edit makes, and what comes of the first."""
        text = self.texts[file]
        self.replace(file, before, more)
        await self.settled()
        first = self.diagnostics(file)[0]
        found = await self.client.text_document_code_action_async(
            types.CodeActionParams(
                self.document(file), first.range, types.CodeActionContext(diagnostics=[first])
            )
        )
        rows = [
            f"{first.code}",
            *(f"{types.CodeActionKind(one.kind).value}: {one.title}" for one in found or ()),
        ]
        self.type(file, self.edited(file, (found or [])[0].edit))
        await self.settled()
        rows.append(f"afterwards: {[told(one) for one in self.diagnostics(file)]}")
        rows.append(f"as it was: {self.texts[file] == text}")
        self.type(file, text)
        await self.settled()
        return "\n".join(rows)

    async def ask_symbols(self, file: str, before: str, more: str) -> str:
        params = types.DocumentSymbolParams(self.document(file))
        found = await self.client.text_document_document_symbol_async(params)
        rows: list[str] = []
        for one in list(found or ())[:4]:
            rows.append(f"{one.detail}: {one.name} {one.range.start.line}-{one.range.end.line}")
            rows += [f"  {child.detail}: {child.name}" for child in list(one.children)[:3]]
        return "\n".join([f"{len(found or ())} things", *rows])

    async def ask_everywhere(self, file: str, before: str, more: str) -> str:
        params = types.WorkspaceSymbolParams(more)
        found = await self.client.workspace_symbol_async(params)
        rows = [f"{one.name} {Path(one.location.uri).name}" for one in list(found or ())[:6]]
        return "\n".join([f"{len(found or ())} things", *rows])

    async def ask_folding(self, file: str, before: str, more: str) -> str:
        params = types.FoldingRangeParams(self.document(file))
        found = list(await self.client.text_document_folding_range_async(params) or ())
        rows = [f"{one.start_line}-{one.end_line}" for one in found[:6]]
        return "\n".join([f"{len(found)} parts", *rows])

    async def ask_tokens(self, file: str, before: str, more: str) -> str:
        """What the words of a line are."""
        params = types.SemanticTokensParams(self.document(file))
        found = await self.client.text_document_semantic_tokens_full_async(params)
        wanted = self.at(file, before)["position"].line
        legend = self.legend()
        line = column = 0
        rows: list[str] = []
        data = list(found.data) if found is not None else []
        for at in range(0, len(data), 5):
            above, right, length, kind, _ = data[at : at + 5]
            line, column = line + above, right + (0 if above else column)
            if line == wanted:
                said = self.texts[file].split("\n")[line][column : column + length]
                rows.append(f"{legend[kind]}: {said}")
        return "\n".join(rows)

    def legend(self) -> list[str]:
        answer = self.answer.capabilities.semantic_tokens_provider
        return list(answer.legend.token_types)

    async def ask_hints(self, file: str, before: str, more: str) -> str:
        line = self.at(file, before)["position"].line
        part = types.Range(types.Position(line, 0), types.Position(line + int(more or 0), 0))
        params = types.InlayHintParams(self.document(file), part)
        found = await self.client.text_document_inlay_hint_async(params)
        lines = self.texts[file].split("\n")
        return "\n".join(
            f"{lines[one.position.line][: one.position.character].strip()}<{one.label}>"
            f" {one.tooltip}"
            for one in found or ()
        )

    async def ask_lenses(self, file: str, before: str, more: str) -> str:
        params = types.CodeLensParams(self.document(file))
        found = list(await self.client.text_document_code_lens_async(params) or ())
        line = self.at(file, before)["position"].line
        near = [one for one in found if abs(one.range.start.line - line) < 2]
        return "\n".join(f"{one.command.title} {one.command.command}" for one in near)

    async def ask_prepare(self, file: str, before: str, more: str) -> str:
        params = types.PrepareRenameParams(**self.at(file, before))
        try:
            found = await self.client.text_document_prepare_rename_async(params)
        except JsonRpcException as error:
            return error.message
        return f"{found.placeholder} {found.range}"

    async def ask_rename(self, file: str, before: str, more: str) -> str:
        params = types.RenameParams(new_name=more, **self.at(file, before))
        try:
            found = await self.client.text_document_rename_async(params)
        except JsonRpcException as error:
            return error.message
        rows: list[str] = []
        for change in found.document_changes:
            asked = sum(isinstance(one, types.AnnotatedTextEdit) for one in change.edits)
            name = Path(change.text_document.uri).name
            rows.append(f"{name}: {len(change.edits)} edits, {asked} to be confirmed")
        return "\n".join(rows)

    async def ask_format(self, file: str, before: str, more: str) -> str:
        """What is laid out otherwise after an edit."""
        text = self.texts[file]
        self.replace(file, before, more)
        options = types.FormattingOptions(tab_size=4, insert_spaces=True)
        params = types.DocumentFormattingParams(self.document(file), options)
        found = await self.client.text_document_formatting_async(params)
        laid = found[0].new_text if found else self.texts[file]
        self.type(file, text)
        await self.settled()
        return f"{len(found or ())} edits, as it was: {laid == text}"

    async def ask_run(self, file: str, before: str, more: str) -> str:
        """Runs the scenario of a title."""
        command = types.ExecuteCommandParams("playsheet.run", arguments=[[[self.uri(file), more]]])
        found = await self.client.workspace_execute_command_async(command)
        return "\n".join(
            f"{one['title']}: {one['passed']} {one['message']}" for one in map(plain, found)
        )

    def edited(self, file: str, edit: types.WorkspaceEdit) -> str:
        """The text of a file after an edit that an action asks for."""
        lines = self.texts[file].split("\n")
        for change in edit.document_changes:
            assert change.text_document.uri == self.uri(file)
            for one in sorted(change.edits, key=lambda e: key(e.range.start), reverse=True):
                start, end = one.range.start, one.range.end
                above, below = (
                    lines[start.line][: start.character],
                    lines[end.line][end.character :],
                )
                lines[start.line : end.line + 1] = (above + one.new_text + below).split("\n")
        return "\n".join(lines)

    def places(self, found: Any) -> list[str]:
        """Locations as `file:line: what stands there`."""
        rows: list[str] = []
        for one in found or ():
            path = Path(re.sub(r"^file://", "", one.uri))
            where = one.range
            line = path.read_text(encoding="utf-8").split("\n")[where.start.line]
            said = line[where.start.character : where.end.character]
            rows.append(f"{path.name}:{where.start.line + 1}: {said}")
        return rows

    def anonymous(self, text: str) -> str:
        return text.replace(str(self.folder), "FOLDER")


def key(position: types.Position) -> tuple[int, int]:
    return position.line, position.character


def told(one: types.Diagnostic) -> str:
    """A diagnostic in a line."""
    more = [info.message for info in one.related_information or ()]
    text = f"{one.range} {one.code}: {one.message}"
    return f"{text} {more}" if more else text


def cut(text: str, most: int = 18) -> str:
    lines = text.split("\n")
    return "\n".join([*lines[:most], *([".."] if len(lines) > most else [])])


def plain(value: Any) -> Any:
    """An answer of our own as plain data."""
    if hasattr(value, "_asdict"):
        return {name: plain(one) for name, one in value._asdict().items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if hasattr(value, "__dict__"):
        return {name: plain(one) for name, one in vars(value).items()}
    return value


@asynccontextmanager
async def editor_in(folder: Path) -> AsyncIterator[Editor]:
    """An editor that has started the server in a folder."""
    command = [sys.executable, "-m", "playsheet", "lsp"]
    config = ClientServerConfig(server_command=command)
    client = make_test_lsp_client()
    await client.start_io(*config.server_command)
    capabilities = client_capabilities("visual_studio_code")
    params = types.InitializeParams(
        capabilities=capabilities,
        root_uri=folder.as_uri(),
        workspace_folders=[types.WorkspaceFolder(folder.as_uri(), folder.name)],
    )
    answer = await client.initialize_session(params)
    editor = Editor(client, folder, answer)
    try:
        yield editor
    finally:
        await client.shutdown_session()
        await client.stop()
