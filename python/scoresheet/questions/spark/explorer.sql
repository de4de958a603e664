-- `scoresheet.spark.register` adds the functions that this calls.
WITH reached AS (
  SELECT played_from(packed_moves, fen, $fen, CAST($variant AS STRING)) AS played,
         -- include outcome
         elo, -- if player
         white_elo, black_elo, date, game
  -- include games-or-sides
  WHERE true
    -- include dates
    -- include filters
    AND white = $white -- if white
    AND black = $black -- if black
), met AS (
  SELECT played.move AS move, date, game,
         ended, -- unless player
         CASE WHEN ended = '1/2-1/2' THEN 0.5D -- unless player
              WHEN ended IN ('1-0', '0-1') THEN if((ended = '1-0') = ($turn = 'w'), 1D, 0D) END AS points, -- unless player
         if($turn = 'w', white_elo, black_elo) AS own_elo, -- unless player
         won, drawn, lost, score, score AS points, elo AS own_elo, -- if player
         if(white_elo > 0 AND black_elo > 0, int(white_elo) + black_elo, NULL) AS elos
  FROM reached
  WHERE played.move IS NOT NULL
), summed AS (
  SELECT move, count(*) AS games, nullif(count(points), 0) AS known, avg(points) AS mean,
         avg(own_elo) FILTER (WHERE points IS NOT NULL AND elos IS NOT NULL) AS mean_elo,
         avg(elos - own_elo) FILTER (WHERE points IS NOT NULL) AS opponents,
         avg(points) FILTER (WHERE elos IS NOT NULL) AS rated_score,
         max_by(game, struct(coalesce(date, DATE '0001-01-01'), game)) AS last_game,
         max_by(game, if(elos IS NULL, NULL, struct(elos, game))) AS best_game,
         -- include outcomes
  FROM met
  GROUP BY move
), spread AS (
  -- The middle and half the width of Wilson's interval of 95 %.
  SELECT *, (mean + 1.92073D / known) / (1 + 3.84146D / known) AS middle,
         1.95996D * sqrt((mean * (1 - mean) + 0.960365D / known) / known) / (1 + 3.84146D / known) AS spread
  FROM summed
)
SELECT move, games, round(100 * games / sum(games) OVER (), 1) AS percent,
       -- include names-of-outcomes
       , round(100 * mean, 1) AS score -- unless player
       , round(100 * (middle - spread), 1) AS score_from,
       round(100 * (middle + spread), 1) AS score_to, int(round(mean_elo)) AS mean_elo,
       -- The rating that expects this score against these opponents, at most 800 points from theirs.
       int(round(opponents + CASE WHEN rated_score <= 0.01 THEN -800 WHEN rated_score >= 0.99 THEN 800
                                  ELSE 400 * log10(rated_score / (1 - rated_score)) END)) AS performance,
       last_game, best_game
FROM spread
ORDER BY games DESC, move
