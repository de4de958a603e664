SELECT imbalance, count(*) AS games,
       count(*) FILTER (WHERE ended = '1-0') AS white_wins,
       count(*) FILTER (WHERE ended = '1/2-1/2') AS draws,
       count(*) FILTER (WHERE ended = '0-1') AS black_wins
FROM (
  SELECT imbalance[$ply] AS imbalance,
         $game_result AS ended
  FROM $games
  WHERE ply_count >= $ply
    -- include dates
    -- include chess
    -- include filters
) AS reached
GROUP BY imbalance
ORDER BY imbalance
