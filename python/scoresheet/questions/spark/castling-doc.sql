-- If Black moves first, `null` comes first and is not a ply.
SELECT count(*) AS games,
       count_if(exists(slice(moves, if(size(moves) > 0 AND try_element_at(moves, 1) IS NULL, 2, 1), $plies),
                       move -> move.castle IS NOT NULL)) AS castled,
       (SELECT count(*) FROM $games WHERE bgn.eventDate IS NULL) AS undated
FROM $games
WHERE true
  AND bgn.eventDate >= DATE $since -- if since
  AND bgn.eventDate < DATE $until -- if until
