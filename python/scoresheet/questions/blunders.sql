WITH asked AS (
  SELECT source, game, white, black, ply_count, doc, CAST(NULL AS text) AS part
  FROM $games
  WHERE true
    -- include dates
    -- include filters
),
-- include told-evaluations
-- include judged-moves
), lost AS (
  SELECT *
  FROM judged
  WHERE lost >= $drop
    AND player = $player -- if player
),
-- include timed-moves
SELECT source, game, player, ply, move, eval_before, eval_after, CAST(floor(10 * lost + 0.5) / 10.0 AS $double) AS "drop",
       CAST(left_ms / 1000.0 AS $double) AS clock, CASE WHEN spent_ms >= 0 THEN CAST(spent_ms / 1000.0 AS $double) END AS seconds
FROM timed
WHERE true
  AND left_ms < 1000 * $clock -- if clock
ORDER BY lost DESC, source$binary, game, ply
LIMIT $top
