"""The todos' pages: the list and everything that is done to it, categories, files and settings."""
