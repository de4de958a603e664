WITH found AS (
  SELECT eco(packed_moves, fen) AS eco, game_result(termination, games.result) AS result, ply_count,
         matches(packed_moves, fen, $pattern) AS plies
  FROM $games AS games
  WHERE true
    -- include dates
    -- include filters
)
SELECT eco, count(*) AS games, round(100 * count(*) / sum(count(*)) OVER (), 1) AS percent,
       count(*) FILTER (WHERE result = '1-0') AS white_wins, count(*) FILTER (WHERE result = '1/2-1/2') AS draws,
       count(*) FILTER (WHERE result = '0-1') AS black_wins, round(avg(plies[1]), 1) AS mean_first_ply,
       round(avg(len(plies)), 1) AS mean_plies
FROM found
WHERE len(plies) > 0
GROUP BY eco
ORDER BY games DESC, eco
LIMIT $top
