"""Games from tables of other libraries: `games`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from scoresheet import _core
from scoresheet._options import asked
from scoresheet._signatures import takes
from scoresheet.errors import UsageError
from scoresheet.reading import Games

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation
    from typing_extensions import Unpack

    from scoresheet._ids import ReadOptions

__all__ = ["Rows", "games", "is_table", "of_rows"]

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
    moves (`columns="moves"`); or those of a data set, with the moves in one column: `rename` and `preset` name that one
    it is if its name does not. The rows are copied first, because streams may be read only once. DuckDB holds the copy
    in memory, or in its temporary folder if that is too small, and drops it together with the games.

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
    return of_rows(_Copy(table, options), **options)


class Rows(Protocol):
    """Rows of games that the native part reads."""

    @property
    def columns(self) -> Sequence[str]:
        """The names of their columns, which have our types."""

    @property
    def rows(self) -> int | None:
        """How many there are, if that is known."""

    def read(self, columns: Sequence[str], /) -> object:
        """An object with a new Arrow stream over all rows, with these columns. Any thread may call it."""


def of_rows(rows: Rows, **options: Unpack[ReadOptions]) -> Games:
    """Games from rows, which are read each time they are needed."""
    return Games([_core.Games.table(rows, _NAME)], asked("read", options))


class _Copy:
    """A copy of a table with the types of our columns, in a separate database."""

    def __init__(self, table: Any, reading: Mapping[str, Any]) -> None:
        import duckdb

        from scoresheet.engines.duckdb import connection_for
        from scoresheet.engines.view import is_data_set

        self._database = connection_for("")
        try:
            relation = _relation(table, self._database)
            (relation if is_data_set(relation.columns, reading) else _typed(relation)).create("rows")
        except duckdb.Error as error:
            raise UsageError(f"the table cannot be read: {error}") from error
        self.columns = self._database.table("rows").columns
        [(self.rows,)] = self._database.execute("SELECT count(*) FROM rows").fetchall()

    def read(self, columns: Sequence[str], /) -> object:
        """The rows, with these columns."""
        from scoresheet.questions.duckdb import identifier

        wanted = ", ".join(map(identifier, columns)) or "NULL"
        return self._database.cursor().sql(f"SELECT {wanted} FROM rows")


class _Stream:
    """The rows of a relation for another database, which takes Arrow streams but no relations."""

    def __init__(self, relation: Any) -> None:
        self._relation = relation

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._relation.__arrow_c_stream__(requested_schema)


def _relation(table: Any, database: DuckDBPyConnection) -> DuckDBPyRelation:
    """The rows of a table in this database."""
    import duckdb

    from scoresheet.engines.relation import Relation

    if isinstance(table, duckdb.DuckDBPyRelation | Relation):
        table = _Stream(table)
    return database.from_arrow(table) if hasattr(table, "__arrow_c_stream__") else database.from_df(table)


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
    if ours.startswith("MAP(") and kind == "INTEGER[]":  # so DuckDB 1 calls lists without an element type
        return f"CASE WHEN len({name}) > 0 THEN error('the column {name} has numbers, not pairs') END::{ours}"
    if ours.startswith("MAP(") and kind.startswith("STRUCT("):
        return f"map_from_entries({name})::{ours}"  # pyarrow and pandas have pairs instead of maps
    return f"{name}::{ours}"
