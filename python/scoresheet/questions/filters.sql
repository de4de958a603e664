AND white_elo >= $min_elo AND black_elo >= $min_elo -- if min_elo
AND white_elo <= $max_elo AND black_elo <= $max_elo -- if max_elo
AND CASE WHEN base_seconds + 40 * increment_seconds < 180 THEN 'bullet' WHEN base_seconds + 40 * increment_seconds < 480 THEN 'blitz' WHEN base_seconds + 40 * increment_seconds < 1500 THEN 'rapid' WHEN base_seconds IS NOT NULL THEN 'classical' END = $time -- if time
AND (white = $player OR black = $player) -- if player
