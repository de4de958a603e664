-- `scoresheet.spark.register` adds the functions that this calls.
-- Games with another starting position have no comparable first move.
WITH opened AS (
  SELECT (int(white_elo) + black_elo) div 2 div $band * $band AS rating,
         -- include outcome
         -- Functions of the package cannot be called here; this is `uci`.
         concat_ws(' ', transform(slice(arrays_zip(from_square, to_square, promotion), 1, $plies), ply ->
           if(ply.from_square = ply.to_square, '0000',
              concat(char(97 + ply.from_square % 8), char(49 + ply.from_square div 8),
                     char(97 + ply.to_square % 8), char(49 + ply.to_square div 8),
                     if(ply.promotion BETWEEN 2 AND 5, substr('nbrq', ply.promotion - 1, 1), ''))))) AS first_moves
  -- include games-or-sides
  WHERE fen IS NULL AND ply_count >= $plies
    -- include dates
    -- include chess
    -- include filters
), counted AS (
  SELECT rating, first_moves, count(*) AS games,
         round(100 * count(*) / sum(count(*)) OVER (PARTITION BY rating), 1) AS percent,
         row_number() OVER (PARTITION BY rating ORDER BY count(*) DESC, first_moves) AS place,
         -- include outcomes
  FROM opened
  GROUP BY rating, first_moves
)
SELECT rating, first_moves, games, percent,
       -- include names-of-outcomes
FROM counted
WHERE place <= $top
ORDER BY rating NULLS LAST, games DESC, first_moves
