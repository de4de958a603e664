-- The SQL functions that Spark itself can compute, with the names and results of those of DuckDB. `<sentences>` stands for
-- the sentences of VGN.

CREATE OR REPLACE TEMPORARY FUNCTION castled_by_ply(white_castle_ply INT, black_castle_ply INT, n INT)
  RETURNS BOOLEAN
  RETURN coalesce(least(white_castle_ply, black_castle_ply) <= n, false);

CREATE OR REPLACE TEMPORARY FUNCTION castled_by_move(white_castle_ply INT, black_castle_ply INT, n INT)
  RETURNS BOOLEAN
  RETURN coalesce(least(white_castle_ply, black_castle_ply) <= 2 * n, false);

CREATE OR REPLACE TEMPORARY FUNCTION game_result(termination STRING, result STRING)
  RETURNS STRING
  RETURN CASE WHEN termination <> '*' THEN termination
              WHEN trim(result) IN ('1-0', '0-1', '1/2-1/2', '0-0') THEN trim(result)
              <sentences>
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
