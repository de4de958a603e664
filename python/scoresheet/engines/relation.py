"""A DuckDB relation that raises errors of this package."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import wraps
from typing import TYPE_CHECKING, Any

from duckdb import DuckDBPyRelation

from scoresheet._libraries import installed

if TYPE_CHECKING:
    import pandas  # type: ignore[import-untyped] # its stubs are a package of their own
    import polars
    import pyarrow

__all__ = ["Relation"]

Guard = Callable[[], AbstractContextManager[None]]


class Relation:
    """Works like a DuckDB relation. It is computed when its rows are fetched; only then are damaged inputs noticed.

    Relations made from it, such as by `filter`, are of this class too. Programs that take Arrow streams can read it,
    and so can DuckDB by the name of a variable.

    >>> import duckdb
    >>> from contextlib import nullcontext
    >>> relation = Relation(duckdb.connect().sql("select 1 as one"), nullcontext)
    >>> relation.columns, relation.filter("one > 1").fetchall()
    (['one'], [])
    >>> duckdb.sql("from relation").fetchall()
    [(1,)]
    """

    __slots__ = ("_guard", "_relation", "origin")

    def __init__(self, relation: DuckDBPyRelation, guard: Guard, origin: object = None) -> None:
        """`origin` is what the rows are computed from; `engines.selected_games` uses it to find their games."""
        self._relation = relation
        self._guard = guard
        self.origin = origin

    def guarded(self) -> AbstractContextManager[None]:
        """Raises errors of DuckDB about the rows as errors of this package."""
        return self._guard()

    def __getattr__(self, name: str) -> Any:
        with self._guard():
            value = getattr(self._relation, name)
        return self._guarded(value) if callable(value) else self._ours(value)

    def __getitem__(self, name: str) -> Relation:
        return Relation(self._relation[name], self._guard, self.origin)

    def __len__(self) -> int:
        with self._guard():
            return len(self._relation)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        rows = self.iter_rows()
        while True:
            with self._guard():
                row = next(rows, None)
            if row is None:
                return
            yield row

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a pandas data frame: the same as `df`.

        Raises:
            UsageError: pandas is not installed.

        >>> import scoresheet
        >>> scoresheet.query("examples/historic.pgn", "results").to_pandas().columns[0]
        'result'
        """
        installed("pandas", "pandas")
        return self.df()

    def to_polars(self) -> polars.DataFrame:
        """The rows as a Polars data frame: the same as `pl`.

        Raises:
            UsageError: Polars is not installed.

        >>> import scoresheet
        >>> scoresheet.query("examples/historic.pgn", "select count(*) as games from games").to_polars().rows()
        [(45,)]
        """
        installed("polars", "polars")
        return self.pl()  # type: ignore[no-any-return] # a method of DuckDB's relation

    def to_arrow(self) -> pyarrow.Table:
        """The rows as a `pyarrow.Table`.

        Raises:
            UsageError: pyarrow is not installed.

        >>> import scoresheet
        >>> scoresheet.query("examples/historic.pgn", "select count(*) as games from games").to_arrow().num_rows
        1
        """
        installed("pyarrow", "arrow")
        return self.to_arrow_table()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """A new Arrow stream over the rows."""
        with self._guard():
            return self._relation.__arrow_c_stream__(requested_schema)

    def __dir__(self) -> list[str]:
        return dir(self._relation)

    def __str__(self) -> str:
        with self._guard():
            return str(self._relation)

    def __repr__(self) -> str:
        with self._guard():
            return repr(self._relation)

    def _ours(self, value: Any) -> Any:
        return Relation(value, self._guard, self.origin) if isinstance(value, DuckDBPyRelation) else value

    def _guarded(self, method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def called(*arguments: Any, **named: Any) -> Any:
            bare = [argument._relation if isinstance(argument, Relation) else argument for argument in arguments]
            with self._guard():
                return self._ours(method(*bare, **named))

        return called
