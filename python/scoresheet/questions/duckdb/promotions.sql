WITH promoted AS (
  SELECT source, game, unnest(list_filter(promotion, lambda piece: piece > 0)) AS piece
  FROM $games
  WHERE promotions > 0
    -- include dates
    -- include chess
    -- include filters
)
SELECT piece_name(code) AS piece, count(piece) AS promotions, count(DISTINCT (source, game)) FILTER (WHERE piece IS NOT NULL) AS games,
       round(1000 * count(piece) / nullif(sum(count(piece)) OVER (), 0)) / 10 AS percent
FROM (SELECT unnest([5, 4, 3, 2]) AS code) LEFT JOIN promoted ON piece = code
GROUP BY code
ORDER BY code DESC
