SELECT imbalance, count(*) AS games,
       -- include outcomes
FROM (
  SELECT
         -- include outcome
         imbalance[$ply] AS imbalance -- unless player
         CASE color WHEN 'white' THEN imbalance[$ply] ELSE -imbalance[$ply] END AS imbalance -- if player
  -- include games-or-sides
  WHERE ply_count >= $ply
    -- include dates
    -- include chess
    -- include filters
) AS reached
GROUP BY imbalance
ORDER BY imbalance
