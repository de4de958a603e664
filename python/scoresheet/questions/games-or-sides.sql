FROM $games -- unless player
FROM (SELECT * FROM $sides WHERE player = $player) AS sides -- if player
