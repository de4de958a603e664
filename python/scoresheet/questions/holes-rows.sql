WITH
-- include opening-moves
, met AS (
  SELECT position AS reached FROM ways
  UNION SELECT reached FROM played WHERE mine
), answers AS (
  SELECT position, reached, move, count(*) AS games, round(1000 * avg(score)) / 10 AS score
  FROM played
  WHERE NOT mine AND NOT is_own
  GROUP BY position, reached, move
), shared AS (
  SELECT *, round(1000 * games / sum(games) OVER (PARTITION BY position)) / 10 AS percent
  FROM answers
)
SELECT line, move, games, percent, score
FROM shared JOIN ways USING (position)
WHERE games >= $min_games AND reached NOT IN (SELECT reached FROM met)
ORDER BY games DESC, line, move
LIMIT $top
