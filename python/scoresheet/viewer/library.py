"""The games of all inputs as the view `games` of a locked DuckDB. The column `row` numbers them from 0."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import duckdb

import scoresheet
from scoresheet import _scratch
from scoresheet.engines.extension import CONFIG, load
from scoresheet.engines.view import schema
from scoresheet.questions.duckdb import identifier, macros, no_pattern
from scoresheet.tables import of_rows
from scoresheet.viewer.errors import Replaced, missing
from scoresheet.viewer.player_names import PlayerNames
from scoresheet.viewer.query_slots import Turn, Turns

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

    from scoresheet import Games
    from scoresheet._core import PositionIndex
    from scoresheet._kinds import EitherGame
    from scoresheet.viewer.parts import Part

__all__ = ["DOCUMENT", "Library", "connect", "locked"]

MEMORY = "125MB"
"""The memory that DuckDB may use before it writes to the temporary folder. Millions of games are sorted in it."""

_KEPT_GAMES = 64
"""The number of games that are kept as objects."""

_OPEN_FILES = 16
"""The number of Parquet files of which games are read that stay open."""

_TEXT = "game_text"

DOCUMENT = "doc"
"""The column of documents, which say more than the text of a game."""


def connect(threads: int | None = None, memory: str | None = None) -> DuckDBPyConnection:
    """A connection for one library, with the functions and macros of the package."""
    config: dict[str, Any] = {**CONFIG, "memory_limit": memory or MEMORY, **({"threads": threads} if threads else {})}
    config["temp_directory"] = str(_scratch.own() / "duckdb")
    connection = duckdb.connect(":memory:", config=config)
    load(connection)
    for macro in macros():
        # Each request has a separate connection, which does not see the temporary objects of others.
        connection.execute(macro.replace("CREATE TEMP MACRO", "CREATE MACRO", 1))
    return connection


def locked(connection: DuckDBPyConnection, paths: Sequence[str]) -> None:
    """Makes a connection refuse all files but these and those of this process's temporary folder, for good."""
    connection.execute("SET parquet_metadata_cache = true")
    # DuckDB compares a path as it is written in a statement, and the file that it stands for.
    connection.execute("SET allowed_paths = ?", [[*paths, *map(no_pattern, paths)]])
    connection.execute("SET allowed_directories = ?", [[str(_scratch.own())]])
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


class Library:
    """The games of all parts, one after the other."""

    def __init__(
        self, connection: DuckDBPyConnection, parts: Sequence[Part], index: PositionIndex | None = None
    ) -> None:
        """`index` is that of the positions of all games, if there is one."""
        self.connection = connection
        self.parts = tuple(parts)
        self.index = index
        self.turns = Turns(connection)
        self.player_names = PlayerNames(sum(part.games for part in self.parts))
        self._starts = [0]
        for part in self.parts:
            self._starts.append(self._starts[-1] + part.games)
        self.games = self._starts[-1]
        self.columns = frozenset().union(*(part.known for part in self.parts))
        selects = [f"SELECT {self._numbered(place)}" for place in range(len(self.parts))]
        connection.execute(f"CREATE VIEW games AS {' UNION ALL '.join(selects)}")
        self.game = lru_cache(_KEPT_GAMES)(self._game)
        self._stored = lru_cache(_OPEN_FILES)(_stored)

    def _numbered(self, place: int) -> str:
        """The SELECT list of a part, with the number of each game in the library, and FROM."""
        part = self.parts[place]
        row = f"({part.number} + {self._starts[place]})::UINTEGER AS row"
        return f"{row}, {part.selected(list(schema()))} FROM {part.rows}"

    def close(self) -> None:
        """Ends all requests, because other games have taken their place, and closes the connection."""
        self.turns.end_all(Replaced())
        self.connection.close()

    def part_of(self, row: int) -> tuple[Part, int]:
        """The part with a game, and the number of its row there.

        Raises:
            Refused: there is no such game.
        """
        if not 0 <= row < self.games:
            raise missing(f"there is no game {row}")
        place = bisect_right(self._starts, row) - 1
        return self.parts[place], row - self._starts[place]

    def file_of(self, row: int) -> str | None:
        """The name of the file with a game; None if all games are from one file.

        Raises:
            Refused: there is no such game.
        """
        part, _ = self.part_of(row)
        return part.name if len(self.parts) > 1 else None

    def rows(self, turn: Turn, rows: Sequence[int], wanted: Sequence[str]) -> list[list[Any]]:
        """The values of expressions for games, in the order of their numbers in `rows`; each begins with its number.

        Rows are requested from each part by number, so that DuckDB reads only the row groups with them.
        """
        by_part: dict[int, list[int]] = defaultdict(list)
        for row in rows:
            by_part[bisect_right(self._starts, row) - 1].append(row)
        found = {
            values[0]: list(values)
            for place, some in by_part.items()
            for values in turn.rows(f"SELECT {', '.join(['row', *wanted])} FROM {self._some(place, some)}")
        }
        return [found[row] for row in rows]

    def _some(self, place: int, rows: Sequence[int]) -> str:
        """Some rows of a part, with the columns of the view `games`."""
        start = self._starts[place]
        first, last = min(rows) - start, max(rows) - start
        is_range = last - first == len(rows) - 1
        numbers = ", ".join(str(row - start) for row in rows)
        where = f"BETWEEN {first} AND {last}" if is_range else f"IN ({numbers})"
        return f"(SELECT {self._numbered(place)} WHERE {self.parts[place].number} {where})"

    def _game(self, row: int) -> EitherGame:
        part, number = self.part_of(row)
        # The text has what columns do not hold: whose notes there are, and games by rules that nobody knows.
        if _TEXT in part.known:
            return self._parsed(part, number)
        stored = None if part.path is None else self._stored(part.path)
        return self._restored(part, number) if stored is None else stored[number]

    def _parsed(self, part: Part, number: int) -> EitherGame:
        document = DOCUMENT if DOCUMENT in part.columns else "NULL"
        with self.turns.turn() as turn:
            [(text, told)] = turn.rows(f"SELECT {_TEXT}, {document} FROM {part.rows} WHERE {part.number} = {number}")
        if told is not None:
            return scoresheet.parse(told, from_="bgnl", on_error="keep")
        if text is None:
            return self._restored(part, number)
        return scoresheet.parse(text, from_=part.format, on_error="keep")

    def _restored(self, part: Part, number: int) -> EitherGame:
        """A game from the other columns, as reading Parquet restores it."""
        with self.turns.cursor() as cursor:
            return next(iter(of_rows(_Row(cursor, part, number), on_error="keep")))


def _stored(path: str) -> Games | None:
    """The games of a Parquet file by their numbers, without DuckDB; None if that would read all of them."""
    games = scoresheet.read(path)
    return games if games._has_numbers else None


class _Row:
    """The row of one game, of which only the columns that restore it are read."""

    rows = 1

    def __init__(self, cursor: DuckDBPyConnection, part: Part, number: int) -> None:
        self._cursor, self._part, self._number = cursor, part, number
        self.columns = sorted(part.columns)

    def read(self, columns: Sequence[str], /) -> DuckDBPyRelation:
        """The row, with these columns."""
        wanted = ", ".join(map(identifier, columns)) or "NULL"
        return self._cursor.sql(f"SELECT {wanted} FROM {self._part.rows} WHERE {self._part.number} = {self._number}")
