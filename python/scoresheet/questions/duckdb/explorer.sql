-- `scoresheet.exploring` computes the same from an index of positions.
WITH reached AS (
  SELECT played_from(packed_moves, fen, $fen, $variant) AS played, game_result(termination, games.result) AS ended,
         white_elo, black_elo, date, game
  FROM $games AS games
  WHERE true
    -- include dates
    -- include filters
    AND white = $white -- if white
    AND black = $black -- if black
), met AS (
  SELECT played.move AS move, date, game, ended,
         CASE WHEN ended IN ('1-0', '0-1', '1/2-1/2') THEN
              CASE WHEN ended = '1/2-1/2' THEN 0.5 WHEN (ended = '1-0') = ($turn = 'w') THEN 1 ELSE 0 END END AS points,
         CASE WHEN white_elo > 0 AND black_elo > 0 THEN white_elo::INTEGER + black_elo END AS elos,
         CASE WHEN $turn = 'w' THEN white_elo ELSE black_elo END AS mover_elo
  FROM reached
  WHERE played.move IS NOT NULL
), summed AS (
  SELECT move, count(*) AS games, count(*) FILTER (WHERE ended = '1-0') AS white_wins,
         count(*) FILTER (WHERE ended = '1/2-1/2') AS draws, count(*) FILTER (WHERE ended = '0-1') AS black_wins,
         count(points) AS ended, avg(points) AS score,
         avg(mover_elo) FILTER (WHERE points IS NOT NULL AND elos IS NOT NULL) AS mean_elo,
         avg(elos - mover_elo) FILTER (WHERE points IS NOT NULL) AS opponents,
         avg(points) FILTER (WHERE elos IS NOT NULL) AS rated_score,
         -- One number is compared several times as fast as a date and a number.
         arg_max(game, (coalesce(date, DATE '0001-01-01') - DATE '0001-01-01') * 4294967296 + game) AS last_game,
         arg_max(game, elos::BIGINT * 4294967296 + game) AS best_game
  FROM met
  GROUP BY move
), spread AS (
  -- The middle and half the width of Wilson's interval of 95 %.
  SELECT *, (score + 1.92073 / ended) / (1 + 3.84146 / ended) AS middle,
         1.95996 * sqrt((score * (1 - score) + 0.960365 / ended) / ended) / (1 + 3.84146 / ended) AS spread
  FROM summed
)
SELECT move, games, round(100 * games / sum(games) OVER (), 1) AS percent, white_wins, draws, black_wins,
       round(100 * score, 1) AS score, round(100 * (middle - spread), 1) AS score_from,
       round(100 * (middle + spread), 1) AS score_to, round(mean_elo)::INTEGER AS mean_elo,
       -- The rating that expects this score against these opponents, at most 800 points from theirs.
       round(opponents + CASE WHEN rated_score <= 0.01 THEN -800 WHEN rated_score >= 0.99 THEN 800
                              ELSE 400 * log10(rated_score / (1 - rated_score)) END)::INTEGER AS performance,
       last_game, best_game
FROM spread
ORDER BY games DESC, move
