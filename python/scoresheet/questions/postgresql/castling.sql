SELECT count(*) AS games,
       count(*) FILTER (WHERE least(white_castle_ply, black_castle_ply) <= $plies) AS castled,
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
  SELECT date, color, castle_ply,
         (true
           -- include dates
         ) AS asked
  FROM $games, LATERAL (VALUES ('white', white_castle_ply), ('black', black_castle_ply)) AS sides(color, castle_ply)
  WHERE final_material <> ''
    -- include chess
    -- include filters
) AS counted
GROUP BY color
ORDER BY color DESC

-- when by = side
SELECT side,
       count(*) FILTER (WHERE asked) AS games,
       count(*) FILTER (WHERE asked AND least(white_ply, black_ply) <= $plies) AS castled,
       count(*) FILTER (WHERE date IS NULL) AS undated
FROM (
  SELECT date, side, CASE WHEN white_castle = letter THEN white_castle_ply END AS white_ply,
         CASE WHEN black_castle = letter THEN black_castle_ply END AS black_ply,
         (true
           -- include dates
         ) AS asked
  FROM $games, (VALUES ('king', 'K'), ('queen', 'Q')) AS sides(side, letter)
  WHERE final_material <> ''
    -- include chess
    -- include filters
) AS counted
GROUP BY side
ORDER BY side
