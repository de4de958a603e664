SELECT game_result(termination, games.result) AS result, count(*) AS games, round(1000 * count(*) / sum(count(*)) OVER ()) / 10 AS percent,
       round(10 * sum(ply_count) / count(*)) / 10 AS average_plies, count(*) FILTER (WHERE mate) AS mates
FROM $games AS games
WHERE final_material <> ''
  -- include dates
  -- include filters
GROUP BY game_result(termination, games.result)
ORDER BY games DESC, result

-- when by = year
SELECT year, game_result(termination, games.result) AS result, count(*) AS games,
       round(1000 * count(*) / sum(count(*)) OVER (PARTITION BY year)) / 10 AS percent,
       round(10 * sum(ply_count) / count(*)) / 10 AS average_plies, count(*) FILTER (WHERE mate) AS mates
FROM $games AS games
WHERE final_material <> ''
  -- include dates
  -- include filters
GROUP BY year, game_result(termination, games.result)
ORDER BY year NULLS LAST, games DESC, result

-- when by = ended_by
SELECT ended_by, game_result(termination, games.result) AS result, count(*) AS games,
       round(1000 * count(*) / sum(count(*)) OVER (PARTITION BY ended_by)) / 10 AS percent,
       round(10 * sum(ply_count) / count(*)) / 10 AS average_plies, count(*) FILTER (WHERE mate) AS mates
FROM $games AS games
WHERE final_material <> ''
  -- include dates
  -- include filters
GROUP BY ended_by, game_result(termination, games.result)
ORDER BY ended_by NULLS LAST, games DESC, result
