-- Annotations of the game (ply 0), at its end (without a ply), and of its moves, but not those in lines.
WITH arrays AS (
  SELECT source, game, 0 AS ply, json_extract(doc, '$.bgn.a') AS a FROM $games
  UNION ALL SELECT source, game, NULL, json_extract(doc, '$.bgn.end') FROM $games
  UNION ALL
  SELECT source, game, m.key + 1 - (json_type(doc, '$.moves[0]') = 'null'), json_extract(m.value, '$.a')
  FROM $games, json_each(doc, '$.moves') AS m
  WHERE m.type = 'object'
), notes AS (
  SELECT source AS file, game, ply, json_extract(note.value, '$.id') AS source, json_extract(note.value, '$.date') AS date
  FROM arrays, json_each(a) AS note
  WHERE true
    AND json_extract(note.value, '$.date') >= $since -- if since
    AND json_extract(note.value, '$.date') < $until -- if until
)
SELECT source, date, count(DISTINCT json_array(file, game)) AS games,
       count(DISTINCT json_array(file, game, ply)) FILTER (WHERE ply > 0) AS moves, count(*) AS times
FROM notes
GROUP BY source, date
ORDER BY source, date NULLS FIRST

-- when what = nags
-- Annotations of the game, at its end, and of its moves, but not those in lines.
WITH arrays AS (
  SELECT json_extract(doc, '$.bgn.a') AS a FROM $games
  UNION ALL SELECT json_extract(doc, '$.bgn.end') FROM $games
  UNION ALL SELECT json_extract(m.value, '$.a') FROM $games, json_each(doc, '$.moves') AS m WHERE m.type = 'object'
), notes AS (
  SELECT json_extract(note.value, '$.id') AS source, CAST(json_extract(note.value, '$.nag') AS TEXT) AS nag
  FROM arrays, json_each(a) AS note
  WHERE true
    AND json_extract(note.value, '$.date') >= $since -- if since
    AND json_extract(note.value, '$.date') < $until -- if until
)
SELECT source, nag, count(*) AS times
FROM notes
WHERE nag IS NOT NULL
GROUP BY source, nag
ORDER BY source, times DESC, nag

-- when what = differences
-- The NAGs 1 to 6 judge a move: ! ? !! ?? !? ?!
WITH judged AS (
  SELECT DISTINCT games.source AS file, games.game, m.key + 1 - (json_type(games.doc, '$.moves[0]') = 'null') AS ply,
         json_extract(note.value, '$.id') AS source, CAST(json_extract(note.value, '$.nag') AS TEXT) AS nag
  FROM $games AS games, json_each(games.doc, '$.moves') AS m, json_each(m.value, '$.a') AS note
  WHERE m.type = 'object' AND json_extract(note.value, '$.nag') IN (1, 2, 3, 4, 5, 6)
    AND json_extract(note.value, '$.date') >= $since -- if since
    AND json_extract(note.value, '$.date') < $until -- if until
), differing AS (
  SELECT file, game, ply FROM judged GROUP BY file, game, ply HAVING count(DISTINCT source) > 1 AND count(DISTINCT nag) > 1
)
SELECT DISTINCT file, game, ply,
       group_concat(source || ' $' || nag, ', ') OVER (
         PARTITION BY file, game, ply ORDER BY source, nag ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
       ) AS judgements
FROM judged JOIN differing USING (file, game, ply)
ORDER BY file, game, ply
