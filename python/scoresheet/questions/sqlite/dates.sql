AND date >= $since -- if since
AND date < $until -- if until
