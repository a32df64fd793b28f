"""What editors ask about a place or a file."""

from __future__ import annotations

import re

from lsprotocol import types

from ...dsl.nodes.base import Span
from ..completion.completion import Item, completions
from ..index.index import kind_of_file
from ..index.text import Place
from ..service.hints import hints
from ..service.hover import hover
from ..service.lenses import Lens, lenses
from ..service.navigation import definitions, references
from ..service.symbols import Symbol, document_symbols, foldings, workspace_symbols
from ..service.tokens import KINDS, MODIFIERS, Token, tokens
from . import edge
from .server import RUN, Server, server

PLACEHOLDER = re.compile(r"\$\{\d+(?::([^}]*)|\|([^,|]*)[^}]*)\}")
ITEM_KINDS = {
    "statement": types.CompletionItemKind.Snippet,
    "word": types.CompletionItemKind.Keyword,
    "phrase": types.CompletionItemKind.Snippet,
    "keyword": types.CompletionItemKind.Constant,
    "card": types.CompletionItemKind.Value,
    "clause": types.CompletionItemKind.Reference,
    "field": types.CompletionItemKind.Field,
    "property": types.CompletionItemKind.Property,
    "value": types.CompletionItemKind.EnumMember,
    "values": types.CompletionItemKind.Enum,
    "verb": types.CompletionItemKind.Function,
    "action": types.CompletionItemKind.Function,
    "card kind": types.CompletionItemKind.Class,
    "slot": types.CompletionItemKind.TypeParameter,
}


# ---- places


@server.feature(types.TEXT_DOCUMENT_HOVER)
async def on_hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    path, lines, place = ls.here(params.text_document, params.position)
    known = await ls.known(path, place)
    found = hover(*known) if known is not None else None
    if found is None:
        return None
    shown = found.range
    moved = type(shown)(
        shown.file, Place(place.line, shown.start.column), Place(place.line, shown.end.column)
    )
    markup = types.MarkupContent(types.MarkupKind.Markdown, found.text)
    return types.Hover(markup, edge.range_in(ls.codec, lines, moved))


@server.feature(
    types.TEXT_DOCUMENT_COMPLETION,
    types.CompletionOptions(trigger_characters=[" ", "'", '"', "[", "{", "<"]),
)
def on_completion(ls: Server, params: types.CompletionParams) -> types.CompletionList:
    path, lines, place = ls.here(params.text_document, params.position)
    found = ls.desk.file_of(path)
    index, file = found if found is not None else (ls.desk.index_of(path), None)
    every = completions(index, kind_of_file(path), lines, place, file)
    items = [item_of(ls, lines, place, one, number) for number, one in enumerate(every)]
    return types.CompletionList(is_incomplete=len(items) > 0, items=items)


def item_of(
    ls: Server, lines: list[str], place: Place, item: Item, number: int
) -> types.CompletionItem:
    """Something to write, in the order of the service."""
    start = edge.position_of(ls.codec, lines, Place(place.line, item.start))
    end = edge.position_of(ls.codec, lines, place)
    snippet, text = types.InsertTextFormat.PlainText, item.text
    if item.snippet and takes_snippets(ls):
        snippet = types.InsertTextFormat.Snippet
    elif item.snippet:
        text = PLACEHOLDER.sub(lambda found: found[1] or found[2], text)
    return types.CompletionItem(
        label=item.label,
        kind=ITEM_KINDS.get(item.kind, types.CompletionItemKind.Variable),
        detail=item.detail or item.kind,
        sort_text=f"{number:05}",
        insert_text_format=snippet,
        text_edit=types.TextEdit(types.Range(start, end), text),
    )


def takes_snippets(ls: Server) -> bool:
    """Whether the editor fills places of a text one after the other."""
    told = ls.client_capabilities.text_document
    item = told.completion.completion_item if told and told.completion else None
    return bool(item is not None and item.snippet_support)


@server.feature(types.TEXT_DOCUMENT_DEFINITION)
async def on_definition(ls: Server, params: types.DefinitionParams) -> list[types.Location]:
    path, _, place = ls.here(params.text_document, params.position)
    known = await ls.known(path, place)
    return [ls.location(span) for span in definitions(*known)] if known is not None else []


@server.feature(types.TEXT_DOCUMENT_REFERENCES)
async def on_references(ls: Server, params: types.ReferenceParams) -> list[types.Location]:
    path, _, place = ls.here(params.text_document, params.position)
    known = await ls.known(path, place)
    thing = known[0].thing_at(known[1], known[2]) if known is not None else None
    if known is None or thing is None:
        return []
    declared = [thing.span] if params.context.include_declaration else []
    return [ls.location(span) for span in (*declared, *references(known[0], thing))]


# ---- files


