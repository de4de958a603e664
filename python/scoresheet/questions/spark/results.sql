-- `scoresheet.spark.register` adds the functions that this calls.
SELECT ended AS result, count(*) AS games, round(100 * count(*) / sum(count(*)) OVER (), 1) AS percent,
       round(avg(ply_count), 1) AS average_plies, count_if(mate) AS mates
FROM (
  SELECT ply_count, mate, game_result(termination, result) AS ended
  FROM $games
  WHERE final_material <> ''
    -- include dates
    -- include filters
)
GROUP BY ended
ORDER BY games DESC, ended

-- when by = year
-- `scoresheet.spark.register` adds the functions that this calls.
SELECT year, ended AS result, count(*) AS games, round(100 * count(*) / sum(count(*)) OVER (PARTITION BY year), 1) AS percent,
       round(avg(ply_count), 1) AS average_plies, count_if(mate) AS mates
FROM (
  SELECT year, ply_count, mate, game_result(termination, result) AS ended
  FROM $games
  WHERE final_material <> ''
    -- include dates
    -- include filters
)
GROUP BY year, ended
ORDER BY year NULLS LAST, games DESC, ended

-- when by = ended_by
-- `scoresheet.spark.register` adds the functions that this calls.
SELECT ended_by, ended AS result, count(*) AS games,
       round(100 * count(*) / sum(count(*)) OVER (PARTITION BY ended_by), 1) AS percent,
       round(avg(ply_count), 1) AS average_plies, count_if(mate) AS mates
FROM (
  SELECT ended_by, ply_count, mate, game_result(termination, result) AS ended
  FROM $games
  WHERE final_material <> ''
    -- include dates
    -- include filters
)
GROUP BY ended_by, ended
ORDER BY ended_by NULLS LAST, games DESC, ended
