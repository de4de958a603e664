-- `scoresheet.spark.register` adds the functions that this calls.
-- Castling also moves a rook to its square, and a promotion puts the new piece on the square.
WITH asked AS (
  SELECT split_part(coalesce(fen, ' w'), ' ', 2) = 'b' AS black_began,
         posexplode(arrays_zip(piece, to_square, promotion, castle)) AS (place, moved)
  FROM $games
  WHERE true
    -- include dates
    -- include chess
    -- include filters
), plies AS (
  SELECT moved.*, place + 1 AS ply, (place % 2 = 0) <> black_began AS is_white
  FROM asked
), landed AS (
  SELECT is_white, stack(2, int(if(promotion > 0, promotion, piece)), int(to_square),
                            4, int(CASE castle WHEN 1 THEN to_square - 1 WHEN 2 THEN to_square + 1 END)) AS (piece, square)
  FROM plies
  WHERE piece > 0
    AND ply <= $ply -- if ply
), found AS (
  SELECT square % 8 AS file, square div 8 + 1 AS rank
  FROM landed
  WHERE piece_name(piece) = $piece AND square IS NOT NULL
    AND is_white = ($color = 'white') -- if color
)
SELECT ranks.rank, count_if(file = 0) AS a, count_if(file = 1) AS b, count_if(file = 2) AS c, count_if(file = 3) AS d,
       count_if(file = 4) AS e, count_if(file = 5) AS f, count_if(file = 6) AS g, count_if(file = 7) AS h
FROM (SELECT explode(sequence(1, 8)) AS rank) AS ranks LEFT JOIN found ON found.rank = ranks.rank
GROUP BY ranks.rank
ORDER BY ranks.rank DESC

-- when what = stands
-- `scoresheet.spark.register` adds the functions that this calls.
-- The number of pieces on a square is the number at the start, plus arrivals, minus departures and captures.
WITH asked AS (
  SELECT fen, piece, from_square, to_square, promotion, castle, captured,
         slice(array_prepend(piece, tinyint(0)), 1, size(piece)) AS before_piece,
         slice(array_prepend(from_square, tinyint(0)), 1, size(piece)) AS before_from,
         slice(array_prepend(to_square, tinyint(0)), 1, size(piece)) AS before_to
  FROM $games
  WHERE piece IS NOT NULL
    -- include dates
    -- include chess
    -- include filters
), placed AS (
  -- Rank 1 first, one character per square: `/` separates ranks, and a digit is a number of empty squares.
  SELECT fen, arrays_zip(piece, from_square, to_square, promotion, castle, captured, before_piece, before_from, before_to) AS moved,
         if(fen IS NULL, concat('RNBQKBNR', repeat('P', 8), repeat('.', 32), repeat('p', 8), 'rnbqkbnr'),
            concat_ws('', reverse(split(aggregate(sequence(1, 8), split_part(fen, ' ', 1),
                                                  (text, n) -> replace(text, string(n), repeat('.', n))), '/')))) AS board
  FROM asked
), plies AS (
  SELECT board, coalesce(split_part(fen, ' ', 2), 'w') = 'b' AS black_began, split_part(fen, ' ', 4) AS passed,
         posexplode(moved) AS (place, moved)
  FROM placed
), moved AS (
  SELECT board, passed, moved.*, place + 1 AS ply, (place % 2 = 0) <> black_began AS is_white,
         int(moved.from_square div 8 * 8) AS row, int(moved.from_square div 8 * 8 + moved.to_square % 8) AS beside
  FROM plies
  WHERE moved.piece > 0
    AND place < $ply -- if ply
), found AS (
  SELECT *,
         -- En passant, the captured pawn is the one next to the capturing pawn that has just made its double step.
         CASE WHEN piece = 1 AND captured = 1 AND (before_piece = 1 AND abs(before_to - before_from) = 16 AND before_to = beside
                                                   OR ply = 1 AND passed = square_name(to_square)) THEN beside
              WHEN captured > 0 THEN int(to_square) END AS taken_on,
         -- The rook is the outermost one of its side at the start, as in Chess960.
         CASE castle WHEN 1 THEN row + 8 - instr(reverse(substr(board, row + 1, 8)), if(is_white, 'R', 'r'))
                     WHEN 2 THEN row + instr(substr(board, row + 1, 8), if(is_white, 'R', 'r')) - 1 END AS rook_from,
         CASE castle WHEN 1 THEN to_square - 1 WHEN 2 THEN to_square + 1 END AS rook_to
  FROM moved
), boards AS (
  SELECT games, posexplode(split(board, '')) AS (square, letter)
  FROM (SELECT board, count(*) AS games FROM placed GROUP BY board)
), changes AS (
  SELECT square, instr('PNBRQK', upper(letter)) AS piece, letter = upper(letter) AS is_white, games AS change
  FROM boards
  WHERE letter <> ''
  UNION ALL
  SELECT stack(5, int(from_square), int(piece), is_white, -1L,
                  int(to_square), int(if(promotion > 0, promotion, piece)), is_white, 1L,
                  taken_on, int(captured), NOT is_white, -1L,
                  rook_from, 4, is_white, -1L,
                  rook_to, 4, is_white, 1L)
  FROM found
), standing AS (
  SELECT square % 8 AS file, square div 8 + 1 AS rank, sum(change) AS pieces
  FROM changes
  WHERE piece = instr('PNBRQK', $piece) AND square IS NOT NULL
    AND is_white = ($color = 'white') -- if color
  GROUP BY square
)
SELECT ranks.rank, coalesce(sum(pieces) FILTER (WHERE file = 0), 0) AS a, coalesce(sum(pieces) FILTER (WHERE file = 1), 0) AS b,
       coalesce(sum(pieces) FILTER (WHERE file = 2), 0) AS c, coalesce(sum(pieces) FILTER (WHERE file = 3), 0) AS d,
       coalesce(sum(pieces) FILTER (WHERE file = 4), 0) AS e, coalesce(sum(pieces) FILTER (WHERE file = 5), 0) AS f,
       coalesce(sum(pieces) FILTER (WHERE file = 6), 0) AS g, coalesce(sum(pieces) FILTER (WHERE file = 7), 0) AS h
FROM (SELECT explode(sequence(1, 8)) AS rank) AS ranks LEFT JOIN standing ON standing.rank = ranks.rank
GROUP BY ranks.rank
ORDER BY ranks.rank DESC