SYMBOL_KINDS = {
    "card": types.SymbolKind.Object,
    "card kind": types.SymbolKind.Class,
    "field": types.SymbolKind.Field,
    "part": types.SymbolKind.Struct,
    "property": types.SymbolKind.Property,
    "values": types.SymbolKind.Enum,
    "value": types.SymbolKind.EnumMember,
    "verb": types.SymbolKind.Function,
    "action": types.SymbolKind.Function,
    "phrase": types.SymbolKind.Method,
    "keyword": types.SymbolKind.Constant,
    "step": types.SymbolKind.Event,
    "window": types.SymbolKind.Event,
    "scenario": types.SymbolKind.String,
}


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
async def on_symbols(ls: Server, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    path = edge.path_of(params.text_document.uri)
    found = await ls.file_of(path)
    if found is None:
        return []
    return [symbol_of(ls, found[1].lines, one) for one in document_symbols(found[1])]


def symbol_of(ls: Server, lines: list[str], one: Symbol) -> types.DocumentSymbol:
    """A thing with those inside it."""
    return types.DocumentSymbol(
        name=one.name,
        kind=SYMBOL_KINDS.get(one.kind, types.SymbolKind.Variable),
        detail=one.detail,
        range=edge.range_in(ls.codec, lines, one.whole),
        selection_range=edge.range_in(ls.codec, lines, one.at),
        children=[symbol_of(ls, lines, child) for child in one.children],
    )


@server.feature(types.WORKSPACE_SYMBOL)
def on_workspace_symbols(
    ls: Server, params: types.WorkspaceSymbolParams
) -> list[types.WorkspaceSymbol]:
    found: dict[Span, types.WorkspaceSymbol] = {}
    for name, index in ls.desk.indexes.items():
        for thing in workspace_symbols(index, params.query):
            kind = SYMBOL_KINDS.get(thing.kind, types.SymbolKind.Variable)
            where = ls.location(thing.span)
            found.setdefault(
                thing.span, types.WorkspaceSymbol(where, thing.name, kind, None, None, name)
            )
    return [*found.values()]


@server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
def on_folding(ls: Server, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    lines = ls.lines(edge.path_of(params.text_document.uri))
    return [types.FoldingRange(first, last) for first, last in foldings(lines)]


@server.feature(
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, types.SemanticTokensLegend([*KINDS], [*MODIFIERS])
)
async def on_tokens(ls: Server, params: types.SemanticTokensParams) -> types.SemanticTokens:
    found = await ls.file_of(edge.path_of(params.text_document.uri))
    data: list[int] = []
    line = column = 0
    if found is None:
        return types.SemanticTokens(data)
    now, lines = ls.line_now(found[1]), found[1].lines
    placed = ((now(token.line), token) for token in tokens(*found))
    for here, token in sorted((pair for pair in placed if pair[0] is not None), key=order_of):
        start = edge.position_of(ls.codec, lines, Place(token.line, token.column)).character
        behind = Place(token.line, token.column + token.length)
        length = edge.position_of(ls.codec, lines, behind).character - start
        above = (here or 0) - line
        if data and not above and start <= column:
            continue  # of two equal lines one is new
        data += [above, start - (0 if above else column), length, KINDS.index(token.kind)]
        data.append(int(token.declares))
        line, column = here or 0, start
    return types.SemanticTokens(data)


def order_of(pair: tuple[int | None, Token]) -> tuple[int, int]:
    """By line and column, as they are in the editor."""
    return pair[0] or 0, pair[1].column


@server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
async def on_hints(ls: Server, params: types.InlayHintParams) -> list[types.InlayHint]:
    path = edge.path_of(params.text_document.uri)
    found = await ls.file_of(path)
    if found is None:
        return []
    index, file = found
    first, last = params.range.start.line, params.range.end.line
    now, rows = ls.line_now(file), len(file.lines)
    every = hints(index, file, 0, rows) if now(rows) != rows else hints(index, file, first, last)
    answer: list[types.InlayHint] = []
    for one in every:
        line = now(one.place.line)
        if line is not None and first <= line <= last:
            place = edge.position_of(ls.codec, file.lines, one.place)
            where = types.Position(line, place.character)
            answer.append(types.InlayHint(where, one.text, tooltip=one.why))
    return answer


def command_of(ls: Server, one: Lens) -> types.Command:
    """What a click on a lens does."""
    pairs = [[ls.uri_of(file), title] for file, title in one.runs]
    return types.Command(title=one.text, command=RUN if pairs else "", arguments=[pairs])


@server.feature(types.TEXT_DOCUMENT_CODE_LENS)
async def on_lenses(ls: Server, params: types.CodeLensParams) -> list[types.CodeLens]:
    path = edge.path_of(params.text_document.uri)
    found = await ls.file_of(path)
    if found is None:
        return []
    now, answer = ls.line_now(found[1]), list[types.CodeLens]()
    outcome = next(
        (ls.coverage[one] for one in ls.desk.formats_of(path) if one in ls.coverage), None
    )
    for one in lenses(*found, outcome):
        line = now(one.line)
        if line is not None:
            part = types.Range(types.Position(line, 0), types.Position(line, 0))
            answer.append(types.CodeLens(part, command_of(ls, one)))
    return answer
