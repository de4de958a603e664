asked AS (
  SELECT coalesce(event, '?') AS event, coalesce(site, '?') AS site, round, round_number, date, source, game, color, player,
         opponent, elo, score, won, drawn, lost
  FROM $sides
  WHERE score IS NOT NULL
    AND event = $event -- if event
    AND round_number <= $round -- if round
    -- include dates
), totals AS (
  SELECT event, site, player, max(elo) AS elo, sum(score) AS points, count(*) AS games, sum(CASE WHEN won THEN 1 ELSE 0 END) AS won,
         sum(CASE WHEN drawn THEN 1 ELSE 0 END) AS drawn, sum(CASE WHEN lost THEN 1 ELSE 0 END) AS lost
  FROM asked
  GROUP BY event, site, player
), ties AS (
  SELECT asked.event, asked.site, asked.player, sum(CASE WHEN other.points = own.points THEN score ELSE 0e0 END) AS direct,
         sum(score * other.points) AS sonneborn_berger, sum(other.points) AS buchholz
  FROM asked
  JOIN totals AS other ON other.event = asked.event AND other.site = asked.site AND other.player = asked.opponent
  JOIN totals AS own ON own.event = asked.event AND own.site = asked.site AND own.player = asked.player
  GROUP BY asked.event, asked.site, asked.player
), compared AS (
  SELECT totals.*, direct, sonneborn_berger, buchholz,
         CASE $tiebreak WHEN 'direct' THEN direct WHEN 'sonneborn_berger' THEN sonneborn_berger WHEN 'buchholz' THEN buchholz ELSE 0e0 END AS tie
  FROM totals
  JOIN ties ON ties.event = totals.event AND ties.site = totals.site AND ties.player = totals.player
), ranked AS (
  SELECT *, rank() OVER (PARTITION BY event, site ORDER BY points DESC, tie DESC) AS rank,
         row_number() OVER (PARTITION BY event, site ORDER BY points DESC, tie DESC, player$binary) AS number
  FROM compared
)
