SELECT year, ended_by, ply_count, mate,
       $game_result AS outcome -- unless player
       CASE WHEN won THEN 'won' WHEN drawn THEN 'drawn' WHEN lost THEN 'lost' ELSE 'unknown' END AS outcome -- if player
-- include games-or-sides
WHERE final_material <> ''
  -- include dates
  -- include filters
