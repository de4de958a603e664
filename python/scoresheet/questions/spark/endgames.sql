-- `scoresheet.spark.register` adds the functions that this calls.
WITH ended AS (
  SELECT replace(final_material, 'P', '') AS material, final_material LIKE '%P%' AS has_pawns,
         game_result(termination, result) AS result, ply_count
  FROM $games
  WHERE final_material <> ''
    -- include dates
    -- include chess
    -- include filters
), classes AS (
  SELECT *, split_part(material, 'v', 1) AS white, split_part(material, 'v', 2) AS black
  FROM ended
), ordered AS (
  -- The side with more pieces comes first, whatever its colour, so that KRvK and KvKR are one class.
  SELECT *, struct(length(white), white) >= struct(length(black), black) AS white_first
  FROM classes
)
SELECT if(white_first, concat(white, 'v', black), concat(black, 'v', white)) AS pieces,
       count(*) AS games, round(100 * count(*) / sum(count(*)) OVER (), 1) AS percent,
       count_if(has_pawns) AS with_pawns,
       count_if(result = '1/2-1/2') AS draws,
       count_if(result = if(white_first, '1-0', '0-1') AND white <> black) AS won_by_the_first,
       round(avg(ply_count), 1) AS average_plies
FROM ordered
WHERE length(white) <= 1 + $pieces AND length(black) <= 1 + $pieces
GROUP BY 1
ORDER BY games DESC, pieces
LIMIT $top
