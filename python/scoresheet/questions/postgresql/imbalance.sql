SELECT imbalance, count(*) AS games,
       count(*) FILTER (WHERE ended = '1-0') AS white_wins,
       count(*) FILTER (WHERE ended = '1/2-1/2') AS draws,
       count(*) FILTER (WHERE ended = '0-1') AS black_wins
FROM (
  SELECT imbalance[$ply] AS imbalance,
         $game_result AS ended
  FROM $games
  WHERE ply_count >= $ply
    AND date >= DATE $since -- if since
    AND date < DATE $until -- if until
) AS reached
GROUP BY imbalance
ORDER BY imbalance
