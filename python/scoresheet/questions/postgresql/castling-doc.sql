WITH documents AS (
  SELECT doc -> 'moves' AS moves,
         -- include day
         AS date
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
