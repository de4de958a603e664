WITH documents AS (
  SELECT doc,
         -- include day
         AS date
  FROM $games
  WHERE doc IS NOT NULL AND coalesce(json_extract(doc, '$.bgn.rules'), 'chess960') = 'chess960'
)
-- If Black moves first, `null` comes first and is not a ply.
SELECT count(*) AS games,
       count(*) FILTER (WHERE EXISTS (
         SELECT 1 FROM json_each(doc, '$.moves') AS m
         WHERE m.key < $plies + (json_type(doc, '$.moves[0]') = 'null')
           AND m.type = 'object' AND json_extract(m.value, '$.castle') IS NOT NULL)) AS castled,
       (SELECT count(*) FROM documents WHERE date IS NULL) AS undated
FROM documents
WHERE true
  AND date >= $since -- if since
  AND date < $until -- if until
