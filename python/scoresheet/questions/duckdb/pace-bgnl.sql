-- The time of a move is its `et` minus that of the previous move. If Black moves first, `null` comes first.
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
),
-- include pace-buckets
