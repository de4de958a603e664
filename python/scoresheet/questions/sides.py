"""Both sides of each game, a row for each: a player's values, such as their rating and score."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from scoresheet._registry import registry

__all__ = ["NEEDED", "SideDialect", "ended_by_tags", "quoted", "result_cases", "sides"]

_OF_EITHER = {
    "player": ("white", "black"),
    "opponent": ("black", "white"),
    "elo": ("white_elo", "black_elo"),
    "opponent_elo": ("black_elo", "white_elo"),
    "title": ("white_title", "black_title"),
    "opponent_title": ("black_title", "white_title"),
    "castle_ply": ("white_castle_ply", "black_castle_ply"),
}
"""Columns of sides, with the columns of games that hold them for White and for Black."""

_WINS = (("1-0", "0-1"), ("0-1", "1-0"))
"""The markers with which White and Black win, and lose."""

_ENDED = ("termination", "result")
"""The columns of games that say how they ended."""

_WIN, _LOSS = (f"CASE WHEN color = 'white' THEN '{first}' ELSE '{other}' END" for first, other in _WINS)

_BY_END = {
    "score": f"CAST(CASE ended WHEN '1/2-1/2' THEN 0.5 WHEN {_WIN} THEN 1 WHEN '*' THEN NULL ELSE 0 END AS $double)",
    "won": f"ended = {_WIN}",
    "drawn": "ended = '1/2-1/2'",
    "lost": f"ended IN ({_LOSS}, '0-0')",
}
"""Columns of sides that follow from how a game ended."""


_STARTS = "starts_with(lower(ltrim(result, ' ')), {start})"
"""The test of whether a Result tag starts with a text, in any case. DuckDB would trim other blanks than spaces, too."""


@dataclass(frozen=True)
class SideDialect:
    """The expressions of an engine that differ between engines.

    Attributes:
        ended: how a game ended, computed from `termination` and `result`: `1-0`, `0-1`, `1/2-1/2`, `0-0` or `*`.
        double: the type of 64-bit floating-point numbers.
        more: further columns, each with the columns of games that it needs and its expression, in which `color` is the
            side.
    """

    ended: str
    double: str = "DOUBLE PRECISION"
    more: Mapping[str, tuple[tuple[str, ...], str]] = field(default_factory=dict)


NEEDED = frozenset([*_ENDED, *(name for pair in _OF_EITHER.values() for name in pair), "round"])
"""The columns of games that sides need where all of these are present."""


def sides(games: str, columns: Collection[str], dialect: SideDialect, wanted: Collection[str] | None = None) -> str:
    """The query of both sides of games. Its rows have all columns of the games, and those of the side.

    `games` is a table, a view or a query as the text after FROM. `columns` are the columns that it has; columns of
    sides that need others are left out, and so are those that are not among `wanted`.

    >>> print(sides("games", ["white", "black"], SideDialect("termination")))
    SELECT games.*, color,
           CASE WHEN color = 'white' THEN white ELSE black END AS player,
           CASE WHEN color = 'white' THEN black ELSE white END AS opponent
    FROM games AS games CROSS JOIN (SELECT 'white' AS color UNION ALL SELECT 'black') AS colors
    """
    found = {
        name: f"CASE WHEN color = 'white' THEN {white} ELSE {black} END"
        for name, (white, black) in _OF_EITHER.items()
        if white in columns and black in columns
    }
    if all(name in columns for name in _ENDED):
        games = f"(SELECT *, {dialect.ended} AS ended FROM {games})"
        found |= {name: form.replace("$double", dialect.double) for name, form in _BY_END.items()}
    found |= {
        name: expression
        for name, (needed, expression) in dialect.more.items()
        if all(column in columns for column in needed)
    }
    listed = [f"{expression} AS {name}" for name, expression in found.items() if wanted is None or name in wanted]
    return "\n".join(
        [
            ",\n       ".join(["SELECT games.*, color", *listed]),
            f"FROM {games} AS games CROSS JOIN (SELECT 'white' AS color UNION ALL SELECT 'black') AS colors",
        ]
    )


def ended_by_tags(starts: str = _STARTS) -> str:
    """How a game ended, by the marker after its moves, else by its Result tag; `*` if neither gives it.

    `starts` tests whether a Result tag starts with a text.
    """
    cases = ["CASE WHEN termination <> '*' THEN termination", *result_cases(starts), "ELSE '*' END"]
    return "\n              ".join(cases)


def result_cases(starts: str = _STARTS) -> list[str]:
    """The branches of a CASE that finds out from the text of a Result tag how a game ended.

    The text is a marker in any spelling that `scoresheet.vgn.result_marker` knows, or a sentence of VGN.

    >>> result_cases()[2]
    "WHEN starts_with(lower(ltrim(result, ' ')), 'white wins') THEN '1-0'"
    """
    said = "result"
    for row in registry("result_signs"):
        said = f"replace({said}, {quoted(row['sign'])}, {quoted(row['usual'])})"
    return [
        f"WHEN {said} IN ('1-0', '0-1', '0-0') THEN {said}",
        f"WHEN {said} IN ('1/2-1/2', '1/2') THEN '1/2-1/2'",
    ] + [
        f"WHEN {starts.format(start=quoted(row['start']))} THEN {quoted(row['marker'])}"
        for row in registry("sentences")
    ]


def quoted(text: str) -> str:
    """Text as an SQL literal.

    >>> quoted("it's")
    "'it''s'"
    """
    return "'" + text.replace("'", "''") + "'"
