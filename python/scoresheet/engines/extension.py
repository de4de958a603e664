"""The functions about games and positions that DuckDB loads as an extension."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from scoresheet.errors import UsageError
from scoresheet.questions.duckdb import quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["CONFIG", "extension_path", "functions", "functions_inside", "load", "why_missing"]

CONFIG = {"allow_unsigned_extensions": "true"}
"""What a connection needs to load the extension: DuckDB's own signature is only for extensions that it distributes."""

_FILE = Path(__file__).parent.parent / "scoresheet.duckdb_extension"
# What the function `scoresheet_functions` of the extension returns; `make docs` writes it.
_LIST = Path(__file__).parent / "functions.json"


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
    """Gives a connection the functions of the extension, if DuckDB can load it.

    SQL that uses none of them works without. For SQL that does, the error gives the reason, by `why_missing`.
    """
    with suppress(UsageError, duckdb.Error):
        connection.execute(f"LOAD {quoted(extension_path())}")


def why_missing() -> str | None:
    """The reason why connections do not have the functions of the extension; None if they have them."""
    try:
        duckdb.connect(":memory:", config={**CONFIG}).execute(f"LOAD {quoted(extension_path())}")
    except UsageError as error:
        return error.message
    except duckdb.Error as error:
        return f"DuckDB {duckdb.__version__} cannot load the extension: {error}"
    return None


@cache
def functions() -> tuple[dict[str, Any], ...]:
    """All functions: name, parameters (one text per list of them), type, description and example.

    >>> [function["name"] for function in functions()][:3]
    ['fen_at', 'board_at', 'hash_at']
    """
    return tuple(json.loads(_LIST.read_text("utf-8")))


def functions_inside() -> list[dict[str, Any]]:
    """The same list, from the extension itself.

    Raises `duckdb.Error` if DuckDB cannot load it.

    >>> functions_inside() == list(functions())
    True
    """
    connection = duckdb.connect(":memory:", config={**CONFIG})
    connection.execute(f"LOAD {quoted(extension_path())}")
    [(listed,)] = connection.execute("SELECT scoresheet_functions()").fetchall()
    return list(json.loads(listed))
