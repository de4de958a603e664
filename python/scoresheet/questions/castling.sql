-- In how many games somebody has castled by a ply or a move.
-- param since date: only games of this day or later; games without a date are left out
-- param until date: only games before this day; games without a date are left out
-- param plies integer>=0: by this ply (half-move), counted from 1
-- param moves integer>=0: by this move: 2 plies each from the start position, also where Black begins
-- param by colour|side: a row a colour, or a row a side, in place of the one for both
-- one of: plies, moves
-- example: since=1960-01-01 until=1980-01-01 plies=10

-- One scan for both counts: text inputs are read once, and games outside the bounds are skipped by date.
SELECT count(*) FILTER (WHERE asked) AS games,
       count(*) FILTER (WHERE asked AND castled_by_ply(white_castle_ply, black_castle_ply, coalesce($plies, 2 * $moves))) AS castled,
       count(*) FILTER (WHERE date IS NULL) AS undated
FROM (
  SELECT *, ($since::DATE IS NULL OR date >= $since::DATE)
      AND ($until::DATE IS NULL OR date < $until::DATE) AS asked
  FROM games
)
WHERE asked OR date IS NULL

-- when by = colour
SELECT colour,
       count(*) FILTER (WHERE asked) AS games,
       count(*) FILTER (WHERE asked AND castled_by_ply(castle_ply, NULL, coalesce($plies, 2 * $moves))) AS castled,
       count(*) FILTER (WHERE date IS NULL) AS undated
FROM (
  SELECT date, unnest(['white', 'black']) AS colour, unnest([white_castle_ply, black_castle_ply]) AS castle_ply,
         ($since::DATE IS NULL OR date >= $since::DATE)
           AND ($until::DATE IS NULL OR date < $until::DATE) AS asked
  FROM games
)
GROUP BY colour
ORDER BY colour DESC

-- when by = side
SELECT side,
       count(*) FILTER (WHERE asked) AS games,
       count(*) FILTER (WHERE asked AND castled_by_ply(white_ply, black_ply, coalesce($plies, 2 * $moves))) AS castled,
       count(*) FILTER (WHERE date IS NULL) AS undated
FROM (
  SELECT date, unnest(['king', 'queen']) AS side,
         unnest([CASE WHEN white_castle = 'K' THEN white_castle_ply END, CASE WHEN white_castle = 'Q' THEN white_castle_ply END]) AS white_ply,
         unnest([CASE WHEN black_castle = 'K' THEN black_castle_ply END, CASE WHEN black_castle = 'Q' THEN black_castle_ply END]) AS black_ply,
         ($since::DATE IS NULL OR date >= $since::DATE)
           AND ($until::DATE IS NULL OR date < $until::DATE) AS asked
  FROM games
)
GROUP BY side
ORDER BY side
