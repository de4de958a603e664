-- If Black moves first, `null` comes first and is not a ply.
SELECT count(*) AS games,
       count(*) FILTER (WHERE jsonb_path_exists(doc, '$.moves[$from to $to].castle',
           CASE doc #> '{moves,0}' WHEN 'null' THEN jsonb_build_object('from', 1, 'to', $plies)
                                   ELSE jsonb_build_object('from', 0, 'to', $plies - 1) END)) AS castled,
       (SELECT count(*) FROM $games WHERE doc IS NOT NULL AND doc #>> '{bgn,eventDate}' IS NULL) AS undated
FROM $games
WHERE doc IS NOT NULL
  AND doc #>> '{bgn,eventDate}' COLLATE "C" >= $since -- if since
  AND doc #>> '{bgn,eventDate}' COLLATE "C" < $until -- if until
