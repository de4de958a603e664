-- Material at a ply (White minus Black, in pawns) and how such games end; shorter games are left out.
-- param since date: only games of this day or later; games without a date are left out
-- param until date: only games before this day; games without a date are left out
-- param ply integer>=1 = 40: after this ply (half-move), counted from 1
-- example: ply=40

SELECT imbalance[$ply] AS imbalance, count(*) AS games,
       count(*) FILTER (WHERE game_result(termination, result) = '1-0') AS white_wins,
       count(*) FILTER (WHERE game_result(termination, result) = '1/2-1/2') AS draws,
       count(*) FILTER (WHERE game_result(termination, result) = '0-1') AS black_wins
FROM games
WHERE ply_count >= $ply
  AND ($since::DATE IS NULL OR date >= $since::DATE)
  AND ($until::DATE IS NULL OR date < $until::DATE)
GROUP BY imbalance[$ply]
ORDER BY imbalance
