SELECT count(*) AS games,
       count(*) FILTER (WHERE white_castle_ply <= $plies OR black_castle_ply <= $plies) AS castled,
       (SELECT count(*) FROM $games WHERE date IS NULL AND final_material <> ''
          -- include chess
          -- include filters
       ) AS undated
FROM $games
WHERE final_material <> ''
  -- include dates
  -- include chess
  -- include filters

-- when by = color
SELECT color,
       count(*) FILTER (WHERE asked) AS games,
       count(*) FILTER (WHERE asked AND castle_ply <= $plies) AS castled,
       count(*) FILTER (WHERE date IS NULL) AS undated
FROM (
  SELECT color, date, CASE color WHEN 'white' THEN white_castle_ply ELSE black_castle_ply END AS castle_ply,
         (true
           -- include dates
         ) AS asked
  FROM $games, (SELECT 'white' AS color UNION ALL SELECT 'black')
  WHERE final_material <> ''
    -- include chess
    -- include filters
)
GROUP BY color
ORDER BY color DESC

-- when by = side
SELECT side,
       count(*) FILTER (WHERE asked) AS games,
       count(*) FILTER (WHERE asked AND (white_ply <= $plies OR black_ply <= $plies)) AS castled,
       count(*) FILTER (WHERE date IS NULL) AS undated
FROM (
  SELECT side, date, CASE WHEN white_castle = letter THEN white_castle_ply END AS white_ply,
         CASE WHEN black_castle = letter THEN black_castle_ply END AS black_ply,
         (true
           -- include dates
         ) AS asked
  FROM $games, (SELECT 'king' AS side, 'K' AS letter UNION ALL SELECT 'queen', 'Q')
  WHERE final_material <> ''
    -- include chess
    -- include filters
)
GROUP BY side
ORDER BY side
