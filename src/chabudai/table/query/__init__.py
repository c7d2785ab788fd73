"""How plans are read: from known fields to key conditions, conditions as expressions, full pages and cursors."""
