-- The time of a move is its `et` minus that of the previous move. If Black moves first, `null` comes first.
WITH timed AS (
  SELECT ms
  FROM $games, LATERAL (
    SELECT 1000 * ((move ->> 'et')::numeric - lag((move ->> 'et')::numeric, 1, 0::numeric) OVER (ORDER BY place)) AS ms
    FROM jsonb_array_elements(doc -> 'moves') WITH ORDINALITY AS m(move, place)
    WHERE move <> 'null'
  ) AS plies, LATERAL (
    SELECT
      -- include day
      AS day
  ) AS days
  WHERE true
    AND day >= $since -- if since
    AND day < $until -- if until
),
-- include pace-buckets
