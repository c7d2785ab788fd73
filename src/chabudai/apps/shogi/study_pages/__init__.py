"""Pages that look over many games at once: where a position stands, and statistics; `handlers_in` finds all of them."""
