"""The figures of the page of plots: each is a question about the games with a picture that suits its answer."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Any

from scoresheet.errors import UsageError
from scoresheet.questions import Value
from scoresheet.questions import find as question_named
from scoresheet.questions.duckdb import bound

__all__ = ["ALL", "Choice", "Figure", "Picture", "find", "present"]


@dataclass(frozen=True)
class Picture:
    """How the rows of an answer become a picture."""

    kind: str
    """`bars`, one bar for each row and series; `shares`, bars of 100 % that the series divide; `lines`, a line over the
    times of the first column; or `board`, a heat map of the squares: a row for each rank, from the eighth down, with
    the files as columns."""
    x: str = ""
    """The column under the bars, or the one that has a line for each of its values."""
    series: tuple[tuple[str, str], ...] = ()
    """The columns that bars show, with their labels."""
    colors: str = "set"
    """`result` paints White, draws and Black; `set` takes colors that can be told apart."""
    unit: str = "games"
    behind: str = ""
    """The column whose values stand behind those of `x`."""
    words: bool = False
    """Whether the values of `x` and `behind` are words of the answer, and not of games."""

    def to_dict(self) -> dict[str, Any]:
        """The object for the page."""
        series = [{"column": column, "label": label} for column, label in self.series]
        shown = {"kind": self.kind, "x": self.x, "behind": self.behind, "words": self.words}
        return {**shown, "series": series, "colors": self.colors, "unit": self.unit}


@dataclass(frozen=True)
class Choice:
    """A parameter of a figure that the user chooses; the first value is the default."""

    name: str
    label: str
    values: tuple[tuple[str, str], ...]
    """The values with their labels; empty for a name that the user types."""

    def to_dict(self) -> dict[str, Any]:
        """The object for the page."""
        return {
            "name": self.name,
            "label": self.label,
            "values": [{"value": value, "label": label} for value, label in self.values],
        }

    def value(self, given: Mapping[str, object]) -> str:
        """The value among those that were given, or the default.

        Raises:
            UsageError: the value is unknown, or a name is missing.

        >>> Choice("color", "Side", (("all", "Both sides"), ("white", "White"))).value({})
        'all'
        """
        value = str(given.get(self.name) or "")
        if not self.values:
            if not value:
                raise UsageError(f"`{self.name}` is missing", hint=f"type the name of a {self.name}")
            return value
        known = [each for each, _ in self.values]
        if value and value not in known:
            listed = ", ".join(known)
            raise UsageError(f"`{value}` is not a value of `{self.name}`", hint=f"use one of {listed}")
        return value or known[0]


@dataclass(frozen=True)
class Figure:
    """A figure. It has SQL of its own, or it is a shipped question with some values."""

    name: str
    title: str
    picture: Picture
    sql: str = ""
    question: str = ""
    values: tuple[tuple[str, object], ...] = ()
    choices: tuple[Choice, ...] = ()
    columns: tuple[str, ...] = ()
    """The columns without which games have no such figure."""

    def bound(self, given: Mapping[str, object]) -> tuple[str, Mapping[str, Value]]:
        """The SQL over the view `games`, and its values. An empty value stands for the default.

        Raises:
            UsageError: a value is unknown, or a name is missing.

        >>> sql, values = find("squares").bound({"piece": "Q"})
        >>> values["piece"]
        'Q'
        """
        chosen: dict[str, Value] = {}
        for choice in self.choices:
            chosen[choice.name] = choice.value(given)
        if not self.question:
            return self.sql, chosen
        return bound(question_named(self.question), {**dict(self.values), **chosen})

    def to_dict(self) -> dict[str, Any]:
        """The object for the page."""
        return {
            "name": self.name,
            "title": self.title,
            "picture": self.picture.to_dict(),
            "choices": [choice.to_dict() for choice in self.choices],
        }


_RESULTS = (("white_wins", "White won"), ("draws", "Draw"), ("black_wins", "Black won"))
_SCORE = (("won", "Won"), ("drawn", "Drawn"), ("lost", "Lost"))
_SIDES = ("white", "black", "termination", "result", "white_elo", "black_elo")
"""The columns that questions about players need."""

_PLAYER = Choice("player", "Player", ())
_COUNTED = """count(*) AS games, count(*) FILTER (WHERE result = '1-0') AS white_wins,
       count(*) FILTER (WHERE result = '1/2-1/2') AS draws, count(*) FILTER (WHERE result = '0-1') AS black_wins"""
_PIECES = (
    ("N", "Knights"),
    ("P", "Pawns"),
    ("B", "Bishops"),
    ("R", "Rooks"),
    ("Q", "Queens"),
    ("K", "Kings"),
)

ALL: tuple[Figure, ...] = (
    Figure(
        "openings",
        "Results by opening",
        Picture("shares", "opening", _RESULTS, "result"),
        sql=f"""\
