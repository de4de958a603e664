SELECT count(*) AS games,
       count_if(coalesce(least(white_castle_ply, black_castle_ply) <= $plies, false)) AS castled,
       (SELECT count(*) FROM $games WHERE date IS NULL) AS undated
FROM $games
WHERE true
  AND date >= DATE $since -- if since
  AND date < DATE $until -- if until
