"""Starts the server with all that it answers."""

from __future__ import annotations

import sys

from ..service.desk import SWITCH_S
from . import answers, changes, panels
from .server import server

TOPICS = (answers, changes, panels)  # enter themselves


def serve() -> None:
    """Speaks with an editor over standard input and output until it ends that."""
    sys.setswitchinterval(SWITCH_S)
    server.start_io()
