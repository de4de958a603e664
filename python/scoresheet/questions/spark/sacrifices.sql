-- `scoresheet.spark.register` adds the functions that this calls.
WITH given AS (
  SELECT game_result(termination, result) AS result,
         stack(2, 'white', matches(packed_moves, fen, 'white gives $pawns for $plies plies'),
                  'black', matches(packed_moves, fen, 'black gives $pawns for $plies plies')) AS (side, found)
  FROM $games
  WHERE true
    -- include dates
    -- include chess
    -- include filters
)
SELECT side, count(*) AS games,
       count_if(result = if(side = 'white', '1-0', '0-1')) AS won,
       count_if(result = '1/2-1/2') AS drawn,
       count_if(result = if(side = 'white', '0-1', '1-0')) AS lost,
       round(avg(found[0] - $plies + 1), 1) AS mean_ply
FROM given
WHERE size(found) > 0
GROUP BY side
ORDER BY side DESC
