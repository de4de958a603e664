WITH
-- include standings-of-events
, meetings AS (
  SELECT event, site, player, opponent, CASE WHEN won THEN '1' WHEN drawn THEN '½' ELSE '0' END AS result,
         round_number, date, source, game, count(*) OVER (PARTITION BY event, site, player, opponent) AS games
  FROM asked
), met AS (
  -- Most pairs meet once, and sorting within groups is slow.
  SELECT event, site, player, opponent, result FROM meetings WHERE games = 1
  UNION ALL
  SELECT event, site, player, opponent,
         -- include results-of-pair
  FROM meetings
  WHERE games > 1
  GROUP BY event, site, player, opponent
), cells AS (
  SELECT own.event, own.site, own.number,
         -- include results-of-player
  FROM ranked AS own
  JOIN ranked AS other ON other.event = own.event AND other.site = own.site
  LEFT JOIN met ON met.event = own.event AND met.site = own.site AND met.player = own.player AND met.opponent = other.player
  GROUP BY own.event, own.site, own.number
)
SELECT ranked.event, ranked.site, ranked.number AS number, player, elo, results, points, games, sonneborn_berger, buchholz
FROM ranked
JOIN cells ON cells.event = ranked.event AND cells.site = ranked.site AND cells.number = ranked.number
ORDER BY ranked.event$binary, ranked.site$binary, ranked.number

-- when by = round
WITH
-- include standings-of-events
, rounds AS (
  SELECT DISTINCT event, site, coalesce(round_number, 0) AS round_number FROM asked
), cells AS (
  SELECT own.event, own.site, own.player,
         -- include results-of-rounds
  FROM ranked AS own
  JOIN rounds ON rounds.event = own.event AND rounds.site = own.site
  LEFT JOIN asked ON asked.event = own.event AND asked.site = own.site AND asked.player = own.player
    AND coalesce(asked.round_number, 0) = rounds.round_number
  LEFT JOIN ranked AS other ON other.event = asked.event AND other.site = asked.site AND other.player = asked.opponent
  GROUP BY own.event, own.site, own.player
)
SELECT ranked.event, ranked.site, ranked.number AS number, ranked.player, elo, results, points, games, sonneborn_berger, buchholz
FROM ranked
JOIN cells ON cells.event = ranked.event AND cells.site = ranked.site AND cells.player = ranked.player
ORDER BY ranked.event$binary, ranked.site$binary, ranked.number
