FROM $sides
WHERE elo IS NOT NULL
  AND player = $player -- if player
  -- include dates
  -- include filters
