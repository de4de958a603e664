-- include opening-games
), replayed AS (
  SELECT mine, score, sans(packed_moves, fen, 1, $plies) AS moves, hashes(packed_moves, fen) AS positions
  FROM asked
), played AS (
  SELECT mine, score, place + 1 AS ply, move, array_join(slice(moves, 1, place), ' ') AS line, positions[place] AS position,
         positions[place + 1] AS reached, (place % 2 = 0) = ($color = 'white') AS is_own
  FROM (SELECT *, posexplode(moves) AS (place, move) FROM replayed)
), ways AS (
  -- The way to a position that most games of the player took.
  SELECT position, min(ply) AS ply, min_by(line, struct(-games, line)) AS line
  FROM (SELECT position, ply, line, count(*) AS games FROM played WHERE mine GROUP BY position, ply, line)
  GROUP BY position
)
