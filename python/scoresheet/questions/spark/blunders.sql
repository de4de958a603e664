-- `scoresheet.spark.register` adds the functions that this calls.
WITH asked AS (
  SELECT source, game, white, black, packed_moves, fen, eval_cp, eval_mate, clock_ms,
         spent_ms(clock_ms, increment_seconds) AS spent
  FROM $games
  WHERE (eval_cp IS NOT NULL OR eval_mate IS NOT NULL)
    -- include dates
    -- include filters
),
-- include judged-moves
), worst AS (
  SELECT *
  FROM judged
  WHERE lost >= $drop
    AND player = $player -- if player
    AND get(clock_ms, ply - 1) < 1000 * $clock -- if clock
  ORDER BY lost DESC, source, game, ply
  LIMIT $top
)
SELECT source, game, player, ply, sans(packed_moves, fen, ply, ply)[0] AS move,
       eval_text(if(ply = 1, 15, get(eval_cp, ply - 2)), get(eval_mate, ply - 2)) AS eval_before,
       eval_text(get(eval_cp, ply - 1), get(eval_mate, ply - 1)) AS eval_after, round(10 * lost) / 10 AS drop,
       get(clock_ms, ply - 1) / 1000 AS clock, CASE WHEN get(spent, ply - 1) >= 0 THEN get(spent, ply - 1) / 1000 END AS seconds
FROM worst
ORDER BY lost DESC, source, game, ply
