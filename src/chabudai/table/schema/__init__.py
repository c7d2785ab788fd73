"""What a design says: tables, entities with their fields and keys, patterns; and what is checked of it at import."""
