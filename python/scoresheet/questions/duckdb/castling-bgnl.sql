WITH documents AS (
  -- A day of ISO 8601, or a date in the extended JSON of MongoDB.
  SELECT CASE WHEN bgn.eventDate ->> '$."$date"."$numberLong"' IS NULL
              THEN CAST(coalesce(bgn.eventDate ->> '$."$date"', bgn.eventDate ->> '$')[:10] AS DATE)
              ELSE CAST(epoch_ms(CAST(bgn.eventDate ->> '$."$date"."$numberLong"' AS BIGINT)) AS DATE) END AS date, moves
  FROM read_json($games, format = 'newline_delimited',
                 columns = {pgn: 'STRUCT(fen VARCHAR, Variant VARCHAR)', bgn: 'STRUCT(eventDate JSON, setup JSON, rules VARCHAR)',
                            moves: 'STRUCT(castle VARCHAR)[]'})
  -- Without moves, and without the start or the rules that its tags name, a game cannot be played.
  WHERE (bgn.rules IS NULL OR bgn.rules = 'chess960')
    AND (len(moves) > 0 OR bgn.setup IS NOT NULL OR bgn.rules IS NOT NULL
     OR coalesce(regexp_full_match(pgn.fen, ' *([?-] *)?|\s*rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\s.*'), true)
    AND coalesce(regexp_full_match(pgn.Variant, '(?i) *(standard|chess|normal|orthodox) *|\W*(from\W*position|set\W*up)?\W*'), true))
)
-- If Black moves first, `null` comes first and is not a ply.
SELECT count(*) AS games,
       count(*) FILTER (WHERE len(list_filter(moves[start:][:$plies], lambda move: move.castle IS NOT NULL)) > 0) AS castled,
       (SELECT count(*) FROM documents WHERE date IS NULL) AS undated
FROM (SELECT *, CASE WHEN len(moves) > 0 AND moves[1] IS NULL THEN 2 ELSE 1 END AS start FROM documents)
WHERE true
  AND date >= $since::DATE -- if since
  AND date < $until::DATE -- if until
