"""Quick add: one line whose words say more than a title. What the lines of all apps have in common."""
