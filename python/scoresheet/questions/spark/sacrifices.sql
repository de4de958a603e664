-- `scoresheet.spark.register` adds the functions that this calls.
WITH given AS (
  SELECT
         -- include outcome
         stack(2, 'white', matches(packed_moves, fen, 'white gives $pawns for $plies plies'), -- unless player
                  'black', matches(packed_moves, fen, 'black gives $pawns for $plies plies')) AS (side, found) -- unless player
         color AS side, matches(packed_moves, fen, color || ' gives $pawns for $plies plies') AS found -- if player
  -- include games-or-sides
  WHERE true
    -- include dates
    -- include chess
    -- include filters
)
SELECT side, count(*) AS games,
       count_if(ended = if(side = 'white', '1-0', '0-1')) AS won, -- unless player
       count_if(ended = '1/2-1/2') AS drawn, -- unless player
       count_if(ended = if(side = 'white', '0-1', '1-0')) AS lost -- unless player
       -- include outcomes-of-player
       , round(avg(found[0] - $plies + 1), 1) AS mean_ply
FROM given
WHERE size(found) > 0
GROUP BY side
ORDER BY side DESC
