"""Games as tables of other libraries. Each library is imported when it is first needed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

from scoresheet._libraries import installed
from scoresheet.errors import UsageError

if TYPE_CHECKING:
    import pandas  # type: ignore[import-untyped] # its stubs are a package of their own
    import polars
    import pyarrow
    from duckdb import DuckDBPyRelation

__all__ = ["Frames"]


class Frames:
    """The methods of `Games` that rest on its Arrow stream.

    All of them read the games and hold all rows in memory, except `duckdb`, which reads them when its rows are
    fetched.
    """

    __slots__ = ()

    def df(self) -> pandas.DataFrame:
        """The games as a pandas data frame, with one row per game and the selected columns.

        Raises:
            UsageError: pandas is not installed.
            FileError: an input cannot be read, unless `on_error` allows that.

        >>> import scoresheet
        >>> scoresheet.read("examples/historic.pgn", columns=["white", "result"]).df().shape
        (45, 2)
        """
        installed("pandas", "pandas")
        return self.duckdb().df()

    def to_pandas(self) -> pandas.DataFrame:
        """The same as `df`.

        >>> import scoresheet
        >>> scoresheet.read("examples/historic.pgn", columns=["white", "result"]).to_pandas().shape
        (45, 2)
        """
        return self.df()

    def pl(self) -> polars.DataFrame:
        """The games as a Polars data frame.

        Raises:
            UsageError: Polars is not installed.
            FileError: an input cannot be read, unless `on_error` allows that.

        >>> import scoresheet
        >>> scoresheet.read("examples/historic.pgn", columns=["white", "result"]).pl().shape
        (45, 2)
        """
        polars = installed("polars", "polars")
        with _our_errors(polars.exceptions.PolarsError):
            return polars.DataFrame(self)  # type: ignore[no-any-return]

    def to_polars(self) -> polars.DataFrame:
        """The same as `pl`.

        >>> import scoresheet
        >>> scoresheet.read("examples/historic.pgn", columns=["white", "result"]).to_polars().shape
        (45, 2)
        """
        return self.pl()

    def arrow(self) -> pyarrow.Table:
        """The games as a `pyarrow.Table`.

        Raises:
            UsageError: pyarrow is not installed.
            FileError: an input cannot be read, unless `on_error` allows that.

        >>> import scoresheet
        >>> scoresheet.read("examples/historic.pgn", columns=["white", "result"]).arrow().num_rows
        45
        """
        pyarrow = installed("pyarrow", "arrow")
        with _our_errors(pyarrow.ArrowException, OSError):
            return pyarrow.table(self)

    def to_arrow(self) -> pyarrow.Table:
        """The same as `arrow`.

        >>> import scoresheet
        >>> scoresheet.read("examples/historic.pgn", columns=["white", "result"]).to_arrow().num_rows
        45
        """
        return self.arrow()

    def duckdb(self) -> DuckDBPyRelation:
        """The games as a DuckDB relation on a new connection. The games are read each time its rows are fetched.

        >>> import scoresheet
        >>> scoresheet.read("examples/historic.pgn").duckdb().aggregate("max(ply_count)").fetchall()
        [(106,)]
        """
        from scoresheet.engines.duckdb import query  # here: nothing else in this file needs it

        return query(self, "FROM games")  # type: ignore[arg-type] # all frames are Arrow streams

    def __array__(self, *_arguments: Any, **_options: Any) -> NoReturn:
        """Refuses the conversion to an array, as callers such as `pandas.DataFrame(games)` would get no columns."""
        raise UsageError(
            "games cannot become an array, whose columns have no names or types of their own",
            hint="`games.df()` gives a pandas data frame, `games.pl()` a Polars one, `games.arrow()` a pyarrow table",
        )


@contextmanager
def _our_errors(*theirs: type[BaseException]) -> Iterator[None]:
    """Replaces the error that a library raises for a stream by the error that ended the stream."""
    try:
        yield
    except theirs as error:
        from scoresheet.engines.failures import error_of  # here, as above

        raise error_of(str(error)) from error
