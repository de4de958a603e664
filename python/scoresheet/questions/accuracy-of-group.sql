CAST(sum(moves) AS BIGINT) AS moves, CAST(floor(100.0 * sum(accuracy) / count(*) + 0.5) / 100.0 AS $double) AS accuracy,
CAST(floor(100.0 * sum(loss) / sum(moves) + 0.5) / 100.0 AS $double) AS mean_loss,
CAST(floor(10000.0 * sum(inaccuracies) / sum(moves) + 0.5) / 100.0 AS $double) AS inaccuracies,
CAST(floor(10000.0 * sum(mistakes) / sum(moves) + 0.5) / 100.0 AS $double) AS mistakes,
CAST(floor(10000.0 * sum(blunders) / sum(moves) + 0.5) / 100.0 AS $double) AS blunders
