WITH asked AS (
  SELECT substr(CAST(date AS $string), 1, 7) AS period, date, start_time, source, game, speed, elo, score, opponent_elo
  -- include rated-sides
)
SELECT period AS month,
       -- include rating-of-period

-- when by = day
WITH asked AS (
  SELECT date AS period, date, start_time, source, game, speed, elo, score, opponent_elo
  -- include rated-sides
)
SELECT period AS day,
       -- include rating-of-period

-- when by = year
WITH asked AS (
  SELECT year AS period, date, start_time, source, game, speed, elo, score, opponent_elo
  -- include rated-sides
)
SELECT period AS year,
       -- include rating-of-period

-- when by = game
SELECT source, game, date, speed, color, elo, opponent, opponent_elo, score
-- include rated-sides
ORDER BY CASE WHEN date IS NULL THEN 1 ELSE 0 END, date, CASE WHEN start_time IS NULL THEN 1 ELSE 0 END, start_time, source, game, color DESC
