-- One row per game that reaches the position. An index of positions has the same columns, with sums over games.
WITH reached AS (
  SELECT played_from(packed_moves, fen, $fen) AS played, game_result(termination, games.result) AS ended,
         white_elo, black_elo, date, game
  FROM $games AS games
  WHERE true
    -- include dates
    -- include filters
    AND white = $white -- if white
    AND black = $black -- if black
), counted AS (
  SELECT played.move AS move, (ended = '1-0')::INTEGER AS white_wins, (ended = '1/2-1/2')::INTEGER AS draws,
         (ended = '0-1')::INTEGER AS black_wins, (ended IN ('*', '0-0'))::INTEGER AS other_results,
         coalesce(white_elo > 0 AND black_elo > 0 AND ended NOT IN ('*', '0-0'), false) AS rated,
         CASE WHEN $turn = 'w' THEN white_elo ELSE black_elo END AS mover_elo,
         CASE WHEN $turn = 'w' THEN black_elo ELSE white_elo END AS opponent_elo,
         white_elo, black_elo, date, game
  FROM reached
  WHERE played IS NOT NULL
), met AS (
  SELECT move, white_wins, draws, black_wins, other_results, (NOT rated)::INTEGER AS unrated,
         CASE WHEN rated THEN 0 WHEN $turn = 'w' THEN 2 * white_wins + draws ELSE 2 * black_wins + draws END
           AS unrated_half_points,
         CASE WHEN rated THEN mover_elo ELSE 0 END AS mover_elos,
         CASE WHEN rated THEN opponent_elo ELSE 0 END AS opponent_elos,
         date AS last_date, game AS last_game,
         CASE WHEN white_elo > 0 AND black_elo > 0 THEN white_elo::INTEGER + black_elo END AS best_elos,
         CASE WHEN white_elo > 0 AND black_elo > 0 THEN game END AS best_game
  FROM counted
)
-- include explored

-- when indexed = yes
-- The rows of the position in an index, whose bands and years the bounds do not cut.
WITH met AS (
  SELECT *
  FROM positions
  WHERE true
    AND year >= year($since) -- if since
    AND year < year($until) -- if until
    AND lower_band >= $min_elo -- if min_elo
    AND higher_band <= $max_elo -- if max_elo
    AND speed = list_position(['bullet', 'blitz', 'rapid', 'classical'], $time) - 1 -- if time
)
-- include explored
