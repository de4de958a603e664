"""What was played in a position, in the games that a filter leaves."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from scoresheet import Position
from scoresheet.drawing.ends import has_rule
from scoresheet.engines.position_index import Explored, moves_in, moves_of
from scoresheet.questions import find
from scoresheet.questions.duckdb import asked as question_sql
from scoresheet.viewer import filters
from scoresheet.viewer.asking import literal
from scoresheet.viewer.errors import wrong

if TYPE_CHECKING:
    from scoresheet.questions import Value
    from scoresheet.viewer.library import Library

__all__ = ["explored"]

_BOUNDS = {"since": "since", "until": "until", "elo_min": "min_elo", "elo_max": "max_elo", "time": "time"}
"""The filters that an index of positions may know, with the names of the parameters of `@explorer`."""


def explored(library: Library, asked: Mapping[str, Any], slot: str) -> dict[str, Any]:
    """The moves that were played in a position, the most frequent ones first.

    Uses the index of the games if there is one and it supports the filter; otherwise all games are searched. A newer
    call with the same slot interrupts this one.

    Raises:
        FenError: the position cannot be read.
        UsageError: there are no such rules.
        Refused: the filter makes no sense.
    """
    started = time.perf_counter()
    position = Position(asked.get("fen") or None, asked.get("rules") or None)
    given = {name: value for name, value in (asked.get("filter") or {}).items() if value not in (None, "", False)}
    condition = literal(filters.condition(given))
    known = _from_index(library, position, given)
    if isinstance(known, list):
        rows = _numbered(library, known)
    else:
        condition = condition if known is None else f"row = {known}"
        searched = _from_file(library, position, given) if known is None else None
        rows = _searched(library, position, condition, slot) if searched is None else searched
    return {
        "fen": position.fen(),
        "moves": [_move(position, row) for row in rows],
        "ms": round((time.perf_counter() - started) * 1000, 1),
        "indexed": known is not None,
    }


def _from_index(library: Library, position: Position, given: Mapping[str, object]) -> list[Explored] | int | None:
    """What the index knows: the moves, or the row of the only game; None if it is not sufficient."""
    asked = None if library.index is None else _values(position, given)
    return None if library.index is None or asked is None else moves_in(library.index, asked)


def _from_file(library: Library, position: Position, given: Mapping[str, object]) -> list[_Row] | None:
    """The moves in the only file, which are found without DuckDB; None if that is not possible."""
    paths = [part.path for part in library.parts]
    asked = _values(position, given) if len(paths) == 1 and paths[0] else None
    found = None if asked is None or paths[0] is None else moves_of(paths[0], asked, by_row=True)
    return None if found is None else [_Row(move, move.last_game, move.best_game) for move in found]


def _values(position: Position, given: Mapping[str, object]) -> Mapping[str, Value] | None:
    """The values of `@explorer` for a filter; None if the question does not know it."""
    if given.keys() - _BOUNDS.keys():
        return None
    try:
        bounds = {_BOUNDS[name]: value for name, value in given.items()}
        return find("explorer").values({"fen": position, **bounds})
    except ValueError:  # a day such as `1960`, which filters take and the question does not
        return None


class _Row(NamedTuple):
    """A move, with the rows of games in the library; None if they are not known."""

    move: Explored
    last: int | None
    best: int | None


def _numbered(library: Library, found: Sequence[Explored]) -> list[_Row]:
    """The rows of the games whose numbers the index has."""
    wanted = sorted({number for move in found for number in (move.last_game, move.best_game) if number is not None})
    if not wanted:
        return []
    with library.turns.turn() as turn:
        listed = ", ".join(map(str, wanted))
        # Games of several inputs in one file may have the same number. Then it does not identify one.
        sql = f"SELECT game, min(row) FROM games WHERE game IN ({listed}) GROUP BY game HAVING count(*) = 1"
        rows = dict(turn.rows(sql))
    return [_Row(move, rows.get(move.last_game), rows.get(move.best_game)) for move in found]


def _searched(library: Library, position: Position, condition: str, slot: str) -> list[_Row]:
    if "packed_moves" not in library.columns:
        raise wrong("the games have no column `packed_moves`", "convert them again with the column family `packed`")
    games = f"(SELECT * REPLACE (row AS game) FROM games WHERE {condition})"
    sql, values = question_sql(find("explorer"), {"fen": position}, games)
    with library.turns.turn(f"explorer {slot}") as turn:
        found = turn.rows(sql, values)
    moves = [Explored(str(position.write(position.unpack(packed))), *rest) for packed, *rest in found]
    return [_Row(move, move.last_game, move.best_game) for move in moves]


def _move(position: Position, row: _Row) -> dict[str, Any]:
    """A row of the table for the page."""
    found = row.move
    move = position.parse(found.move)
    return {
        "uci": move.uci(chess960=has_rule(position, "10")),
        "san": found.move,
        "games": found.games,
        "percent": found.percent,
        "white": found.white_wins,
        "draws": found.draws,
        "black": found.black_wins,
        "score": found.score,
        "score_from": found.score_from,
        "score_to": found.score_to,
        "elo": found.mean_elo,
        "performance": found.performance,
        "last": row.last,
        "best": row.best,
    }
