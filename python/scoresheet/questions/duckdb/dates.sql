AND date >= $since::DATE -- if since
AND date < $until::DATE -- if until
