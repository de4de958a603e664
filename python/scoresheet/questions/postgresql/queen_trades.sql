SELECT count(*) AS games, count(*) FILTER (WHERE traded) AS traded,
       round(100.0 * count(*) FILTER (WHERE traded) / nullif(count(*), 0), 1)::double precision AS percent,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY first_queen_trade_ply) FILTER (WHERE traded) AS median_ply,
       count(*) FILTER (WHERE traded AND ended = '1/2-1/2') AS drawn -- unless player
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
) AS asked
