"""The figures of a player, over both sides of games, as the questions `@player`, `@opponents` and `@rating` are."""

from __future__ import annotations

from scoresheet.questions.duckdb import SIDES
from scoresheet.questions.sides import NEEDED, sides
from scoresheet.viewer.figure import DISTINCT_GAMES, GAME, Choice, Figure, Picture, phase, results

__all__ = ["OF_PLAYERS"]

_SCORE = (("won", "Won"), ("drawn", "Drawn"), ("lost", "Lost"))
_NEEDS = ("white", "black", "termination", "result", "white_elo", "black_elo")
_PLAYER = Choice("player", "Player", ())
_OF = "(white = $player OR black = $player)"
_WANTED = ("player", "opponent", "elo", "opponent_elo", "score", "won", "drawn", "lost")
_SIDES = "\n  ".join(sides("games", NEEDED, SIDES, _WANTED).splitlines())
_ASKED = f"FROM (\n  {_SIDES}\n) AS sides\nWHERE player = $player"
# A player can have both sides of a game: programs play against themselves. So figures count DISTINCT_GAMES.
_SCORED = f"{_ASKED} AND score IS NOT NULL"
_SPEEDS = ("bullet", "blitz", "rapid", "classical", "correspondence")

_PARTS = (
    ("color", "Color"),
    ("speed", "Speed"),
    ("strength", "Strength of the opponent"),
    ("title", "Title of the opponent"),
)
_STRENGTH = """CASE WHEN opponent_elo - elo > 200 THEN 'stronger by more than 200'
              WHEN opponent_elo - elo > 50 THEN 'stronger by 51 to 200'
              WHEN opponent_elo - elo >= -50 THEN 'equal within 50'
              WHEN opponent_elo - elo >= -200 THEN 'weaker by 51 to 200'
              WHEN opponent_elo - elo < -200 THEN 'weaker by more than 200' END"""
_BY_PART = f"""CASE $by
         WHEN 'color' THEN if(color = 'white', 'White', 'Black')
         WHEN 'speed' THEN speed
         WHEN 'title' THEN CASE WHEN color = 'white' THEN black_title ELSE white_title END
         WHEN 'strength' THEN
         {_STRENGTH} END"""

_PARTS_IN_ORDER = [
    *("White", "Black"),
    *_SPEEDS,
    *("stronger by more than 200", "stronger by 51 to 200", "equal within 50"),
    *("weaker by 51 to 200", "weaker by more than 200"),
]
"""The parts that are not sorted by their numbers of games."""

