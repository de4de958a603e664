SELECT game_result(termination, games.result) AS result, count(*) AS games, round(100 * count(*) / sum(count(*)) OVER (), 1) AS percent,
       round(avg(ply_count), 1) AS average_plies, count(*) FILTER (WHERE mate) AS mates
FROM $games AS games
WHERE final_material <> ''
  -- include dates
  -- include filters
GROUP BY game_result(termination, games.result)
ORDER BY games DESC, result

-- when by = year
SELECT year, game_result(termination, games.result) AS result, count(*) AS games,
       round(100 * count(*) / sum(count(*)) OVER (PARTITION BY year), 1) AS percent,
       round(avg(ply_count), 1) AS average_plies, count(*) FILTER (WHERE mate) AS mates
FROM $games AS games
WHERE final_material <> ''
  -- include dates
  -- include filters
GROUP BY year, game_result(termination, games.result)
ORDER BY year NULLS LAST, games DESC, result

-- when by = ended_by
SELECT ended_by, game_result(termination, games.result) AS result, count(*) AS games,
       round(100 * count(*) / sum(count(*)) OVER (PARTITION BY ended_by), 1) AS percent,
       round(avg(ply_count), 1) AS average_plies, count(*) FILTER (WHERE mate) AS mates
FROM $games AS games
WHERE final_material <> ''
  -- include dates
  -- include filters
GROUP BY ended_by, game_result(termination, games.result)
ORDER BY ended_by NULLS LAST, games DESC, result
