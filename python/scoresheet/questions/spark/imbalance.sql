-- `scoresheet.spark.register` adds the functions that this calls.
SELECT imbalance, count(*) AS games,
       count_if(ended = '1-0') AS white_wins,
       count_if(ended = '1/2-1/2') AS draws,
       count_if(ended = '0-1') AS black_wins
FROM (
  SELECT element_at(imbalance, $ply) AS imbalance, game_result(termination, result) AS ended
  FROM $games
  WHERE ply_count >= $ply
    -- include dates
    -- include chess
    -- include filters
)
GROUP BY imbalance
ORDER BY imbalance
