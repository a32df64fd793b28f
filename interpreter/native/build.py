"""Builds a C file with the compiler of the user's machine, once: the library is kept beside the
other caches under a digest of the text and of the compiler.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import stat
import subprocess
import tempfile
import time
from pathlib import Path

from ...dsl.loading.cache import cache_folder, is_ours

ROOM = "native"
COMPILERS = ("cc", "gcc", "clang")
CHOSEN = "PLAYSHEET_CC"  # another compiler; empty: none at all
FLAGS = ("-std=gnu11", "-w", "-fPIC", "-shared")
FAST, SOON = "-O2", "-O0"  # what is built runs fast, or is there soon
LONG, BRIEFLY = 600_000, "-O1"  # so long a text takes minutes to be made fast
HUGE, IN_PART = 5_000_000, "-O1 -DHUGE"  # of this what cards do is not made fast
MOST_SECONDS = 900
MOST_LIBRARIES = 40


class NoCompiler(Exception):
    """There is nothing that builds the program, or it did not come through."""


def compiler() -> Path:
    """The compiler of this machine. Raises `NoCompiler`."""
    chosen = os.environ.get(CHOSEN)
    names = COMPILERS if chosen is None else (chosen,)
    for name in names:
        found = shutil.which(name) if name else None
        if found is not None:
            return Path(found).resolve()
    raise NoCompiler("there is no C compiler")


def can_build() -> bool:
    """Whether there is what builds a program, and where to keep it."""
    try:
        compiler()
    except NoCompiler:
        return False
    return cache_folder() is not None


def place_of(text: str, level: str = "") -> Path:
    """Where the library of a C file lies once it is built. Raises `NoCompiler`."""
    program, folder = compiler(), cache_folder()
    if folder is None:
        raise NoCompiler("there is no cache to keep it in")
    return folder / ROOM / f"{digest(text, program, level or level_for(text))}.so"


def built(text: str, level: str = "") -> Path:
    """The library of a C file. Raises `NoCompiler`."""
    level = level or level_for(text)
    path = place_of(text, level)
    folder = path.parent
    try:
        if is_ours(folder, stat.S_ISDIR) and is_ours(path, stat.S_ISREG):
            os.utime(path)
            return path
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not is_ours(folder, stat.S_ISDIR):
            raise NoCompiler("the cache belongs to somebody else")
        thin_out(folder)
        compile_to(path, text, compiler(), level)
    except (OSError, subprocess.SubprocessError) as error:
        raise NoCompiler(f"the compiler failed: {type(error).__name__}") from None
    return path


def level_for(text: str) -> str:
    """How much work the compiler is to put into a text."""
    return FAST if len(text) < LONG else BRIEFLY if len(text) < HUGE else IN_PART


def digest(text: str, program: Path, level: str) -> str:
    """What makes a library: the text, the flags, the machine, the compiler as it lies there."""
    found = program.stat()
    tool = f"{program} {found.st_size} {found.st_mtime_ns} {platform.machine()}"
    return hashlib.sha256(f"{tool} {level} {FLAGS}\n{text}".encode()).hexdigest()[:40]


def compile_to(path: Path, text: str, program: Path, level: str) -> None:
    """Compiles beside the place and then puts it there at once: several processes may do so."""
    with tempfile.TemporaryDirectory(dir=path.parent) as place:
        source, target = Path(place) / "rules.c", Path(place) / "rules.so"
        source.write_text(text, "utf-8")
        command = [program, *level.split(), *FLAGS, "-o", target, source]
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=MOST_SECONDS
        )
        if done.returncode:
            said = done.stderr.decode(errors="replace").splitlines()
            errors = [line.partition("error: ")[2] for line in said if "error: " in line]
            raise NoCompiler(f"the compiler failed: {'; '.join(errors)[:200]}")
        target.chmod(0o600)
        os.replace(target, path)


def thin_out(folder: Path) -> None:
    """Lets go of the libraries that were not used for the longest time, and of what builds that
    were cut off have left.
    """
    found = sorted(folder.glob("*.so"), key=lambda path: path.stat().st_mtime)
    for path in found[:-MOST_LIBRARIES]:
        path.unlink(missing_ok=True)
    for path in folder.glob("tmp*"):
        if time.time() - path.stat().st_mtime > 2 * MOST_SECONDS:
            shutil.rmtree(path, ignore_errors=True)
