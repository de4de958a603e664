WITH
-- include standings-of-events
SELECT event, site, rank, player, elo, points, games, won, drawn, lost, direct, sonneborn_berger, buchholz
FROM ranked
ORDER BY event$binary, site$binary, number
