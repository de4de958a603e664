WITH documents AS (
  SELECT doc -> 'moves' AS moves,
         CASE jsonb_typeof(doc #> '{bgn,eventDate,$date}')
           WHEN 'object' THEN -- a date before 1970 in the extended JSON of MongoDB
             to_char(to_timestamp((doc #>> '{bgn,eventDate,$date,$numberLong}')::bigint / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD')
           ELSE coalesce(doc #>> '{bgn,eventDate,$date}', doc #>> '{bgn,eventDate}')
         END COLLATE "C" AS date
  FROM $games
  WHERE doc IS NOT NULL AND coalesce(doc #>> '{bgn,rules}', 'chess960') = 'chess960'
)
-- If Black moves first, `null` comes first and is not a ply.
SELECT count(*) AS games,
       count(*) FILTER (WHERE jsonb_path_exists(moves, '$[$from to $to].castle',
           CASE moves -> 0 WHEN 'null' THEN jsonb_build_object('from', 1, 'to', $plies)
                           ELSE jsonb_build_object('from', 0, 'to', $plies - 1) END)) AS castled,
       (SELECT count(*) FROM documents WHERE date IS NULL) AS undated
FROM documents
WHERE true
  AND date >= $since -- if since
  AND date < $until -- if until
