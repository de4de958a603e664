listagg(CASE WHEN own.number = other.number THEN '*' ELSE coalesce(result, '.') END, ' ') WITHIN GROUP (ORDER BY other.number) AS results
