"""Pages about who sees which games: the sheet of one game, what others share, and everybody's public page."""
