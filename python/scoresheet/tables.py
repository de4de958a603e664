"""Games from tables of other libraries: `games`."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from scoresheet import _core
from scoresheet._options import asked
from scoresheet._signatures import takes
from scoresheet.errors import ScoresheetError, UsageError
from scoresheet.reading import Games

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation
    from typing_extensions import Unpack

    from scoresheet._ids import ReadOptions

__all__ = ["games", "is_table"]

_NAME = "<table>"


def is_table(given: object) -> bool:
    """Whether an object holds rows: an Arrow stream, or a data frame that DuckDB can read.

    >>> import polars
    >>> is_table(polars.DataFrame({"white": []})), is_table([])
    (True, False)
    """
    return hasattr(given, "__arrow_c_stream__") or hasattr(given, "__dataframe__")


@takes("read")
def games(table: Any, /, **options: Unpack[ReadOptions]) -> Games:
    """Games from a table: a DuckDB relation, a Polars or pandas data frame, or an Arrow table or stream.

    The table needs the columns from which games are restored: `game_text`, or `doc`, or `packed_moves`, or the lists of
    moves (`columns="moves"`). The rows are copied to a temporary file first, because streams may be read only once. The
    file is removed together with the games.

    Args:
        table: one row per game.
        options: those of reading, and of the formats that are read.

    Raises:
        UsageError: `table` is not a table. A table that lacks columns is refused only when games are read from it.

    >>> import scoresheet
    >>> relation = scoresheet.query("examples/historic.pgn", "select game_text from games where result = '1-0'")
    >>> won = scoresheet.games(relation)
    >>> len(won), won[0].result
    (25, '1-0')
    """
    if isinstance(table, Games):
        return table
    if not is_table(table):
        raise UsageError(
            f"`games` takes a table, not `{type(table).__name__}`",
            hint="use `scoresheet.read` for paths and open files, and `scoresheet.write` for `Game` objects",
        )
    return Games([_core.Games.temporary(_copied(table), _NAME)], asked("read", options))


_numbers = itertools.count(1)


def _copied(table: Any) -> str:
    """Writes the rows of a table to a Parquet file with the types of our columns, and returns its path."""
    from pathlib import Path

    import duckdb

    from scoresheet import _scratch

    path = str(_scratch.own() / f"{next(_numbers)}.parquet")
    try:
        _typed(_relation(table)).write_parquet(path)
    except (duckdb.Error, ScoresheetError) as error:
        Path(path).unlink(missing_ok=True)
        if isinstance(error, ScoresheetError):
            raise
        raise UsageError(f"the table cannot be read: {error}") from error
    return path


def _relation(table: Any) -> DuckDBPyRelation:
    import duckdb

    from scoresheet.engines.relation import Relation

    if isinstance(table, duckdb.DuckDBPyRelation | Relation):
        return table  # type: ignore[return-value] # which does all that a relation does
    connection = duckdb.connect(":memory:")
    return connection.from_arrow(table) if _is_arrow(table) else connection.from_df(table)


def _is_arrow(table: object) -> bool:
    return hasattr(table, "__arrow_c_stream__")


def _typed(relation: DuckDBPyRelation) -> DuckDBPyRelation:
    """The rows with our types. Other libraries use wider integers, and floats for integers that may be missing."""
    from scoresheet.engines.view import schema
    from scoresheet.questions.duckdb import identifier

    known = schema()
    columns = []
    for column, kind in zip(relation.columns, map(str, relation.types), strict=True):
        name = identifier(column)
        ours = known.get(column, kind)
        columns.append(name if ours == kind else f"{_as_type(name, kind, ours)} AS {name}")
    return relation.project(", ".join(columns))


def _as_type(name: str, kind: str, ours: str) -> str:
    """A column of type `kind`, converted to our type."""
    if '"NULL"' in kind:
        return f"NULL::{ours}"  # lists without an element type are all empty, as pandas makes them
    if ours.startswith("MAP(") and kind.startswith("STRUCT("):
        return f"map_from_entries({name})::{ours}"  # pyarrow and pandas have pairs instead of maps
    return f"{name}::{ours}"
