"""Writes files whole or not at all: what stood there before stays until the new text is safe."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Writes to a file of its own beside `path`, makes sure of it, then puts it in place."""
    try:
        path = Path(os.path.realpath(path))  # a link stays a link
        if path.exists() and not path.is_file():  # a pipe or a device is never replaced
            path.write_text(text, encoding="utf-8", newline="\n")
        else:
            write_beside(path, text)
    except OSError as error:
        error.filename = str(path)
        raise


def write_beside(path: Path, text: str) -> None:
    """Writes a new file in the same folder, and renames it once it is safe."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, mode_of(path))
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def mode_of(path: Path) -> int:
    """The rights of the file that stands there, or those a new one would have."""
    with suppress(OSError):
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
