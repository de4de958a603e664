$game_result AS ended, -- unless player
won, drawn, lost, score, -- if player
