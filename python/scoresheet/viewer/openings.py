"""The openings of the games that a filter leaves: results in a position, and holes in the repertoire of a player."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scoresheet import Position
from scoresheet.questions.duckdb import quoted
from scoresheet.viewer import filters
from scoresheet.viewer.asking import literal
from scoresheet.viewer.errors import wrong

if TYPE_CHECKING:
    from scoresheet.viewer.library import Library

__all__ = ["Reply", "gaps", "holes", "results"]

_PLIES = 12
"""The number of plies of a game that count as its opening."""

_MOST_GAMES = 100_000
"""The number of games of others that a repertoire is compared with, so that memory is bounded."""

_MOST_OWN = 20_000
"""The number of games of the player."""

_MOST_HOLES = 50

_LEAST_REACHED = 3
"""The number of games in which the player reached a position before an unmet reply in it counts as a hole."""

_LEAST_COMMON, _COMMON = 10, 0.1
"""The number of games of others with a common reply, and its share of their games from the same position."""

_RARE = 1 / 3
"""A reply is met rarely if the player met it in less than this part of the games that its share predicts."""

_LEAST_MET, _BAD, _CONSISTENT = 5, 0.35, 0.5
"""The number of games that a score or a reply needs, the score that is bad, and the share of a consistent reply."""

_COUNTED = """count(*) AS games, count(*) FILTER (WHERE result = '1-0') AS white,
       count(*) FILTER (WHERE result = '1/2-1/2') AS draws, count(*) FILTER (WHERE result = '0-1') AS black"""


def results(library: Library, asked: Mapping[str, Any], slot: str) -> dict[str, Any]:
    """The results of the games that reach a position, by rating and by speed, and the last year of them.

    Ratings are the means of both players, in bands of 200 points. A newer call with the same slot interrupts this one.

    Raises:
        FenError: the position cannot be read.
        Refused: the filter makes no sense, or the games have no packed moves.
    """
    _packed(library)
    position = Position(asked.get("fen") or None, asked.get("rules") or None)
    given = filters.condition(asked.get("filter") or {})
    reached = filters.condition({"reached": f"{position.rules} {position.fen()}"})
    rating = "(white_elo::INTEGER + black_elo) // 400 * 200"
    shown = {
        "result": "result",
        "rating": f"CASE WHEN white_elo > 0 AND black_elo > 0 THEN {rating} END",
        "speed": "speed",
        "year": "year",
    }
    needs = {"rating": {"white_elo", "black_elo"}}
    listed = ", ".join(
        f"{sql if needs.get(name, {name}) <= set(library.columns) else 'NULL'} AS {name}" for name, sql in shown.items()
    )
    sql = f"""
        WITH met AS (SELECT {listed} FROM games WHERE ({literal(given)}) AND ({literal(reached)}))
        SELECT rating, speed, {_COUNTED}, max(year) AS year FROM met GROUP BY GROUPING SETS ((rating), (speed), ())
        ORDER BY rating, games DESC"""
    with library.turns.turn(f"openings {slot}") as turn:
        rows = turn.rows(sql)
    games = max((row[2] for row in rows), default=0)  # the grouping of all games is the largest one
    return {
        "games": games,
        "year": max((row[6] for row in rows if row[6] is not None), default=None),
        "ratings": [[row[0], *row[2:6]] for row in rows if row[0] is not None],
        "speeds": [list(row[1:6]) for row in rows if row[1] is not None],
    }


def _packed(library: Library) -> None:
    if "packed_moves" not in library.columns:
        raise wrong("the games have no column `packed_moves`", "convert them again with the column family `packed`")


@dataclass
class Reply:
    """What is known of a line that ends with a move of the opponent."""

    others: int = 0
    """The number of games of others."""
    own: int = 0
    points: float = 0.0
    known: int = 0
    """The number of games of the player with a result."""
    answers: Counter[str] = field(default_factory=Counter)
    """The moves with which the player replied."""


def holes(library: Library, asked: Mapping[str, Any], slot: str) -> dict[str, Any]:
    """The holes in the repertoire of a player with one colour.

    The player's games are compared with the other games that the filter leaves, apart from its filters of players.
    A newer call with the same slot interrupts this one.

    Raises:
        Refused: the player or the colour is missing, the filter makes no sense, or the games lack a column.
    """
    started = time.perf_counter()
    _packed(library)
    player, color = str(asked.get("player") or "").strip(), str(asked.get("color") or "white")
    if not player:
        raise wrong("`player` is missing", "type the name of a player as the games have it")
    if color not in ("white", "black"):
        raise wrong(f"`{color[:40]}` is not a colour", "use `white` or `black`")
    if not {"white", "black", "result"} <= set(library.columns):
        raise wrong("the games have no columns with players and results")
    given = {name: value for name, value in (asked.get("filter") or {}).items() if name not in filters.OF_PLAYERS}
    start = "(fen IS NULL OR fen = '')" if "fen" in library.columns else "true"
    if "variant" in library.columns:
        start += " AND (variant IS NULL OR lower(variant) IN ('', 'standard', 'chess'))"
    from_start = f"({literal(filters.condition(given))}) AND {start}"
    is_own = f"{color} = {quoted(player)}"
    shown = f"sans(packed_moves, fen)[1:{_PLIES}] AS sans, result"
    sql = f"""
        SELECT own, coalesce(sans, []), result, count(*) FROM (
          FROM (SELECT true AS own, {shown} FROM games WHERE {from_start} AND {is_own} ORDER BY row LIMIT {_MOST_OWN})
          UNION ALL
          FROM (SELECT false AS own, {shown} FROM (
            SELECT * FROM games WHERE {from_start} AND NOT coalesce({is_own}, false) ORDER BY row LIMIT {_MOST_GAMES}))
        ) GROUP BY ALL"""
    with library.turns.turn(f"holes {slot}") as turn:
        rows = turn.rows(sql)
    lines = _lines(rows, color)
    found = gaps(lines, color)
    return {
        "holes": [_hole(*each) for each in found[:_MOST_HOLES]],
        "found": len(found),
        "own": sum(row[3] for row in rows if row[0]),
        "others": sum(row[3] for row in rows if not row[0]),
        "ms": round((time.perf_counter() - started) * 1000, 1),
    }


def _lines(rows: Sequence[tuple[Any, ...]], color: str) -> dict[tuple[str, ...], Reply]:
    """The lines that the player reached, and the next moves of others, with what is known of them."""
    lines: dict[tuple[str, ...], Reply] = defaultdict(Reply)
    won, lost = ("1-0", "0-1") if color == "white" else ("0-1", "1-0")
    points = {won: 1.0, "1/2-1/2": 0.5, lost: 0.0}
    for sans, result, games in (row[1:] for row in rows if row[0]):
        for length in range(len(sans) + 1):
            reply = lines[tuple(sans[:length])]
            reply.own += games
            if result in points:
                reply.known += games
                reply.points += points[result] * games
            if length < len(sans):
                reply.answers[sans[length]] += games
    # Lines of others matter only up to the move that leaves what the player reached, which bounds their number.
    reached = set(lines)
    for sans, _, games in (row[1:] for row in rows if not row[0]):
        for length in range(len(sans) + 1):
            if length and tuple(sans[: length - 1]) not in reached:
                break
            lines[tuple(sans[:length])].others += games
    return lines


Gap = tuple[str, tuple[str, ...], Reply, float]


def gaps(lines: Mapping[tuple[str, ...], Reply], color: str) -> list[Gap]:
    """The holes: a kind, the line, what is known of it, and the share of the reply in games of others.

    The ones that cost the player most come first: those in most games that the player played or is likely to play.

    >>> lines = {("e4",): Reply(20, 10), ("e4", "c5"): Reply(10, 0)}
    >>> [(kind, line) for kind, line, *_ in gaps(lines, "white")]
    [('rare', ('e4', 'c5'))]
    """
    found: list[tuple[float, Gap]] = []
    for line, reply in lines.items():
        if not line or (len(line) % 2 == 0) != (color == "white"):
            continue
        before = lines.get(line[:-1], Reply())
        share = reply.others / before.others if before.others else 0.0
        predicted = before.own * share
        common = reply.others >= _LEAST_COMMON and share >= _COMMON
        if before.own >= _LEAST_REACHED and common and reply.own < predicted * _RARE:
            found.append((predicted, ("rare", line, reply, share)))
        if reply.known >= _LEAST_MET and reply.points <= reply.known * _BAD:
            found.append((reply.own, ("bad", line, reply, share)))
        answered = sum(reply.answers.values())
        if answered >= _LEAST_MET and max(reply.answers.values()) < answered * _CONSISTENT:
            found.append((reply.own, ("scattered", line, reply, share)))
    return [gap for _, gap in sorted(found, key=lambda each: (-each[0], each[1][:2]))]


def _hole(kind: str, line: tuple[str, ...], reply: Reply, share: float) -> dict[str, Any]:
    position = Position()
    for san in line:
        position = position.play(san)
    return {
        "kind": kind,
        "line": list(line),
        "fen": position.fen(),
        "games": reply.others,
        "share": round(100 * share, 1),
        "own": reply.own,
        "score": round(100 * reply.points / reply.known, 1) if reply.known else None,
        "answers": [list(answer) for answer in reply.answers.most_common(3)],
    }
