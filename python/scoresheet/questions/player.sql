-- Each game counts once in each part of the record. A game without a result has no score.
WITH asked AS (
  SELECT *
  FROM $sides
  WHERE score IS NOT NULL
    AND player = $player -- if player
    -- include dates
    -- include filters
), sorted AS (
  SELECT place, part, score, won, drawn, lost, opponent_elo,
         CASE part
           WHEN 'color' THEN color
           WHEN 'speed' THEN speed
           WHEN 'opponent' THEN
             CASE WHEN opponent_elo - elo > 200 THEN 'stronger by more than 200'
                  WHEN opponent_elo - elo > 50 THEN 'stronger by more than 50'
                  WHEN opponent_elo - elo >= -50 THEN 'about equal'
                  WHEN opponent_elo - elo >= -200 THEN 'weaker by more than 50'
                  WHEN opponent_elo - elo < -200 THEN 'weaker by more than 200' END
           WHEN 'opening' THEN eco
           WHEN 'lost in' THEN
             CASE WHEN ply_count <= $opening THEN 'opening' WHEN ply_count <= $middlegame THEN 'middlegame' ELSE 'endgame' END
           WHEN 'lost by' THEN
             CASE WHEN mate THEN 'checkmate'
                  WHEN lower(ended_by) LIKE '%time%' THEN 'time'
                  WHEN lower(ended_by) LIKE '%abandon%' THEN 'abandoned'
                  WHEN lower(ended_by) = 'normal' OR lower(ended_by) LIKE '%resign%' THEN 'resignation' END
         END AS value
  FROM asked CROSS JOIN (
    SELECT 1 AS place, 'all games' AS part UNION ALL SELECT 2, 'color' UNION ALL SELECT 3, 'speed' UNION ALL SELECT 4, 'opponent'
    UNION ALL SELECT 5, 'opening' UNION ALL SELECT 6, 'lost in' UNION ALL SELECT 7, 'lost by'
  ) AS parts
  WHERE lost OR part NOT IN ('lost in', 'lost by')
), counted AS (
  SELECT place, part, value, count(*) AS games, sum(CASE WHEN won THEN 1 ELSE 0 END) AS won,
         sum(CASE WHEN drawn THEN 1 ELSE 0 END) AS drawn, sum(CASE WHEN lost THEN 1 ELSE 0 END) AS lost,
         round(1000 * sum(score) / count(*) + 1e-9) / 10 AS percent, round(avg(opponent_elo)) AS opponent_elo,
         row_number() OVER (PARTITION BY place, value IS NULL ORDER BY count(*) DESC, value$binary) AS number
  FROM sorted
  GROUP BY place, part, value
)
SELECT part, value, games, won, drawn, lost, percent, opponent_elo
FROM counted
WHERE (value IS NOT NULL OR part = 'all games')
  AND (part <> 'opening' OR number <= $top)
ORDER BY place, number
