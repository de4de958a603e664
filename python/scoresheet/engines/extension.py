"""The functions about games and positions that DuckDB loads as an extension."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from scoresheet.errors import UsageError
from scoresheet.questions.duckdb import quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["CONFIG", "extension_path", "functions", "load", "why_missing"]

CONFIG = {"allow_unsigned_extensions": "true"}
"""What a connection needs to load the extension: DuckDB's own signature is only for extensions that it distributes."""

_FILE = Path(__file__).parent.parent / "scoresheet.duckdb_extension"


def extension_path() -> str:
    """The file of the extension, for `LOAD` in the `duckdb` shell (start it with `-unsigned`) and in other programs.

    Raises `UsageError` if this installation has none.

    >>> extension_path().endswith("scoresheet.duckdb_extension")
    True
    """
    if not _FILE.exists():
        raise UsageError(
            "this installation has no extension for DuckDB", hint="install a wheel, or build it with `make build`"
        )
    return str(_FILE)


def load(connection: DuckDBPyConnection) -> None:
    """Loads the functions, if DuckDB can. SQL that does not use them needs nothing else."""
    if not _FILE.exists():
        return
    try:
        connection.execute(f"LOAD {quoted(str(_FILE))}")
    except duckdb.Error:
        return  # SQL that uses a function fails, and `why_missing` gives the hint


def why_missing() -> str | None:
    """The reason why connections do not have the functions; None if they have them."""
    if not _FILE.exists():
        return "this installation has no extension for DuckDB"
    try:
        duckdb.connect(":memory:", config={**CONFIG}).execute(f"LOAD {quoted(str(_FILE))}")
    except duckdb.Error as error:
        return f"DuckDB {duckdb.__version__} cannot load the extension: {error}"
    return None


@cache
def functions() -> tuple[dict[str, Any], ...]:
    """All functions: name, parameters (one text per list of them), type, description and example.

    >>> [function["name"] for function in functions()][:3]
    ['fen_at', 'board_at', 'hash_at']
    """
    connection = duckdb.connect(":memory:", config={**CONFIG})
    connection.execute(f"LOAD {quoted(extension_path())}")
    [(listed,)] = connection.execute("SELECT scoresheet_functions()").fetchall()
    return tuple(json.loads(listed))
