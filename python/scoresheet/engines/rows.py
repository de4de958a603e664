"""Rows from another engine as a DuckDB relation, so that all results are written in the same ways."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

from scoresheet.questions.duckdb import identifier

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

    from scoresheet.notation import Position

__all__ = ["Rows", "relation_of", "with_openings", "with_san"]

_KINDS: tuple[tuple[type, str], ...] = (
    (bool, "BOOLEAN"), (int, "BIGINT"), (float, "DOUBLE"), (Decimal, "DOUBLE"), (datetime, "TIMESTAMP"), (date, "DATE"),
)  # fmt: skip
"""The types of values. A type comes before those that it is a subtype of: a bool is also an int."""

_AT_ONCE = 200
"""The number of rows that one statement inserts."""


class Rows(NamedTuple):
    """Rows and the names of their columns."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]


def relation_of(
    connection: DuckDBPyConnection, columns: Sequence[str], rows: Sequence[Sequence[Any]]
) -> DuckDBPyRelation:
    """Rows as a relation. The type of each column is that of its values.

    >>> import duckdb
    >>> relation_of(duckdb.connect(), ["n", "share"], [(1, None), (2, 0.5)]).types
    [BIGINT, DOUBLE]
    """
    kinds = [_kind([row[place] for row in rows]) for place in range(len(columns))]
    listed = ", ".join(f"{identifier(name)} {kind}" for name, kind in zip(columns, kinds, strict=True))
    connection.execute(f"CREATE TEMP TABLE answer ({listed})")
    # One statement for many rows: each takes a millisecond.
    for some in (rows[start : start + _AT_ONCE] for start in range(0, len(rows), _AT_ONCE)):
        places = ", ".join(["(" + ", ".join("?" * len(columns)) + ")"] * len(some))
        connection.execute(f"INSERT INTO answer VALUES {places}", [value for row in some for value in row])
    return connection.table("answer")


def with_openings(columns: Sequence[str], rows: Sequence[Sequence[Any]], column: str) -> Rows:
    """Rows with the moves of a column converted from UCI, from the standard start, to numbered SAN.

    The columns `eco` and `opening` follow: the last position of these moves that has a name.

    >>> with_openings(["moves", "games"], [("e2e4 c7c5 g1f3 d7d6", 7)], "moves").rows
    [['1. e4 c5 2. Nf3 d6', 'B50', 'Sicilian Defense: Modern Variations', 7]]
    """
    place = list(columns).index(column) + 1
    shown = [[*row[: place - 1], *_shown(row[place - 1]), *row[place:]] for row in rows]
    return Rows([*columns[:place], "eco", "opening", *columns[place:]], shown)


def with_san(columns: Sequence[str], rows: Sequence[Sequence[Any]], position: Position) -> Rows:
    """Rows with the column `move` converted from 16 bits to SAN, in the position before the move.

    There are none for a position that is over, after which a game of a variant may continue.

    >>> from scoresheet import Position
    >>> with_san(["move", "games"], [(12 | 28 << 6, 7)], Position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")).rows
    [['e4', 7]]
    """
    place = list(columns).index("move")
    if not position.legal_moves:
        return Rows(columns, [])
    words = [position.write(position.unpack(row[place]), "san") for row in rows]
    return Rows(columns, [[*row[:place], word, *row[place + 1 :]] for row, word in zip(rows, words, strict=True)])


def _shown(line: str | None) -> tuple[str | None, str | None, str | None]:
    """The moves of a line in SAN, and the ECO code and the name of its opening."""
    from scoresheet.notation import Position  # here: few questions show moves

    if line is None:
        return None, None, None
    position, written, opening = Position(), [], None
    for ply, word in enumerate(line.split()):
        move = position.parse(word, "uci")
        written += [f"{ply // 2 + 1}."] if ply % 2 == 0 else []
        written.append(position.write(move, "san"))
        position = position.play(move)
        opening = position.opening or opening
    return " ".join(written), *((opening.eco, opening.name) if opening else (None, None))


def _kind(values: list[Any]) -> str:
    found = next((value for value in values if value is not None), None)
    return next((kind for python, kind in _KINDS if isinstance(found, python)), "VARCHAR")
