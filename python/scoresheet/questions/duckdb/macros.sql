-- The functions of shipped questions, with the same names as in Spark. A macro cannot see its caller's columns, so
-- they are arguments. One statement per function; all are run in one call.

-- Whether either side has castled by a ply. Never NULL, so that NOT works: `least` skips NULL.
CREATE TEMP MACRO castled_by_ply(white_castle_ply, black_castle_ply, n) AS
  coalesce(least(white_castle_ply, black_castle_ply) <= n, false);
-- Whether either side has castled by a move of two plies.
CREATE TEMP MACRO castled_by_move(white_castle_ply, black_castle_ply, n) AS
  coalesce(least(white_castle_ply, black_castle_ply) <= 2 * n, false);
-- How a game ended: the marker after its moves, else the meaning of its Result tag, a marker or a sentence of VGN; `*`
-- if neither is known. The sentences come from the registry.
CREATE TEMP MACRO game_result(termination, result) AS
  CASE WHEN termination <> '*' THEN termination
       WHEN trim(result) IN ('1-0', '0-1', '1/2-1/2', '0-0') THEN trim(result)
       /* sentences */
       ELSE '*' END;
-- The number of a square, a1 = 0, b1 = 1; NULL for any other text.
CREATE TEMP MACRO square(name) AS
  CASE WHEN regexp_full_match(name, '[a-h][1-8]') THEN ((ascii(name[2]) - 49) * 8 + ascii(name[1]) - 97)::TINYINT END;
-- The name of a square: 28 is e4.
CREATE TEMP MACRO square_name(number) AS
  CASE WHEN number BETWEEN 0 AND 63 THEN chr(97 + number::INTEGER % 8) || chr(49 + number::INTEGER // 8) END;
-- The letter of a piece: 1 to 6 are P N B R Q K.
CREATE TEMP MACRO piece_name(piece) AS
  CASE WHEN piece BETWEEN 1 AND 6 THEN substr('PNBRQK', piece::INTEGER, 1) END;
-- A move in UCI notation. The same square twice is a drop if there is a piece, `N@f3`, and else a null move, 0000.
CREATE TEMP MACRO uci(from_square, to_square, promotion) AS
  CASE WHEN from_square <> to_square
       THEN square_name(from_square) || square_name(to_square)
         || CASE WHEN promotion BETWEEN 2 AND 6 THEN substr('nbrqk', promotion::INTEGER - 1, 1) ELSE '' END
       WHEN promotion BETWEEN 1 AND 5 THEN piece_name(promotion) || '@' || square_name(to_square)
       WHEN from_square = to_square THEN '0000' END;
