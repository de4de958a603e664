listagg(result, '') WITHIN GROUP (ORDER BY round_number NULLS LAST, date NULLS LAST, source, game)
