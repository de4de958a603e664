"""Games for the tests of functions in SQL: as rows, and as objects of the package, which the results are compared with.

The rows come from the examples: usual games, games of Chess960 and from other starts, annotated ones. With
`SCORESHEET_DATA`, the long tests take 10,000 games of a Lichess month as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import duckdb

import real_games
import scoresheet
from scoresheet.engines import duckdb as engine

EXAMPLES = ["historic.pgn", "annotated.pgn", "chess960.pgn", "generated.pgn", "clocks.pgn.zst"]
SAMPLE = "lichess_2013-01_part.pgn"

# The two forms of a game that functions take.
PACKED = "packed_moves, fen"
LISTS = "from_square, to_square, promotion, castle, fen"


@dataclass(frozen=True)
class Played:
    """A game as the package plays it."""

    positions: list[scoresheet.Position]
    moves: list[scoresheet.Move]


class Table:
    """Games as a table `games` with the columns of both forms, and as objects, in the same order."""

    def __init__(self, files: Iterable[Path], limit: int | None = None) -> None:
        self.connection = engine.connection_for("")
        self.played: list[Played] = []
        columns = ["fen", "packed_moves", "from_square", "to_square", "promotion", "castle", "clock_ms", "ply_count"]
        for file in files:
            games = scoresheet.read(file, limit=limit)
            self.played += [played(game) for game in games]
            rows = scoresheet.read(file, limit=limit).columns(*columns)
            self.connection.register("rows", rows)
            verb = "INSERT INTO games" if self._exists() else "CREATE TABLE games AS"
            self.connection.execute(f"{verb} SELECT row_number() OVER () + {self._count()} AS n, * FROM rows")
            assert self._count() == len(self.played)

    def _exists(self) -> bool:
        return bool(self.connection.execute("SELECT * FROM duckdb_tables() WHERE table_name = 'games'").fetchall())

    def _count(self) -> int:
        return self.connection.execute("SELECT count(*) FROM games").fetchall()[0][0] if self._exists() else 0

    def values(self, expression: str) -> list[Any]:
        """The value of an expression for each game. `{game}` in it stands for both forms, which must agree."""
        found = [
            [value for (value,) in self.connection.execute(f"SELECT {sql} FROM games ORDER BY n").fetchall()]
            for sql in dict.fromkeys(expression.replace("{game}", form) for form in (PACKED, LISTS))
        ]
        assert all(values == found[0] for values in found)
        return found[0]


def played(game: scoresheet.Game) -> Played:
    """The positions and moves of a mainline."""
    nodes = list(game.mainline())
    return Played([game.start, *(node.position for node in nodes)], [node.move for node in nodes])


@cache
def examples() -> Table:
    """The example games."""
    return Table(real_games.ROOT / "examples" / name for name in EXAMPLES)


@cache
def sample(path: Path) -> Table:
    """10,000 games of a month."""
    return Table([path], 10_000)


def compare(table: Table, expression: str, expected: Callable[[Played], Any]) -> None:
    """Fails unless an expression gives for each game what `expected` computes."""
    found = table.values(expression)
    assert len(found) == len(table.played) > 0
    for number, (value, game) in enumerate(zip(found, table.played, strict=True)):
        assert value == expected(game), f"game {number + 1}"


def scalar(expression: str) -> Any:
    """The value of an expression without games."""
    return examples().connection.execute(f"SELECT {expression}").fetchall()[0][0]


def error_of(expression: str) -> str:
    """The message of the error of an expression."""
    try:
        scalar(expression)
    except duckdb.Error as error:
        return str(error)
    raise AssertionError(f"{expression} has a value")


def after(position: scoresheet.Position, *moves: str) -> scoresheet.Position:
    """A position after moves in SAN."""
    for move in moves:
        position = position.play(move)
    return position
