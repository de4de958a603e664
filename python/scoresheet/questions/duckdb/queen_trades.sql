SELECT count(*) AS games, count(*) FILTER (WHERE traded) AS traded,
       round(1000 * count(*) FILTER (WHERE traded) / nullif(count(*), 0)) / 10 AS percent,
       median(first_queen_trade_ply) FILTER (WHERE traded) AS median_ply,
       count(*) FILTER (WHERE traded AND result = '1/2-1/2') AS drawn
FROM (
  SELECT game_result(termination, games.result) AS result, first_queen_trade_ply,
         (first_queen_trade_ply IS NOT NULL
           AND first_queen_trade_ply <= $plies -- if plies
         ) AS traded
  FROM $games AS games
  WHERE final_material <> ''
    -- include dates
    -- include chess
    -- include filters
)
