WITH given AS (
  SELECT
         -- include outcome
         unnest(['white', 'black']) AS side, -- unless player
         unnest([matches(packed_moves, fen, 'white gives ' || $pawns || ' for ' || $plies || ' plies'), -- unless player
                 matches(packed_moves, fen, 'black gives ' || $pawns || ' for ' || $plies || ' plies')]) AS found -- unless player
         color AS side, matches(packed_moves, fen, color || ' gives ' || $pawns || ' for ' || $plies || ' plies') AS found -- if player
  -- include games-or-sides
  WHERE true
    -- include dates
    -- include chess
    -- include filters
)
SELECT side, count(*) AS games,
       count(*) FILTER (WHERE ended = CASE WHEN side = 'white' THEN '1-0' ELSE '0-1' END) AS won, -- unless player
       count(*) FILTER (WHERE ended = '1/2-1/2') AS drawn, -- unless player
       count(*) FILTER (WHERE ended = CASE WHEN side = 'white' THEN '0-1' ELSE '1-0' END) AS lost -- unless player
       -- include outcomes-of-player
       , round(10 * sum(found[1] - $plies + 1) / count(*)) / 10 AS mean_ply
FROM given
WHERE len(found) > 0
GROUP BY side
ORDER BY side DESC
