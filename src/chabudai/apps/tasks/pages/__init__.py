"""Pages of a person: of no team, or of all of theirs."""
