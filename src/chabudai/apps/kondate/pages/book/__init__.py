"""The recipe book: its list, a recipe, its editor, what is read from elsewhere, and categories."""
