-- The time of a move is the elapsed time after it minus the elapsed time after the previous move.
WITH played AS (
  SELECT coalesce(elapsed_ms, list_resize([]::BIGINT[], ply_count)) AS elapsed
  FROM $games
  WHERE true
    -- include dates
    -- include filters
), timed AS (
  SELECT unnest(elapsed) - unnest(list_prepend(0::BIGINT, elapsed)[:len(elapsed)]) AS ms
  FROM played
),
-- include pace-buckets
