-- The mean of two means: weighted by how much the chances moved around the move, and harmonic, where less than 1 counts as 1.
(sum(weight * accuracy) / sum(weight) + count(*) / sum(1 / greatest(1D, accuracy))) / 2 AS accuracy,
count(*) AS moves, sum(loss) AS loss, count_if(nag = 6) AS inaccuracies,
count_if(nag = 2) AS mistakes, count_if(nag = 4) AS blunders
FROM judged
WHERE true
  AND player = $player -- if player
  AND ply >= $from_ply -- if from_ply
  AND ply <= $to_ply -- if to_ply
