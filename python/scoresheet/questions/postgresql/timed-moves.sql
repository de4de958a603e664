-- A clock is `[%clk]`, the first of these numbers may be missing: 1:02:03.5
timed AS (
  SELECT lost.*, times.*, before_ms - left_ms + 1000 * increment_seconds AS spent_ms,
         CASE WHEN moved ->> 'f' = moved ->> 't' THEN '0000'
              ELSE concat(moved ->> 'f', moved ->> 't', lower(moved ->> 'promote')) END AS move,
         CASE WHEN mate_before IS NULL THEN to_char(cp_before / 100.0, 'FM999999990.00') ELSE '#' || mate_before END AS eval_before,
         CASE WHEN mate_after IS NULL THEN to_char(cp_after / 100.0, 'FM999999990.00') ELSE '#' || mate_after END AS eval_after
  FROM lost JOIN $games USING (source, game), LATERAL (
    SELECT doc #> ARRAY['moves', place::text] AS moved
  ) AS moves, LATERAL (
    SELECT max(ms) FILTER (WHERE back = 0) AS left_ms, max(ms) FILTER (WHERE back = 2) AS before_ms
    FROM (VALUES (0), (2)) AS turns(back), LATERAL (
      SELECT coalesce(
        jsonb_path_query_first(doc, '$.moves[$n].properties.pgn.clk ? (@.type() == "string")', jsonb_build_object('n', place - back)),
        jsonb_path_query_first(doc, '$.moves[$n].properties.lichess.clk ? (@.type() == "string")', jsonb_build_object('n', place - back)),
        jsonb_path_query_first(doc, '$.moves[$n].properties.chesscom.clk ? (@.type() == "string")', jsonb_build_object('n', place - back))
      ) #>> '{}' AS clk
    ) AS said, LATERAL (
      SELECT sum(1000 * trunc(part::numeric, 3) * (60 ^ (array_length(string_to_array(clk, ':'), 1) - n))::integer)::bigint AS ms
      FROM unnest(string_to_array(clk, ':')) WITH ORDINALITY AS parts(part, n)
      WHERE clk ~ '^([0-9]{1,10}:){0,2}[0-9]{1,10}([.][0-9]+)?$'
    ) AS clocks
    WHERE ply > back
  ) AS times
)
