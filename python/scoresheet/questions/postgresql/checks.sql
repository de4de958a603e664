SELECT time_control, count(*) AS games, sum(white_checks)::bigint AS white_checks, sum(black_checks)::bigint AS black_checks,
       round((sum(white_checks) + sum(black_checks))::numeric / count(*), 2)::double precision AS checks_a_game,
       round(100 * (sum(white_checks) + sum(black_checks))::numeric / nullif(sum(ply_count), 0), 2)::double precision AS percent_of_plies
FROM $games
WHERE final_material <> ''
  -- include dates
  -- include filters
GROUP BY time_control
ORDER BY games DESC, time_control COLLATE "C" NULLS LAST
LIMIT $top
