-- The time of a move is the elapsed time after it minus the elapsed time after the previous move.
WITH played AS (
  SELECT coalesce(elapsed_ms, transform(array_repeat(0, ply_count), ply -> CAST(NULL AS BIGINT))) AS elapsed
  FROM $games
  WHERE true
    -- include dates
    -- include filters
), timed AS (
  SELECT explode(zip_with(elapsed, slice(array_prepend(elapsed, 0L), 1, size(elapsed)), (after, before) -> after - before)) AS ms
  FROM played
),
-- include pace-buckets
