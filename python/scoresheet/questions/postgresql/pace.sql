-- The time of a move is its `et`, less that of the move before. Where Black moves first, `null` stands at the start.
WITH timed AS (
  SELECT seconds
  FROM $games, LATERAL (
    SELECT (move ->> 'et')::numeric - lag((move ->> 'et')::numeric, 1, 0::numeric) OVER (ORDER BY place) AS seconds
    FROM jsonb_array_elements(doc -> 'moves') WITH ORDINALITY AS m(move, place)
    WHERE move <> 'null'
  ) AS plies
  WHERE true
    AND date >= DATE $since -- if since
    AND date < DATE $until -- if until
), placed AS (
  SELECT CASE WHEN seconds < 1 THEN 1 WHEN seconds < 10 THEN 2 WHEN seconds <= 120 THEN 3 WHEN seconds > 120 THEN 4 ELSE 5 END AS place
  FROM timed
)
SELECT seconds, count(placed.place) AS moves,
       round(100.0 * count(placed.place) / nullif(sum(count(placed.place)) OVER (), 0), 1)::double precision AS percent
FROM (VALUES (1, 't < 1'), (2, '1 <= t < 10'), (3, '10 <= t <= 120'), (4, 't > 120'), (5, 'unknown')) AS buckets(place, seconds)
LEFT JOIN placed ON placed.place = buckets.place
GROUP BY buckets.place, seconds
ORDER BY buckets.place
