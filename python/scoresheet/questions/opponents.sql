WITH asked AS (
  SELECT *
  FROM $sides
  WHERE true
    AND player = $player -- if player
    -- include dates
    -- include filters
)
SELECT opponent, count(*) AS games, sum(CASE WHEN won THEN 1 ELSE 0 END) AS won, sum(CASE WHEN drawn THEN 1 ELSE 0 END) AS drawn,
       sum(CASE WHEN lost THEN 1 ELSE 0 END) AS lost, round(1000 * sum(score) / count(score) + 1e-9) / 10 AS percent,
       round(avg(opponent_elo)) AS elo, min(date) AS first, max(date) AS last
FROM asked
GROUP BY opponent
HAVING count(*) >= $min_games
ORDER BY count(*) DESC, opponent$binary
LIMIT $top
