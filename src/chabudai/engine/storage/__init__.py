"""Where bytes live: keys as order-preserving bytes, and one SQLite file."""
