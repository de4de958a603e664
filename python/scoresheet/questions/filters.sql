-- include filters-of-games
AND (white = $player OR black = $player) -- if player
