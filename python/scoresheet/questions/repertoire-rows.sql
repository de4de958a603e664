WITH
-- include opening-moves
, counted AS (
  SELECT position, move, count(*) FILTER (WHERE mine) AS games, avg(score) FILTER (WHERE mine) AS score,
         count(*) FILTER (WHERE NOT mine) AS others, avg(score) FILTER (WHERE NOT mine) AS others_score
  FROM played
  WHERE is_own
  GROUP BY position, move
), shared AS (
  SELECT *, round(1000 * games / sum(games) OVER (PARTITION BY position)) / 10 AS percent,
         round(1000 * others / nullif(sum(others) OVER (PARTITION BY position), 0)) / 10 AS others_percent
  FROM counted
)
SELECT line, move, games, percent, round(1000 * score) / 10 AS score, others_percent, round(1000 * others_score) / 10 AS others_score
FROM shared JOIN ways USING (position)
WHERE games >= $min_games
ORDER BY ply, line, games DESC, move
