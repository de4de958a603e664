CASE jsonb_typeof(doc #> '{bgn,eventDate,$date}')
  WHEN 'object' THEN -- a date before 1970 in the extended JSON of MongoDB
    to_char(to_timestamp((doc #>> '{bgn,eventDate,$date,$numberLong}')::bigint / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD')
  ELSE coalesce(doc #>> '{bgn,eventDate,$date}', doc #>> '{bgn,eventDate}')
END COLLATE "C"
