-- If Black moves first, `null` comes first and is not a ply.
SELECT count(*) AS games,
       count(*) FILTER (WHERE EXISTS (
         SELECT 1 FROM json_each(doc, '$.moves') AS m
         WHERE m.key < $plies + (json_type(doc, '$.moves[0]') = 'null')
           AND m.type = 'object' AND json_extract(m.value, '$.castle') IS NOT NULL)) AS castled,
       (SELECT count(*) FROM $games WHERE doc IS NOT NULL AND json_extract(doc, '$.bgn.eventDate') IS NULL) AS undated
FROM $games
WHERE doc IS NOT NULL
  AND json_extract(doc, '$.bgn.eventDate') >= $since -- if since
  AND json_extract(doc, '$.bgn.eventDate') < $until -- if until
