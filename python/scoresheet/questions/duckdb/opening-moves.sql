-- Positions are the same for any moves that lead to them. `mine` is whether a game is one of the player with that color.
asked AS (
  SELECT coalesce(CASE $color WHEN 'white' THEN white ELSE black END = $player, false) AS mine, packed_moves, fen,
         CASE game_result(termination, games.result)
           WHEN '*' THEN NULL WHEN '1/2-1/2' THEN 0.5 WHEN CASE $color WHEN 'white' THEN '1-0' ELSE '0-1' END THEN 1 ELSE 0 END AS score
  FROM $games AS games
  WHERE packed_moves IS NOT NULL AND fen IS NULL
    -- include chess
    -- include dates
    -- include filters-of-games
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
