placed AS (
  SELECT CASE WHEN ms < 1000 THEN 1 WHEN ms < 10000 THEN 2 WHEN ms <= 120000 THEN 3 WHEN ms > 120000 THEN 4 ELSE 5 END AS place
  FROM timed
), buckets(place, seconds) AS (
  VALUES (1, 't < 1'), (2, '1 <= t < 10'), (3, '10 <= t <= 120'), (4, 't > 120'), (5, 'unknown')
)
SELECT seconds, count(placed.place) AS moves,
       CAST(round(1000.0 * count(placed.place) / nullif(sum(count(placed.place)) OVER (), 0)) / 10 AS $double) AS percent
FROM buckets LEFT JOIN placed ON placed.place = buckets.place
GROUP BY buckets.place, seconds
ORDER BY buckets.place
