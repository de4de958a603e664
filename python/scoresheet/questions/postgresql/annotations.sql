-- Annotations of the game (ply 0), at its end (without a ply), and of its moves, but not those in lines.
WITH arrays AS (
  SELECT source, game, 0 AS ply, doc #> '{bgn,a}' AS a FROM $games
  UNION ALL SELECT source, game, NULL, doc #> '{bgn,end}' FROM $games
  UNION ALL
  SELECT source, game, (n - CASE doc #> '{moves,0}' WHEN 'null' THEN 1 ELSE 0 END)::integer, move -> 'a'
  FROM $games, jsonb_array_elements(doc -> 'moves') WITH ORDINALITY AS m(move, n)
), notes AS (
  SELECT source AS file, game, ply, note ->> 'id' AS source, note ->> 'date' AS date
  FROM arrays, jsonb_array_elements(a) AS note
  WHERE true
    AND (note ->> 'date') COLLATE "C" >= $since -- if since
    AND (note ->> 'date') COLLATE "C" < $until -- if until
)
SELECT source, date, count(DISTINCT (file, game)) AS games,
       count(DISTINCT (file, game, ply)) FILTER (WHERE ply > 0) AS moves, count(*) AS times
FROM notes
GROUP BY source, date
ORDER BY source COLLATE "C", date COLLATE "C" NULLS FIRST

-- when what = nags
-- Annotations of the game, at its end, and of its moves, but not those in lines.
WITH arrays AS (
  SELECT doc #> '{bgn,a}' AS a FROM $games
  UNION ALL SELECT doc #> '{bgn,end}' FROM $games
  UNION ALL SELECT move -> 'a' FROM $games, jsonb_array_elements(doc -> 'moves') AS m(move)
), notes AS (
  SELECT note ->> 'id' AS source, note ->> 'nag' AS nag
  FROM arrays, jsonb_array_elements(a) AS note
  WHERE true
    AND (note ->> 'date') COLLATE "C" >= $since -- if since
    AND (note ->> 'date') COLLATE "C" < $until -- if until
)
SELECT source, nag, count(*) AS times
FROM notes
WHERE nag IS NOT NULL
GROUP BY source, nag
ORDER BY source COLLATE "C", times DESC, nag COLLATE "C"

-- when what = differences
-- The NAGs 1 to 6 judge a move: ! ? !! ?? !? ?!
WITH judged AS (
  SELECT source AS file, game, (n - CASE doc #> '{moves,0}' WHEN 'null' THEN 1 ELSE 0 END)::integer AS ply,
         note ->> 'id' AS source, note ->> 'nag' AS nag
  FROM $games, jsonb_array_elements(doc -> 'moves') WITH ORDINALITY AS m(move, n), jsonb_array_elements(move -> 'a') AS note
  WHERE note ->> 'nag' IN ('1', '2', '3', '4', '5', '6')
    AND (note ->> 'date') COLLATE "C" >= $since -- if since
    AND (note ->> 'date') COLLATE "C" < $until -- if until
  GROUP BY 1, 2, 3, 4, 5
)
SELECT file, game, ply, string_agg(source || ' $' || nag, ', ' ORDER BY source COLLATE "C", nag COLLATE "C") AS judgements
FROM judged
GROUP BY file, game, ply
HAVING count(DISTINCT source) > 1 AND count(DISTINCT nag) > 1
ORDER BY file COLLATE "C", game, ply
