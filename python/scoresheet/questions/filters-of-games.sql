AND white_elo > 0 AND white_elo >= $min_elo AND black_elo > 0 AND black_elo >= $min_elo -- if min_elo
AND white_elo > 0 AND white_elo <= $max_elo AND black_elo > 0 AND black_elo <= $max_elo -- if max_elo
AND speed = $time -- if time
