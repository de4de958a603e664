AND date >= DATE $since -- if since
AND date < DATE $until -- if until
