"""The positions of many games: rows for tables, and arrays for machine learning."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from scoresheet._libraries import installed
from scoresheet.frames import Frames

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from scoresheet import _core

__all__ = ["MatchRows", "PositionRows", "TensorColumn", "Tensors", "tensors_of"]

TensorColumn: TypeAlias = Literal["game", "ply", "hash", "clock_ms", "eval_cp", "eval_mate"]
"""The arrays that batches of `Games.tensors` can have besides planes, moves and results."""


class _Rows(Frames):
    """A native table that is read on demand."""

    __slots__ = ("_native",)

    def __init__(self, native: _core.Positions | _core.Matches) -> None:
        self._native = native

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return self._native.names

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """A new Arrow stream over all rows, for other programs."""
        return self._native.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        """The schema of the stream. Nothing is read for it."""
        return self._native.__arrow_c_schema__()


class PositionRows(_Rows):
    """The positions of games as a table that is read on demand. Returned by `Games.positions`.

    Any program that takes Arrow streams can read it: `pyarrow.table(rows)`, `polars.DataFrame(rows)`, or DuckDB by the
    name of the variable. Each stream reads the games again.

    >>> import duckdb, scoresheet
    >>> rows = scoresheet.read("examples/historic.pgn").positions("hash", "result")
    >>> duckdb.sql("select count(*), count(distinct hash) from rows").fetchall()
    [(2216, 2017)]
    """

    __slots__ = ()


class MatchRows(_Rows):
    """The places in games where a pattern holds, as a table that is read on demand. Returned by `Games.matches`.

    Any program that takes Arrow streams can read it: `pyarrow.table(rows)`, `polars.DataFrame(rows)`, or DuckDB by the
    name of the variable. Each stream reads the games again.

    >>> import duckdb, scoresheet
    >>> rows = scoresheet.read("examples/historic.pgn").matches("mate", everywhere=True)
    >>> duckdb.sql("select count(*) from rows").fetchall(), rows.count()
    ([(17,)], 17)
    """

    __slots__ = ()
    _native: _core.Matches

    def count(self, *, progress: Callable[[int, int], object] | None = None) -> int:
        """The number of rows. The games are read, but no table is made.

        Args:
            progress: called with the bytes and games read so far, at most ten times a second.

        Raises:
            ReadError: the first error, if `on_error` is `"raise"`.
            SourceConsumed: a pipe was read before.
        """
        return self._native.count(progress)


class _Batch(NamedTuple):
    """The arrays that every batch has."""

    planes: NDArray[numpy.uint8]
    moves: NDArray[numpy.uint16]
    results: NDArray[numpy.float32]


class Tensors(_Batch):
    """Some positions as NumPy arrays, one row each. Returned by `Games.tensors`. The arrays cannot be written to.

    `planes` has the shape (rows, 12 or 18, 8, 8), as `Position.to_planes` describes; what is in hand and the rules are
    not in them, so read games of one set of rules. `moves` are the next moves: bits 0 to 5 are the origin, 6 to 11 the
    destination, 12 to 14 the promotion, and bit 15 is castling, as in the column `packed_moves`; 65535 means that the
    game ends there. `results` are White's scores: 1, 0.5 or 0, and NaN if the game has none.

    As a tuple, a batch is always these three. The other arrays are attributes, and None unless `Games.tensors` was
    given their names: `game` and `ply`, the number of the game from 1 and the half-moves played; `hash`, the
    Polyglot key; and `clock_ms`, `eval_cp` and `eval_mate`, what the comments after the last move state, NaN if they do
    not.

    >>> import scoresheet
    >>> batch = next(scoresheet.read("examples/historic.pgn").tensors(columns=["game", "ply"]))
    >>> planes, moves, results = batch
    >>> batch.game[-1], batch.ply[0], batch.eval_cp is None
    (np.int64(45), np.int32(0), True)
    """

    game: NDArray[numpy.int64] | None = None
    ply: NDArray[numpy.int32] | None = None
    hash: NDArray[numpy.uint64] | None = None
    clock_ms: NDArray[numpy.float64] | None = None
    eval_cp: NDArray[numpy.float32] | None = None
    eval_mate: NDArray[numpy.float32] | None = None


def tensors_of(stream: Iterator[_core._TensorRows], planes: int, columns: Sequence[str] = ()) -> Iterator[Tensors]:
    """The batches of a native stream as arrays. `columns` are the names of the further ones, in its order.

    Raises:
        UsageError: NumPy is not installed.
    """
    numpy = installed("numpy", "numpy")

    def arrays() -> Iterator[Tensors]:
        for boards, moves, results, others in stream:
            shaped = numpy.frombuffer(boards, "u1").reshape(-1, planes, 8, 8)
            batch = Tensors(shaped, numpy.frombuffer(moves, "<u2"), numpy.frombuffer(results, "<f4"))
            for name, (kind, values) in zip(columns, others, strict=True):
                setattr(batch, name, numpy.frombuffer(values, kind))
            yield batch

    return arrays()
