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
