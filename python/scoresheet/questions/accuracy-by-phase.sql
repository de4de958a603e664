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
