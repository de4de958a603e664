-- The time of a move is what has passed since the start after it, less the same after the move before.
WITH played AS (
  SELECT coalesce(elapsed_ms, list_resize([]::BIGINT[], ply_count)) AS elapsed
  FROM $games
  WHERE true
    AND date >= $since::DATE -- if since
    AND date < $until::DATE -- if until
), timed AS (
  SELECT unnest(elapsed) - unnest(list_prepend(0::BIGINT, elapsed)[:len(elapsed)]) AS ms
  FROM played
), placed AS (
  SELECT CASE WHEN ms < 1000 THEN 1 WHEN ms < 10000 THEN 2 WHEN ms <= 120000 THEN 3 WHEN ms > 120000 THEN 4 ELSE 5 END AS place
  FROM timed
)
SELECT seconds, count(placed.place) AS moves,
       round(100 * count(placed.place) / nullif(sum(count(placed.place)) OVER (), 0), 1) AS percent
FROM (VALUES (1, 't < 1'), (2, '1 <= t < 10'), (3, '10 <= t <= 120'), (4, 't > 120'), (5, 'unknown')) AS buckets(place, seconds)
LEFT JOIN placed ON placed.place = buckets.place
GROUP BY buckets.place, seconds
ORDER BY buckets.place
