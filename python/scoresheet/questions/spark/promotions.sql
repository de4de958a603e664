-- `scoresheet.spark.register` adds the functions that this calls.
WITH promoted AS (
  SELECT source, game, explode(filter(promotion, piece -> piece > 0)) AS piece
  FROM $games
  WHERE promotions > 0
    -- include dates
    -- include chess
    -- include filters
)
SELECT piece_name(code) AS piece, count(promoted.piece) AS promotions,
       count(DISTINCT if(promoted.piece IS NULL, NULL, struct(source, game))) AS games,
       round(100 * count(promoted.piece) / nullif(sum(count(promoted.piece)) OVER (), 0), 1) AS percent
FROM (SELECT explode(array(5, 4, 3, 2)) AS code) LEFT JOIN promoted ON promoted.piece = code
GROUP BY code
ORDER BY code DESC
