"""`Explorer`: what was played in positions of games, from an index or by `@explorer`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, overload

from scoresheet.engines.position_index import Explored, index_of, moves_in, moves_of, parquet_of
from scoresheet.questions import find

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scoresheet.engines.view import Source
    from scoresheet.notation import Position

__all__ = ["Branch", "Explored", "ExploredByPlayer", "Explorer", "PlayerBranch"]


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


class ExploredByPlayer(NamedTuple):
    """A move that was played in a position, in games of a player, by this player or the opponent."""

    move: str
    """The move in SAN."""
    games: int
    """The games in which it was played."""
    percent: float
    """Their share of the player's games that continued from the position."""
    won: int
    """The games that the player won."""
    drawn: int
    lost: int
    score: float | None
    """The points of the player, in percent; None if no game has a result."""
    score_from: float | None
    """The lower end of the interval in which the true score lies with a probability of 95 % (Wilson)."""
    score_to: float | None
    """The upper end of that interval."""
    mean_elo: int | None
    """The mean rating of the player, in games with a result and both ratings."""
    performance: int | None
    """The rating that expects this score against these opponents, at most 800 points from theirs."""
    last_game: int
    """The number of the last game, by date."""
    best_game: int | None
    """The number of the game with the highest sum of ratings."""


class PlayerBranch(NamedTuple):
    """A move in the tree of games of a player that reached a position, and what followed it."""

    move: str
    """The move in SAN."""
    games: int
    """The games that went this way from the position."""
    percent: float
    """Their share of the games that continued after the move before."""
    won: int
    """The games that the player won."""
    drawn: int
    lost: int
    score: float | None
    """The points of the player, in percent; None if no game has a result."""
    below: list[PlayerBranch]
    """The moves that followed, the most frequent ones first."""


_Branch = TypeVar("_Branch", Branch, PlayerBranch)


class Explorer:
    """What was played in positions of games. With an index of a Parquet file, each position takes milliseconds.

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

    @overload
    def moves(
        self, position: Position | str | None = None, *, player: None = None, **bounds: Any
    ) -> list[Explored]: ...

    @overload
    def moves(
        self, position: Position | str | None = None, *, player: str, **bounds: Any
    ) -> list[ExploredByPlayer]: ...

    def moves(
        self, position: Position | str | None = None, *, player: str | None = None, **bounds: Any
    ) -> list[Explored] | list[ExploredByPlayer]:
        """The moves that were played in a position, the most frequent ones first.

        With `player`, only games of the player with exactly this name count, and results, scores and ratings are the
        player's: the moves are `ExploredByPlayer`.

        `position` is a `Position` or its FEN; None is the starting position. `bounds` are the other parameters of
        `@explorer`: `since`, `until`, `min_elo`, `max_elo`, `time`, `white`, `black`, and `variant`, the rules of a FEN
        or of the starting position. Only games of the same rules count.

        >>> from scoresheet import Position
        >>> Explorer("examples/historic.pgn").moves(Position(variant="crazyhouse"))
        []
        """
        asked = {"fen": position, "player": player, **bounds}
        values = find("explorer").values(asked)
        found = self._index and moves_in(self._index, values)
        games = parquet_of(self._source) if found is None else None
        if games is not None:
            found = moves_of(games, values)
        if isinstance(found, list):
            return found
        from scoresheet.engines.duckdb import query  # here: an index needs no DuckDB

        rows = query(self._source, "explorer", **asked).fetchall()
        return [Explored(*row) for row in rows] if player is None else [ExploredByPlayer(*row) for row in rows]

    @overload
    def tree(
        self,
        position: Position | str | None = None,
        *,
        plies: int = 4,
        min_games: int = 2,
        player: None = None,
        **bounds: Any,
    ) -> list[Branch]: ...

    @overload
    def tree(
        self, position: Position | str | None = None, *, plies: int = 4, min_games: int = 2, player: str, **bounds: Any
    ) -> list[PlayerBranch]: ...

    def tree(
        self,
        position: Position | str | None = None,
        *,
        plies: int = 4,
        min_games: int = 2,
        player: str | None = None,
        **bounds: Any,
    ) -> list[Branch] | list[PlayerBranch]:
        """How the games that reached a position went on: a nested table of their moves.

        It is at most `plies` deep, and leaves out what fewer than `min_games` games played. Other ways to the same
        positions do not count, unlike in `moves`. All games are searched, with an index or without. `position` and
        `bounds` are as in `moves`. With `player`, results and scores are the player's: the moves are `PlayerBranch`.

        >>> explorer = Explorer("examples/historic.pgn")
        >>> [(first.move, [(then.move, then.games) for then in first.below]) for first in explorer.tree(min_games=10)]
        [('e4', [('e5', 20)]), ('d4', [])]
        """
        from scoresheet.engines.duckdb import query  # here, as above

        asked = {"fen": position, "plies": plies, "min_games": min_games, "player": player, **bounds}
        rows = query(self._source, "tree", **asked).fetchall()
        branches = _nested(rows, Branch._make) if player is None else None
        return _nested(rows, PlayerBranch._make) if branches is None else branches


def _nested(rows: list[tuple[Any, ...]], made: Callable[[Iterable[Any]], _Branch]) -> list[_Branch]:
    """The rows of `@tree` as branches, each with those that follow it."""
    top: list[_Branch] = []
    above = [top]  # the branches on the way to the current one, by ply
    for _line, ply, *row in rows:
        del above[ply:]
        branch = made([*row, []])
        above[-1].append(branch)
        above.append(branch.below)
    return top
