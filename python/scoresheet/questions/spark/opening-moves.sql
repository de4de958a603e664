-- Positions are the same for any moves that lead to them. `mine` is whether a game is one of the player with that color.
asked AS (
  SELECT coalesce(CASE $color WHEN 'white' THEN white ELSE black END = $player, false) AS mine, packed_moves, fen,
         CASE game_result(termination, games.result)
           WHEN '*' THEN NULL WHEN '1/2-1/2' THEN 0.5D WHEN CASE $color WHEN 'white' THEN '1-0' ELSE '0-1' END THEN 1D ELSE 0D END AS score
  FROM $games AS games
  WHERE packed_moves IS NOT NULL AND fen IS NULL
    -- include chess
    -- include dates
    -- include filters-of-games
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
