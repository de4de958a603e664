SELECT time_control, count(*) AS games, sum(white_checks)::BIGINT AS white_checks, sum(black_checks)::BIGINT AS black_checks,
       round(100 * (sum(white_checks) + sum(black_checks)) / count(*)) / 100 AS checks_a_game,
       round(10000 * (sum(white_checks) + sum(black_checks)) / nullif(sum(ply_count), 0)) / 100 AS percent_of_plies
FROM $games
WHERE final_material <> ''
  -- include dates
  -- include filters
GROUP BY time_control
ORDER BY games DESC, time_control NULLS LAST
LIMIT $top
