"""How plans are written: keys that follow their fields, rows that guard uniqueness, transactions, retries."""
