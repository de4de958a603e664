WITH ended AS (
  SELECT replace(final_material, 'P', '') AS material, final_material LIKE '%P%' AS has_pawns,
         game_result(termination, games.result) AS result, ply_count
  FROM $games AS games
  WHERE final_material <> ''
    -- include dates
    -- include chess
    -- include filters
), classes AS (
  -- The side with more pieces comes first, whatever its colour, so that KRvK and KvKR are one class.
  SELECT *, split_part(material, 'v', 1) AS white, split_part(material, 'v', 2) AS black
  FROM ended
)
SELECT CASE WHEN (length(white), white) >= (length(black), black) THEN white || 'v' || black ELSE black || 'v' || white
       END AS pieces,
       count(*) AS games, round(1000 * count(*) / sum(count(*)) OVER ()) / 10 AS percent,
       count(*) FILTER (WHERE has_pawns) AS with_pawns,
       count(*) FILTER (WHERE result = '1/2-1/2') AS draws,
       count(*) FILTER (WHERE result = CASE WHEN (length(white), white) >= (length(black), black) THEN '1-0' ELSE '0-1' END
                        AND white <> black) AS won_by_the_first,
       round(10 * sum(ply_count) / count(*)) / 10 AS average_plies
FROM classes
WHERE length(white) <= 1 + $pieces AND length(black) <= 1 + $pieces
GROUP BY 1
ORDER BY games DESC, pieces
LIMIT $top
