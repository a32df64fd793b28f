"""Starts the server with all that it answers."""

from __future__ import annotations

import sys

from ..service.desk import SWITCH_S
from . import answers, changes, coverage, panels
from .server import server

TOPICS = (answers, changes, coverage, panels)  # enter themselves


def serve(language: str | None = None) -> None:
    """Speaks with an editor over standard input and output until it ends that. Messages are in the
    language, else in that of the editor.
    """
    server.language = language
    sys.setswitchinterval(SWITCH_S)
    server.start_io()
