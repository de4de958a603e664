-- The time of a move is its `et`, less that of the move before. Where Black moves first, `null` stands at the start.
WITH played AS (
  SELECT list_transform(list_filter(moves, lambda move: move IS NOT NULL), lambda move: round(1000 * move.et)::BIGINT) AS elapsed
  FROM read_json($games, format = 'newline_delimited',
                 columns = {bgn: 'STRUCT(eventDate DATE)', moves: 'STRUCT(et DOUBLE)[]'})
  WHERE true
    AND bgn.eventDate >= $since::DATE -- if since
    AND bgn.eventDate < $until::DATE -- if until
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
