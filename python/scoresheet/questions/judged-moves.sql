-- `told` has a row for each ply, and one for ply 0, the position before the first move, which counts as 15. Its places in
-- `moves` are even for White. Games end with their last evaluation: a position that is mate on the board has none.
bounded AS (
  SELECT *, CASE WHEN mate_after > 0 THEN 1000 WHEN mate_after < 0 THEN -1000 WHEN mate_after IS NULL
                 THEN CASE WHEN cp_after > 1000 THEN 1000 WHEN cp_after < -1000 THEN -1000 ELSE cp_after END END AS bounded_cp
  FROM told
), ended AS (
  SELECT *, max(CASE WHEN bounded_cp IS NOT NULL THEN ply END) OVER (PARTITION BY source, game) AS last_ply
  FROM bounded
), chances AS MATERIALIZED (
  -- Beyond 1000 pawns, the chance does not change, but some engines would fail.
  SELECT *, 50 + 50 * (2 / (1 + exp(CAST(-0.00368208 AS $double) * bounded_cp)) - 1) AS percent,
         2 / (1 + exp(CAST(-0.00368208 AS $double) * CASE WHEN cp_after > 100000 THEN 100000 WHEN cp_after < -100000 THEN -100000
                                                         ELSE cp_after END)) - 1 AS chance,
         CASE WHEN last_ply < 30 THEN 2 WHEN last_ply < 80 THEN last_ply / 10 ELSE 8 END AS span
  FROM ended
  WHERE ply <= last_ply AND last_ply > 0
), positions AS (
  -- Each is among the last `span` ones up to it: a frame has a constant size, so the numbers of plies are stretched.
  SELECT *, lag(percent) OVER by_ply AS percent_before, lag(bounded_cp) OVER by_ply AS bounded_before, lag(chance) OVER by_ply AS chance_before,
         lag(cp_after) OVER by_ply AS cp_before, lag(mate_after) OVER by_ply AS mate_before,
         avg((percent - 50) * (percent - 50)) OVER near AS mean_of_squares, avg(percent - 50) OVER near AS mean
  FROM chances
  WINDOW by_ply AS (PARTITION BY source, game ORDER BY ply),
         near AS (PARTITION BY source, game ORDER BY ply * (840 / span) RANGE BETWEEN 839 PRECEDING AND CURRENT ROW)
), moved AS MATERIALIZED (
  SELECT *, CASE place % 2 WHEN 0 THEN 1 ELSE -1 END AS sign,
         CASE place % 2 WHEN 0 THEN percent_before ELSE 100 - percent_before END AS before,
         CASE place % 2 WHEN 0 THEN percent ELSE 100 - percent END AS after,
         CASE WHEN ply >= span THEN mean_of_squares - mean * mean
              ELSE max(CASE WHEN ply = span - 1 THEN mean_of_squares - mean * mean END) OVER (PARTITION BY source, game) END AS variance
  FROM positions
), judged AS (
  SELECT source, game, part, place, ply, cp_after, mate_after, cp_before, mate_before, before - after AS lost,
         CASE sign WHEN 1 THEN 'white' ELSE 'black' END AS side, CASE sign WHEN 1 THEN white ELSE black END AS player,
         CASE WHEN raw_accuracy > 100 THEN 100.0 WHEN raw_accuracy < 0 THEN 0.0 ELSE raw_accuracy END AS accuracy,
         CASE WHEN sign * (bounded_before - bounded_cp) > 0 THEN sign * (bounded_before - bounded_cp) ELSE 0 END AS loss,
         CASE WHEN variance > 0.25 THEN CASE WHEN variance < 144 THEN sqrt(variance) ELSE 12.0 END ELSE 0.5 END AS weight,
         CASE WHEN sign * mate_before > 0
              THEN CASE WHEN sign * mate_after > 0 THEN 0 WHEN sign * cp_after > 999 THEN 6 WHEN sign * cp_after > 700 THEN 2 ELSE 4 END
              WHEN sign * mate_before < 0 OR sign * mate_after > 0 THEN 0
              WHEN sign * mate_after < 0 THEN CASE WHEN sign * cp_before < -999 THEN 6 WHEN sign * cp_before < -700 THEN 2 ELSE 4 END
              WHEN sign * (chance_before - chance) >= 0.3 THEN 4
              WHEN sign * (chance_before - chance) >= 0.2 THEN 2
              WHEN sign * (chance_before - chance) >= 0.1 THEN 6
              ELSE 0 END AS nag
  FROM (
    SELECT *, CASE WHEN after >= before THEN 100.0
                   ELSE 103.1668100711649 * exp(CAST(-0.04354415386953951 AS $double) * (before - after)) - 2.166924740191411 END AS raw_accuracy
    FROM moved
  ) AS compared
  WHERE before IS NOT NULL AND after IS NOT NULL
