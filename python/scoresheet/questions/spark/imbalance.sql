-- `scoresheet.spark.register` adds the functions that this calls.
SELECT imbalance, count(*) AS games,
       -- include outcomes
FROM (
  SELECT
         -- include outcome
         element_at(imbalance, $ply) AS imbalance -- unless player
         if(color = 'white', element_at(imbalance, $ply), -element_at(imbalance, $ply)) AS imbalance -- if player
  -- include games-or-sides
  WHERE ply_count >= $ply
    -- include dates
    -- include chess
    -- include filters
)
GROUP BY imbalance
ORDER BY imbalance
