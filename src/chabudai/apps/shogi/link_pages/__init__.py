"""Pages of a game for whoever has its link, signed in or not, and for other sites that show it."""
