WITH asked AS (
  SELECT substr(CAST(date AS $string), 1, 7) AS period, speed, elo, score, opponent_elo,
         row_number() OVER (PARTITION BY substr(CAST(date AS $string), 1, 7), speed ORDER BY date DESC,
                            CASE WHEN start_time IS NULL THEN 1 ELSE 0 END, start_time DESC, source DESC, game DESC) AS number
  FROM $sides
  WHERE elo IS NOT NULL
    AND player = $player -- if player
    -- include dates
    -- include filters
)
SELECT period AS month, speed, count(*) AS games, max(CASE WHEN number = 1 THEN elo END) AS elo, min(elo) AS lowest,
       max(elo) AS highest, round(1000 * sum(score) / count(score) + 1e-9) / 10 AS percent, round(avg(opponent_elo)) AS opponent_elo
FROM asked
GROUP BY period, speed
ORDER BY CASE WHEN period IS NULL THEN 1 ELSE 0 END, period, CASE WHEN speed IS NULL THEN 1 ELSE 0 END, speed

-- when by = day
WITH asked AS (
  SELECT date AS period, speed, elo, score, opponent_elo,
         row_number() OVER (PARTITION BY date, speed ORDER BY date DESC,
                            CASE WHEN start_time IS NULL THEN 1 ELSE 0 END, start_time DESC, source DESC, game DESC) AS number
  FROM $sides
  WHERE elo IS NOT NULL
    AND player = $player -- if player
    -- include dates
    -- include filters
)
SELECT period AS day, speed, count(*) AS games, max(CASE WHEN number = 1 THEN elo END) AS elo, min(elo) AS lowest,
       max(elo) AS highest, round(1000 * sum(score) / count(score) + 1e-9) / 10 AS percent, round(avg(opponent_elo)) AS opponent_elo
FROM asked
GROUP BY period, speed
ORDER BY CASE WHEN period IS NULL THEN 1 ELSE 0 END, period, CASE WHEN speed IS NULL THEN 1 ELSE 0 END, speed

-- when by = year
WITH asked AS (
  SELECT year AS period, speed, elo, score, opponent_elo,
         row_number() OVER (PARTITION BY year, speed ORDER BY date DESC,
                            CASE WHEN start_time IS NULL THEN 1 ELSE 0 END, start_time DESC, source DESC, game DESC) AS number
  FROM $sides
  WHERE elo IS NOT NULL
    AND player = $player -- if player
    -- include dates
    -- include filters
)
SELECT period AS year, speed, count(*) AS games, max(CASE WHEN number = 1 THEN elo END) AS elo, min(elo) AS lowest,
       max(elo) AS highest, round(1000 * sum(score) / count(score) + 1e-9) / 10 AS percent, round(avg(opponent_elo)) AS opponent_elo
FROM asked
GROUP BY period, speed
ORDER BY CASE WHEN period IS NULL THEN 1 ELSE 0 END, period, CASE WHEN speed IS NULL THEN 1 ELSE 0 END, speed

-- when by = game
SELECT source, game, date, speed, color, elo, opponent, opponent_elo, score
FROM $sides
WHERE elo IS NOT NULL
  AND player = $player -- if player
  -- include dates
  -- include filters
ORDER BY CASE WHEN date IS NULL THEN 1 ELSE 0 END, date, CASE WHEN start_time IS NULL THEN 1 ELSE 0 END, start_time, source, game, color DESC
