-- `cps` and `percents` begin with the position before the first move, which counts as 15; so element `ply` is after a move, from 0.
-- Games end with their last evaluation: a position that is mate on the board has none.
ended AS (
  SELECT *, coalesce(split(fen, ' ')[1], 'w') = 'b' AS black_began,
         concat(array(15),
                transform(sequence(1, greatest(coalesce(size(eval_cp), 0), coalesce(size(eval_mate), 0))), ply ->
                          CASE WHEN get(eval_mate, ply - 1) > 0 THEN 1000 WHEN get(eval_mate, ply - 1) < 0 THEN -1000
                               WHEN get(eval_mate, ply - 1) IS NULL AND get(eval_cp, ply - 1) IS NOT NULL
                               THEN greatest(-1000, least(1000, get(eval_cp, ply - 1))) END)) AS all_cps
  FROM asked
), positions AS (
  SELECT *, slice(all_cps, 1, last) AS cps,
         transform(slice(all_cps, 1, last), cp -> 50 + 50 * (2 / (1 + exp(-0.00368208D * cp)) - 1)) AS percents,
         greatest(2, least(8, (last - 1) DIV 10)) AS span
  FROM (SELECT *, array_max(filter(sequence(1, size(all_cps)), place -> get(all_cps, place - 1) IS NOT NULL)) AS last FROM ended)
), turns AS (
  SELECT *, explode(sequence(1, last - 1)) AS ply
  FROM positions
  WHERE last > 1
), moved AS (
  SELECT *, if(white_moves, 1, -1) AS sign,
         if(white_moves, percents[ply - 1], 100 - percents[ply - 1]) AS before, if(white_moves, percents[ply], 100 - percents[ply]) AS after,
         filter(slice(percents, greatest(ply + 1, span) - span + 1, span), percent -> percent IS NOT NULL) AS around
  FROM (SELECT *, (ply % 2 = 1) <> black_began AS white_moves FROM turns)
), judged AS (
  SELECT *, if(white_moves, 'white', 'black') AS side, if(white_moves, white, black) AS player,
         move_accuracy(before, after) AS accuracy, before - after AS lost,
         greatest(0, sign * (cps[ply - 1] - cps[ply])) AS loss,
         greatest(0.5D, least(12D, sqrt(aggregate(around, 0D, (total, percent) -> total + (percent - middle) * (percent - middle)) / size(around)))) AS weight,
         move_nag(if(ply = 1, sign * 15, sign * get(eval_cp, ply - 2)), sign * get(eval_mate, ply - 2),
                  sign * get(eval_cp, ply - 1), sign * get(eval_mate, ply - 1)) AS nag
  FROM (SELECT *, aggregate(around, 0D, (total, percent) -> total + percent) / size(around) AS middle FROM moved)
  WHERE before IS NOT NULL AND after IS NOT NULL
