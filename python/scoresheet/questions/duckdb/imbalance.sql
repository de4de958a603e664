SELECT imbalance[$ply] AS imbalance, count(*) AS games,
       count(*) FILTER (WHERE game_result(termination, result) = '1-0') AS white_wins,
       count(*) FILTER (WHERE game_result(termination, result) = '1/2-1/2') AS draws,
       count(*) FILTER (WHERE game_result(termination, result) = '0-1') AS black_wins
FROM $games
WHERE ply_count >= $ply
  -- include dates
  -- include chess
  -- include filters
GROUP BY imbalance[$ply]
ORDER BY imbalance
