SELECT count(*) AS games,
       count_if(coalesce(least(white_castle_ply, black_castle_ply) <= $plies, false)) AS castled,
       (SELECT count(*) FROM $games WHERE date IS NULL
          -- include filters
       ) AS undated
FROM $games
WHERE true
  -- include dates
  -- include filters
