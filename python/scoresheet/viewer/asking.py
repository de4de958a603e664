"""Questions about the games that a filter leaves: the figures of the page, and suggestions while a filter is typed."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

from scoresheet.questions.duckdb import quoted
from scoresheet.viewer import bars, figures, filters
from scoresheet.viewer.errors import wrong
from scoresheet.viewer.figure import DISTINCT_GAMES, GAME

if TYPE_CHECKING:
    from scoresheet.viewer.figure import Figure
    from scoresheet.viewer.filters import Condition
    from scoresheet.viewer.library import Library
    from scoresheet.viewer.query_slots import Turn

__all__ = ["figure", "literal", "suggestions"]

_SAMPLE = 20_000
"""The number of games in a sample, before they are filtered."""

_BLOCKS = 10
"""The number of places that a sample is taken from: neighbours are read together."""

_MOST_ROWS = 5_000
"""The number of rows of a result."""

_MOST_SUGGESTED = 12

# A question mark in a condition stands for a value, or is literal inside a text.
_PLACE_OR_TEXT = re.compile(r"\?|'(?:[^']|'')*'")

_GAMES = re.compile(r"\bFROM games(?: AS games)?\b")


def figure(library: Library, name: str, asked: Mapping[str, Any], slot: str) -> dict[str, Any]:
    """The rows of a figure, with the SQL that returns them, and for each row the filter for the games behind it.

    `games` is the number of games that the filter leaves, `of` those of them that the figure is about, and `counted`
    those that count in it. The others lack what it counts. `more` count in bars that are not shown.

    With `sample`, only some of the games are searched, which is fast for any number of games. A newer call with the
    same slot interrupts this one.

    Raises:
        Refused: the filter or a parameter makes no sense.
        UsageError: there is no such figure.
    """
    started = time.perf_counter()
    figure, parameters = figures.find(name), asked.get("parameters") or {}
    sql, values = figure.bound(parameters)
    given = filters.condition(asked.get("filter") or {})
    condition = literal(given)
    sampled = bool(asked.get("sample")) and library.games > _SAMPLE
    among = f"({condition}) AND ({_blocks(library.games)})" if sampled else condition
    with library.turns.turn(f"figure {slot}") as turn:
        if figure.games == DISTINCT_GAMES:  # one pass counts all games, too, and its rows are many for each game
            columns, [total, *rows] = turn.table(_over(figure.totalled().replace(GAME, "row"), values, among))
            counted = total[columns.index("games")]
        else:
            columns, rows = turn.table(_over(sql.replace(GAME, "row"), values, among))
            counted = _counted(turn, figure, values, among)
        about = _about(turn, figure, values, among)
    keys, games = [columns.index(key) for key in figure.keys], columns.index("games")
    shown = sum(row[games] for row in rows)
    named = [] if sampled else [bars.named(figure, values, [row[key] for key in keys]) for row in rows[:_MOST_ROWS]]
    return {
        "columns": columns,
        "rows": [[_plain(value) for value in row] for row in rows[:_MOST_ROWS]],
        "bars": named,
        "sql": _over(sql, values, literal(replace(given, sql=bars.anywhere(given.sql)))),
        "ms": round((time.perf_counter() - started) * 1000, 1),
        "sampled": sampled,
        **about,
        "counted": counted,
        "more": max(counted - shown, 0) if figure.top else 0,
    }


def _about(turn: Turn, figure: Figure, values: Mapping[str, str], among: str) -> dict[str, int]:
    """How many games there are, and how many of them a figure is about."""
    of = _over(figure.of, values, "true")
    [(games, about)] = turn.rows(f"SELECT count(*), count(*) FILTER (WHERE {of}) FROM games WHERE {among}")
    return {"games": games, "of": about}


def _counted(turn: Turn, figure: Figure, values: Mapping[str, str], among: str) -> int:
    """How many games count in a figure."""
    rows = _over(bars.rows_of(figure), values, among)
    [(counted,)] = turn.rows(f"SELECT {DISTINCT_GAMES} FROM ({rows}) AS counted")
    return int(counted)


def _over(sql: str, values: Mapping[str, object], condition: str) -> str:
    """The SQL with its values in place, over the games that meet a condition."""
    named = re.compile(r"\$(" + "|".join(map(re.escape, values)) + r")\b") if values else None
    bound = sql if named is None else named.sub(lambda match: _value(values[match[1]]), sql)
    if condition == "true":
        return bound
    return _GAMES.sub(lambda _: f"FROM (SELECT * FROM games WHERE {condition}) AS games", bound)


def literal(condition: Condition) -> str:
    """A condition with its values in place.

    >>> literal(filters.condition({"white": "O'Neil", "plies_min": 10}))
    "((contains(lower(white), lower('O''Neil')))) AND ply_count >= 10"
    >>> literal(filters.Condition("white <> '?' AND elo > ?", (2000,)))
    "white <> '?' AND elo > 2000"
    """
    values = iter(condition.values)
    bound = _PLACE_OR_TEXT.sub(lambda found: _value(next(values)) if found[0] == "?" else found[0], condition.sql)
    if (left := len(list(values))) > 0:
        raise ValueError(f"the condition has {left} values without a place")
    return bound


def _value(value: object) -> str:
    if value is None:
        return "NULL"
    if isinstance(value, bool | int | float):
        return str(value)
    return f"DATE '{value}'" if isinstance(value, date) else quoted(str(value))


def _blocks(games: int) -> str:
    """The condition for the games of a sample, which are neighbours at some places of the library."""
    size, step = _SAMPLE // _BLOCKS, games // _BLOCKS
    return " OR ".join(f"row BETWEEN {block * step} AND {block * step + size - 1}" for block in range(_BLOCKS))


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else None
    return str(value)


def suggestions(library: Library, name: str, text: str, slot: str) -> list[list[Any]]:
    """The most frequent values that fit what the user has typed into a filter, with their numbers of games.

    Raises:
        Refused: there is no such filter, or it suggests nothing.
    """
    known = next((filter_ for filter_ in filters.ALL if filter_.name == name and filter_.suggests), None)
    if known is None:
        raise wrong(f"the filter `{name[:40]}` suggests nothing")
    words = text.replace(",", " ").split()
    fits = " AND ".join(f"contains(lower(value), lower({quoted(word)}))" for word in words) or "true"
    with library.turns.turn(f"suggest {slot}") as turn:
        table = library.player_names.table(turn) if known.name in filters.OF_PLAYERS else None
        if table is None:
            values = " UNION ALL ".join(f"SELECT {column} AS value FROM games" for column in known.suggests)
            counted = f"SELECT value, count(*) AS games FROM ({values}) WHERE value <> '' AND {fits} GROUP BY value"
        else:
            games = " + ".join(f"{column}_games" for column in known.suggests)
            counted = f"SELECT player_name AS value, {games} AS games FROM {table} WHERE value <> '' AND {fits}"
        sql = f"""
            SELECT value, games FROM ({counted}) WHERE games > 0
            ORDER BY starts_with(lower(value), lower({quoted(text.strip())})) DESC, games DESC, value
            LIMIT {_MOST_SUGGESTED}"""
        return [list(row) for row in turn.rows(sql)]
