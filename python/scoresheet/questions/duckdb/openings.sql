-- Games with another starting position have no comparable first move.
WITH opened AS (
  SELECT (white_elo::INTEGER + black_elo) // 2 // $band * $band AS rating,
         -- include outcome
         array_to_string(list_transform(list_zip(from_square[:$plies], to_square[:$plies], promotion[:$plies]),
                                        lambda ply: uci(ply[1], ply[2], ply[3])), ' ') AS first_moves
  -- include games-or-sides
  WHERE fen IS NULL AND ply_count >= $plies
    -- include dates
    -- include chess
    -- include filters
)
SELECT rating, first_moves, count(*) AS games,
       round(1000 * count(*) / sum(count(*)) OVER (PARTITION BY rating)) / 10 AS percent,
       -- include outcomes
FROM opened
GROUP BY rating, first_moves
QUALIFY row_number() OVER (PARTITION BY rating ORDER BY count(*) DESC, first_moves) <= $top
ORDER BY rating NULLS LAST, count(*) DESC, first_moves
