count(*) FILTER (WHERE won) AS won, count(*) FILTER (WHERE drawn) AS drawn, count(*) FILTER (WHERE lost) AS lost, -- if player
round(1000 * sum(score) / count(score) + 1e-9) / 10 AS score -- if player
