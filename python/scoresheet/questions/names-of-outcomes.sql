white_wins, draws, black_wins -- unless player
won, drawn, lost, score -- if player
