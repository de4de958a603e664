"""`Explorer`: what was played in positions of games, from an index or by `@explorer`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from scoresheet.engines.position_index import Explored, index_of, moves_in
from scoresheet.questions import find

if TYPE_CHECKING:
    from scoresheet.engines.view import Source
    from scoresheet.notation import Position

__all__ = ["Branch", "Explored", "Explorer"]


class Branch(NamedTuple):
    """A move in the tree of games that reached a position, and what followed it."""

    move: str
    """The move in SAN."""
    games: int
    """The games that went this way from the position."""
    percent: float
    """Their share of the games that continued after the move before."""
    white_wins: int
    draws: int
    black_wins: int
    score: float | None
    """The points of the side that made the move, in percent; None if no game has a result."""
    below: list[Branch]
    """The moves that followed, the most frequent ones first."""


class Explorer:
    """What was played in positions of games. A Parquet file with an index answers in milliseconds.

    Raises `FileError` if the index of a Parquet file is damaged, or was built from another version of the file.

    >>> import scoresheet
    >>> report = scoresheet.convert("examples/historic.pgn", "historic.parquet")
    >>> report = scoresheet.index("historic.parquet")
    >>> explorer = scoresheet.Explorer("historic.parquet")
    >>> [(found.move, found.games) for found in explorer.moves()][:3]
    [('e4', 25), ('d4', 15), ('Nf3', 1)]
    """

    def __init__(self, source: Source) -> None:
        """`source` is anything that `query` takes."""
        self._source = source
        self._index = index_of(source)

    def moves(self, position: Position | str | None = None, **bounds: Any) -> list[Explored]:
        """The moves that were played in a position, the most frequent ones first.

        `position` is a `Position` or its FEN; None is the starting position. `bounds` are the other parameters of
        `@explorer`: `since`, `until`, `min_elo`, `max_elo`, `time`, `player`, `white`, `black`, and `variant`, the
        rules of a FEN or of the starting position. Only games of the same rules count.

        >>> from scoresheet import Position
        >>> Explorer("examples/historic.pgn").moves(Position(variant="crazyhouse"))
        []
        """
        asked = {"fen": position, **bounds}
        found = self._index and moves_in(self._index, find("explorer").values(asked))
        if isinstance(found, list):
            return found
        from scoresheet.engines.duckdb import query  # here: an index needs no DuckDB

        return [Explored(*row) for row in query(self._source, "explorer", **asked).fetchall()]

    def tree(
        self, position: Position | str | None = None, *, plies: int = 4, min_games: int = 2, **bounds: Any
    ) -> list[Branch]:
        """How the games that reached a position went on: a nested table of their moves.

        It is at most `plies` deep, and leaves out what fewer than `min_games` games played. Other ways to the same
        positions do not count, unlike in `moves`. All games are searched, with an index or without. `position` and
        `bounds` are as in `moves`.

        >>> explorer = Explorer("examples/historic.pgn")
        >>> [(first.move, [(then.move, then.games) for then in first.below]) for first in explorer.tree(min_games=10)]
        [('e4', [('e5', 20)]), ('d4', [])]
        """
        from scoresheet.engines.duckdb import query  # here, as above

        asked = {"fen": position, "plies": plies, "min_games": min_games, **bounds}
        top: list[Branch] = []
        above = [top]  # the branches on the way to the current one, by ply
        for _line, ply, *row in query(self._source, "tree", **asked).fetchall():
            del above[ply:]
            branch = Branch._make([*row, []])
            above[-1].append(branch)
            above.append(branch.below)
        return top
