count(*) FILTER (WHERE ended = '1-0') AS white_wins, -- unless player
count(*) FILTER (WHERE ended = '1/2-1/2') AS draws, -- unless player
count(*) FILTER (WHERE ended = '0-1') AS black_wins -- unless player
-- include outcomes-of-player
