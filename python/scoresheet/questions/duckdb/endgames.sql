WITH ended AS (
  SELECT replace(final_material, 'P', '') AS material, final_material LIKE '%P%' AS has_pawns,
         -- include outcome
         color, -- if player
         ply_count
  -- include games-or-sides
  WHERE final_material <> ''
    -- include dates
    -- include chess
    -- include filters
), classes AS (
  SELECT *, split_part(material, 'v', 1) AS white, split_part(material, 'v', 2) AS black
  FROM ended
), ordered AS (
  -- The player comes first. Without one, it is the side with more pieces, so that KRvK and KvKR are one class.
  SELECT *,
         (length(white), white) >= (length(black), black) AS white_first -- unless player
         color = 'white' AS white_first -- if player
  FROM classes
)
SELECT CASE WHEN white_first THEN white || 'v' || black ELSE black || 'v' || white END AS pieces,
       count(*) AS games, round(1000 * count(*) / sum(count(*)) OVER ()) / 10 AS percent,
       count(*) FILTER (WHERE has_pawns) AS with_pawns,
       count(*) FILTER (WHERE ended = '1/2-1/2') AS draws, -- unless player
       count(*) FILTER (WHERE ended = CASE WHEN white_first THEN '1-0' ELSE '0-1' END AND white <> black) AS won_by_the_first -- unless player
       -- include outcomes-of-player
       , round(10 * sum(ply_count) / count(*)) / 10 AS average_plies
FROM ordered
WHERE length(white) <= 1 + $pieces AND length(black) <= 1 + $pieces
GROUP BY 1
ORDER BY games DESC, pieces
LIMIT $top
