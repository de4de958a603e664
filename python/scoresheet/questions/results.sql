WITH asked AS (
  -- include ended-games
)
SELECT outcome AS result, -- unless player
SELECT outcome, -- if player
       count(*) AS games, CAST(round(1000.0 * count(*) / sum(count(*)) OVER ()) / 10 AS $double) AS percent,
       CAST(round(10.0 * sum(ply_count) / count(*)) / 10 AS $double) AS average_plies, count(*) FILTER (WHERE mate) AS mates
FROM asked
GROUP BY outcome
ORDER BY games DESC, outcome$binary

-- when by = year
WITH asked AS (
  -- include ended-games
)
SELECT year, outcome AS result, -- unless player
SELECT year, outcome, -- if player
       count(*) AS games, CAST(round(1000.0 * count(*) / sum(count(*)) OVER (PARTITION BY year)) / 10 AS $double) AS percent,
       CAST(round(10.0 * sum(ply_count) / count(*)) / 10 AS $double) AS average_plies, count(*) FILTER (WHERE mate) AS mates
FROM asked
GROUP BY year, outcome
ORDER BY year NULLS LAST, games DESC, outcome$binary

-- when by = ended_by
WITH asked AS (
  -- include ended-games
)
SELECT ended_by, outcome AS result, -- unless player
SELECT ended_by, outcome, -- if player
       count(*) AS games, CAST(round(1000.0 * count(*) / sum(count(*)) OVER (PARTITION BY ended_by)) / 10 AS $double) AS percent,
       CAST(round(10.0 * sum(ply_count) / count(*)) / 10 AS $double) AS average_plies, count(*) FILTER (WHERE mate) AS mates
FROM asked
GROUP BY ended_by, outcome
ORDER BY ended_by$binary NULLS LAST, games DESC, outcome$binary
