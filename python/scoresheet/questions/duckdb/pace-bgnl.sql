-- The time of a move is its `et` minus that of the previous move. If Black moves first, `null` comes first.
WITH played AS (
  SELECT list_transform(list_filter(moves, lambda move: move IS NOT NULL), lambda move: round(1000 * move.et)::BIGINT) AS elapsed
  FROM (
    -- A day of ISO 8601, or a date in the extended JSON of MongoDB.
    SELECT moves,
           CASE WHEN bgn.eventDate ->> '$."$date"."$numberLong"' IS NULL
                THEN CAST(coalesce(bgn.eventDate ->> '$."$date"', bgn.eventDate ->> '$')[:10] AS DATE)
                ELSE CAST(epoch_ms(CAST(bgn.eventDate ->> '$."$date"."$numberLong"' AS BIGINT)) AS DATE) END AS date
    FROM read_json($games, format = 'newline_delimited',
                   columns = {bgn: 'STRUCT(eventDate JSON)', moves: 'STRUCT(et DOUBLE)[]'})
  )
  WHERE true
    AND date >= $since::DATE -- if since
    AND date < $until::DATE -- if until
), timed AS (
  SELECT unnest(elapsed) - unnest(list_prepend(0::BIGINT, elapsed)[:len(elapsed)]) AS ms
  FROM played
),
-- include pace-buckets
