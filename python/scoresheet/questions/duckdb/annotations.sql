-- Annotations of the game (ply 0), at its end (without a ply), and of its moves, but not those in lines.
WITH documents AS (
  SELECT source, game, doc::JSON AS document, from_json(doc::JSON -> 'moves', '["JSON"]') AS moves FROM $games
), arrays AS (
  SELECT source, game, 0 AS ply, document -> '$.bgn.a' AS a FROM documents
  UNION ALL SELECT source, game, NULL, document -> '$.bgn.end' FROM documents
  UNION ALL
  SELECT source, game, n - (coalesce(first, 'NULL') = 'NULL')::INTEGER, move -> 'a'
  FROM (SELECT source, game, json_type(moves[1]) AS first, unnest(moves) AS move, generate_subscripts(moves, 1) AS n FROM documents)
), notes AS (
  SELECT file, game, ply, note ->> 'id' AS source, note ->> 'date' AS date
  FROM (SELECT source AS file, game, ply, unnest(from_json(a, '["JSON"]')) AS note FROM arrays WHERE a IS NOT NULL)
  WHERE true
    AND TRY_CAST((note ->> 'date') AS DATE) >= $since::DATE -- if since
    AND TRY_CAST((note ->> 'date') AS DATE) < $until::DATE -- if until
)
SELECT source, date, count(DISTINCT (file, game)) AS games,
       count(DISTINCT (file, game, ply)) FILTER (WHERE ply > 0) AS moves, count(*) AS times
FROM notes
GROUP BY source, date
ORDER BY source, date NULLS FIRST

-- when what = nags
-- Annotations of the game, at its end, and of its moves, but not those in lines.
WITH documents AS (
  SELECT doc::JSON AS document FROM $games
), arrays AS (
  SELECT document -> '$.bgn.a' AS a FROM documents
  UNION ALL SELECT document -> '$.bgn.end' FROM documents
  UNION ALL SELECT unnest(from_json(document -> 'moves', '["JSON"]')) -> 'a' FROM documents
)
SELECT note ->> 'id' AS source, note ->> 'nag' AS nag, count(*) AS times
FROM (SELECT unnest(from_json(a, '["JSON"]')) AS note FROM arrays WHERE a IS NOT NULL)
WHERE (note ->> 'nag') IS NOT NULL
  AND TRY_CAST((note ->> 'date') AS DATE) >= $since::DATE -- if since
  AND TRY_CAST((note ->> 'date') AS DATE) < $until::DATE -- if until
GROUP BY ALL
ORDER BY source, times DESC, nag

-- when what = differences
-- The NAGs 1 to 6 judge a move: ! ? !! ?? !? ?!
WITH documents AS (
  SELECT source, game, from_json(doc::JSON -> 'moves', '["JSON"]') AS moves FROM $games
), played AS (
  SELECT source, game, json_type(moves[1]) AS first, unnest(moves) AS move, generate_subscripts(moves, 1) AS n FROM documents
), judged AS (
  SELECT DISTINCT file, game, ply, note ->> 'id' AS source, note ->> 'nag' AS nag
  FROM (SELECT source AS file, game, n - (coalesce(first, 'NULL') = 'NULL')::INTEGER AS ply, unnest(from_json(move -> 'a', '["JSON"]')) AS note
        FROM played WHERE (move -> 'a') IS NOT NULL)
  WHERE (note ->> 'nag') IN ('1', '2', '3', '4', '5', '6')
    AND TRY_CAST((note ->> 'date') AS DATE) >= $since::DATE -- if since
    AND TRY_CAST((note ->> 'date') AS DATE) < $until::DATE -- if until
)
SELECT file, game, ply, string_agg(source || ' $' || nag, ', ' ORDER BY source, nag) AS judgements
FROM judged
GROUP BY file, game, ply
HAVING count(DISTINCT source) > 1 AND count(DISTINCT nag) > 1
ORDER BY file, game, ply
