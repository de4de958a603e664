string_agg(CASE WHEN other.number IS NULL THEN '.' ELSE other.number || CASE asked.color WHEN 'white' THEN 'w' ELSE 'b' END
             || CASE WHEN asked.won THEN '1' WHEN asked.drawn THEN '½' ELSE '0' END END,
           ' ' ORDER BY rounds.round_number, asked.date, asked.source, asked.game) AS results
