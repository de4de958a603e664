count(*) FILTER (WHERE traded AND won) AS won, count(*) FILTER (WHERE traded AND drawn) AS drawn, -- if player
count(*) FILTER (WHERE traded AND lost) AS lost, -- if player
round(1000 * sum(score) FILTER (WHERE traded) / count(score) FILTER (WHERE traded) + 1e-9) / 10 AS score -- if player
