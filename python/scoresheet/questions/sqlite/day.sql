CASE json_type(doc, '$.bgn.eventDate."$date"')
  WHEN 'object' THEN -- a date before 1970 in the extended JSON of MongoDB
    date(json_extract(doc, '$.bgn.eventDate."$date"."$numberLong"') / 1000, 'unixepoch')
  WHEN 'text' THEN json_extract(doc, '$.bgn.eventDate."$date"')
  ELSE json_extract(doc, '$.bgn.eventDate')
END
