"""`playsheet lsp`: the language server that editors start."""

from __future__ import annotations

import click

from ..targets import keep_known

try:
    from ...desk.server.main import serve
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol", "cattrs", "attrs"):
        raise
    serve = None


@click.command("lsp")
@click.option("--stdio", is_flag=True, help="Speak over standard input and output; always so.")
@click.option(
    "--lang", metavar="LANGUAGE", callback=keep_known, help="Of messages; else the editor's."
)
def command(stdio: bool, lang: str | None) -> None:
    """Serve an editor: mistakes as one types, words offered, what stands where, renaming.

    Editors start it themselves; docs/editors.md says how.
    """
    if serve is None:
        raise click.UsageError("The language server is an extra: pip install 'playsheet[lsp]'")
    serve(lang)
