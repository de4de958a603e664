"""The rows of a store without documents, from whose columns games are restored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import duckdb

from scoresheet import _scratch
from scoresheet._registry import registry
from scoresheet.errors import FileError
from scoresheet.stores import failures_told
from scoresheet.stores.store import ArrowStream, Store

__all__ = ["StoredRows", "converted"]

_MOVES = ({"packed_moves"}, {"from_square", "to_square", "promotion", "castle"})
"""The columns of moves, of which a table needs one group for games to be restored from it."""

_AT_ONCE = 4096
"""How many rows are converted at once."""


class StoredRows:
    """The rows of a store as the native part reads them."""

    rows = None
    """How many there are. They are not counted."""

    def __init__(self, store: Store) -> None:
        self._store = store
        known = {column["name"] for column in registry("columns")}
        self.columns = [name for name in store.columns() or () if name in known]

    @property
    def restores_games(self) -> bool:
        """Whether the columns hold the moves of games."""
        return any(group <= set(self.columns) for group in _MOVES)

    def read(self, columns: Sequence[str], /) -> ArrowStream:
        """The rows, with these columns."""
        with failures_told(self._store, FileError):
            return self._store.rows(columns)


def converted(columns: Sequence[str], rows: Iterator[Sequence[Any]]) -> ArrowStream:
    """Rows of a database without Arrow, with the types of the registry.

    Numbers and bytes come as they are; lists and maps are JSON; dates and times are in ISO 8601. The rows are copied to
    a database of their own, which uses the temporary folder if there are many.
    """
    types = {column["name"]: column["type"] for column in registry("columns")}
    copy = duckdb.connect(":memory:", config={"temp_directory": str(_scratch.own() / "duckdb")})
    kinds = [types[name] for name in columns]
    quoted = [f'"{name}"' for name in columns]
    defined = ", ".join(f"{name} {kind}" for name, kind in zip(quoted, kinds, strict=True)) or "nothing BOOLEAN"
    copy.execute(f"CREATE TABLE rows ({defined})")
    given = ", ".join(f"{_given(kind, place)}" for place, kind in enumerate(kinds, 1)) or "unnest($1::BOOLEAN[])"
    statement = f"INSERT INTO rows SELECT {given}"
    while some := list(islice(rows, _AT_ONCE)):
        values = [list(column) for column in zip(*some, strict=True)] or [[None] * len(some)]
        copy.execute(statement, values)
    return copy.table("rows")


def _given(kind: str, place: int) -> str:
    """The expression that makes a column of the list of its values."""
    if kind.endswith("[]") or kind.startswith("MAP"):
        return f"unnest(${place}::VARCHAR[])::JSON::{kind}"
    plain = {"BLOB": "BLOB", "BOOLEAN": "BIGINT", "DATE": "VARCHAR", "TIMESTAMP": "VARCHAR", "VARCHAR": "VARCHAR"}
    return f"unnest(${place}::{plain.get(kind, 'BIGINT')}[])::{kind}"
