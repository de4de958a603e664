-- The functions of built-in questions, with the same names as in Spark. A macro cannot see its caller's columns, so
-- they are arguments. One statement per function; all are run in one call.

-- Whether either side has castled by a ply. Never NULL, so that NOT works: `least` skips NULL.
CREATE TEMP MACRO castled_by_ply(white_castle_ply, black_castle_ply, n) AS
  coalesce(least(white_castle_ply, black_castle_ply) <= n, false);
-- Whether either side has castled by a move of two plies.
CREATE TEMP MACRO castled_by_move(white_castle_ply, black_castle_ply, n) AS
  coalesce(least(white_castle_ply, black_castle_ply) <= 2 * n, false);
-- How a game ended: the marker after its moves, else the meaning of its Result tag, a marker in any spelling or a sentence
-- of VGN; `*` if neither is known. The spellings and the sentences come from the registry.
CREATE TEMP MACRO game_result(termination, result) AS
  CASE WHEN termination <> '*' THEN termination
       /* results */
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
-- The same for a move in 16 bits, such as an element of `best`.
CREATE TEMP MACRO packed_uci(move) AS
  uci(move & 63, (move >> 6) & 63, (move >> 12) & 7);
-- Evaluations, with the formulas of https://lichess.org/page/accuracy. They are from White's side, in hundredths of a pawn
-- or in moves to mate. A mate in 0 does not say who mates, so it is unknown.
-- An evaluation of at most 10 pawns for either side. A mate counts as these 10 pawns.
CREATE TEMP MACRO bounded_cp(cp, mate) AS
  CASE WHEN mate > 0 THEN 1000 WHEN mate < 0 THEN -1000 WHEN mate IS NULL AND cp IS NOT NULL THEN greatest(-1000, least(1000, cp)) END;
-- How likely White wins, from -1, which is certainly lost, to 1.
CREATE TEMP MACRO win_chance(cp) AS
  2 / (1 + exp(-0.00368208e0 * cp)) - 1;
-- The same in percent, for evaluations of at most 10 pawns.
CREATE TEMP MACRO win_percent(cp, mate) AS
  50 + 50 * win_chance(bounded_cp(cp, mate));
-- The accuracy of a move, from 0 to 100, by the percentages of its side before and after it.
CREATE TEMP MACRO move_accuracy(before, after) AS
  CASE WHEN after >= before THEN 100e0
       WHEN after < before
       THEN greatest(0e0, least(100e0, 103.1668100711649e0 * exp(-0.04354415386953951e0 * (before - after)) - 2.166924740191411e0)) END;
-- The NAG that Lichess gives to a move: 6 for an inaccuracy, 2 for a mistake, 4 for a blunder, 0 for other moves. Evaluations
-- are from the side that moves.
CREATE TEMP MACRO move_nag(cp_before, mate_before, cp_after, mate_after) AS
  CASE WHEN bounded_cp(cp_before, mate_before) IS NULL OR bounded_cp(cp_after, mate_after) IS NULL THEN NULL
       WHEN mate_before > 0
       THEN CASE WHEN mate_after > 0 THEN 0 WHEN cp_after > 999 THEN 6 WHEN cp_after > 700 THEN 2 ELSE 4 END
       WHEN mate_before < 0 OR mate_after > 0 THEN 0
       WHEN mate_after < 0 THEN CASE WHEN cp_before < -999 THEN 6 WHEN cp_before < -700 THEN 2 ELSE 4 END
       WHEN win_chance(cp_before) - win_chance(cp_after) >= 0.3 THEN 4
       WHEN win_chance(cp_before) - win_chance(cp_after) >= 0.2 THEN 2
       WHEN win_chance(cp_before) - win_chance(cp_after) >= 0.1 THEN 6
       ELSE 0 END;
-- An evaluation as `[%eval]` spells it: 0.31, or #-3.
CREATE TEMP MACRO eval_text(cp, mate) AS
  CASE WHEN mate IS NOT NULL THEN '#' || mate ELSE printf('%.2f', cp / 100) END;
-- The chances of White to win in percent, before the first move and after each, up to the last evaluation; NULL where there
-- is none.
CREATE TEMP MACRO win_percents(eval_cp, eval_mate) AS
  list_transform(
    [[15] || list_transform(list_zip(coalesce(eval_cp, []), coalesce(eval_mate, [])), lambda found: bounded_cp(found[1], found[2]))],
    lambda cps: list_transform(
      cps[:len(cps) + 1 - list_position(list_transform(list_reverse(cps), lambda cp: cp IS NOT NULL), true)],
      lambda cp: win_percent(cp, NULL)))[1];
-- Over how many positions the weight of a move is computed.
CREATE TEMP MACRO accuracy_span(percents) AS
  greatest(2, least(8, (len(percents) - 1) // 10));
-- What each move of a side is worth: its accuracy, and its weight, which is how much the chances moved around it. `first` is
-- the first half-move of the side, 1 or 2.
CREATE TEMP MACRO judged_moves(percents, white, first) AS
  list_filter(
    list_transform(
      range(first, len(percents), 2),
      lambda ply: {
        'accuracy': CASE WHEN white THEN move_accuracy(percents[ply], percents[ply + 1])
                         ELSE move_accuracy(100 - percents[ply], 100 - percents[ply + 1]) END,
        'weight': greatest(0.5e0, least(12e0, list_aggregate(
          percents[greatest(ply + 1, accuracy_span(percents)) - accuracy_span(percents) + 1:greatest(ply + 1, accuracy_span(percents))],
          'stddev_pop')))}),
    lambda move: move.accuracy IS NOT NULL);
-- The accuracy of a side in a game, from 0 to 100: the mean of two means, weighted and harmonic, where less than 1 counts as 1.
CREATE TEMP MACRO game_accuracy(eval_cp, eval_mate, white, first) AS
  list_transform(
    list_transform([win_percents(eval_cp, eval_mate)], lambda percents: judged_moves(percents, white, first)),
    lambda moves: CASE WHEN len(moves) > 0 THEN
      (list_sum(list_transform(moves, lambda move: move.weight * move.accuracy)) / list_sum(list_transform(moves, lambda move: move.weight))
       + len(moves) / list_sum(list_transform(moves, lambda move: 1 / greatest(1e0, move.accuracy)))) / 2 END)[1];
