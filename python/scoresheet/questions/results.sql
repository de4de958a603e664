-- How games end: the result, its share, and how long such games are.
-- param since date: only games of this day or later; games without a date are left out
-- param until date: only games before this day; games without a date are left out
-- param by year|ended_by: a row for each year, or for each reason the game ended, and result
-- example: by=year

SELECT game_result(termination, games.result) AS result, count(*) AS games, round(100 * count(*) / sum(count(*)) OVER (), 1) AS percent,
       round(avg(ply_count), 1) AS average_plies, count(*) FILTER (WHERE mate) AS mates
FROM games
WHERE ($since::DATE IS NULL OR date >= $since::DATE)
  AND ($until::DATE IS NULL OR date < $until::DATE)
GROUP BY game_result(termination, games.result)
ORDER BY games DESC, result

-- when by = year
SELECT year, game_result(termination, games.result) AS result, count(*) AS games,
       round(100 * count(*) / sum(count(*)) OVER (PARTITION BY year), 1) AS percent,
       round(avg(ply_count), 1) AS average_plies, count(*) FILTER (WHERE mate) AS mates
FROM games
WHERE ($since::DATE IS NULL OR date >= $since::DATE)
  AND ($until::DATE IS NULL OR date < $until::DATE)
GROUP BY year, game_result(termination, games.result)
ORDER BY year NULLS LAST, games DESC, result

-- when by = ended_by
SELECT ended_by, game_result(termination, games.result) AS result, count(*) AS games,
       round(100 * count(*) / sum(count(*)) OVER (PARTITION BY ended_by), 1) AS percent,
       round(avg(ply_count), 1) AS average_plies, count(*) FILTER (WHERE mate) AS mates
FROM games
WHERE ($since::DATE IS NULL OR date >= $since::DATE)
  AND ($until::DATE IS NULL OR date < $until::DATE)
GROUP BY ended_by, game_result(termination, games.result)
ORDER BY ended_by NULLS LAST, games DESC, result
