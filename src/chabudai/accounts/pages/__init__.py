"""The accounts' pages: signing up, in and out, everything that a person can do with their account, and the outbox."""
