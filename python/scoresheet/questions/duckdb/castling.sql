-- One scan for both counts: text inputs are read once, and games outside the date bounds are skipped.
SELECT count(*) FILTER (WHERE asked) AS games,
       count(*) FILTER (WHERE asked AND castled_by_ply(white_castle_ply, black_castle_ply, $plies)) AS castled,
       count(*) FILTER (WHERE date IS NULL) AS undated
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
       count(*) FILTER (WHERE asked) AS games,
       count(*) FILTER (WHERE asked AND castled_by_ply(castle_ply, NULL, $plies)) AS castled,
       count(*) FILTER (WHERE date IS NULL) AS undated
FROM (
  SELECT date, unnest(['white', 'black']) AS color, unnest([white_castle_ply, black_castle_ply]) AS castle_ply,
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
       count(*) FILTER (WHERE asked) AS games,
       count(*) FILTER (WHERE asked AND castled_by_ply(white_ply, black_ply, $plies)) AS castled,
       count(*) FILTER (WHERE date IS NULL) AS undated
FROM (
  SELECT date, unnest(['king', 'queen']) AS side,
         unnest([CASE WHEN white_castle = 'K' THEN white_castle_ply END, CASE WHEN white_castle = 'Q' THEN white_castle_ply END]) AS white_ply,
         unnest([CASE WHEN black_castle = 'K' THEN black_castle_ply END, CASE WHEN black_castle = 'Q' THEN black_castle_ply END]) AS black_ply,
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
