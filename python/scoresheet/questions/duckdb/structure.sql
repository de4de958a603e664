WITH found AS (
  SELECT eco(packed_moves, fen) AS eco,
         -- include outcome
         matches(packed_moves, fen, $pattern) AS plies
  -- include games-or-sides
  WHERE true
    -- include dates
    -- include filters
)
SELECT eco, count(*) AS games, round(100 * count(*) / sum(count(*)) OVER (), 1) AS percent,
       -- include outcomes
       , round(avg(plies[1]), 1) AS mean_first_ply, round(avg(len(plies)), 1) AS mean_plies
FROM found
WHERE len(plies) > 0
GROUP BY eco
ORDER BY games DESC, eco
LIMIT $top
