WITH given AS (
  SELECT unnest(['white', 'black']) AS side,
         unnest([matches(packed_moves, fen, 'white gives ' || $pawns || ' for ' || $plies || ' plies'),
                 matches(packed_moves, fen, 'black gives ' || $pawns || ' for ' || $plies || ' plies')]) AS found,
         game_result(termination, games.result) AS result
  FROM $games AS games
  WHERE true
    -- include dates
    -- include chess
    -- include filters
)
SELECT side, count(*) AS games,
       count(*) FILTER (WHERE result = CASE WHEN side = 'white' THEN '1-0' ELSE '0-1' END) AS won,
       count(*) FILTER (WHERE result = '1/2-1/2') AS drawn,
       count(*) FILTER (WHERE result = CASE WHEN side = 'white' THEN '0-1' ELSE '1-0' END) AS lost,
       round(10 * sum(found[1] - $plies + 1) / count(*)) / 10 AS mean_ply
FROM given
WHERE len(found) > 0
GROUP BY side
ORDER BY side DESC
