-- Games with another starting position have no comparable first move.
WITH opened AS (
  SELECT (white_elo::integer + black_elo) / 2 / $band * $band AS rating,
         -- include outcome
         first_moves
  -- include games-or-sides
  CROSS JOIN LATERAL (
    SELECT string_agg(CASE WHEN start = stop THEN '0000'
                           ELSE chr(97 + start % 8) || chr(49 + start / 8) || chr(97 + stop % 8) || chr(49 + stop / 8)
                             || CASE WHEN becomes BETWEEN 2 AND 5 THEN substr('nbrq', becomes - 1, 1) ELSE '' END END,
                      ' ' ORDER BY ply) AS first_moves
    FROM unnest(from_square[:$plies], to_square[:$plies], promotion[:$plies]) WITH ORDINALITY AS m(start, stop, becomes, ply)
  ) AS played
  WHERE fen IS NULL AND ply_count >= $plies
    -- include dates
    -- include chess
    -- include filters
), placed AS (
  SELECT rating, first_moves, count(*) AS games,
         round(100.0 * count(*) / sum(count(*)) OVER (PARTITION BY rating), 1)::double precision AS percent,
         row_number() OVER (PARTITION BY rating ORDER BY count(*) DESC, first_moves COLLATE "C") AS place,
         -- include outcomes
  FROM opened
  GROUP BY rating, first_moves
)
SELECT rating, first_moves, games, percent,
       -- include names-of-outcomes
FROM placed
WHERE place <= $top
ORDER BY rating NULLS LAST, games DESC, first_moves COLLATE "C"
