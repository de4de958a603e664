-- `scoresheet.spark.register` adds the functions that this calls.
WITH found AS (
  SELECT eco(packed_moves, fen) AS eco, game_result(termination, result) AS result,
         matches(packed_moves, fen, $pattern) AS plies
  FROM $games
  WHERE true
    -- include dates
    -- include filters
)
SELECT eco, count(*) AS games, round(100 * count(*) / sum(count(*)) OVER (), 1) AS percent,
       count_if(result = '1-0') AS white_wins, count_if(result = '1/2-1/2') AS draws,
       count_if(result = '0-1') AS black_wins, round(avg(plies[0]), 1) AS mean_first_ply,
       round(avg(size(plies)), 1) AS mean_plies
FROM found
WHERE size(plies) > 0
GROUP BY eco
ORDER BY games DESC, eco NULLS LAST
LIMIT $top
