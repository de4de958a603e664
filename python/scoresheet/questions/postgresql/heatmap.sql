-- Castling also moves a rook to its square, and a promotion puts the new piece on the square.
WITH plies AS (
  SELECT generate_subscripts(piece, 1) AS ply, split_part(coalesce(fen, ' w'), ' ', 2) = 'b' AS black_began,
         unnest(piece) AS piece, unnest(to_square) AS to_square, unnest(promotion) AS promotion, unnest(castle) AS castle
  FROM $games
  WHERE true
    -- include dates
    -- include chess
    -- include filters
), moved AS (
  SELECT *, (ply % 2 = 1) <> black_began AS is_white
  FROM plies
  WHERE piece > 0
    AND ply <= $ply -- if ply
), landed AS (
  SELECT is_white, CASE WHEN promotion > 0 THEN promotion ELSE piece END AS piece, to_square AS square FROM moved
  UNION ALL
  SELECT is_white, 4, CASE castle WHEN 1 THEN to_square - 1 ELSE to_square + 1 END FROM moved WHERE castle > 0
), found AS (
  SELECT square % 8 AS file, square / 8 + 1 AS rank
  FROM landed
  WHERE piece = strpos('PNBRQK', $piece)
    AND is_white = ($color = 'white') -- if color
)
SELECT ranks.rank, count(*) FILTER (WHERE file = 0) AS a, count(*) FILTER (WHERE file = 1) AS b,
       count(*) FILTER (WHERE file = 2) AS c, count(*) FILTER (WHERE file = 3) AS d,
       count(*) FILTER (WHERE file = 4) AS e, count(*) FILTER (WHERE file = 5) AS f,
       count(*) FILTER (WHERE file = 6) AS g, count(*) FILTER (WHERE file = 7) AS h
FROM generate_series(1, 8) AS ranks(rank) LEFT JOIN found ON found.rank = ranks.rank
GROUP BY ranks.rank
ORDER BY ranks.rank DESC

-- when what = stands
-- The number of pieces on a square is the number at the start, plus arrivals, minus departures and captures.
WITH placed AS (
  SELECT fen, piece, from_square, to_square, promotion, castle, captured,
         -- Rank 1 first, one character per square: `/` separates ranks, and a digit is a number of empty squares.
         CASE WHEN fen IS NULL THEN 'RNBQKBNR' || repeat('P', 8) || repeat('.', 32) || repeat('p', 8) || 'rnbqkbnr'
              ELSE (SELECT string_agg(squares, '' ORDER BY place DESC)
                    FROM unnest(string_to_array(
                           replace(replace(replace(replace(replace(replace(replace(replace(split_part(fen, ' ', 1),
                             '8', '........'), '7', '.......'), '6', '......'), '5', '.....'),
                             '4', '....'), '3', '...'), '2', '..'), '1', '.'), '/')) WITH ORDINALITY AS ranks(squares, place)) END AS board
  FROM $games
  WHERE piece IS NOT NULL
    -- include dates
    -- include chess
    -- include filters
), plies AS (
  SELECT board, coalesce(split_part(fen, ' ', 2), 'w') = 'b' AS black_began, split_part(fen, ' ', 4) AS passed,
         generate_subscripts(piece, 1) AS ply, unnest(piece) AS piece, unnest(from_square) AS from_square,
         unnest(to_square) AS to_square, unnest(promotion) AS promotion, unnest(castle) AS castle, unnest(captured) AS captured,
         unnest(array_prepend(0::smallint, piece)) AS before_piece, unnest(array_prepend(0::smallint, from_square)) AS before_from,
         unnest(array_prepend(0::smallint, to_square)) AS before_to
  FROM placed
), moved AS (
  SELECT *, (ply % 2 = 1) <> black_began AS is_white, from_square / 8 * 8 AS line, from_square / 8 * 8 + to_square % 8 AS beside
  FROM plies
  WHERE piece > 0
    AND ply <= $ply -- if ply
), found AS (
  SELECT *,
         -- En passant, the captured pawn is the one next to the capturing pawn that has just made its double step.
         CASE WHEN piece = 1 AND captured = 1
                   AND (before_piece = 1 AND abs(before_to - before_from) = 16 AND before_to = beside
                        OR ply = 1 AND passed = chr(97 + to_square % 8) || chr(49 + to_square / 8)) THEN beside
              WHEN captured > 0 THEN to_square END AS taken_on,
         -- The rook is the outermost one of its side at the start, as in Chess960.
         CASE castle WHEN 1 THEN line + 8 - strpos(reverse(substr(board, line + 1, 8)), CASE WHEN is_white THEN 'R' ELSE 'r' END)
                     WHEN 2 THEN line + strpos(substr(board, line + 1, 8), CASE WHEN is_white THEN 'R' ELSE 'r' END) - 1 END AS rook_from,
         CASE castle WHEN 1 THEN to_square - 1 WHEN 2 THEN to_square + 1 END AS rook_to
  FROM moved
), changes AS (
  SELECT (place - 1)::integer AS square, strpos('PNBRQK', upper(letter)) AS piece, letter = upper(letter) AS is_white, games AS change
  FROM (SELECT board, count(*) AS games FROM placed GROUP BY board) AS boards,
       unnest(string_to_array(board, NULL)) WITH ORDINALITY AS letters(letter, place)
  UNION ALL
  SELECT change.square, change.piece, change.is_white, change.by
  FROM found, LATERAL (VALUES
    (from_square, piece, is_white, -1), (to_square, CASE WHEN promotion > 0 THEN promotion ELSE piece END, is_white, 1),
    (taken_on, captured, NOT is_white, -1), (rook_from, 4, is_white, -1), (rook_to, 4, is_white, 1)
  ) AS change(square, piece, is_white, by)
), standing AS (
  SELECT square % 8 AS file, square / 8 + 1 AS rank, sum(change) AS pieces
  FROM changes
  WHERE piece = strpos('PNBRQK', $piece) AND square IS NOT NULL
    AND is_white = ($color = 'white') -- if color
  GROUP BY square
)
SELECT ranks.rank, coalesce(sum(pieces) FILTER (WHERE file = 0), 0)::bigint AS a, coalesce(sum(pieces) FILTER (WHERE file = 1), 0)::bigint AS b,
       coalesce(sum(pieces) FILTER (WHERE file = 2), 0)::bigint AS c, coalesce(sum(pieces) FILTER (WHERE file = 3), 0)::bigint AS d,
       coalesce(sum(pieces) FILTER (WHERE file = 4), 0)::bigint AS e, coalesce(sum(pieces) FILTER (WHERE file = 5), 0)::bigint AS f,
       coalesce(sum(pieces) FILTER (WHERE file = 6), 0)::bigint AS g, coalesce(sum(pieces) FILTER (WHERE file = 7), 0)::bigint AS h
FROM generate_series(1, 8) AS ranks(rank) LEFT JOIN standing ON standing.rank = ranks.rank
GROUP BY ranks.rank
ORDER BY ranks.rank DESC
