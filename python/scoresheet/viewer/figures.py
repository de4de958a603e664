"""The list of figures, in the order in which the page offers them."""

from __future__ import annotations

from collections.abc import Container

from scoresheet.errors import UsageError
from scoresheet.viewer.figure import DISTINCT_GAMES, GAME, Choice, Figure, Picture, phase, results
from scoresheet.viewer.player_figures import OF_PLAYERS

__all__ = ["ALL", "find", "present"]

_RESULTS = (("white_wins", "White won"), ("draws", "Draw"), ("black_wins", "Black won"))
_ENDED = "result = '1-0' AS white_wins, result = '1/2-1/2' AS draws, result = '0-1' AS black_wins"
_HAS_ENDED = "result IN ('1-0', '1/2-1/2', '0-1')"
_COUNTED = results("white_wins", "draws", "black_wins")
_RATED = "white_elo > 0 AND black_elo > 0"
_PIECES = (
    ("N", "Knights"),
    ("P", "Pawns"),
    ("B", "Bishops"),
    ("R", "Rooks"),
    ("Q", "Queens"),
    ("K", "Kings"),
)
_SANS = f"""\
SELECT {GAME}, sans(packed_moves, fen) AS sans, split_part(coalesce(fen, ' w'), ' ', 2) = 'b' AS black_began
FROM games"""
_MOVES = "SELECT row, unnest(sans) AS san, (generate_subscripts(sans, 1) % 2 = 1) <> black_began AS is_white"

