speed, count(*) AS games, max(CASE WHEN number = 1 THEN elo END) AS elo, min(elo) AS lowest,
max(elo) AS highest, round(1000 * sum(score) / count(score) + 1e-9) / 10 AS percent, round(avg(opponent_elo)) AS opponent_elo
FROM (
  SELECT asked.*,
         row_number() OVER (PARTITION BY period, speed ORDER BY date DESC, CASE WHEN start_time IS NULL THEN 1 ELSE 0 END,
                            start_time DESC, source DESC, game DESC) AS number
  FROM asked
) AS numbered
GROUP BY period, speed
ORDER BY CASE WHEN period IS NULL THEN 1 ELSE 0 END, period, CASE WHEN speed IS NULL THEN 1 ELSE 0 END, speed
