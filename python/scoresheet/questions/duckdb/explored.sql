, summed AS (
  SELECT move, sum(white_wins + draws + black_wins + other_results)::BIGINT AS games,
         sum(white_wins)::BIGINT AS white_wins, sum(draws)::BIGINT AS draws, sum(black_wins)::BIGINT AS black_wins,
         nullif(sum(white_wins + draws + black_wins), 0) AS ended,
         sum(CASE WHEN $turn = 'w' THEN 2 * white_wins + draws ELSE 2 * black_wins + draws END) AS half_points,
         nullif(sum(white_wins + draws + black_wins + other_results - unrated), 0) AS rated,
         sum(unrated_half_points) AS unrated_half_points,
         sum(mover_elos) AS mover_elos, sum(opponent_elos) AS opponent_elos,
         max((coalesce(last_date, DATE '0001-01-01'), last_game)) AS last,
         max((best_elos, best_game)) FILTER (WHERE best_elos IS NOT NULL) AS best
  FROM met
  WHERE move IS NOT NULL
  GROUP BY move
), scored AS (
  SELECT *, half_points / (2 * ended) AS score, (half_points - unrated_half_points) / (2 * rated) AS rated_score
  FROM summed
), spread AS (
  -- The middle and half the width of Wilson's interval of 95 %.
  SELECT *, (score + 1.92073 / ended) / (1 + 3.84146 / ended) AS middle,
         1.95996 * sqrt((score * (1 - score) + 0.96036 / ended) / ended) / (1 + 3.84146 / ended) AS spread
  FROM scored
)
SELECT move, games, round(100 * games / sum(games) OVER (), 1) AS percent, white_wins, draws, black_wins,
       round(100 * score, 1) AS score,
       round(100 * (middle - spread), 1) AS score_from, round(100 * (middle + spread), 1) AS score_to,
       round(mover_elos / rated)::INTEGER AS mean_elo,
       -- The rating that expects this score against these opponents, at most 800 points from theirs.
       round(opponent_elos / rated + CASE WHEN rated_score <= 0.01 THEN -800 WHEN rated_score >= 0.99 THEN 800
                                          ELSE 400 * log10(rated_score / (1 - rated_score)) END)::INTEGER AS performance,
       last[2]::BIGINT AS last_game, best[2]::BIGINT AS best_game
FROM spread
ORDER BY games DESC, move
