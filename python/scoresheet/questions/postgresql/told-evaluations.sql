-- Evaluations are `[%eval]` of comments, which documents have as properties of moves: 0.35 pawns, 0.35,18 with a depth,
-- 35,18 in hundredths, and #-3. If Black moves first, `null` comes first and is not a ply.
begun AS (
  SELECT *, CASE doc #> '{moves,0}' WHEN 'null' THEN 1 ELSE 0 END AS begins
  FROM asked
), spelled AS (
  SELECT source, game, white, black, part, n::integer - 1 AS place, n::integer - begins AS ply,
         btrim(split_part(eval, ',', 1), E' \t\r\n') AS spelled, strpos(eval, ',') > 0 AS has_depth
  FROM begun, jsonb_array_elements(doc -> 'moves') WITH ORDINALITY AS m(move, n), LATERAL (
    SELECT coalesce(
      jsonb_path_query_first(move, '$.properties.pgn.eval ? (@.type() == "string")'),
      jsonb_path_query_first(move, '$.properties.lichess.eval ? (@.type() == "string")'),
      jsonb_path_query_first(move, '$.properties.chesscom.eval ? (@.type() == "string")')) #>> '{}' AS eval
  ) AS said
  WHERE n > begins AND n <= begins + ply_count
), numbered AS (
  SELECT source, game, white, black, part, place, ply,
         CASE WHEN spelled ~ '^#[-+]?[0-9]+$' THEN substr(spelled, 2)::numeric END AS mate,
         CASE WHEN has_depth AND spelled ~ '^[-+]?[0-9]+$' THEN spelled::numeric
              WHEN spelled ~ '^[-+]?([0-9]+|[0-9]*[.][0-9]+)$' THEN round(100 * trunc(spelled::numeric, 3)) END AS cp
  FROM spelled
), told AS (
  SELECT source, game, white, black, part, place, ply,
         CASE WHEN cp BETWEEN -2147483648 AND 2147483647 THEN cp::integer END AS cp_after,
         CASE WHEN mate BETWEEN -2147483648 AND 2147483647 THEN mate::integer END AS mate_after
  FROM numbered
  UNION ALL
  SELECT source, game, white, black, part, begins - 1, 0, 15, NULL FROM begun
),
