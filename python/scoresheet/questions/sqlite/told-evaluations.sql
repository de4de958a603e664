-- Evaluations are `[%eval]` of comments, which documents have as properties of moves: 0.35 pawns, 0.35,18 with a depth,
-- 35,18 in hundredths, and #-3. If Black moves first, `null` comes first and is not a ply.
begun AS (
  SELECT *, coalesce(json_type(doc, '$.moves[0]') = 'null', false) AS begins
  FROM asked
), said AS MATERIALIZED (
  SELECT source, game, white, black, part, m.key AS place, m.key + 1 - begins AS ply,
         coalesce(
           CASE json_type(m.value, '$.properties.pgn.eval') WHEN 'text' THEN json_extract(m.value, '$.properties.pgn.eval') END,
           CASE json_type(m.value, '$.properties.lichess.eval') WHEN 'text' THEN json_extract(m.value, '$.properties.lichess.eval') END,
           CASE json_type(m.value, '$.properties.chesscom.eval') WHEN 'text' THEN json_extract(m.value, '$.properties.chesscom.eval') END
         ) AS eval
  FROM begun, json_each(doc, '$.moves') AS m
  WHERE m.type = 'object' AND m.key < begins + ply_count
), parted AS (
  SELECT *, instr(eval, ',') > 0 AS has_depth, trim(substr(eval, 1, instr(eval || ',', ',') - 1), char(32, 9, 13, 10)) AS spelled
  FROM said
), signed AS MATERIALIZED (
  SELECT *, spelled GLOB '#*' AS is_mate, CASE WHEN ltrim(spelled, '#') GLOB '-*' THEN -1 ELSE 1 END AS sign,
         substr(spelled, 1 + (spelled GLOB '#*') + (spelled GLOB '[-+]*' OR spelled GLOB '#[-+]*')) AS digits
  FROM parted
), pointed AS (
  -- The digits before the point, and three after it.
  SELECT *, substr(digits, 1, instr(digits || '.', '.') - 1) AS whole, substr(substr(digits, instr(digits || '.', '.') + 1) || '000', 1, 3) AS thousandths,
         digits NOT GLOB '*[^0-9.]*' AND digits NOT GLOB '*.*.*' AND digits GLOB '*[0-9]' AND NOT (is_mate AND instr(digits, '.')) AS is_number
  FROM signed
), numbered AS (
  SELECT *, sign * CASE WHEN is_mate OR has_depth AND NOT instr(digits, '.') THEN CAST(whole AS INTEGER)
                        ELSE 100 * CAST(whole AS INTEGER) + (CAST(thousandths AS INTEGER) + 5) / 10 END AS number
  FROM pointed
), told AS (
  SELECT source, game, white, black, part, place, ply,
         CASE WHEN is_number AND NOT is_mate AND number BETWEEN -2147483648 AND 2147483647 THEN number END AS cp_after,
         CASE WHEN is_number AND is_mate AND number BETWEEN -2147483648 AND 2147483647 THEN number END AS mate_after
  FROM numbered
  UNION ALL
  SELECT source, game, white, black, part, begins - 1, 0, 15, NULL FROM begun
),
