-- The SQL functions that Spark itself can compute, with the names and results of those of DuckDB. `<results>` stands for
-- the meanings of Result tags.

CREATE OR REPLACE TEMPORARY FUNCTION castled_by_ply(white_castle_ply INT, black_castle_ply INT, n INT)
  RETURNS BOOLEAN
  RETURN coalesce(least(white_castle_ply, black_castle_ply) <= n, false);

CREATE OR REPLACE TEMPORARY FUNCTION castled_by_move(white_castle_ply INT, black_castle_ply INT, n INT)
  RETURNS BOOLEAN
  RETURN coalesce(least(white_castle_ply, black_castle_ply) <= 2 * n, false);

CREATE OR REPLACE TEMPORARY FUNCTION game_result(termination STRING, result STRING)
  RETURNS STRING
  RETURN CASE WHEN termination <> '*' THEN termination
              <results>
              ELSE '*' END;

CREATE OR REPLACE TEMPORARY FUNCTION square(name STRING)
  RETURNS TINYINT
  RETURN CASE WHEN rlike(name, '^[a-h][1-8]$')
              THEN CAST((ascii(substr(name, 2, 1)) - 49) * 8 + ascii(name) - 97 AS TINYINT) END;

CREATE OR REPLACE TEMPORARY FUNCTION square_name(number INT)
  RETURNS STRING
  RETURN CASE WHEN number BETWEEN 0 AND 63 THEN concat(char(97 + number % 8), char(49 + number DIV 8)) END;

CREATE OR REPLACE TEMPORARY FUNCTION piece_name(piece INT)
  RETURNS STRING
  RETURN CASE WHEN piece BETWEEN 1 AND 6 THEN substr('PNBRQK', piece, 1) END;

CREATE OR REPLACE TEMPORARY FUNCTION uci(from_square INT, to_square INT, promotion INT)
  RETURNS STRING
  RETURN CASE WHEN from_square <> to_square
              THEN concat(char(97 + from_square % 8), char(49 + from_square DIV 8), char(97 + to_square % 8),
                          char(49 + to_square DIV 8),
                          CASE WHEN promotion BETWEEN 2 AND 6 THEN substr('nbrqk', promotion - 1, 1) ELSE '' END)
              WHEN promotion BETWEEN 1 AND 5
              THEN concat(substr('PNBRQ', promotion, 1), '@', char(97 + to_square % 8), char(49 + to_square DIV 8))
              WHEN from_square = to_square THEN '0000' END;

CREATE OR REPLACE TEMPORARY FUNCTION packed_uci(move INT)
  RETURNS STRING
  RETURN CASE WHEN move & 63 <> shiftright(move, 6) & 63
              THEN concat(char(97 + (move & 7)), char(49 + (shiftright(move, 3) & 7)), char(97 + (shiftright(move, 6) & 7)),
                          char(49 + (shiftright(move, 9) & 7)),
                          CASE WHEN shiftright(move, 12) & 7 BETWEEN 2 AND 6
                               THEN substr('nbrqk', (shiftright(move, 12) & 7) - 1, 1) ELSE '' END)
              WHEN shiftright(move, 12) & 7 BETWEEN 1 AND 5
              THEN concat(substr('PNBRQ', shiftright(move, 12) & 7, 1), '@', char(97 + (move & 7)), char(49 + (shiftright(move, 3) & 7)))
              WHEN move >= 0 THEN '0000' END;

CREATE OR REPLACE TEMPORARY FUNCTION bounded_cp(cp INT, mate INT)
  RETURNS INT
  RETURN CASE WHEN mate > 0 THEN 1000 WHEN mate < 0 THEN -1000 WHEN mate IS NULL AND cp IS NOT NULL THEN greatest(-1000, least(1000, cp)) END;

CREATE OR REPLACE TEMPORARY FUNCTION win_chance(cp INT)
  RETURNS DOUBLE
  RETURN 2 / (1 + exp(-0.00368208D * cp)) - 1;

CREATE OR REPLACE TEMPORARY FUNCTION win_percent(cp INT, mate INT)
  RETURNS DOUBLE
  RETURN 50 + 50 * (2 / (1 + exp(-0.00368208D * CASE WHEN mate > 0 THEN 1000 WHEN mate < 0 THEN -1000
                                                     WHEN mate IS NULL AND cp IS NOT NULL THEN greatest(-1000, least(1000, cp)) END)) - 1);

CREATE OR REPLACE TEMPORARY FUNCTION move_accuracy(before DOUBLE, after DOUBLE)
  RETURNS DOUBLE
  RETURN CASE WHEN after >= before THEN 100D
              WHEN after < before
              THEN greatest(0D, least(100D, 103.1668100711649D * exp(-0.04354415386953951D * (before - after)) - 2.166924740191411D)) END;

CREATE OR REPLACE TEMPORARY FUNCTION move_nag(cp_before INT, mate_before INT, cp_after INT, mate_after INT)
  RETURNS INT
  RETURN CASE WHEN coalesce(mate_before, cp_before) IS NULL OR coalesce(mate_after, cp_after) IS NULL THEN NULL
              WHEN mate_before = 0 OR mate_after = 0 THEN NULL
              WHEN mate_before > 0
              THEN CASE WHEN mate_after > 0 THEN 0 WHEN cp_after > 999 THEN 6 WHEN cp_after > 700 THEN 2 ELSE 4 END
              WHEN mate_before < 0 OR mate_after > 0 THEN 0
              WHEN mate_after < 0 THEN CASE WHEN cp_before < -999 THEN 6 WHEN cp_before < -700 THEN 2 ELSE 4 END
              WHEN 2 / (1 + exp(-0.00368208D * cp_before)) - 2 / (1 + exp(-0.00368208D * cp_after)) >= 0.3D THEN 4
              WHEN 2 / (1 + exp(-0.00368208D * cp_before)) - 2 / (1 + exp(-0.00368208D * cp_after)) >= 0.2D THEN 2
              WHEN 2 / (1 + exp(-0.00368208D * cp_before)) - 2 / (1 + exp(-0.00368208D * cp_after)) >= 0.1D THEN 6
              ELSE 0 END;

CREATE OR REPLACE TEMPORARY FUNCTION eval_text(cp INT, mate INT)
  RETURNS STRING
  RETURN CASE WHEN mate IS NOT NULL THEN concat('#', mate) WHEN cp IS NOT NULL THEN format_string('%.2f', cp / 100) END;
