sum(moves)::BIGINT AS moves, round(100 * sum(accuracy) / count(*)) / 100 AS accuracy,
round(100 * sum(loss) / sum(moves)) / 100 AS mean_loss, round(10000 * sum(inaccuracies) / sum(moves)) / 100 AS inaccuracies,
round(10000 * sum(mistakes) / sum(moves)) / 100 AS mistakes, round(10000 * sum(blunders) / sum(moves)) / 100 AS blunders
