-- `scoresheet.spark.register` adds the functions that this calls.
SELECT count(*) AS games, count_if(traded) AS traded,
       round(100 * count_if(traded) / nullif(count(*), 0), 1) AS percent,
       median(first_queen_trade_ply) FILTER (WHERE traded) AS median_ply,
       count_if(traded AND result = '1/2-1/2') AS drawn
FROM (
  SELECT game_result(termination, result) AS result, first_queen_trade_ply,
         (first_queen_trade_ply IS NOT NULL
           AND first_queen_trade_ply <= $plies -- if plies
         ) AS traded
  FROM $games
  WHERE final_material <> ''
    -- include dates
    -- include chess
    -- include filters
)
