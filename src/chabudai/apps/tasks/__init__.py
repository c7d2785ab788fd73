"""Tasks: teams with their tasks, tags and counters, and invitations by mail."""
