-- Each line comes before those that continue it, and after those with more games.
WITH root AS (
  SELECT coalesce($fen, play(NULL, '')) AS position
), reached AS (
  SELECT reaches(packed_moves, fen, position, $variant) AS ply,
         -- include outcome
         packed_moves, fen
  -- include games-or-sides
  CROSS JOIN root
  WHERE true
    -- include dates
    -- include filters
    AND white = $white -- if white
    AND black = $black -- if black
), played AS (
  SELECT sans(packed_moves, fen, ply + 1, ply + $plies) AS moves,
         ended -- unless player
         won, drawn, lost, score -- if player
  FROM reached
  WHERE ply IS NOT NULL
), begun AS (
  SELECT *, unnest(range(1, len(moves) + 1)) AS ply
  FROM played
), counted AS (
  SELECT moves[1 : ply] AS line, ply, count(*) AS games,
         -- include outcomes
  FROM begun
  GROUP BY line, ply
), ranked AS (
  SELECT *, round(100 * games / sum(games) OVER siblings, 1) AS percent,
         row_number() OVER (siblings ORDER BY games DESC, line[ply]) AS rank
  FROM counted
  WINDOW siblings AS (PARTITION BY line[1 : ply - 1])
  QUALIFY games >= $min_games
), begins AS (
  SELECT line, unnest(range(1, ply + 1)) AS depth
  FROM ranked
), placed AS (
  SELECT begins.line, list(rank ORDER BY depth) AS place
  FROM begins JOIN ranked ON ranked.line = begins.line[1 : depth]
  GROUP BY begins.line
)
SELECT array_to_string(line, ' ') AS line, ply, line[ply] AS move, games, percent,
       -- include names-of-outcomes
       , round(100 * (draws / 2 + CASE WHEN (ply % 2 = 1) = (split_part(position, ' ', 2) = 'w') THEN white_wins ELSE black_wins END) -- unless player
             / nullif(white_wins + draws + black_wins, 0), 1) AS score -- unless player
FROM ranked JOIN placed USING (line), root
ORDER BY place
