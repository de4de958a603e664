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
  SELECT is_white, if(promotion > 0, promotion, piece) AS piece, to_square AS square FROM moved
  UNION ALL
  SELECT is_white, 4, if(castle = 1, to_square - 1, to_square + 1) FROM moved WHERE castle > 0
), found AS (
  SELECT square % 8 AS file, square // 8 AS row
  FROM landed
  WHERE piece_name(piece) = $piece
    AND is_white = ($color = 'white') -- if color
)
SELECT rank, count(*) FILTER (WHERE file = 0) AS a, count(*) FILTER (WHERE file = 1) AS b,
       count(*) FILTER (WHERE file = 2) AS c, count(*) FILTER (WHERE file = 3) AS d,
       count(*) FILTER (WHERE file = 4) AS e, count(*) FILTER (WHERE file = 5) AS f,
       count(*) FILTER (WHERE file = 6) AS g, count(*) FILTER (WHERE file = 7) AS h
FROM (SELECT unnest(range(1, 9)) AS rank) LEFT JOIN found ON row = rank - 1
GROUP BY rank
ORDER BY rank DESC

-- when what = stands
-- The number of pieces on a square is the number at the start, plus arrivals, minus departures and captures. Nothing
-- is stored per game, so memory does not grow with the number of games.
WITH asked AS NOT MATERIALIZED (
  SELECT *, split_part(fen, ' ', 1) AS placement
  FROM $games
  WHERE piece IS NOT NULL
    -- include dates
    -- include chess
    -- include filters
), placed AS NOT MATERIALIZED (
  -- Rank 1 first, one character per square: `/` separates ranks, and a digit is a number of empty squares.
  SELECT *, CASE WHEN fen IS NULL THEN 'RNBQKBNR' || repeat('P', 8) || repeat('.', 32) || repeat('p', 8) || 'rnbqkbnr'
                 ELSE array_to_string(list_reverse(string_split(list_reduce(
                        -- Before DuckDB 2, the numbers have to be of the type of the text.
                        string_split('12345678', ''), lambda text, n: replace(text, n, repeat('.', n::INTEGER)), placement), '/')), '') END AS board
  FROM asked
), plies AS NOT MATERIALIZED (
  SELECT board, coalesce(split_part(fen, ' ', 2), 'w') = 'b' AS black_began, split_part(fen, ' ', 4) AS passed,
         generate_subscripts(piece, 1) AS ply, unnest(piece) AS piece, unnest(from_square) AS from_square,
         unnest(to_square) AS to_square, unnest(promotion) AS promotion, unnest(castle) AS castle, unnest(captured) AS captured,
         unnest(list_prepend(0::TINYINT, piece)) AS before_piece, unnest(list_prepend(0::TINYINT, from_square)) AS before_from,
         unnest(list_prepend(0::TINYINT, to_square)) AS before_to
  FROM placed
), moved AS NOT MATERIALIZED (
  SELECT *, (ply % 2 = 1) <> black_began AS is_white, from_square // 8 * 8 AS row, from_square // 8 * 8 + to_square % 8 AS beside
  FROM plies
  WHERE piece > 0
    AND ply <= $ply -- if ply
), found AS NOT MATERIALIZED (
  SELECT *,
         -- En passant, the captured pawn is the one next to the capturing pawn that has just made its double step.
         CASE WHEN piece = 1 AND captured = 1 AND (before_piece = 1 AND abs(before_to - before_from) = 16 AND before_to = beside
                                                   OR ply = 1 AND passed = square_name(to_square)) THEN beside
              WHEN captured > 0 THEN to_square END AS taken_on,
         -- The rook is the outermost one of its side at the start, as in Chess960.
         CASE castle WHEN 1 THEN row + 8 - strpos(reverse(substr(board, row + 1, 8)), if(is_white, 'R', 'r'))
                     WHEN 2 THEN row + strpos(substr(board, row + 1, 8), if(is_white, 'R', 'r')) - 1 END AS rook_from,
         CASE castle WHEN 1 THEN to_square - 1 WHEN 2 THEN to_square + 1 END AS rook_to
  FROM moved
), changes AS NOT MATERIALIZED (
  SELECT square, strpos('PNBRQK', upper(letter)) AS piece, letter = upper(letter) AS is_white, games AS change
  FROM (SELECT unnest(range(64)) AS square, unnest(string_split(board, '')) AS letter, games
        FROM (SELECT board, count(*) AS games FROM placed GROUP BY board))
  UNION ALL
  SELECT unnest([from_square, to_square, taken_on, rook_from, rook_to]),
         unnest([piece, if(promotion > 0, promotion, piece), captured, 4, 4]),
         unnest([is_white, is_white, NOT is_white, is_white, is_white]), unnest([-1, 1, -1, -1, 1])
  FROM found
), standing AS (
  SELECT square % 8 AS file, square // 8 AS row, sum(change) AS pieces
  FROM changes
  WHERE piece = strpos('PNBRQK', $piece) AND square IS NOT NULL
    AND is_white = ($color = 'white') -- if color
  GROUP BY square
)
SELECT rank, coalesce(sum(pieces) FILTER (WHERE file = 0), 0)::BIGINT AS a, coalesce(sum(pieces) FILTER (WHERE file = 1), 0)::BIGINT AS b,
       coalesce(sum(pieces) FILTER (WHERE file = 2), 0)::BIGINT AS c, coalesce(sum(pieces) FILTER (WHERE file = 3), 0)::BIGINT AS d,
       coalesce(sum(pieces) FILTER (WHERE file = 4), 0)::BIGINT AS e, coalesce(sum(pieces) FILTER (WHERE file = 5), 0)::BIGINT AS f,
       coalesce(sum(pieces) FILTER (WHERE file = 6), 0)::BIGINT AS g, coalesce(sum(pieces) FILTER (WHERE file = 7), 0)::BIGINT AS h
FROM (SELECT unnest(range(1, 9)) AS rank) LEFT JOIN standing ON row = rank - 1
GROUP BY rank
ORDER BY rank DESC
