-- include opening-games
), replayed AS (
  SELECT mine, score, sans(packed_moves, fen, 1, $plies) AS moves, hashes(packed_moves, fen)[: $plies + 1] AS positions
  FROM asked
), played AS (
  SELECT mine, score, ply, moves[ply] AS move, array_to_string(moves[: ply - 1], ' ') AS line, positions[ply] AS position,
         positions[ply + 1] AS reached, (ply % 2 = 1) = ($color = 'white') AS is_own
  FROM (SELECT *, unnest(range(1, len(moves) + 1)) AS ply FROM replayed)
), ways AS (
  -- The way to a position that most games of the player took.
  SELECT position, min(ply) AS ply, arg_min(line, (-games, line)) AS line
  FROM (SELECT position, ply, line, count(*) AS games FROM played WHERE mine GROUP BY position, ply, line)
  GROUP BY position
)
