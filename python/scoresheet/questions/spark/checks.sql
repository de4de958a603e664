SELECT time_control, count(*) AS games, sum(white_checks) AS white_checks, sum(black_checks) AS black_checks,
       round((sum(white_checks) + sum(black_checks)) / count(*), 2) AS checks_a_game,
       round(100 * (sum(white_checks) + sum(black_checks)) / nullif(sum(ply_count), 0), 2) AS percent_of_plies
FROM $games
WHERE final_material <> ''
  -- include dates
  -- include filters
GROUP BY time_control
ORDER BY games DESC, time_control NULLS LAST
LIMIT $top
