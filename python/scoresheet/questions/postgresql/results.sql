SELECT ended AS result, count(*) AS games, round(100.0 * count(*) / sum(count(*)) OVER (), 1)::double precision AS percent,
       round(avg(ply_count), 1)::double precision AS average_plies, count(*) FILTER (WHERE mate) AS mates
FROM (
  SELECT ply_count, mate,
         $game_result AS ended
  FROM $games
  WHERE final_material <> ''
    -- include dates
    -- include filters
) AS asked
GROUP BY ended
ORDER BY games DESC, ended COLLATE "C"

-- when by = year
SELECT year, ended AS result, count(*) AS games, round(100.0 * count(*) / sum(count(*)) OVER (PARTITION BY year), 1)::double precision AS percent,
       round(avg(ply_count), 1)::double precision AS average_plies, count(*) FILTER (WHERE mate) AS mates
FROM (
  SELECT year, ply_count, mate,
         $game_result AS ended
  FROM $games
  WHERE final_material <> ''
    -- include dates
    -- include filters
) AS asked
GROUP BY year, ended
ORDER BY year NULLS LAST, games DESC, ended COLLATE "C"

-- when by = ended_by
SELECT ended_by, ended AS result, count(*) AS games, round(100.0 * count(*) / sum(count(*)) OVER (PARTITION BY ended_by), 1)::double precision AS percent,
       round(avg(ply_count), 1)::double precision AS average_plies, count(*) FILTER (WHERE mate) AS mates
FROM (
  SELECT ended_by, ply_count, mate,
         $game_result AS ended
  FROM $games
  WHERE final_material <> ''
    -- include dates
    -- include filters
) AS asked
GROUP BY ended_by, ended
ORDER BY ended_by COLLATE "C" NULLS LAST, games DESC, ended COLLATE "C"
