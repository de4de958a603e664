-- `scoresheet.spark.register` adds the functions that this calls.
-- Each line comes before those that continue it, and after those with more games.
WITH root AS (
  SELECT coalesce($fen, play(CAST(NULL AS STRING), '')) AS position
), reached AS (
  SELECT reaches(packed_moves, fen, position, CAST($variant AS STRING)) AS ply,
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
  SELECT *, posexplode(moves) AS (place, move)
  FROM played
), counted AS (
  SELECT slice(moves, 1, place + 1) AS line, place + 1 AS ply, count(*) AS games,
         -- include outcomes
  FROM begun
  GROUP BY 1, 2
), ranked AS (
  SELECT *, round(100 * games / sum(games) OVER (PARTITION BY slice(line, 1, ply - 1)), 1) AS percent,
         row_number() OVER (PARTITION BY slice(line, 1, ply - 1) ORDER BY games DESC, line[ply - 1]) AS rank
  FROM counted
), kept AS (
  SELECT * FROM ranked WHERE games >= $min_games
), begins AS (
  SELECT line, explode(sequence(1, ply)) AS depth
  FROM kept
), placed AS (
  SELECT begins.line, transform(array_sort(collect_list(struct(depth, rank))), step -> step.rank) AS place
  FROM begins JOIN kept ON kept.line = slice(begins.line, 1, depth)
  GROUP BY begins.line
)
SELECT concat_ws(' ', line) AS line, ply, line[ply - 1] AS move, games, percent,
       -- include names-of-outcomes
       , round(100 * (draws / 2 + if((ply % 2 = 1) = (split_part(position, ' ', 2) = 'w'), white_wins, black_wins)) -- unless player
             / nullif(white_wins + draws + black_wins, 0), 1) AS score -- unless player
FROM kept JOIN placed USING (line) CROSS JOIN root
ORDER BY place
