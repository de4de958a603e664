-- The time of a move is its `et` minus that of the previous move. If Black moves first, `null` comes first.
WITH timed AS (
  SELECT et - lag(et, 1, 0) OVER (PARTITION BY source, game ORDER BY place) AS ms
  FROM (
    SELECT source, game, m.key AS place, CAST(round(1000 * json_extract(m.value, '$.et')) AS INTEGER) AS et
    FROM $games, json_each(doc, '$.moves') AS m
    WHERE m.type = 'object'
      -- include dates
      -- include filters
  )
),
-- include pace-buckets
