-- In how many games the queens were traded: one taken, and the other by the next ply.
-- param since date: only games of this day or later; games without a date are left out
-- param until date: only games before this day; games without a date are left out
-- param plies integer>=0: only trades by this ply (half-move), counted from 1
-- example: plies=20

SELECT count(*) AS games, count(*) FILTER (WHERE traded) AS traded,
       round(100 * count(*) FILTER (WHERE traded) / nullif(count(*), 0), 1) AS percent,
       median(first_queen_trade_ply) FILTER (WHERE traded) AS median_ply,
       count(*) FILTER (WHERE traded AND result = '1/2-1/2') AS drawn
FROM (
  SELECT game_result(termination, games.result) AS result, first_queen_trade_ply,
         coalesce(first_queen_trade_ply <= coalesce($plies, first_queen_trade_ply), false) AS traded
  FROM games
  WHERE ($since::DATE IS NULL OR date >= $since::DATE)
    AND ($until::DATE IS NULL OR date < $until::DATE)
)
