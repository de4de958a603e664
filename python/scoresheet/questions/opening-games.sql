-- Positions are the same for any moves that lead to them. `mine` is whether a game is one of the player with that color.
asked AS (
  SELECT coalesce(CASE $color WHEN 'white' THEN white ELSE black END = $player, false) AS mine, packed_moves, fen,
         CASE game_result(termination, games.result)
           WHEN '*' THEN NULL WHEN '1/2-1/2' THEN CAST(0.5 AS $double) WHEN CASE $color WHEN 'white' THEN '1-0' ELSE '0-1' END THEN 1 ELSE 0 END AS score
  FROM $games AS games
  WHERE packed_moves IS NOT NULL AND fen IS NULL
    -- include chess
    -- include dates
    -- include filters-of-games
