-- The mean of two means: weighted by how much the chances moved around the move, and harmonic, where less than 1 counts as 1.
(sum(weight * accuracy) / sum(weight) + count(*) / sum(1.0 / CASE WHEN accuracy > 1 THEN accuracy ELSE 1 END)) / 2 AS accuracy,
count(*) AS moves, sum(loss) AS loss, count(*) FILTER (WHERE nag = 6) AS inaccuracies,
count(*) FILTER (WHERE nag = 2) AS mistakes, count(*) FILTER (WHERE nag = 4) AS blunders
FROM judged
WHERE true
  AND player = $player -- if player
  AND ply >= $from_ply -- if from_ply
  AND ply <= $to_ply -- if to_ply
