string_agg(CASE WHEN own.number = other.number THEN '*' ELSE coalesce(result, '.') END, ' ' ORDER BY other.number) AS results
