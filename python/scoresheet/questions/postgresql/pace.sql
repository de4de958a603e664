-- The time of a move is its `et`, less that of the move before. Where Black moves first, `null` stands at the start.
WITH timed AS (
  SELECT ms
  FROM $games, LATERAL (
    SELECT 1000 * ((move ->> 'et')::numeric - lag((move ->> 'et')::numeric, 1, 0::numeric) OVER (ORDER BY place)) AS ms
    FROM jsonb_array_elements(doc -> 'moves') WITH ORDINALITY AS m(move, place)
    WHERE move <> 'null'
  ) AS plies
  WHERE true
    -- include dates
    -- include filters
),
-- include pace-buckets
