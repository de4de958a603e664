-- `scoresheet.spark.register` adds the functions that this calls.
SELECT count(*) AS games, count_if(traded) AS traded,
       round(100 * count_if(traded) / nullif(count(*), 0), 1) AS percent,
       median(first_queen_trade_ply) FILTER (WHERE traded) AS median_ply,
       count_if(traded AND ended = '1/2-1/2') AS drawn -- unless player
       -- include outcomes-of-trades
FROM (
  SELECT first_queen_trade_ply,
         -- include outcome
         (first_queen_trade_ply IS NOT NULL
           AND first_queen_trade_ply <= $plies -- if plies
         ) AS traded
  -- include games-or-sides
  WHERE final_material <> ''
    -- include dates
    -- include chess
    -- include filters
)
