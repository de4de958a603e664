-- If Black moves first, `null` comes first and is not a ply. If no document has rules, the view has no field for them.
WITH documents AS (
  SELECT moves, bgn.eventDate AS date
  FROM $games
  WHERE coalesce(get_json_object(to_json(bgn), '$.rules'), 'chess960') = 'chess960'
)
SELECT count(*) AS games,
       count_if(exists(slice(moves, if(size(moves) > 0 AND try_element_at(moves, 1) IS NULL, 2, 1), $plies),
                       move -> move.castle IS NOT NULL)) AS castled,
       (SELECT count(*) FROM documents WHERE date IS NULL) AS undated
FROM documents
WHERE true
  AND date >= DATE $since -- if since
  AND date < DATE $until -- if until
