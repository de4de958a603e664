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
