WITH asked AS (
  SELECT source, game, white, black, ply_count, doc, CAST(NULL AS text) AS part
  FROM $games
  WHERE true
    -- include dates
    -- include filters
),
-- include accuracy-by-player

-- when by = game
WITH asked AS (
  SELECT source, game, white, black, ply_count, doc, CAST(NULL AS text) AS part
  FROM $games
  WHERE true
    -- include dates
    -- include filters
),
-- include told-evaluations
-- include judged-moves
), sides AS (
  SELECT source, game, side, player,
         -- include accuracy-of-side
  GROUP BY source, game, side, player
)
SELECT source, game, player, side, count(*) AS games,
       -- include accuracy-of-group
FROM sides
GROUP BY source, game, player, side
HAVING count(*) >= $min_games
ORDER BY source$binary, game, side DESC

-- when by = phase
WITH asked AS (
  SELECT source, game, white, black, ply_count, doc, CAST(NULL AS text) AS part
  FROM $games
  WHERE true
    -- include dates
    -- include filters
),
-- include accuracy-by-phase

-- when by = opening
WITH asked AS (
  SELECT source, game, white, black, ply_count, doc, eco_found AS part
  FROM $games
  WHERE true
    -- include dates
    -- include filters
),
-- include told-evaluations
-- include judged-moves
), sides AS (
  SELECT source, game, side, player, part,
         -- include accuracy-of-side
  GROUP BY source, game, side, player, part
)
SELECT part AS eco, side, count(*) AS games,
       -- include accuracy-of-group
FROM sides
GROUP BY part, side
HAVING count(*) >= $min_games
ORDER BY games DESC, part$binary NULLS LAST, side DESC

-- when by = year
WITH asked AS (
  SELECT source, game, white, black, ply_count, doc, year AS part
  FROM $games
  WHERE true
    -- include dates
    -- include filters
),
-- include accuracy-by-year

-- when by = time
WITH asked AS (
  SELECT source, game, white, black, ply_count, doc, speed AS part
  FROM $games
  WHERE true
    -- include dates
    -- include filters
),
-- include told-evaluations
-- include judged-moves
), sides AS (
  SELECT source, game, side, player, part,
         -- include accuracy-of-side
  GROUP BY source, game, side, player, part
)
SELECT part AS speed, side, count(*) AS games,
       -- include accuracy-of-group
FROM sides
GROUP BY part, side
HAVING count(*) >= $min_games
ORDER BY games DESC, part$binary NULLS LAST, side DESC
