-- One scan for both counts: text inputs are read once, and games outside the date bounds are skipped.
SELECT count_if(asked) AS games,
       count_if(asked AND coalesce(least(white_castle_ply, black_castle_ply) <= $plies, false)) AS castled,
       count_if(date IS NULL) AS undated
FROM (
  SELECT *, (true
           -- include dates
         ) AS asked
  FROM $games
  WHERE final_material <> ''
    -- include chess
    -- include filters
)
WHERE asked OR date IS NULL

-- when by = color
SELECT color,
       count_if(asked) AS games,
       count_if(asked AND coalesce(castle_ply <= $plies, false)) AS castled,
       count_if(date IS NULL) AS undated
FROM (
  SELECT date, stack(2, 'white', white_castle_ply, 'black', black_castle_ply) AS (color, castle_ply),
         (true
           -- include dates
         ) AS asked
  FROM $games
  WHERE final_material <> ''
    -- include chess
    -- include filters
)
GROUP BY color
ORDER BY color DESC

-- when by = side
SELECT side,
       count_if(asked) AS games,
       count_if(asked AND coalesce(least(if(white_castle = letter, white_castle_ply, NULL),
                                         if(black_castle = letter, black_castle_ply, NULL)) <= $plies, false)) AS castled,
       count_if(date IS NULL) AS undated
FROM (
  SELECT date, white_castle, white_castle_ply, black_castle, black_castle_ply,
         stack(2, 'king', 'K', 'queen', 'Q') AS (side, letter),
         (true
           -- include dates
         ) AS asked
  FROM $games
  WHERE final_material <> ''
    -- include chess
    -- include filters
)
GROUP BY side
ORDER BY side
