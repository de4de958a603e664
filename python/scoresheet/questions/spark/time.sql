-- `scoresheet.spark.register` adds the functions that this calls.
-- The first move of each side has no clock before it. The time of moves is unknown if the increment is, and where a clock gained
-- more than that.
WITH plies AS (
  SELECT posexplode(spent_ms(clock_ms, increment_seconds)) AS (place, spent)
  FROM $games
  WHERE clock_ms IS NOT NULL
    -- include dates
    -- include filters
), phases AS (
  SELECT CASE WHEN place < $opening THEN 'opening' WHEN place < $middlegame THEN 'middlegame' ELSE 'endgame' END AS phase,
         spent
  FROM plies
  WHERE spent >= 0
)
SELECT phase, count(*) AS moves, round(avg(spent) / 1000, 1) AS mean_seconds,
       round(median(spent) / 1000, 1) AS median_seconds, round(max(spent) / 1000, 1) AS longest_seconds,
       round(100 * sum(spent) / sum(sum(spent)) OVER (), 1) AS percent_of_time
FROM phases
GROUP BY phase
ORDER BY array_position(array('opening', 'middlegame', 'endgame'), phase)
