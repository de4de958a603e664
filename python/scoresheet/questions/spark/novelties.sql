-- `scoresheet.spark.register` adds the functions that this calls.
-- Games are in the order of their dates. Bounds choose the games that are compared with each other.
WITH numbered AS (
  SELECT row_number() OVER (ORDER BY date NULLS LAST, source, game) AS number, source, game, date, white, black, fen,
         packed_moves
  FROM $games
  WHERE packed_moves IS NOT NULL
    -- include dates
    -- include filters
), reached AS (
  SELECT number, posexplode(slice(hashes(packed_moves, fen), 2, $plies)) AS (place, hash)
  FROM numbered
), firsts AS (
  SELECT hash, min(struct(number, place + 1 AS ply)) AS first
  FROM reached
  GROUP BY hash
), novelties AS (
  SELECT first.number, min(first.ply) AS ply
  FROM firsts
  GROUP BY first.number
)
SELECT source, game, date, white, black, ply, sans(packed_moves, fen, ply, ply)[0] AS novelty
FROM novelties JOIN numbered USING (number)
ORDER BY ply DESC, number
LIMIT $top