OF_PLAYERS: tuple[Figure, ...] = (
    Figure(
        "player",
        "A player's score",
        Picture("shares", "part", _SCORE, "score", words=True),
        counted=f"""\
SELECT * FROM (
SELECT {GAME}, {_BY_PART} AS part, won, drawn, lost
{_SCORED}
)
WHERE part IS NOT NULL AND part <> ''""",
        keys=("part",),
        sums=results("won", "drawn", "lost"),
        order=f"list_position({_PARTS_IN_ORDER}, part), games DESC, part",
        lacks="no result, or nothing known about this",
        games=DISTINCT_GAMES,
        of=_OF,
        choices=(_PLAYER, Choice("by", "By", _PARTS)),
        columns=(*_NEEDS, "speed"),
    ),
    Figure(
        "difference",
        "A player's score by difference of ratings",
        Picture(
            "shares",
            "difference",
            _SCORE,
            "score",
            axis="rating of the opponent minus rating of the player",
            step=100,
            open_ends=(-800, 800),
        ),
        counted=f"""\
SELECT {GAME},
       greatest(-800, least(800, round((opponent_elo::INTEGER - elo) / 100.0)::INTEGER * 100)) AS difference,
       won, drawn, lost
{_SCORED} AND elo > 0 AND opponent_elo > 0""",
        keys=("difference",),
        sums=results("won", "drawn", "lost"),
        lacks="no rating of both players, or no result",
        games=DISTINCT_GAMES,
        of=_OF,
        choices=(_PLAYER,),
        columns=_NEEDS,
    ),
    Figure(
        "rating",
        "A player's rating over time",
        Picture("lines", "period", (("elo", "Rating"),), unit="rating", by="speed"),
        counted=f"""\
SELECT {GAME},
       CASE $by WHEN 'year' THEN strftime(date, '%Y') WHEN 'month' THEN strftime(date, '%Y-%m')
                ELSE strftime(date, '%Y-%m-%d') END AS period,
       coalesce(speed, 'unknown speed') AS speed, elo, date, start_time, source, game
{_ASKED} AND elo > 0 AND date IS NOT NULL
  AND date_precision >= CASE $by WHEN 'year' THEN 1 WHEN 'month' THEN 2 ELSE 3 END""",
        keys=("period", "speed"),
        sums=(
            "last(elo ORDER BY date, start_time NULLS FIRST, source, game)::INTEGER AS elo",
            "min(elo)::INTEGER AS lowest",
            "max(elo)::INTEGER AS highest",
        ),
        lacks="no rating, or no date as exact as this",
        games=DISTINCT_GAMES,
        of=_OF,
        choices=(_PLAYER, Choice("by", "Each", (("month", "Month"), ("year", "Year"), ("day", "Day")))),
        columns=(*_NEEDS, "date", "date_precision", "speed", "start_time"),
    ),
    Figure(
        "played",
        "A player's score by year",
        Picture("shares", "year", _SCORE, "score", step=1),
        counted=f"""\
SELECT {GAME}, year::INTEGER AS year, won, drawn, lost
{_SCORED} AND year IS NOT NULL""",
        keys=("year",),
        sums=results("won", "drawn", "lost"),
        lacks="no year or no result",
        games=DISTINCT_GAMES,
        of=_OF,
        choices=(_PLAYER,),
        columns=(*_NEEDS, "year"),
    ),
    Figure(
        "repertoire",
        "A player's openings",
        Picture("shares", "opening", _SCORE, "score"),
        counted=f"""\
SELECT {GAME}, coalesce(split_part(opening, ':', 1), eco, eco(packed_moves, fen)) AS opening, won, drawn, lost
{_SCORED} AND color = $color AND coalesce(opening, eco, eco(packed_moves, fen)) IS NOT NULL""",
        keys=("opening",),
        sums=results("won", "drawn", "lost"),
        order="games DESC, opening",
        top=12,
        lacks="no opening or no result",
        of="(CASE $color WHEN 'white' THEN white ELSE black END) = $player",
        choices=(_PLAYER, Choice("color", "Side", (("white", "White"), ("black", "Black")))),
        columns=(*_NEEDS, "opening", "eco", "packed_moves", "fen"),
    ),
    Figure(
        "opponents",
        "A player's opponents",
        Picture("shares", "opponent", _SCORE, "score"),
        counted=f"""\
SELECT {GAME}, opponent, won, drawn, lost
{_SCORED} AND trim(opponent, '?. ') <> ''""",
        keys=("opponent",),
        sums=results("won", "drawn", "lost"),
        order="games DESC, opponent",
        top=20,
        lacks="no name of the opponent, or no result",
        games=DISTINCT_GAMES,
        of=_OF,
        choices=(_PLAYER,),
        columns=_NEEDS,
    ),
    Figure(
        "losses",
        "How a player loses",
        Picture("bars", "part", (("games", "Games"),), "lost", words=True),
        counted=f"""\
SELECT * FROM (
SELECT {GAME}, ply_count,
       CASE $by WHEN 'phase' THEN
         {phase("ply_count")}
       ELSE
         CASE WHEN mate THEN 'checkmate'
              WHEN lower(ended_by) LIKE '%time%' THEN 'time'
              WHEN lower(ended_by) LIKE '%abandon%' THEN 'abandoned'
              WHEN lower(ended_by) = 'normal' OR lower(ended_by) LIKE '%resign%' THEN 'resignation' END
       END AS part
{_SCORED} AND lost
)
WHERE part IS NOT NULL""",
        keys=("part",),
        order="if($by = 'phase', min(ply_count), 0), games DESC, part",
        lacks="not lost, or it is not known how",
        games=DISTINCT_GAMES,
        of=_OF,
        choices=(_PLAYER, Choice("by", "By", (("reason", "Reason"), ("phase", "Phase")))),
        columns=(*_NEEDS, "ply_count", "mate", "ended_by"),
    ),
    Figure(
        "streaks",
        "A player's longest series",
        Picture("bars", "series", (("games", "Games"),), words=True),
        counted=f"""\
WITH dated AS (
  SELECT {GAME}, color, won, lost, row_number() OVER played AS number
  {_SCORED} AND date IS NOT NULL AND date_precision = 3
  WINDOW played AS (ORDER BY date, start_time NULLS FIRST, source, game, color)
), runs AS (
  SELECT row, kind, place, number - row_number() OVER (PARTITION BY kind ORDER BY number) AS run
  FROM dated CROSS JOIN (VALUES ('wins', 1), ('games without a loss', 2), ('losses', 3)) AS kinds(kind, place)
  WHERE CASE place WHEN 1 THEN won WHEN 2 THEN NOT lost ELSE lost END
), lengths AS (
  SELECT *, count(*) OVER (PARTITION BY kind, run) AS length FROM runs
)
SELECT row, kind AS series, place
FROM lengths
QUALIFY rank() OVER (PARTITION BY kind ORDER BY length DESC, run) = 1""",
        keys=("series",),
        order="min(place)",
        lacks="not in these series, no exact date, or no result",
        games=DISTINCT_GAMES,
        of=_OF,
        choices=(_PLAYER,),
        columns=(*_NEEDS, "date", "date_precision", "start_time"),
    ),
)
