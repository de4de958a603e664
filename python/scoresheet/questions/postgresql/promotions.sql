WITH promoted AS (
  SELECT source, game, became
  FROM $games, unnest(promotion) AS became
  WHERE promotions > 0 AND became > 0
    -- include dates
    -- include chess
    -- include filters
)
SELECT piece, count(became) AS promotions, count(DISTINCT (source, game)) FILTER (WHERE became IS NOT NULL) AS games,
       round(100.0 * count(became) / nullif(sum(count(became)) OVER (), 0), 1)::double precision AS percent
FROM (VALUES (5, 'Q'), (4, 'R'), (3, 'B'), (2, 'N')) AS pieces(code, piece) LEFT JOIN promoted ON became = code
GROUP BY code, piece
ORDER BY code DESC
