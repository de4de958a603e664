-- The time of a move is its `et` minus that of the previous move. If Black moves first, `null` comes first.
WITH timed AS (
  SELECT ms
  FROM $games, LATERAL (
    SELECT 1000 * ((move ->> 'et')::numeric - lag((move ->> 'et')::numeric, 1, 0::numeric) OVER (ORDER BY place)) AS ms
    FROM jsonb_array_elements(doc -> 'moves') WITH ORDINALITY AS m(move, place)
    WHERE move <> 'null'
  ) AS plies, LATERAL (
    SELECT CASE jsonb_typeof(doc #> '{bgn,eventDate,$date}')
             WHEN 'object' THEN -- a date before 1970 in the extended JSON of MongoDB
               to_char(to_timestamp((doc #>> '{bgn,eventDate,$date,$numberLong}')::bigint / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD')
             ELSE coalesce(doc #>> '{bgn,eventDate,$date}', doc #>> '{bgn,eventDate}')
           END COLLATE "C" AS day
  ) AS days
  WHERE true
    AND day >= $since -- if since
    AND day < $until -- if until
),
-- include pace-buckets
