"""How do I run it? The command line, one file a command."""

from .group import main

__all__ = ["main"]
