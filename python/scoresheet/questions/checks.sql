-- How often each side gives check, by time control.
-- param since date: only games of this day or later; games without a date are left out
-- param until date: only games before this day; games without a date are left out
-- param top integer>=1 = 20: only the commonest time controls
-- example: top=5

SELECT time_control, count(*) AS games, sum(white_checks)::BIGINT AS white_checks, sum(black_checks)::BIGINT AS black_checks,
       round((sum(white_checks) + sum(black_checks)) / count(*), 2) AS checks_a_game,
       round(100 * (sum(white_checks) + sum(black_checks)) / nullif(sum(ply_count), 0), 2) AS percent_of_plies
FROM games
WHERE ($since::DATE IS NULL OR date >= $since::DATE)
  AND ($until::DATE IS NULL OR date < $until::DATE)
GROUP BY time_control
ORDER BY games DESC, time_control NULLS LAST
LIMIT $top
