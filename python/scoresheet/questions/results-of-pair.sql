string_agg(result, '' ORDER BY round_number, date, source, game)