ALL: tuple[Figure, ...] = (
    Figure(
        "openings",
        "Results by opening",
        Picture("shares", "opening", _RESULTS, "result"),
        counted=f"""\
SELECT {GAME}, coalesce(split_part(opening, ':', 1), eco, eco(packed_moves, fen)) AS opening,
       {_ENDED}
FROM games
WHERE coalesce(opening, eco, eco(packed_moves, fen)) IS NOT NULL AND {_HAS_ENDED}""",
        keys=("opening",),
        sums=_COUNTED,
        order="games DESC, opening",
        top=20,
        lacks="no opening or no result",
        columns=("opening", "eco", "result", "packed_moves", "fen"),
    ),
    Figure(
        "ratings",
        "Results by rating",
        Picture("shares", "rating", _RESULTS, "result", axis="mean rating of both players", step=100, starts=True),
        counted=f"""\
SELECT {GAME}, (white_elo::INTEGER + black_elo) // 200 * 100 AS rating,
       {_ENDED}
FROM games
WHERE {_RATED} AND {_HAS_ENDED}""",
        keys=("rating",),
        sums=_COUNTED,
        lacks="no rating of both players, or no result",
        columns=("white_elo", "black_elo", "result"),
    ),
    Figure(
        "advantage",
        "Results by difference of ratings",
        Picture(
            "shares",
            "difference",
            _RESULTS,
            "result",
            axis="rating of White minus rating of Black",
            step=100,
            open_ends=(-800, 800),
        ),
        counted=f"""\
SELECT {GAME},
       greatest(-800, least(800, round((white_elo::INTEGER - black_elo) / 100.0)::INTEGER * 100)) AS difference,
       {_ENDED}
FROM games
WHERE {_RATED} AND {_HAS_ENDED}""",
        keys=("difference",),
        sums=_COUNTED,
        lacks="no rating of both players, or no result",
        columns=("white_elo", "black_elo", "result"),
    ),
    Figure(
        "years",
        "Games by year",
        Picture("bars", "year", (("games", "Games"),), step_by="each", starts=True),
        counted=f"""\
SELECT {GAME}, year::INTEGER // $each::INTEGER * $each::INTEGER AS year
FROM games
WHERE year IS NOT NULL""",
        keys=("year",),
        lacks="no year",
        choices=(Choice("each", "Each", (("1", "Year"), ("10", "Decade"))),),
        columns=("year",),
    ),
    Figure(
        "lengths",
        "Length of games",
        Picture("bars", "plies", (("games", "Games"),), axis="plies", step=10, starts=True, open_ends=(None, 300)),
        counted=f"""\
SELECT {GAME}, least(300, ply_count // 10 * 10)::INTEGER AS plies
FROM games
WHERE ply_count IS NOT NULL""",
        keys=("plies",),
        lacks="unknown length",
        columns=("ply_count",),
    ),
    Figure(
        "castling",
        "When players castle",
        Picture(
            "bars",
            "move",
            (("games", "Games"),),
            "result",
            by="color",
            step=1,
            axis="move on which the player castled",
            open_ends=(None, 40),
        ),
        counted=f"""\
SELECT {GAME}, least(40, (white_castle_ply + 1) // 2)::INTEGER AS move, 'White' AS color
FROM games
WHERE white_castle_ply IS NOT NULL
UNION ALL
SELECT {GAME}, least(40, black_castle_ply // 2)::INTEGER AS move, 'Black' AS color
FROM games
WHERE black_castle_ply IS NOT NULL""",
        keys=("move", "color"),
        order="move, color DESC",
        lacks="nobody castled",
        columns=("white_castle_ply", "black_castle_ply"),
    ),
    Figure(
        "squares",
        "Piece heat map",
        Picture("board", "square", (("moves", "Moves"),), unit="moves"),
        counted=f"""\
SELECT row,
       CASE WHEN starts_with(san, 'O-O-O') THEN 'c' || if(is_white, '1', '8')
            WHEN starts_with(san, 'O-O') THEN 'g' || if(is_white, '1', '8')
            ELSE right(split_part(rtrim(san, '+#'), '=', 1), 2) END AS square
FROM ({_MOVES} FROM ({_SANS}))
WHERE CASE $piece WHEN 'P' THEN san >= 'a' OR starts_with(san, 'P') WHEN 'K' THEN san[1] IN ('K', 'O')
                  ELSE starts_with(san, $piece) END
  AND ($color = 'all' OR is_white = ($color = 'white'))
  AND square BETWEEN 'a1' AND 'h8' AND square[2] BETWEEN '1' AND '8'""",
        keys=("square",),
        sums=("count(*) AS moves",),
        games=DISTINCT_GAMES,
        lacks="no such move",
        choices=(
            Choice("piece", "Piece", _PIECES),
            Choice("color", "Side", (("all", "Both sides"), ("white", "White"), ("black", "Black"))),
        ),
        columns=("packed_moves", "fen"),
    ),
    Figure(
        "endgames",
        "Most common endgames",
        Picture("bars", "pieces", (("games", "Games"),), axis="pieces besides pawns"),
        counted=f"""\
SELECT row, CASE WHEN (length(first), first) >= (length(second), second) THEN first || 'v' || second
                 ELSE second || 'v' || first END AS pieces
FROM (
  SELECT {GAME}, split_part(replace(final_material, 'P', ''), 'v', 1) AS first,
         split_part(replace(final_material, 'P', ''), 'v', 2) AS second
  FROM games
  WHERE final_material <> '' AND (rules IS NULL OR rules = 'chess960')
)
WHERE length(first) <= 4 AND length(second) <= 4""",
        keys=("pieces",),
        order="games DESC, pieces",
        top=20,
        lacks="more than three pieces left",
        columns=("final_material",),
    ),
    Figure(
        "times",
        "Time per move by phase",
        Picture(
            "bars",
            "phase",
            (("mean_seconds", "Mean"), ("median_seconds", "Median")),
            unit="seconds per move",
            words=True,
        ),
        counted=f"""\
SELECT row, {phase("ply")} AS phase,
       spent, ply
FROM (
  SELECT {GAME}, unnest(spent_ms(clock_ms, increment_seconds)) AS spent, generate_subscripts(clock_ms, 1) AS ply
  FROM games
  WHERE clock_ms IS NOT NULL
)
WHERE spent >= 0""",
        keys=("phase",),
        sums=(
            "count(*) AS moves",
            "round(sum(spent) / (100 * count(*))) / 10 AS mean_seconds",
            "round(median(spent) / 100) / 10 AS median_seconds",
        ),
        order="min(ply)",
        games=DISTINCT_GAMES,
        lacks="no clocks",
        columns=("clock_ms",),
    ),
    *OF_PLAYERS,
)


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
