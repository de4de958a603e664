"""What was played in a position, from the index of a Parquet file. `@explorer` computes the same in SQL."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scoresheet import _core
from scoresheet._options import text
from scoresheet._sources import paths
from scoresheet.errors import FileError
from scoresheet.indexing import BAND, beside
from scoresheet.questions import position_in

if TYPE_CHECKING:
    from typing import TypeAlias

    from scoresheet.engines.view import Source
    from scoresheet.notation import Position
    from scoresheet.questions import Value

    Total: TypeAlias = tuple[int, list[int], list[int], list[int], int, int | None]

__all__ = ["Bounds", "Explored", "index_of", "moves_in", "moves_of", "parquet_of"]

# The quantile of the normal distribution for an interval of 95 %.
_Z = 1.95996

# The last ply up to which an index can include positions of a single game.
_EVERY_PLY = 65_535

_EPOCH = date(1970, 1, 1).toordinal()


class Explored(NamedTuple):
    """A move that was played in a position."""

    move: str
    """The move in SAN."""
    games: int
    """The games in which it was played."""
    percent: float
    """Their share of all games that continued from the position."""
    white_wins: int
    draws: int
    black_wins: int
    score: float | None
    """The points of the side to move, in percent; None if no game has a result."""
    score_from: float | None
    """The lower end of the interval in which the true score lies with a probability of 95 % (Wilson)."""
    score_to: float | None
    """The upper end of that interval."""
    mean_elo: int | None
    """The mean rating of the side to move, in games with a result and both ratings."""
    performance: int | None
    """The rating that expects this score against these opponents, at most 800 points from theirs."""
    last_game: int
    """The number of the last game, by date."""
    best_game: int | None
    """The number of the game with the highest sum of ratings."""


@dataclass(frozen=True)
class Bounds:
    """Which games count. An index distinguishes years, bands of 200 rating points, and speeds."""

    since: int | None = None
    """From this year."""
    until: int | None = None
    """Before this year."""
    min_elo: int | None = None
    """Both players are rated at least this; a multiple of 200."""
    max_elo: int | None = None
    """Both players are rated at most this; one less than a multiple of 200."""
    time: str | None = None
    """`"bullet"`, `"blitz"`, `"rapid"`, `"classical"` or `"correspondence"`."""

    @classmethod
    def of(cls, values: Mapping[str, object]) -> Bounds | None:
        """The bounds of a question; None if an index cannot separate the games in them from others.

        >>> from datetime import date
        >>> Bounds.of({"since": date(2013, 1, 1), "min_elo": 1800, "time": "blitz"})
        Bounds(since=2013, until=None, min_elo=1800, max_elo=None, time='blitz')
        >>> Bounds.of({"min_elo": 1850}) is Bounds.of({"player": "Greco"}) is None
        True
        """
        if any(values.get(name) is not None for name in ("player", "white", "black")):
            return None
        days = [values.get(name) for name in ("since", "until")]
        if any((day.month, day.day) != (1, 1) for day in days if isinstance(day, date)):
            return None
        since, until = (day.year if isinstance(day, date) else None for day in days)
        least, most = (
            number if isinstance(number, int) else None for number in map(values.get, ("min_elo", "max_elo"))
        )
        if (least or 0) % BAND or (most is not None and (most + 1) % BAND):
            return None
        time = values.get("time")
        return cls(since, until, least, most, None if time is None else str(time))


def index_of(source: Source) -> _core.PositionIndex | None:
    """The index of a source, if that is a single Parquet file with an index beside it."""
    games = parquet_of(source)
    if games is None or not Path(beside(games)).exists():
        return None
    return _core.PositionIndex(beside(games), games)


def parquet_of(source: Source) -> str | None:
    """The path of a source that is a single Parquet file."""
    if hasattr(source, "__arrow_c_stream__"):
        return None
    named = paths(source)
    only = named[0] if len(named) == 1 else None
    return text(only) if isinstance(only, str) and only.endswith(".parquet") and Path(only).is_file() else None


def moves_in(index: _core.PositionIndex, values: Mapping[str, Value]) -> list[Explored] | int | None:
    """What an index knows about a position: its moves, or the row of the only game with it; else None.

    `values` are those of `@explorer`.
    """
    bounds = Bounds.of(values)
    if bounds is None:
        return None
    position = position_in(values)
    if not position.legal_moves:
        return []  # after an end on the board, too, after which a game of a variant may continue
    between = (bounds.since, bounds.until, bounds.min_elo, bounds.max_elo, bounds.time)
    totals, row = index.moves(position.hash, between)
    if row is not None:
        return row
    if not totals and index.plies < _EVERY_PLY:
        return None  # a position of a single game may be missing
    return _ordered(position, totals)


def moves_of(
    games: str, values: Mapping[str, Value], threads: int | None = None, *, by_row: bool = False
) -> list[Explored] | None:
    """The moves that were played in a position in the games of a Parquet file, all of which are looked through.

    `values` are those of `@explorer`. None if the question is about a player, or the file lacks columns, or cannot be
    read, which DuckDB then explains. With `by_row`, the numbers of games are their rows, from 0.
    """
    if values.get("player") is not None:
        return None
    position = position_in(values)
    if not position.legal_moves:
        return None
    since, until = (_day(values.get(name)) for name in ("since", "until"))
    least, most = (_number(values.get(name)) for name in ("min_elo", "max_elo"))
    texts = [None if values.get(name) is None else str(values[name]) for name in ("time", "white", "black")]
    try:
        totals = _core.PositionIndex.search(games, position, (since, until, least, most, texts, by_row), threads)
    except FileError:
        return None
    return None if totals is None else _ordered(position, totals)


def _ordered(position: Position, totals: Sequence[Total]) -> list[Explored]:
    """The rows of moves, the most frequent ones first."""
    games = sum(sum(results) for _, results, *_ in totals)
    ordered = sorted(totals, key=lambda total: (-sum(total[1]), total[0]))
    return [_explored(position, total, games) for total in ordered]


def _day(value: Value) -> int | None:
    """A day, counted from 1970."""
    return value.toordinal() - _EPOCH if isinstance(value, date) else None


def _number(value: Value) -> int | None:
    return value if isinstance(value, int) else None


def _explored(position: Position, total: Total, all_games: int) -> Explored:
    """A row, from the sums of a move."""
    packed, results, (unrated, unrated_half_points), elos, last_game, best_game = total
    white_wins, draws, black_wins, _other = results
    games, ended = sum(results), white_wins + draws + black_wins
    half_points = draws + 2 * (white_wins if position.turn == "white" else black_wins)
    rated = games - unrated
    return Explored(
        position.write(position.unpack(packed), "san"),
        games,
        _tenths(100 * games / all_games),
        white_wins,
        draws,
        black_wins,
        *_score(half_points / 2, ended),
        _whole(elos[0] / rated) if rated else None,
        _performance(elos[1] / rated, (half_points - unrated_half_points) / (2 * rated)) if rated else None,
        last_game,
        best_game,
    )


def _score(points: float, games: int) -> tuple[float | None, float | None, float | None]:
    """The score in percent, and the ends of Wilson's interval."""
    if not games:
        return None, None, None
    score, square = points / games, _Z * _Z
    middle = (score + square / (2 * games)) / (1 + square / games)
    spread = _Z * math.sqrt((score * (1 - score) + square / (4 * games)) / games) / (1 + square / games)
    return _tenths(100 * score), _tenths(100 * (middle - spread)), _tenths(100 * (middle + spread))


def _performance(opponents: float, score: float) -> int:
    if not 0.01 < score < 0.99:
        return _whole(opponents + (800 if score > 0.5 else -800))
    return _whole(opponents + 400 * math.log10(score / (1 - score)))


def _whole(number: float) -> int:
    """The nearest integer. Halves are rounded away from zero, as in SQL; Python rounds them to even numbers."""
    return int(math.copysign(math.floor(abs(number) + 0.5), number))


def _tenths(number: float) -> float:
    """The nearest tenth, with halves as above."""
    return _whole(10 * number) / 10