SELECT family AS opening, {_COUNTED}
FROM (SELECT coalesce(split_part(opening, ':', 1), eco, eco(packed_moves, fen)) AS family, result FROM games)
WHERE family IS NOT NULL
GROUP BY ALL
ORDER BY games DESC, opening
LIMIT 20""",
        columns=("opening", "eco", "result", "packed_moves", "fen"),
    ),
    Figure(
        "ratings",
        "Results by rating",
        Picture("shares", "rating", _RESULTS, "result"),
        sql=f"""\
SELECT (white_elo::INTEGER + black_elo) // 200 * 100 AS rating, {_COUNTED}
FROM games
WHERE white_elo > 0 AND black_elo > 0
GROUP BY ALL
ORDER BY rating""",
        columns=("white_elo", "black_elo", "result"),
    ),
    Figure(
        "advantage",
        "Results by difference of ratings",
        Picture("shares", "difference", _RESULTS, "result"),
        sql=f"""\
SELECT round((white_elo::INTEGER - black_elo) / 100.0)::INTEGER * 100 AS difference, {_COUNTED}
FROM games
WHERE white_elo > 0 AND black_elo > 0 AND abs(white_elo::INTEGER - black_elo) <= 800
GROUP BY ALL
ORDER BY difference""",
        columns=("white_elo", "black_elo", "result"),
    ),
    Figure(
        "player",
        "A player's score",
        Picture("shares", "part", _SCORE, "result", behind="value", words=True),
        question="player",
        choices=(_PLAYER,),
        columns=(*_SIDES, "speed", "eco", "ply_count", "mate"),
    ),
    Figure(
        "opponents",
        "A player's opponents",
        Picture("shares", "opponent", _SCORE, "result"),
        question="opponents",
        choices=(_PLAYER,),
        columns=(*_SIDES, "date"),
    ),
    Figure(
        "rating",
        "A player's rating over time",
        Picture("lines", "speed", (("elo", "Rating"),), unit="rating", words=True),
        question="rating",
        choices=(_PLAYER, Choice("by", "Each", (("month", "Month"), ("year", "Year"), ("day", "Day")))),
        columns=(*_SIDES, "date", "speed", "start_time"),
    ),
    Figure(
        "years",
        "Games by year",
        Picture("bars", "year", (("games", "Games"),)),
        sql="SELECT year, count(*) AS games\nFROM games\nWHERE year IS NOT NULL\nGROUP BY ALL\nORDER BY year",
        columns=("year",),
    ),
    Figure(
        "lengths",
        "Length of games",
        Picture("bars", "plies", (("games", "Games"),)),
        sql="""\
SELECT ply_count // 10 * 10 AS plies, count(*) AS games
FROM games
WHERE ply_count < 300
GROUP BY ALL
ORDER BY plies""",
        columns=("ply_count",),
    ),
    Figure(
        "castling",
        "When players castle",
        Picture("bars", "move", (("white", "White"), ("black", "Black")), "result"),
        sql="""\
