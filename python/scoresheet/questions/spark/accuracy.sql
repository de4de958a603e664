-- `scoresheet.spark.register` adds the functions that this calls.
WITH asked AS (
  SELECT source, game, white, black, fen, eval_cp, eval_mate
  FROM $games
  WHERE (eval_cp IS NOT NULL OR eval_mate IS NOT NULL)
    -- include dates
    -- include filters
),
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
ORDER BY games DESC, player NULLS LAST, side DESC

-- when by = game
-- `scoresheet.spark.register` adds the functions that this calls.
WITH asked AS (
  SELECT source, game, white, black, fen, eval_cp, eval_mate
  FROM $games
  WHERE (eval_cp IS NOT NULL OR eval_mate IS NOT NULL)
    -- include dates
    -- include filters
),
-- include judged-moves
), sides AS (
  SELECT source, game, side, player,
         -- include accuracy-of-side
  GROUP BY source, game, side, player
)
SELECT source, game, player, side, 1 AS games,
       -- include accuracy-of-group
FROM sides
GROUP BY source, game, player, side
HAVING count(*) >= $min_games
ORDER BY source, game, side DESC

-- when by = phase
-- `scoresheet.spark.register` adds the functions that this calls.
WITH asked AS (
  SELECT source, game, white, black, fen, eval_cp, eval_mate
  FROM $games
  WHERE (eval_cp IS NOT NULL OR eval_mate IS NOT NULL)
    -- include dates
    -- include filters
),
-- include judged-moves
), sides AS (
  SELECT source, game, side, player, CASE WHEN ply <= $opening THEN 'opening' WHEN ply <= $middlegame THEN 'middlegame' ELSE 'endgame' END AS part,
         -- include accuracy-of-side
  GROUP BY source, game, side, player, CASE WHEN ply <= $opening THEN 'opening' WHEN ply <= $middlegame THEN 'middlegame' ELSE 'endgame' END
)
SELECT part AS phase, side, count(*) AS games,
       -- include accuracy-of-group
FROM sides
GROUP BY part, side
HAVING count(*) >= $min_games
ORDER BY array_position(array('opening', 'middlegame', 'endgame'), part), side DESC

-- when by = opening
-- `scoresheet.spark.register` adds the functions that this calls.
WITH asked AS (
  SELECT source, game, white, black, fen, eval_cp, eval_mate, eco(packed_moves, fen) AS part
  FROM $games
  WHERE (eval_cp IS NOT NULL OR eval_mate IS NOT NULL)
    -- include dates
    -- include filters
),
-- include judged-moves
), sides AS (
  SELECT source, game, side, player, part AS part,
         -- include accuracy-of-side
  GROUP BY source, game, side, player, part
)
SELECT part AS eco, side, count(*) AS games,
       -- include accuracy-of-group
FROM sides
GROUP BY part, side
HAVING count(*) >= $min_games
ORDER BY games DESC, part NULLS LAST, side DESC

-- when by = year
-- `scoresheet.spark.register` adds the functions that this calls.
WITH asked AS (
  SELECT source, game, white, black, fen, eval_cp, eval_mate, year AS part
  FROM $games
  WHERE (eval_cp IS NOT NULL OR eval_mate IS NOT NULL)
    -- include dates
    -- include filters
),
-- include judged-moves
), sides AS (
  SELECT source, game, side, player, part AS part,
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
-- `scoresheet.spark.register` adds the functions that this calls.
WITH asked AS (
  SELECT source, game, white, black, fen, eval_cp, eval_mate, speed AS part
  FROM $games
  WHERE (eval_cp IS NOT NULL OR eval_mate IS NOT NULL)
    -- include dates
    -- include filters
),
-- include judged-moves
), sides AS (
  SELECT source, game, side, player, part AS part,
         -- include accuracy-of-side
  GROUP BY source, game, side, player, part
)
SELECT part AS speed, side, count(*) AS games,
       -- include accuracy-of-group
FROM sides
GROUP BY part, side
HAVING count(*) >= $min_games
ORDER BY games DESC, part NULLS LAST, side DESC
