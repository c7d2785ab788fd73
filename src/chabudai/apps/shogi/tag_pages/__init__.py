"""Pages of tags: those of one game as a sheet, all of a person's, and the games that have one."""
