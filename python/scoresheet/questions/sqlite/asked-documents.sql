WITH documents AS (
  SELECT row_number() OVER () AS game, doc,
         -- include day
         AS date
  FROM $games
), asked AS (
  SELECT NULL AS source, game, json_extract(doc, '$.pgn.white') AS white, json_extract(doc, '$.pgn.black') AS black,
         json_array_length(doc, '$.moves') AS ply_count, doc, CAST(substr(date, 1, instr(date || '-', '-') - 1) AS INTEGER) AS part
  FROM documents
  WHERE true
    AND date >= $since -- if since
    AND date < $until -- if until
),
