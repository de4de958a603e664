-- Where a piece lands, or where it stands after a ply: the board from White's side, a row a rank.
-- param piece P|N|B|R|Q|K = N: which piece
-- param colour white|black: only this side's; both unless given
-- param what lands|stands = lands: count where moves land, or count who stands where after a ply
-- param ply integer>=0: moves up to this ply, or the position after it; all moves unless given
-- param since date: only games of this day or later; games without a date are left out
-- param until date: only games before this day; games without a date are left out
-- example: piece=N colour=white what=stands ply=20

-- Castling lands a rook too, and a promotion lands the piece that the pawn became.
WITH plies AS (
  SELECT generate_subscripts(piece, 1) AS ply, split_part(coalesce(fen, ' w'), ' ', 2) = 'b' AS black_began,
         unnest(piece) AS piece, unnest(to_square) AS to_square, unnest(promotion) AS promotion, unnest(castle) AS castle
  FROM games
  WHERE ($since::DATE IS NULL OR date >= $since::DATE)
    AND ($until::DATE IS NULL OR date < $until::DATE)
), moved AS (
  SELECT *, (ply % 2 = 1) <> black_began AS is_white
  FROM plies
  WHERE ply <= coalesce($ply, ply) AND piece > 0
), landed AS (
  SELECT is_white, if(promotion > 0, promotion, piece) AS piece, to_square AS square FROM moved
  UNION ALL
  SELECT is_white, 4, if(castle = 1, to_square - 1, to_square + 1) FROM moved WHERE castle > 0
), found AS (
  SELECT square % 8 AS file, square // 8 AS row
  FROM landed
  WHERE piece_name(piece) = $piece AND ($colour IS NULL OR is_white = ($colour = 'white'))
)
SELECT rank, count(*) FILTER (WHERE file = 0) AS a, count(*) FILTER (WHERE file = 1) AS b,
       count(*) FILTER (WHERE file = 2) AS c, count(*) FILTER (WHERE file = 3) AS d,
       count(*) FILTER (WHERE file = 4) AS e, count(*) FILTER (WHERE file = 5) AS f,
       count(*) FILTER (WHERE file = 6) AS g, count(*) FILTER (WHERE file = 7) AS h
FROM (SELECT unnest(range(1, 9)) AS rank) LEFT JOIN found ON row = rank - 1
GROUP BY rank
ORDER BY rank DESC

-- when what = stands
-- A piece stands where the last event of a square put it; the start position is the event before the first ply.
WITH asked AS (
  SELECT row_number() OVER () AS id, piece, from_square, to_square, promotion, castle, captured,
         split_part(coalesce(fen, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'), ' ', 1) AS placement,
         split_part(coalesce(fen, ' w'), ' ', 2) = 'b' AS black_began, split_part(coalesce(fen, ''), ' ', 4) AS passed
  FROM games
  WHERE ($since::DATE IS NULL OR date >= $since::DATE)
    AND ($until::DATE IS NULL OR date < $until::DATE)
), placed AS (
  -- Rank 1 first, a character a square: ranks come from `/`, and a digit is so many empty squares.
  SELECT * EXCLUDE placement, array_to_string(list_reverse(string_split(
           list_reduce(range(1, 9), lambda text, n: replace(text, n::VARCHAR, repeat('.', n::INTEGER)), placement), '/')), '') AS board
  FROM asked
), plies AS (
  SELECT id, board, black_began, passed, generate_subscripts(piece, 1) AS ply, unnest(piece) AS piece,
         unnest(from_square) AS from_square, unnest(to_square) AS to_square, unnest(promotion) AS promotion,
         unnest(castle) AS castle, unnest(captured) AS captured,
         unnest(list_prepend(0::TINYINT, piece)) AS before_piece, unnest(list_prepend(0::TINYINT, from_square)) AS before_from,
         unnest(list_prepend(0::TINYINT, to_square)) AS before_to
  FROM placed
), moved AS (
  SELECT *, (ply % 2 = 1) <> black_began AS is_white, from_square // 8 * 8 + to_square % 8 AS beside
  FROM plies
  WHERE ply <= coalesce($ply, ply) AND piece > 0
), castled AS (
  -- The rook is the outermost one of its side at the start, as in Chess960.
  SELECT id, ply, is_white, castle, to_square, from_square // 8 * 8 AS row,
         substr(board, from_square // 8 * 8 + 1, 8) AS back, if(is_white, 'R', 'r') AS rook
  FROM moved WHERE castle > 0
), events AS (
  SELECT id, 0 AS moment, unnest(range(64)) AS square, unnest(string_split(board, '')) AS letter FROM placed
  UNION ALL
  SELECT id, 2 * ply, from_square, '.' FROM moved
  UNION ALL
  SELECT id, 2 * ply, beside, '.' FROM moved
  WHERE piece = 1 AND captured = 1
    AND (before_piece = 1 AND abs(before_to - before_from) = 16 AND before_to = beside OR ply = 1 AND passed = square_name(to_square))
  UNION ALL
  SELECT id, 2 * ply, row + if(castle = 1, 8 - strpos(reverse(back), rook), strpos(back, rook) - 1), '.' FROM castled
  UNION ALL
  SELECT id, 2 * ply + 1, if(castle = 1, to_square - 1, to_square + 1), rook FROM castled
  UNION ALL
  SELECT id, 2 * ply + 1, to_square, if(is_white, upper(letter), lower(letter))
  FROM (SELECT *, piece_name(if(promotion > 0, promotion, piece)) AS letter FROM moved)
), standing AS (
  SELECT square, arg_max(letter, moment) AS letter FROM events GROUP BY id, square
), found AS (
  SELECT square % 8 AS file, square // 8 AS row
  FROM standing
  WHERE upper(letter) = $piece AND ($colour IS NULL OR (letter = $piece) = ($colour = 'white'))
)
SELECT rank, count(*) FILTER (WHERE file = 0) AS a, count(*) FILTER (WHERE file = 1) AS b,
       count(*) FILTER (WHERE file = 2) AS c, count(*) FILTER (WHERE file = 3) AS d,
       count(*) FILTER (WHERE file = 4) AS e, count(*) FILTER (WHERE file = 5) AS f,
       count(*) FILTER (WHERE file = 6) AS g, count(*) FILTER (WHERE file = 7) AS h
FROM (SELECT unnest(range(1, 9)) AS rank) LEFT JOIN found ON row = rank - 1
GROUP BY rank
ORDER BY rank DESC
