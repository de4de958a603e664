-- Games are in the order of their dates. Bounds choose the games that are compared with each other.
WITH numbered AS (
  SELECT row_number() OVER (ORDER BY date NULLS LAST, source, game) AS number, source, game, date, white, black, fen,
         packed_moves
  FROM $games AS games
  WHERE packed_moves IS NOT NULL
    -- include dates
    -- include filters
), reached AS (
  SELECT number, unnest(hashes(packed_moves, fen)[2 : $plies + 1]) AS hash,
         generate_subscripts(hashes(packed_moves, fen)[2 : $plies + 1], 1) AS ply
  FROM numbered
), firsts AS (
  SELECT hash, min((number, ply)) AS first
  FROM reached
  GROUP BY hash
), novelties AS (
  SELECT first[1] AS number, min(first[2]) AS ply
  FROM firsts
  GROUP BY first[1]
)
SELECT source, game, date, white, black, ply, sans(packed_moves, fen, ply, ply)[1] AS novelty
FROM novelties JOIN numbered USING (number)
ORDER BY ply DESC, number
LIMIT $top
