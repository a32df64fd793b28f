"""Results as a table in a Parquet file, by duckdb; while a run goes on they are lines beside it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...dsl.loading.library import WrongUse
from .lines import COLUMNS, WrongLine, line_of, outcome_of

TABLE = ".parquet"
BESIDE = ".lines"  # what the file of lines is called besides
KEY = "playsheet"  # under which the table says of what run it is
MEMORY_LIMIT, MOST_ROWS = "200MB", 500


def database() -> Any:
    """A database in memory. Raises `WrongUse` where there is no duckdb."""
    try:
        import duckdb  # late, as it is optional
    except ImportError:
        package = __name__.partition(".")[0]
        text = f"Parquet files need duckdb: pip install '{package}[sim]'."
        raise WrongUse(text) from None
    found: Any = duckdb.connect()
    found.execute(f"SET memory_limit = '{MEMORY_LIMIT}'; SET threads = 2")
    return found


def quoted(text: object) -> str:
    """A text in a statement."""
    return "'" + str(text).replace("'", "''") + "'"


def write_table(lines: Path, path: Path) -> None:
    """Makes a table of a file of lines that is complete, and puts it in place at once."""
    with lines.open("rb") as file:
        header = file.readline().decode()
    beside = path.with_name(f".{path.name}.new")
    columns = ", ".join(f"{name}: {quoted(kind)}" for name, kind in COLUMNS.items())
    try:
        with database() as found:
            found.execute(
                f"COPY (SELECT * FROM read_json({quoted(lines)}, format = 'newline_delimited', "
                f"columns = {{{columns}}}) WHERE game IS NOT NULL) TO {quoted(beside)} "
                f"(FORMAT parquet, COMPRESSION zstd, KV_METADATA {{{KEY}: {quoted(header)}}})"
            )
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)
    lines.unlink()


def read_table(path: Path) -> Iterator[bytes]:
    """The lines that a table was made of. Raises `WrongUse` for any other file."""
    with database() as found:
        try:
            rows = found.execute(
                f"SELECT value FROM parquet_kv_metadata({quoted(path)}) WHERE key = '{KEY}'"
            ).fetchall()
            names = ", ".join(COLUMNS)
            table = found.execute(f"SELECT {names} FROM read_parquet({quoted(path)})")
        except Exception:  # what duckdb raises has no common, documented base
            raise WrongUse(f"{path} holds no results of a simulation.") from None
        if len(rows) != 1:
            raise WrongUse(f"{path} holds no results of a simulation.")
        yield bytes(rows[0][0])
        while some := table.fetchmany(MOST_ROWS):
            for row in some:
                values = dict(zip(COLUMNS, row, strict=True))
                try:
                    values["seed"] = int(values["seed"])
                    yield line_of(outcome_of(values)).encode()
                except (WrongLine, TypeError, ValueError):
                    raise WrongUse(f"{path} has a row that tells of no game.") from None


def lines_beside(path: Path) -> Path:
    """The file of the lines of a run whose results are to be a table."""
    return path.with_name(path.name + BESIDE)


def unpack(path: Path, lines: Path) -> None:
    """Makes the file of lines of a table again, for a run to go on with."""
    beside = lines.with_name(f".{lines.name}.new")
    try:
        with beside.open("wb") as file:
            file.writelines(read_table(path))
        os.replace(beside, lines)
    finally:
        beside.unlink(missing_ok=True)