SELECT move, sum(white)::BIGINT AS white, sum(black)::BIGINT AS black
FROM (
  SELECT (white_castle_ply + 1) // 2 AS move, 1 AS white, 0 AS black FROM games
  UNION ALL SELECT black_castle_ply // 2, 0, 1 FROM games
)
WHERE move <= 40
GROUP BY ALL
ORDER BY move""",
        columns=("white_castle_ply", "black_castle_ply"),
    ),
    Figure(
        "squares",
        "Piece heat map",
        Picture("board", unit="moves"),
        sql="""\
WITH plies AS (
  SELECT unnest(sans) AS san, (generate_subscripts(sans, 1) % 2 = 1) <> black_began AS is_white
  FROM (
    SELECT sans(packed_moves, fen) AS sans, split_part(coalesce(fen, ' w'), ' ', 2) = 'b' AS black_began FROM games
  )
), moves AS (
  SELECT san, is_white, count(*) AS times FROM plies GROUP BY ALL
), moved AS (
  SELECT CASE WHEN starts_with(san, 'O') THEN 'K' WHEN san[1] < 'a' THEN san[1] ELSE 'P' END AS piece,
         CASE WHEN starts_with(san, 'O-O-O') THEN 'c' WHEN starts_with(san, 'O-O') THEN 'g'
              ELSE regexp_extract(san, '([a-h])[1-8][^a-h]*$', 1) END AS file,
         CASE WHEN starts_with(san, 'O') THEN if(is_white, 1, 8)
              ELSE regexp_extract(san, '[a-h]([1-8])[^a-h]*$', 1)::INTEGER END AS rank,
         is_white, times
  FROM moves
  WHERE starts_with(san, 'O') OR san SIMILAR TO '.*[a-h][1-8].*'
)
SELECT ranks.rank,
       coalesce(sum(times) FILTER (WHERE file = 'a'), 0)::BIGINT AS a,
       coalesce(sum(times) FILTER (WHERE file = 'b'), 0)::BIGINT AS b,
       coalesce(sum(times) FILTER (WHERE file = 'c'), 0)::BIGINT AS c,
       coalesce(sum(times) FILTER (WHERE file = 'd'), 0)::BIGINT AS d,
       coalesce(sum(times) FILTER (WHERE file = 'e'), 0)::BIGINT AS e,
       coalesce(sum(times) FILTER (WHERE file = 'f'), 0)::BIGINT AS f,
       coalesce(sum(times) FILTER (WHERE file = 'g'), 0)::BIGINT AS g,
       coalesce(sum(times) FILTER (WHERE file = 'h'), 0)::BIGINT AS h
FROM (SELECT unnest(range(1, 9)) AS rank) AS ranks
LEFT JOIN moved ON moved.rank = ranks.rank AND piece = $piece AND ($color = 'all' OR is_white = ($color = 'white'))
GROUP BY ranks.rank
ORDER BY ranks.rank DESC""",
        choices=(
            Choice("piece", "Piece", _PIECES),
            Choice("color", "Side", (("all", "Both sides"), ("white", "White"), ("black", "Black"))),
        ),
        columns=("packed_moves", "fen"),
    ),
    Figure(
        "endgames",
        "Most common endgames",
        Picture("bars", "pieces", (("games", "Games"),)),
        question="endgames",
        values=(("pieces", 3), ("top", 20)),
        columns=("final_material",),
    ),
    Figure(
        "times",
        "Time per move by phase",
        Picture("bars", "phase", (("mean_seconds", "Mean"), ("median_seconds", "Median")), unit="seconds", words=True),
        question="time",
        columns=("clock_ms",),
    ),
)
"""All figures, in the order in which the client offers them."""


def find(name: str) -> Figure:
    """The figure with this name.

    >>> find("castling").title
    'When players castle'
    """
    for figure in ALL:
        if figure.name == name:
            return figure
    raise UsageError(f"there is no figure `{name}`", hint="the figures are " + ", ".join(f.name for f in ALL))


def present(names: Container[str]) -> list[Figure]:
    """The figures for games with these columns.

    >>> [figure.name for figure in present({"year", "ply_count"})]
    ['years', 'lengths']
    """
    return [figure for figure in ALL if all(column in names for column in figure.columns)]
