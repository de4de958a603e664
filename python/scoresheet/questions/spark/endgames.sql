-- `scoresheet.spark.register` adds the functions that this calls.
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
         struct(length(white), white) >= struct(length(black), black) AS white_first -- unless player
         color = 'white' AS white_first -- if player
  FROM classes
)
SELECT if(white_first, concat(white, 'v', black), concat(black, 'v', white)) AS pieces,
       count(*) AS games, round(100 * count(*) / sum(count(*)) OVER (), 1) AS percent,
       count_if(has_pawns) AS with_pawns,
       count_if(ended = '1/2-1/2') AS draws, -- unless player
       count_if(ended = if(white_first, '1-0', '0-1') AND white <> black) AS won_by_the_first -- unless player
       -- include outcomes-of-player
       , round(avg(ply_count), 1) AS average_plies
FROM ordered
WHERE length(white) <= 1 + $pieces AND length(black) <= 1 + $pieces
GROUP BY 1
ORDER BY games DESC, pieces
LIMIT $top
