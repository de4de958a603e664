-- Games with another starting position have no comparable first move.
WITH opened AS (
  SELECT (white_elo + black_elo) // 2 // $band * $band AS rating, game_result(termination, games.result) AS result,
         eco, trim(split_part(opening, ':', 1)) AS opening,
         array_to_string(list_transform(list_zip(from_square[:$plies], to_square[:$plies], promotion[:$plies]),
                                        lambda ply: uci(ply[1], ply[2], ply[3])), ' ') AS first_moves
  FROM $games AS games
  WHERE fen IS NULL AND ply_count >= $plies
    -- include dates
    -- include filters
), counted AS (
  SELECT rating, first_moves, opening, min(eco) AS first_eco, max(eco) AS last_eco, count(*) AS games,
         count(*) FILTER (WHERE result = '1-0') AS white_wins,
         count(*) FILTER (WHERE result = '1/2-1/2') AS draws,
         count(*) FILTER (WHERE result = '0-1') AS black_wins
  FROM opened
  GROUP BY rating, first_moves, opening
)
-- The codes in the tags of these games, from the first to the last, and the most common name.
SELECT rating, first_moves,
       min(first_eco) || CASE WHEN min(first_eco) = max(last_eco) THEN '' ELSE '-' || max(last_eco) END AS eco,
       first(opening ORDER BY games DESC, opening) FILTER (WHERE opening IS NOT NULL) AS opening,
       sum(games)::BIGINT AS games,
       round(100 * sum(games) / sum(sum(games)) OVER (PARTITION BY rating), 1) AS percent,
       sum(white_wins)::BIGINT AS white_wins, sum(draws)::BIGINT AS draws, sum(black_wins)::BIGINT AS black_wins
FROM counted
GROUP BY rating, first_moves
QUALIFY row_number() OVER (PARTITION BY rating ORDER BY sum(games) DESC, first_moves) <= $top
ORDER BY rating NULLS LAST, sum(games) DESC, first_moves
