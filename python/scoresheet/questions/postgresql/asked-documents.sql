WITH documents AS (
  SELECT row_number() OVER () AS game, doc,
         -- include day
         AS date
  FROM $games
), asked AS (
  SELECT NULL::text AS source, game, doc #>> '{pgn,white}' AS white, doc #>> '{pgn,black}' AS black,
         jsonb_array_length(doc -> 'moves') AS ply_count, doc, split_part(date, '-', 1)::integer AS part
  FROM documents
  WHERE true
    AND date >= $since -- if since
    AND date < $until -- if until
),
