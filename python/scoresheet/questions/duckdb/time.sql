-- The first move of each side has no clock before it. The time of moves is unknown if the increment is, and where a clock gained
-- more than that.
WITH plies AS (
  SELECT unnest(spent_ms(clock_ms, increment_seconds)) AS spent,
         generate_subscripts(clock_ms, 1) AS ply
  FROM $games AS games
  WHERE clock_ms IS NOT NULL
    -- include dates
    -- include filters
), phases AS (
  SELECT CASE WHEN ply <= $opening THEN 'opening' WHEN ply <= $middlegame THEN 'middlegame' ELSE 'endgame' END AS phase,
         spent, ply
  FROM plies
  WHERE spent >= 0
)
SELECT phase, count(*) AS moves, round(sum(spent) / (100 * count(*))) / 10 AS mean_seconds,
       round(median(spent) / 100) / 10 AS median_seconds, round(max(spent) / 100) / 10 AS longest_seconds,
       round(1000 * sum(spent) / sum(sum(spent)) OVER ()) / 10 AS percent_of_time
FROM phases
GROUP BY phase
ORDER BY min(ply)
