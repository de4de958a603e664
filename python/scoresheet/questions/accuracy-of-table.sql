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
SELECT player, side, count(*) AS games,
       -- include accuracy-of-group
FROM sides
GROUP BY player, side
HAVING count(*) >= $min_games
ORDER BY games DESC, player$binary NULLS LAST, side DESC

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
-- include told-evaluations
-- include judged-moves
), sides AS (
  SELECT source, game, side, player,
         CASE WHEN ply <= $opening THEN 'opening' WHEN ply <= $middlegame THEN 'middlegame' ELSE 'endgame' END AS phase,
         -- include accuracy-of-side
  GROUP BY source, game, side, player, phase
)
SELECT phase, side, count(*) AS games,
       -- include accuracy-of-group
FROM sides
GROUP BY phase, side
HAVING count(*) >= $min_games
ORDER BY CASE phase WHEN 'opening' THEN 1 WHEN 'middlegame' THEN 2 ELSE 3 END, side DESC

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
-- include told-evaluations
-- include judged-moves
), sides AS (
  SELECT source, game, side, player, part,
         -- include accuracy-of-side
  GROUP BY source, game, side, player, part
)
SELECT part AS year, side, count(*) AS games,
       -- include accuracy-of-group
FROM sides
GROUP BY part, side
HAVING count(*) >= $min_games
ORDER BY part NULLS LAST, side DESC

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
