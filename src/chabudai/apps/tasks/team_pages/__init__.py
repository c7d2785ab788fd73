"""Pages within a team: each is given the member who asks."""
