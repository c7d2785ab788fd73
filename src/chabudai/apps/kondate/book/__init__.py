"""The book: recipes, sets and categories of a person, how they are found, and how they come in."""
