AND (rules IS NULL OR rules = 'chess960')
