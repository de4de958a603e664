-- include asked-documents
-- include accuracy-by-player

-- when by = phase
-- include asked-documents
-- include accuracy-by-phase

-- when by = year
-- include asked-documents
-- include accuracy-by-year
