-- `cps` and `percents` begin with the position before the first move, which counts as 15; so element `ply` is before a move.
-- Games end with their last evaluation: a position that is mate on the board has none.
ended AS (
  SELECT *, split_part(coalesce(fen, ' w'), ' ', 2) = 'b' AS black_began,
         [15] || list_transform(range(1, greatest(coalesce(len(eval_cp), 0), coalesce(len(eval_mate), 0)) + 1),
                                lambda ply: bounded_cp(eval_cp[ply], eval_mate[ply])) AS all_cps
  FROM asked
), positions AS (
  SELECT *, all_cps[:last] AS cps, list_transform(all_cps[:last], lambda cp: win_percent(cp, NULL)) AS percents,
         greatest(2, least(8, (last - 1) // 10)) AS span
  FROM (SELECT *, list_max(list_filter(range(1, len(all_cps) + 1), lambda place: all_cps[place] IS NOT NULL)) AS last FROM ended)
), turns AS (
  SELECT *, unnest(range(1, last)) AS ply
  FROM positions
), judged AS (
  SELECT * EXCLUDE (white, black), CASE WHEN white_moves THEN 'white' ELSE 'black' END AS side,
         CASE WHEN white_moves THEN white ELSE black END AS player,
         move_accuracy(before, after) AS accuracy, before - after AS lost,
         greatest(0, sign * (cps[ply] - cps[ply + 1])) AS loss,
         greatest(0.5e0, least(12e0, list_aggregate(percents[greatest(ply + 1, span) - span + 1:greatest(ply + 1, span)], 'stddev_pop'))) AS weight,
         move_nag(CASE WHEN ply = 1 THEN sign * 15 ELSE sign * eval_cp[ply - 1] END, sign * eval_mate[ply - 1],
                  sign * eval_cp[ply], sign * eval_mate[ply]) AS nag
  FROM (
    SELECT *, CASE WHEN white_moves THEN 1 ELSE -1 END AS sign,
           CASE WHEN white_moves THEN percents[ply] ELSE 100 - percents[ply] END AS before,
           CASE WHEN white_moves THEN percents[ply + 1] ELSE 100 - percents[ply + 1] END AS after
    FROM (SELECT *, (ply % 2 = 1) <> black_began AS white_moves FROM turns)
  )
  WHERE before IS NOT NULL AND after IS NOT NULL
