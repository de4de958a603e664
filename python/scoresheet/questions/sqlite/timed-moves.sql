-- A clock is `[%clk]`, the first of these numbers may be missing: 1:02:03.5
moves AS (
  SELECT lost.*, increment_seconds, json_extract(doc, '$.moves[' || place || ']') AS moved,
         CASE WHEN ply > 2 THEN json_extract(doc, '$.moves[' || (place - 2) || ']') END AS moved_before
  FROM lost JOIN $games USING (source, game)
), clocked AS (
  SELECT source, game, ply, back,
         coalesce(
           CASE json_type(move, '$.properties.pgn.clk') WHEN 'text' THEN json_extract(move, '$.properties.pgn.clk') END,
           CASE json_type(move, '$.properties.lichess.clk') WHEN 'text' THEN json_extract(move, '$.properties.lichess.clk') END,
           CASE json_type(move, '$.properties.chesscom.clk') WHEN 'text' THEN json_extract(move, '$.properties.chesscom.clk') END
         ) AS clk
  FROM (SELECT source, game, ply, 0 AS back, moved AS move FROM moves UNION ALL SELECT source, game, ply, 2, moved_before FROM moves)
), parts AS (
  SELECT source, game, ply, back, p.key AS place, max(p.key) OVER (PARTITION BY source, game, ply, back) AS last_place, p.value AS part,
         substr(p.value, 1, instr(p.value || '.', '.') - 1) AS whole, substr(p.value, instr(p.value || '.', '.') + 1) AS fraction
  FROM clocked, json_each('["' || replace(clk, ':', '","') || '"]') AS p
  WHERE clk NOT GLOB '*[^0-9:.]*'
), clocks AS (
  SELECT source, game, ply, sum(CASE back WHEN 0 THEN ms END) AS left_ms, sum(CASE back WHEN 2 THEN ms END) AS before_ms
  FROM (
    SELECT source, game, ply, back,
           sum((1000 * whole + substr(fraction || '000', 1, 3)) * CASE last_place - place WHEN 0 THEN 1 WHEN 1 THEN 60 ELSE 3600 END) AS ms
    FROM parts
    GROUP BY source, game, ply, back
    HAVING max(place) < 3 AND min(part GLOB '*[0-9]' AND length(whole) BETWEEN 1 AND 10 AND fraction NOT GLOB '*.*'
                                  AND (place = last_place OR part = whole))
  )
  GROUP BY source, game, ply
), timed AS (
  SELECT moves.*, left_ms, before_ms - left_ms + 1000 * increment_seconds AS spent_ms,
         CASE WHEN json_extract(moved, '$.f') = json_extract(moved, '$.t') THEN '0000'
              ELSE coalesce(json_extract(moved, '$.f'), '') || json_extract(moved, '$.t') || lower(coalesce(json_extract(moved, '$.promote'), '')) END AS move,
         CASE WHEN mate_before IS NULL THEN printf('%.2f', cp_before / 100.0) ELSE '#' || mate_before END AS eval_before,
         CASE WHEN mate_after IS NULL THEN printf('%.2f', cp_after / 100.0) ELSE '#' || mate_after END AS eval_after
  FROM moves LEFT JOIN clocks USING (source, game, ply)
)
